// How a token is spelled: CLASS_001, from A-Z 0-9 _ only, so that it survives CSV, URLs, JSON and Markdown.

import { PII_CLASSES, type PiiClass } from "../vocabulary.ts";

// Word boundaries on both sides: EMAIL_001 must never be found inside EMAIL_0011 or MY_EMAIL_001.
const tokenSource = (classes: string) => `(?<![A-Za-z0-9_])(${classes})_\\d{3,}(?![A-Za-z0-9_])`;
const redactionSource = (classes: string) => `\\[REDACTED:(?:${classes})\\]`;

export function formatToken(piiClass: PiiClass, number: number): string {
  return `${piiClass}_${String(number).padStart(3, "0")}`;
}

export function redaction(piiClass: PiiClass): string {
  return `[REDACTED:${piiClass}]`;
}

/** A new pattern on each call: a shared global pattern would share its position. */
export function tokenPattern(customClasses: readonly string[]): RegExp {
  return new RegExp(tokenSource(classWords(customClasses)), "g");
}

function classWords(customClasses: readonly string[]): string {
  return [...PII_CLASSES, ...customClasses].join("|");
}

export function isBuiltIn(name: string): boolean {
  return (PII_CLASSES as readonly string[]).includes(name);
}

/** Whatever an earlier pass of the tokenizer left behind. */
export function protectedPattern(customClasses: readonly string[]): RegExp {
  const classes = classWords(customClasses);
  return new RegExp(`${tokenSource(classes)}|${redactionSource(classes)}`, "g");
}
