// Texts, numbers, lists and paths.

import { RE2JS } from "re2js";
import type { JsonValue } from "../../vocabulary.ts";
import type { Scalar } from "../format/matcher-schema.ts";
import type { Check } from "./matching.ts";
import { verdictOf } from "./matching.ts";

export function oneOfCheck(values: readonly Scalar[]): Check {
  const permitted = new Set<JsonValue>(values);
  return {
    name: "one_of",
    judge: ({ value }) =>
      value !== null && typeof value === "object" ? "unsure" : verdictOf(permitted.has(value)),
  };
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

export function patternCheck(pattern: string): Check {
  const compiled = RE2JS.compile(pattern);
  return {
    name: "pattern",
    judge: ({ value }) =>
      typeof value === "string" ? verdictOf(compiled.matcher(value).matches()) : "unsure",
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
  judge: ({ pointer, tokens }) => verdictOf(tokens.under(pointer).length === 0),
};

export function pathCheck(bases: readonly string[]): Check {
  const roots = bases.map((base) => base.replace(/\/+$/, ""));
  return {
    name: "path_under",
    judge({ value, pointer, tokens }) {
      if (typeof value !== "string" || !isPlainPath(value)) return "unsure";
      // A token may be restored to `../../..`.
      if (tokens.at(pointer).length > 0) return "unsure";
      const path = normalized(value);
      return verdictOf(roots.some((root) => path === root || path.startsWith(`${root}/`)));
    },
  };
}

// Only a path that every layer below us reads the same way can be judged.
function isPlainPath(text: string): boolean {
  // Two slashes at the start name a host to some systems.
  if (!/^\/(?!\/)/.test(text) || /[\\\u0000-\u001f\u007f]|%[0-9A-Fa-f]{2}/.test(text)) return false;
  const folded = text.normalize("NFKC");
  return !text.split("/").includes("..") && separators(folded) === separators(text);
}

function separators(text: string): number {
  return text.replace(/[^./\\%]/g, "").length;
}

function normalized(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.length === 0 ? "" : `/${segments.join("/")}`;
}
