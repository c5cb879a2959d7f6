// The author's line with a caret under the place, for people and models that fix it.

import { placeOf } from "../text/text-place.ts";

const WIDTH = 100;
const BEFORE = 60;

/** Two lines of at most 120 columns; a long line is cut around the place. */
export function codeFrame(source: string, at: number): string {
  const { line, column } = placeOf(source, at);
  const start = at - (column - 1);
  const end =
    start + (/[\n\r\u2028\u2029]/.exec(source.slice(start, at + WIDTH))?.index ?? at + WIDTH - start);
  const from = column - 1 > WIDTH - 20 ? at - BEFORE : start;
  const shown = source.slice(from, Math.min(end, from + WIDTH)).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, " ");
  const left = from > start ? "…" : "";
  const gutter = `${line} | `;
  return `${gutter}${left}${shown}\n${" ".repeat(gutter.length + left.length + (at - from))}^`;
}

export function withFrame(hint: string, source: string, at: number): string {
  return `${hint}\n${codeFrame(source, at)}`;
}
