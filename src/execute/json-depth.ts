// The prelude writes at most 100 levels of JSON. Deeper text comes from a worker that is not itself any more, and
// what reads JSON by recursion would run out of stack on it.

// The same number stands in guest/serialize.js; an object's own level is counted there from zero.
export const MAX_LEVELS = 101;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENERS = new Set([91, 123]);
const CLOSERS = new Set([93, 125]);

/** For text that is JSON, or pretends to be. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isInText) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (OPENERS.has(code) && ++depth > MAX_LEVELS) return true;
    else if (CLOSERS.has(code)) depth--;
  }
  return false;
}
