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
