// How a token is spelled: CLASS_001, from A-Z 0-9 _ only, so that it survives CSV, URLs, JSON and Markdown.

import { PII_CLASSES, type PiiClass } from "../vocabulary.ts";
import { SHAPED_WORD, spellShaped } from "./shapes.ts";

// Word boundaries on both sides: EMAIL_001 must never be found inside EMAIL_0011 or MY_EMAIL_001.
const tokenSource = (classes: string) => `(?<![A-Za-z0-9_])(${classes})_\\d{3,}(?![A-Za-z0-9_])`;
const redactionSource = (classes: string) => `\\[REDACTED:(?:${classes})\\]`;

/** `shapedLike`: the value, where policy wants a stand-in of its form. */
export function spellToken(piiClass: PiiClass, number: number, shapedLike: string | null): string {
  const shaped = shapedLike === null ? null : spellShaped(piiClass, number, shapedLike);
  return shaped ?? `${piiClass}_${String(number).padStart(3, "0")}`;
}

export function isLabel(token: string, piiClass: PiiClass): boolean {
  return token.startsWith(`${piiClass}_`);
}

export function redaction(piiClass: PiiClass): string {
  return `[REDACTED:${piiClass}]`;
}

/**
 * A new pattern on each call: a shared global pattern would share its position. With `shaped`, it finds stand-ins of other
 * forms as well, without a class in group 1: whether they are tokens only the session knows.
 */
export function tokenPattern(customClasses: readonly string[], shaped = false): RegExp {
  const labels = tokenSource(classWords(customClasses));
  return new RegExp(shaped ? `${labels}|${SHAPED_WORD}` : labels, "g");
}

function classWords(customClasses: readonly string[]): string {
  return [...PII_CLASSES, ...customClasses].join("|");
}

export function isBuiltIn(name: string): boolean {
  return (PII_CLASSES as readonly string[]).includes(name);
}

/** Whatever an earlier pass of the tokenizer left behind. What is only shaped like a stand-in is in the group `shaped`. */
export function protectedPattern(customClasses: readonly string[], shaped = false): RegExp {
  const classes = classWords(customClasses);
  const labels = `${tokenSource(classes)}|${redactionSource(classes)}`;
  return new RegExp(shaped ? `${labels}|(?<shaped>${SHAPED_WORD})` : labels, "g");
}
