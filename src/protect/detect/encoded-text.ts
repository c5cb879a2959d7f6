// Base64 that reads as plain text once decoded. Random bytes hardly ever do: twelve printable ones in a row are a chance
// of one in 100,000, so ids, hashes and images drop out after a glance.

import {
  HAS_DASH,
  HAS_EQUALS,
  HAS_LETTER,
  HAS_UNDERSCORE,
  HAS_UPPER,
  IS_DIGIT,
  IS_SEPARATOR,
  type LeafShape,
} from "./leaf-shape.ts";

const ALLOWED = HAS_LETTER | HAS_EQUALS | HAS_UNDERSCORE | HAS_DASH | HAS_UPPER | IS_DIGIT | IS_SEPARATOR;
const SHORTEST = 16;
const LONGEST = 8192;
const GLANCE = 16;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const HEX = /^[0-9a-fA-F-]+$/;

/** The decoded text, or null when the leaf is no text in base64. */
export function decodeLeaf(text: string, shape: LeafShape): string | null {
  if (text.length < SHORTEST || text.length > LONGEST || shape.longestRun !== text.length) return null;
  if ((shape.bits & ~ALLOWED) !== 0 || (shape.bits & HAS_LETTER) === 0) return null;
  if (!isPrintable(Buffer.from(text.slice(0, GLANCE), "base64").toString("latin1"))) return null;
  if (!BASE64.test(text) || HEX.test(text)) return null;
  const decoded = Buffer.from(text, "base64").toString("utf8");
  return isPrintable(decoded) ? decoded : null;
}

function isPrintable(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code < 32 && code !== 10 && code !== 13 && code !== 9) || code === 127 || code === 0xfffd)
      return false;
  }
  return true;
}
