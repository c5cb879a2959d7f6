// JSON that two readers may take for different things: one keeps the first of two equal names, one the last; one knows
// numbers of any size, one makes them Infinity, which is written as null.

import type { JsonValue } from "../vocabulary.ts";

/** Says why as the end of a sentence. */
export class UnclearJson extends Error {}

/** As JSON.parse; throws UnclearJson where the text has more than one reading. */
export function parseOneReading(text: string): JsonValue {
  const read = JSON.parse(text) as JsonValue;
  const { names, isHeld } = measure(read);
  if (!isHeld) throw new UnclearJson("a number is too large");
  if (names !== writtenNames(text)) throw new UnclearJson("a name stands twice in one object");
  return read;
}

/** True when the text says a name twice: the reader keeps the last one, and the text still shows the others. */
export function repeatsNames(text: string, read: JsonValue): boolean {
  return measure(read).names !== writtenNames(text);
}

function measure(value: JsonValue): { names: number; isHeld: boolean } {
  let names = 0;
  let isHeld = true;
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "number") isHeld &&= Number.isFinite(next);
    if (next === null || typeof next !== "object") continue;
    const members = Object.values(next);
    if (!Array.isArray(next)) names += members.length;
    for (const member of members) open.push(member);
  }
  return { names, isHeld };
}

/** How many strings of a valid text have a colon behind them. */
function writtenNames(text: string): number {
  let names = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    let end = stringEnd(text, start);
    while (text.charCodeAt(end) <= 0x20) end += 1;
    if (text[end] === ":") names += 1;
    start = text.indexOf('"', end);
  }
  return names;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
