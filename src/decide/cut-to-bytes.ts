// The front part of a value whose JSON fits into a number of bytes: later members go, the last text is shortened.

import { cutText } from "../text/cut-text.ts";
import type { JsonValue } from "../vocabulary.ts";

const MAX_DEPTH = 256;

type Budget = { left: number; removed: number };

export function cutToBytes(value: JsonValue, most: number): { value: JsonValue; removed: number } {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= most) return { value, removed: 0 };
  const budget: Budget = { left: most, removed: 0 };
  return { value: take(value, budget, 0) ?? null, removed: Math.max(1, budget.removed) };
}

/** The part that fits, or undefined when not even its shell does. */
function take(value: JsonValue, budget: Budget, depth: number): JsonValue | undefined {
  if (typeof value === "string") return takeText(value, budget);
  if (value === null || typeof value !== "object") return takeWhole(value, budget);
  if (budget.left < 2 || depth >= MAX_DEPTH) return drop(budget);
  budget.left -= 2;
  return Array.isArray(value) ? takeList(value, budget, depth) : takeObject(value, budget, depth);
}

function takeList(list: readonly JsonValue[], budget: Budget, depth: number): JsonValue[] {
  const kept: JsonValue[] = [];
  for (const [index, item] of list.entries()) {
    const taken = spend(budget, 1) ? take(item, budget, depth + 1) : undefined;
    if (taken === undefined) {
      budget.removed += list.length - index;
      break;
    }
    kept.push(taken);
  }
  return kept;
}

function takeObject(object: { [key: string]: JsonValue }, budget: Budget, depth: number): JsonValue {
  const kept: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(object)) {
    const taken = spend(budget, Buffer.byteLength(JSON.stringify(key)) + 2)
      ? take(item, budget, depth + 1)
      : undefined;
    if (taken === undefined) budget.removed += 1;
    else kept.push([key, taken]);
  }
  return Object.fromEntries(kept);
}

function takeWhole(value: number | boolean | null, budget: Budget): JsonValue | undefined {
  return spend(budget, String(value).length) ? value : drop(budget);
}

function takeText(text: string, budget: Budget): string | undefined {
  const size = Buffer.byteLength(JSON.stringify(text));
  if (spend(budget, size)) return text;
  if (budget.left < 2) return drop(budget);
  // Escapes and characters outside Latin cost up to six bytes a unit, so this many units always fit.
  const units = Math.floor((budget.left - 2) / 6);
  const part = cutText(text, units);
  budget.left -= Buffer.byteLength(JSON.stringify(part));
  budget.removed += 1;
  return part;
}

function spend(budget: Budget, bytes: number): boolean {
  if (budget.left < bytes) return false;
  budget.left -= bytes;
  return true;
}

function drop(budget: Budget): undefined {
  budget.removed += 1;
  return undefined;
}
