// Field names inside free text: `Name: Ann Lee, DOB: 12/03/1984` and the columns of CSV, TSV and Markdown tables.

import type { JsonObject } from "../../../vocabulary.ts";
import { matchesOf } from "../matches-of.ts";

/** A part of a text that stands under a name of its own. */
export type LabelledPart = { label: string; start: number; end: number };

/** Parts that belong together: each is a sibling of the others. */
export type LabelledParts = { parts: LabelledPart[]; siblings: JsonObject };

const LABEL =
  /(?:^|[\n,;|({•>]|\.\s)[ \t*_>"'-]{0,24}(\p{L}[\p{L}\p{M}\p{N} _./'-]{1,30}?)["'*_]{0,3}[ \t]{0,2}[:=][ \t*_"']{0,4}/gu;
const LONGEST_VALUE = 200;
const MOST_SIBLINGS = 40;
const MOST_CELLS = 200_000;

/** `key=value` of logs and query strings, and XML elements. */
const PAIR = /(?:^|[\s?&(;])([A-Za-z][\w.-]{1,30})=(?:"([^"\n]{1,200})"|([^\s&"';]{1,200}))/g;
const ELEMENT = /<([A-Za-z][\w:-]{1,40})(?: [^<>]{0,80})?>([^<>]{1,200})<\//g;
/** `<th>Passport</th><td>X1234567</td>`, `<dt>DOB</dt> <dd>…`, `<label>Name</label> <span>…` */
const NEIGHBORS =
  /<(?:t[hd]|d[td]|label|strong|span|div|b)(?: [^<>]{0,80})?>\s{0,4}(\p{L}[^<>\n:]{1,39}?)\s{0,2}:?\s{0,4}<\/\w{1,8}>:?\s{0,12}<(?:td|dd|span|div|p|b|i|em)(?: [^<>]{0,80})?>\s{0,4}(?=[^\s<>])([^<>]{1,200})<\//gu;
/** Marks between a label and its value: `<p>A/C: <b>4418820093</b>`. */
const OPENED = /(?:<[a-z]{1,8}(?: [^<>]{0,60})?>\s{0,4}){1,3}/iy;

export function labelledParts(text: string): LabelledParts {
  const parts: LabelledPart[] = [];
  const siblings: JsonObject = {};
  for (const match of matchesOf(LABEL, text)) {
    const previous = parts.at(-1);
    if (previous && previous.end > match.index) previous.end = Math.max(previous.start, match.index);
    const start = behindMarks(text, match.index + match[0].length);
    parts.push({ label: match[1] as string, start, end: valueEnd(text, start) });
    if (parts.length <= MOST_SIBLINGS) siblings[match[1] as string] = "";
  }
  if (text.includes("[ RECORD ")) pushRecords(text, parts, siblings);
  const pairs = text.includes("=") ? [...matchesOf(PAIR, text)] : [];
  if (text.includes("</")) pairs.push(...matchesOf(ELEMENT, text), ...matchesOf(NEIGHBORS, text));
  for (const pair of pairs) {
    const value = pair[2] ?? (pair[3] as string);
    const start = pair.index + pair[0].lastIndexOf(value);
    parts.push({ label: pair[1] as string, start, end: start + value.length });
    if (parts.length <= MOST_SIBLINGS) siblings[pair[1] as string] = "";
  }
  return { parts, siblings };
}

/** What a database prints one column a line: `dob | 1984-03-12`. */
const COLUMN_LINE = /(?:^|\n)[ \t]{0,4}(\p{L}[\p{L}\p{N}_ .-]{0,40}?)[ \t]{0,40}\| ([^\n]{1,200})/gu;

function pushRecords(text: string, parts: LabelledPart[], siblings: JsonObject): void {
  for (const match of matchesOf(COLUMN_LINE, text)) {
    const end = match.index + match[0].length;
    parts.push({ label: match[1] as string, start: end - (match[2] as string).length, end });
    if (parts.length <= MOST_SIBLINGS) siblings[match[1] as string] = "";
  }
}

/** The elements of a text, each with the names of all as its siblings. */
export function elementsIn(text: string): LabelledParts {
  const parts: LabelledPart[] = [];
  const siblings: JsonObject = {};
  for (const match of text.includes("</") ? matchesOf(ELEMENT, text) : []) {
    const [label, value] = [match[1] as string, match[2] as string];
    const start = match.index + match[0].length - value.length - 2;
    parts.push({ label, start, end: start + value.length });
    if (parts.length <= MOST_SIBLINGS) siblings[label] = "";
  }
  return { parts, siblings };
}

function behindMarks(text: string, start: number): number {
  if (text[start] !== "<") return start;
  OPENED.lastIndex = start;
  return start + (OPENED.exec(text)?.[0].length ?? 0);
}

function valueEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + LONGEST_VALUE);
  const quote = text[start - 1];
  if (quote === "'" || quote === '"') {
    const closing = text.indexOf(quote, start);
    if (closing >= 0 && closing < limit) return closing;
  }
  for (let index = start; index < limit; index++) {
    const character = text[index] as string;
    if (
      character === "\n" ||
      character === ";" ||
      character === "<" ||
      character === "|" ||
      character === '"' ||
      character === "*"
    )
      return index;
    // The end of a sentence; "Dr. Lee" and "12 Main St. North" go on.
    if (
      character === "." &&
      text[index + 1] === " " &&
      /\p{L}{4}$/u.test(text.slice(Math.max(start, index - 4), index))
    )
      return index;
  }
  return limit;
}

/** "12 Main Street": a street is no column, so the line is a row itself. */
const HOUSE = /^\d{1,5}[A-Za-z]?(?:[-/]\d{1,4})?,? \p{L}/u;

/** The cells under each column's header; empty when the text holds no table. */
export function tableCells(text: string, isTelling: (label: string) => boolean): LabelledParts {
  const first = cellsUnder(text, 0, isTelling);
  if ((first !== null && first.parts.length > 0) || !text.includes("--")) return first ?? NO_PARTS;
  const parts: LabelledPart[] = [];
  const siblings: JsonObject = {};
  let covered = 0;
  for (const { index } of matchesOf(RULED_LINE, text)) {
    const headerStart = text.lastIndexOf("\n", index - 1) + 1;
    const cells = index < covered ? null : cellsUnder(text, headerStart, isTelling);
    if (cells === null) continue;
    covered = cells.end;
    parts.push(...cells.parts);
    Object.assign(siblings, cells.siblings);
  }
  if (parts.length === 0) return NO_PARTS;
  // What stands outside of the tables is read by its labels.
  const labelled = labelledParts(text);
  return { parts: [...labelled.parts, ...parts], siblings: { ...labelled.siblings, ...siblings } };
}

/** Under the header of a table in Markdown, or of what a database prints. */
const RULED_LINE = /\n[ \t]{0,8}[|+]?[ \t]{0,4}:?-{2,200}:?[ \t]{0,4}[|+][-+|: \t]{0,1000}(?=\n)/g;

/** Null when the line names no column that tells. A table inside a text ends at the first line without a cell. */
function cellsUnder(
  text: string,
  headerStart: number,
  isTelling: (label: string) => boolean,
): (LabelledParts & { end: number }) | null {
  const headerEnd = text.indexOf("\n", headerStart);
  if (headerEnd <= headerStart || headerEnd - headerStart > 2000) return null;
  const header = text.slice(headerStart, headerEnd);
  const separator = ["|", "\t", ";", ","].find((mark) => header.includes(mark));
  if (separator === undefined) return null;
  const labels = splitCells(text, headerStart, headerEnd, separator).map((cell) =>
    text.slice(cell.start, cell.end).replace(/^"|"$/g, ""),
  );
  if (labels.some((label) => label.length > 40 || /[.!?]\s/.test(label) || HOUSE.test(label))) return null;
  const wanted = labels.map(isTelling);
  if (!wanted.includes(true)) return null;
  const parts: LabelledPart[] = [];
  let lineStart = headerEnd + 1;
  while (lineStart < text.length && parts.length < MOST_CELLS) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    const row = splitCells(text, lineStart, lineEnd, separator);
    if (headerStart > 0 && row.length < 2 && lineStart > headerEnd + 1) break;
    if (row.length === labels.length) {
      for (const [column, cell] of row.entries())
        if (wanted[column]) parts.push({ label: labels[column] as string, ...cell });
    }
    lineStart = lineEnd + 1;
  }
  return { parts, siblings: Object.fromEntries(labels.map((label) => [label, ""])), end: lineStart };
}

const NO_PARTS: LabelledParts = { parts: [], siblings: {} };

export function splitCells(
  text: string,
  from: number,
  to: number,
  separator: string,
): { start: number; end: number }[] {
  const cells: { start: number; end: number }[] = [];
  let start = from;
  let isQuoted = false;
  for (let index = from; index <= to; index++) {
    if (index < to && text[index] === '"') isQuoted = !isQuoted;
    if (index < to && (isQuoted || text[index] !== separator)) continue;
    cells.push(trimmed(text, start, index));
    start = index + 1;
  }
  // Markdown rows begin and end with the bar.
  return separator === "|"
    ? cells.filter((cell, index) => cell.end > cell.start || (index > 0 && index < cells.length - 1))
    : cells;
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let start = from;
  let end = to;
  while (start < end && /[\s"]/.test(text[start] as string)) start++;
  while (end > start && /[\s"]/.test(text[end - 1] as string)) end--;
  return { start, end };
}
