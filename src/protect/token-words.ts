// How a token is spelled: CLASS_001, from A-Z 0-9 _ only, so that it survives CSV, URLs, JSON and Markdown.

import { PII_CLASSES, type PiiClass } from "../vocabulary.ts";

// Word boundaries on both sides: EMAIL_001 must never be found inside EMAIL_0011 or MY_EMAIL_001.
const TOKEN_SOURCE = `(?<![A-Za-z0-9_])(${PII_CLASSES.join("|")})_\\d{3,}(?![A-Za-z0-9_])`;
const REDACTION_SOURCE = `\\[REDACTED:(?:${PII_CLASSES.join("|")})\\]`;

export function formatToken(piiClass: PiiClass, number: number): string {
  return `${piiClass}_${String(number).padStart(3, "0")}`;
}

export function redaction(piiClass: PiiClass): string {
  return `[REDACTED:${piiClass}]`;
}

/** A new pattern on each call: a shared global pattern would share its position. */
export function tokenPattern(): RegExp {
  return new RegExp(TOKEN_SOURCE, "g");
}

/** Whatever an earlier pass of the tokenizer left behind. */
export function protectedPattern(): RegExp {
  return new RegExp(`${TOKEN_SOURCE}|${REDACTION_SOURCE}`, "g");
}
