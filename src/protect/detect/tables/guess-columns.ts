// Rows without column names: what most cells of a column are, the others are too.

import type { JsonValue } from "../../../vocabulary.ts";
import type { Columns } from "../field-context.ts";
import { namesAThing } from "../names/thing-names.ts";
import { readsLikeAName, type WordKind, wordKind } from "../names/word-kinds.ts";

const MOST_ROWS = 50;
const LEAST_ROWS = 2;
const MOST_CELLS = 40;
const SHARE = 0.6;
const ONE_WORD = /^\p{Lu}[\p{L}\p{M}'’-]{1,24}$/u;
const FULL_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]{1,24}(?: [\p{L}\p{M}'’.-]{1,24}){1,3}$/u;
const DATE = /^(?:(\d{4})[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}))(?:T00:00.*)?$/;
/** Younger dates in a row of people are as often those of a contract. */
const LATEST_BIRTH = 2012;
const SOMEBODY_OLD = 1985;

/** c0, col_1, f2 */
export function saysNothing(name: string): boolean {
  return /^(?:c|col|column|f|field|v|x)?_?\d*$/i.test(name);
}

/** `headed`: what the first row says, if it is one of names; cells that speak for people count more. */
export function guessColumns(rows: readonly JsonValue[], headed: Columns | null): Columns | null {
  const guessed = guessNames(rows);
  if (guessed === null) return headed;
  const names = guessed.map((name, at) => name || (headed?.names[at] ?? ""));
  return { names, siblings: Object.fromEntries(names.filter(Boolean).map((name) => [name, ""])) };
}

/** Null when no column tells of people. */
function guessNames(rows: readonly JsonValue[]): string[] | null {
  const all = rows.slice(0, MOST_ROWS).filter((row) => Array.isArray(row));
  const isEmptyHead = all[0]?.every((cell) => typeof cell === "string" && saysNothing(cell)) === true;
  const sample = isEmptyHead ? all.slice(1) : all;
  const width = sample[0]?.length ?? 0;
  if (sample.length < LEAST_ROWS || width < 2 || width > MOST_CELLS) return null;
  if (sample.some((row) => row.length !== width)) return null;
  const columns = Array.from({ length: width }, (_, at) => sample.map((row) => row[at] ?? null));
  const names = columns.map(nameOfColumn);
  if (!names.some((name) => name !== "")) return null;
  return columns.map((cells, at) => names[at] || (holdsBirths(cells) ? "dateofbirth" : ""));
}

function nameOfColumn(cells: JsonValue[]): string {
  const texts = cells.filter((cell) => typeof cell === "string" && cell !== "") as string[];
  if (texts.length < LEAST_ROWS) return "";
  if (texts.every((text) => ONE_WORD.test(text))) {
    const kinds = texts.map(wordKind);
    if (kinds.includes("ordinary")) return "";
    if (isMostly(kinds, "given")) return "firstname";
    return isMostly(kinds, "family") ? "lastname" : "";
  }
  if (!texts.every((text) => FULL_NAME.test(text)) || texts.some(namesAThing)) return "";
  return texts.filter((text) => readsLikeAName(text.split(" "))).length >= texts.length * SHARE
    ? "fullname"
    : "";
}

function isMostly(kinds: WordKind[], wanted: WordKind): boolean {
  return kinds.filter((kind) => kind === wanted).length >= kinds.length * SHARE;
}

function holdsBirths(cells: JsonValue[]): boolean {
  const years = cells.map((cell) => {
    const match = typeof cell === "string" ? DATE.exec(cell) : null;
    return Number(match?.[1] ?? match?.[2] ?? Number.NaN);
  });
  return (
    years.every((year) => year > 1900 && year <= LATEST_BIRTH) && years.some((year) => year <= SOMEBODY_OLD)
  );
}
