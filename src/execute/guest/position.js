// Where in the author's text an error happened, read from V8's stack text.

import { apply, IntrinsicNumber, IntrinsicRegExp, regexpExec } from "./intrinsics.js";

const PROGRAM_FRAME = new IntrinsicRegExp("\\bprogram:([0-9]{1,9}):([0-9]{1,9})");

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
  const line = IntrinsicNumber(found[1]) - 1;
  return line < 1 ? undefined : { __proto__: null, line, column: IntrinsicNumber(found[2]) };
}
