// The shape of a value in a few words: what a model gets instead of a result that is too large for it.

import type { JsonValue } from "../vocabulary.ts";

const MOST_KEYS = 12;
const MOST_DEPTH = 4;
const MOST_CHARS = 600;

/** Like `{ total: number, contacts: Array(10000) of { id: string, … } }`. */
export function describeShape(value: JsonValue): string {
  const text = shapeOf(value, 0);
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS - 1)}…`;
}

function shapeOf(value: JsonValue, depth: number): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return shapeOfList(value, depth);
  const keys = Object.keys(value);
  if (depth >= MOST_DEPTH) return `{ ${keys.length} keys }`;
  const shown = keys
    .slice(0, MOST_KEYS)
    .map((key) => `${key.slice(0, 64)}: ${shapeOf(value[key] ?? null, depth + 1)}`);
  if (keys.length > MOST_KEYS) shown.push(`… ${keys.length - MOST_KEYS} more`);
  return shown.length === 0 ? "{}" : `{ ${shown.join(", ")} }`;
}

/** Lists are told by their first item: tools return rows. */
function shapeOfList(list: JsonValue[], depth: number): string {
  const [first] = list;
  if (first === undefined || depth >= MOST_DEPTH) return `Array(${list.length})`;
  return `Array(${list.length}) of ${shapeOf(first, depth + 1)}`;
}
