// The size of a parsed value as JSON, without writing it out.

import type { JsonValue } from "../vocabulary.ts";

/** True when the value takes at most `maxBytes`; stops looking as soon as it does not. Escapes are not counted. */
export function fitsInBytes(value: JsonValue, maxBytes: number): boolean {
  let bytes = 0;
  const open: JsonValue[] = [value];
  while (open.length > 0) {
    const next = open.pop() as JsonValue;
    if (typeof next === "string") bytes += Buffer.byteLength(next) + 2;
    else if (typeof next !== "object" || next === null) bytes += String(next).length;
    else if (Array.isArray(next)) {
      bytes += 2 + Math.max(0, next.length - 1);
      for (const item of next) open.push(item);
    } else {
      const members = Object.entries(next);
      // Each member brings quotes, colon and comma; the last comma is not there.
      bytes += members.length === 0 ? 2 : 1;
      for (const [key, item] of members) {
        bytes += Buffer.byteLength(key) + 4;
        open.push(item);
      }
    }
    if (bytes > maxBytes) return false;
  }
  return true;
}
