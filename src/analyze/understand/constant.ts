// A value that can be read off the text.

import type * as t from "@babel/types";
import type { Scope } from "../parse/scopes.ts";

export type Constant = string | number | boolean | null | Constant[] | ObjectConstant;
export type ObjectConstant = { literal: t.ObjectExpression; scope: Scope };

/** Longer strings are not followed: keys are short. */
export const MAX_TEXT = 256;

/** As JavaScript would turn the value into a key: `[["a"]]` is `a`. */
export function toText(value: Constant): string | null {
  if (typeof value !== "object" || value === null) return String(value);
  if (!Array.isArray(value)) return null;
  const parts = value.map((item) => (item === null ? "" : toText(item)));
  return parts.includes(null) ? null : parts.join(",");
}
