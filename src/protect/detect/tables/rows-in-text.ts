// Rows in a text that no header line names: the values of an SQL INSERT or COPY, and lines of CSV whose columns say by
// their cells what they hold.

import type { JsonObject } from "../../../vocabulary.ts";
import { matchesOf } from "../matches-of.ts";
import { type LabelledPart, type LabelledParts, splitCells } from "../text/labelled-text.ts";
import { guessColumns } from "./guess-columns.ts";

const INSERT = /\bINSERT\s{1,4}INTO\s{1,4}[^\s(]{1,80}\s{0,4}\(([^()]{1,2000})\)\s{0,4}VALUES\s{0,4}(?=\()/gi;
const COPY = /\bCOPY\s{1,4}[^\s(]{1,80}\s{0,4}\(([^()]{1,2000})\)\s{1,4}FROM\s{1,4}stdin[^\n]{0,80}\n/gi;
const MOST_CELLS = 200_000;
const MOST_LINES = 50_000;
const LONGEST_LINE = 2000;
const SAMPLE = 50;
const MOST_READINGS = 4;

export function rowsInText(text: string): LabelledParts {
  const parts: LabelledPart[] = [];
  const siblings: JsonObject = {};
  if (/\binsert\s/i.test(text))
    readEach(text, INSERT, (from, list) => readTuples(text, from, columnNames(list, siblings), parts));
  if (/\bcopy\s/i.test(text))
    readEach(text, COPY, (from, list) => readLines(text, from, columnNames(list, siblings), "\t", parts));
  if (parts.length === 0) readUnnamedLines(text, siblings, parts);
  return { parts, siblings };
}

/**
 * `read` says where its rows end. A statement inside the rows of another one is read as well, for a quote may be missing
 * there; but where they hold each other over and over, only those behind.
 */
function readEach(text: string, pattern: RegExp, read: (from: number, list: string) => number): void {
  let covered = 0;
  let spent = 0;
  for (const match of matchesOf(pattern, text)) {
    if (match.index < covered && spent > text.length * MOST_READINGS) continue;
    const from = match.index + match[0].length;
    const end = read(from, match[1] as string);
    spent += end - from;
    covered = Math.max(covered, end);
  }
}

function columnNames(list: string, siblings: JsonObject): string[] {
  const names = list.split(",").map((name) => name.trim().replace(/^["'`[]|["'`\]]$/g, ""));
  for (const name of names) siblings[name] = "";
  return names;
}

/** `('Ann', 3), ('Bob', NULL)`: strings end at a single quote that is not doubled. */
function readTuples(text: string, from: number, names: string[], parts: LabelledPart[]): number {
  let at = from;
  while (text[at] === "(" && parts.length < MOST_CELLS) {
    at++;
    for (let column = 0; at < text.length; column++) {
      while (/\s/.test(text[at] ?? "")) at++;
      const isQuoted = text[at] === "'";
      const start = isQuoted ? at + 1 : at;
      let end = isQuoted ? quoteEnd(text, start) : start;
      if (isQuoted) at = end + 1;
      while (at < text.length && text[at] !== "," && text[at] !== ")") at++;
      if (!isQuoted) end = at;
      const label = names[column];
      if (label !== undefined && end > start) parts.push({ label, start, end });
      if (text[at] !== ",") break;
      at++;
    }
    if (text[at] !== ")") return at;
    at++;
    while (/[\s,]/.test(text[at] ?? "")) at++;
  }
  return at;
}

function quoteEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "'" && text[++at] !== "'") return at - 1;
  }
  return text.length;
}

function readLines(
  text: string,
  from: number,
  names: string[],
  separator: string,
  parts: LabelledPart[],
): number {
  let end = from;
  for (const line of linesOf(text, from)) {
    end = line.end;
    const cells = splitCells(text, line.start, line.end, separator);
    if (cells.length !== names.length) continue;
    for (const [column, cell] of cells.entries()) {
      const label = names[column];
      if (label && cell.end > cell.start) parts.push({ label, ...cell });
    }
    if (parts.length >= MOST_CELLS) break;
  }
  return end;
}

/** Every line of the sample has as many cells as the first one. */
function readUnnamedLines(text: string, siblings: JsonObject, parts: LabelledPart[]): void {
  const lines = linesOf(text, 0, SAMPLE);
  const [first] = lines;
  if (first === undefined || lines.length < 2) return;
  const head = text.slice(first.start, first.end);
  const separator = ["|", "\t", ";", ","].find((mark) => head.includes(mark));
  if (separator === undefined) return;
  const rows: string[][] = [];
  let width = 0;
  for (const line of lines) {
    const cells = splitCells(text, line.start, line.end, separator);
    width ||= cells.length;
    if (cells.length !== width) return;
    rows.push(cells.map(({ start, end }) => text.slice(start, end)));
  }
  const guessed = guessColumns(rows, null);
  if (guessed === null) return;
  Object.assign(siblings, guessed.siblings);
  readLines(text, 0, guessed.names, separator, parts);
}

function linesOf(text: string, from: number, most = MOST_LINES): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  for (let start = from; start < text.length && lines.length < most; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (end - start > LONGEST_LINE || text.startsWith("\\.", start)) return lines;
    if (end > start) lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}
