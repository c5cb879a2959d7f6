// Texts, numbers and lists.

import { RE2JS } from "re2js";
import type { JsonValue } from "../../vocabulary.ts";
import type { Scalar } from "../format/matcher-schema.ts";
import type { Check, Purpose } from "./matching.ts";
import { verdictOf } from "./matching.ts";

export function oneOfCheck(values: readonly Scalar[]): Check {
  const permitted = new Set<JsonValue>(values);
  const texts = new Set(values.map(String));
  return {
    name: "one_of",
    judge({ value }) {
      if (permitted.has(value)) return "yes";
      // "1" is not 1, but a server may take it for that.
      const isStructured = value !== null && typeof value === "object";
      return isStructured || texts.has(String(value)) || permitted.has(numberIn(value)) ? "unsure" : "no";
    },
  };
}

function numberIn(value: JsonValue): JsonValue {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? value : number;
}

export function rangeCheck([low, high]: readonly [number, number]): Check {
  return {
    name: "range",
    judge: ({ value }) =>
      Number.isFinite(value) ? verdictOf(Number(value) >= low && Number(value) <= high) : "unsure",
  };
}

export function maxLengthCheck(most: number): Check {
  return {
    name: "max_len",
    judge: ({ value }) => (typeof value === "string" ? verdictOf(value.length <= most) : "unsure"),
  };
}

export function maxItemsCheck(most: number): Check {
  return {
    name: "max_items",
    judge: ({ value }) => (Array.isArray(value) ? verdictOf(value.length <= most) : "unsure"),
  };
}

export function prefixCheck(prefixes: readonly string[]): Check {
  return {
    name: "prefix",
    judge({ value }) {
      if (typeof value !== "string") return "unsure";
      return verdictOf(prefixes.some((prefix) => value.startsWith(prefix)));
    },
  };
}

/** An expression is linear in the text, and still slow enough that a megabyte would hold up everybody else. */
export const LONGEST_FOR_PATTERN = 64 * 1024;

/** A line break ends no tightening rule: there, `.` stands for it too. */
export function patternCheck(pattern: string, purpose: Purpose): Check {
  const compiled = RE2JS.compile(pattern, purpose === "grant" ? 0 : RE2JS.DOTALL);
  return {
    name: "pattern",
    judge({ value, tokens }) {
      if (typeof value !== "string" || value.length > LONGEST_FOR_PATTERN) return "unsure";
      tokens.spend(value.length);
      return verdictOf(compiled.matcher(value).matches());
    },
  };
}

/** A whole-string token of one class. A token of that class inside other text is `unsure`: it may be meant. */
export function classCheck(name: string): Check {
  return {
    name: "class",
    judge({ value, pointer, tokens }) {
      if (typeof value !== "string") return "unsure";
      const ofClass = tokens.at(pointer).filter((use) => use.class === name);
      if (ofClass.some((use) => use.known && use.whole && use.token === value)) return "yes";
      return ofClass.length > 0 ? "unsure" : "no";
    },
  };
}

export const noTokensCheck: Check = {
  name: "no_tokens",
  judge: ({ pointer, tokens }) => verdictOf(!tokens.isUnder(pointer)),
};
