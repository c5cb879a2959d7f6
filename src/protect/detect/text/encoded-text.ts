// Base64 that reads as plain text once decoded, whole or behind `data:…;base64,`, with or without line breaks. Random bytes
// hardly ever read so: twelve printable ones in a row are a chance of one in 100,000, so ids, hashes and images drop out
// after a glance.

import { textOfBytes } from "../../../text/text-of-bytes.ts";
import {
  HAS_COLON,
  HAS_DASH,
  HAS_EQUALS,
  HAS_LETTER,
  HAS_NEWLINE,
  HAS_SPACE,
  HAS_UNDERSCORE,
  HAS_UPPER,
  IS_DIGIT,
  IS_SEPARATOR,
  type LeafShape,
} from "../leaf-shape.ts";
import { matchesOf } from "../matches-of.ts";

const ALLOWED = HAS_LETTER | HAS_EQUALS | HAS_UNDERSCORE | HAS_DASH | HAS_UPPER | IS_DIGIT | IS_SEPARATOR;
const BROKEN = ALLOWED | HAS_NEWLINE | HAS_SPACE;
const SHORTEST = 16;
/** What tools send as one text; anything longer is a file. */
const LONGEST = 4_000_000;
const GLANCE = 16;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const HEX = /^[0-9a-fA-F-]+$/;
const DATA_ADDRESS =
  /^data:(?:text\/[\w.+-]{1,60}|application\/(?:json|xml|csv|x-ndjson|[\w.+-]{1,40}\+(?:json|xml)))?(?:;[\w=.-]{1,40}){0,3};base64,/i;
const LONGEST_OPENING = 160;
const WORD = /(?<![A-Za-z0-9+/_.-]|(?<![A-Za-z_])=)[A-Za-z0-9+/_-]{24,100000}={0,2}(?![A-Za-z0-9+/_=-])/g;
/** Mail programs break lines after 76 characters, PEM after 64. */
const LINE = /^[A-Za-z0-9+/]{60,80}\r?\n/;

/** The decoded text, or null when the leaf is no text in base64. */
export function decodeLeaf(text: string, shape: LeafShape): string | null {
  if (text.length < SHORTEST || text.length > LONGEST || (shape.bits & HAS_LETTER) === 0) return null;
  if ((shape.bits & HAS_COLON) !== 0) return decodeAddress(text);
  if ((shape.bits & HAS_NEWLINE) !== 0) {
    const isBroken = (shape.bits & ~BROKEN) === 0 && LINE.test(text);
    return isBroken ? decode(text.replace(/[\r\n]+/g, "")) : null;
  }
  if (shape.longestRun !== text.length || (shape.bits & ~ALLOWED) !== 0) return null;
  return decode(text);
}

/** Words in base64 inside a text: `payload: QW5uIExlZQ… end`. */
export function encodedWords(
  text: string,
  shape: LeafShape,
): { start: number; end: number; decoded: string }[] {
  if (shape.longestWord < SHORTEST) return [];
  return matchesOf(WORD, text).flatMap(({ 0: raw, index }) => {
    const decoded = decode(raw);
    return decoded === null ? [] : [{ start: index, end: index + raw.length, decoded }];
  });
}

function decodeAddress(text: string): string | null {
  if (!text.startsWith("data:")) return null;
  const opening = DATA_ADDRESS.exec(text.slice(0, LONGEST_OPENING))?.[0];
  return opening === undefined ? null : decode(text.slice(opening.length));
}

function decode(text: string): string | null {
  if (!mayBeText(Buffer.from(text.slice(0, GLANCE), "base64"))) return null;
  if (!BASE64.test(text) || HEX.test(text)) return null;
  return textOfBytes(Buffer.from(text, "base64"))?.text ?? null;
}

/** Plain characters, or every other byte zero, as where a character takes two. */
function mayBeText(bytes: Buffer): boolean {
  let [even, odd, strange] = [0, 0, 0];
  for (let index = 0; index < bytes.length; index++) {
    const code = bytes[index] ?? 0;
    if (code === 0 && (index & 1) === 1) odd++;
    else if (code === 0) even++;
    else if ((code < 32 && code !== 10 && code !== 13 && code !== 9) || code === 127) strange++;
  }
  if (strange > 0) return false;
  const zeros = even + odd;
  return zeros === 0 || (zeros >= bytes.length / 2 - 2 && (even === 0 || odd === 0));
}
