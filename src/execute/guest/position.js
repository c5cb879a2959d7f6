// Where in the author's text an error happened, read from V8's stack text.

import { apply, IntrinsicNumber, IntrinsicRegExp, regexpExec } from "./intrinsics.js";

// A skill's module is called `skill-<name>`.
const PROGRAM_FRAME = new IntrinsicRegExp("\\b(?:program|skill-([a-z0-9_]{1,64})):([0-9]{1,9}):([0-9]{1,9})");

/** The module begins with one line that is not the author's. The column still counts inserted text. */
export function positionIn(error) {
  if (typeof error !== "object" || error === null) return undefined;
  let stack;
  try {
    stack = error.stack;
  } catch {
    return undefined;
  }
  if (typeof stack !== "string" || stack.length > 100000) return undefined;
  const found = apply(regexpExec, PROGRAM_FRAME, [stack]);
  if (found === null) return undefined;
  const line = IntrinsicNumber(found[2]) - 1;
  if (line < 1) return undefined;
  return { __proto__: null, line, column: IntrinsicNumber(found[3]), skill: found[1] };
}
