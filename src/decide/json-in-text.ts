// JSON that a tool sends as text: an object or an array that fills the whole string.

import type { JsonValue } from "../vocabulary.ts";

export function readJsonText(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** True when the text says a name twice: the reader keeps the last one, and the text still shows the others. */
export function repeatsNames(text: string, read: JsonValue): boolean {
  let written = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)) if (colon) written += 1;
  return written !== countNames(read);
}

function countNames(value: JsonValue): number {
  let names = 0;
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== "object") continue;
    const members = Object.values(next);
    if (!Array.isArray(next)) names += members.length;
    for (const member of members) open.push(member);
  }
  return names;
}
