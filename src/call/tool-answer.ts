// What a program gets from a tool: structured content, else text that is JSON, else text, else the blocks.

import type { ToolAnswer } from "../upstreams/upstreams.ts";
import type { JsonValue } from "../vocabulary.ts";

export function readAnswer(answer: ToolAnswer): { value: JsonValue; failed: boolean } {
  return { value: readValue(answer), failed: answer.isError };
}

function readValue({ structured, content }: ToolAnswer): JsonValue {
  if (structured !== undefined) return structured;
  const [only, ...others] = content;
  if (!only) return null;
  if (others.length > 0 || only.type !== "text" || typeof only.text !== "string") return content;
  return parseWholeJson(only.text);
}

/** Digits enough for a whole number that a double does not hold. */
const MAY_BE_ROUNDED = /\d{16}/;

/** An id of 19 digits that was rounded is somebody else's: it stays text. */
function parseExactly(text: string): JsonValue {
  return JSON.parse(text, (_key, value: JsonValue, context?: { source?: string }) => {
    const source = context?.source ?? "";
    return typeof value === "number" && /^-?\d{16,}$/.test(source) && !isExact(value, source)
      ? source
      : value;
  }) as JsonValue;
}

function isExact(value: number, source: string): boolean {
  return Number.isFinite(value) && BigInt(value) === BigInt(source);
}

/** Only objects and arrays count as JSON: the text `1.10` or `true` stays what the server wrote. */
function parseWholeJson(text: string): JsonValue {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return text;
  try {
    return MAY_BE_ROUNDED.test(trimmed) ? parseExactly(trimmed) : (JSON.parse(trimmed) as JsonValue);
  } catch {
    return text;
  }
}
