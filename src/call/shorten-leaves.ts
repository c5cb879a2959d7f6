// Arguments as the trail keeps them: long texts by their hash, so that a program cannot fill the disk with them.

import { sha256Hex } from "../text/canonical-json.ts";
import { cutText } from "../text/cut-text.ts";
import type { JsonValue } from "../vocabulary.ts";

const MOST_CHARS = 4096;
const KEPT_CHARS = 256;
/** All leaves together; beyond it every text is shortened. */
const MOST_TOTAL_CHARS = 64 * 1024;

/** The same value where it is short; `shortened` says whether anything was cut. */
export function shortenLeaves(value: JsonValue): { value: JsonValue; shortened: boolean } {
  const budget = { left: MOST_TOTAL_CHARS, shortened: false };
  return { value: shorten(value, budget), shortened: budget.shortened };
}

type Budget = { left: number; shortened: boolean };

function shorten(value: JsonValue, budget: Budget): JsonValue {
  if (typeof value === "string") return shortenText(value, budget);
  if (typeof value !== "object" || value === null) return value;
  if (budget.left <= 0) return shortenText(JSON.stringify(value), budget);
  if (Array.isArray(value)) return shortenList(value, budget);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, budget)]));
}

/** What is left when the budget runs out in the middle of a list is one text. */
function shortenList(list: JsonValue[], budget: Budget): JsonValue[] {
  const kept: JsonValue[] = [];
  for (const [index, item] of list.entries()) {
    if (budget.left <= 0) return [...kept, shortenText(JSON.stringify(list.slice(index)), budget)];
    kept.push(shorten(item, budget));
  }
  return kept;
}

function shortenText(text: string, budget: Budget): string {
  const most = budget.left > 0 ? MOST_CHARS : KEPT_CHARS;
  budget.left -= text.length;
  if (text.length <= most) return text;
  budget.shortened = true;
  const start = cutText(text, KEPT_CHARS);
  return `${start}… (${text.length} characters, sha256 ${sha256Hex(text.toWellFormed())})`;
}
