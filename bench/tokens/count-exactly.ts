// Tokens of o200k_base, nothing estimated: the gateway's own counter samples long texts.

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const AS_TEXT = { disallowedSpecial: new Set<string>() };
const counted = new Map<string, number>();

/** The same large texts are counted in every way and size. */
export function countExactly(text: string): number {
  if (text.length < 10_000) return countTokens(text, AS_TEXT);
  const known = counted.get(text) ?? countTokens(text, AS_TEXT);
  counted.set(text, known);
  return known;
}
