// A plain copy of a text that may hide characters: zero-width marks and control characters dropped, full-width forms,
// entities, %40, %2540, \u0040 and \" decoded. Recognizers look at the copy; the index map leads back to the source, which alone is replaced.

import { isDigit } from "../nearby-words.ts";
import { namedEntity } from "./named-entities.ts";

export type ShadowText = { text: string; starts: Int32Array; ends: Int32Array };

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{3,7}));/y;
const BACKSLASH = /\\(?:u([0-9a-fA-F]{4})|x([0-7][0-9a-fA-F])|(["nt]))/y;
const ESCAPES: Record<string, string> = { '"': '"', n: "\n", t: "\t" };
/** Colors of terminals. */
const TERMINAL_CODE = /\x1b\[[0-9;?]{0,16}[A-Za-z]/y;
/** ASCII once more, in characters that no screen shows and every model reads. */
const TAGS = 0xe0000;
const INVISIBLE = /\p{Cf}|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]/u;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;
const DOTS = /[\u2024\u3002\uff0e\uff61\ufe52]/;
/** Cyrillic and Greek letters that look like Latin ones; used to spell addresses that filters miss. */
const LOOK_ALIKES: Record<string, string> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ј: "j",
  ѕ: "s",
  ԁ: "d",
  ո: "n",
  ο: "o",
  α: "a",
  ν: "v",
};
const LOOK_ALIKE_CODES = new Map(
  Object.entries(LOOK_ALIKES).map(([letter, latin]) => [letter.charCodeAt(0), latin]),
);
const MIDDLE_DOT = 0xb7;
const WORD_REACH = 8;
const WORD_ENDS = new Set([..." \t\r\n<>()\"',;"].map((character) => character.charCodeAt(0)));
const MOST_FORMS = 4096;
const DIGIT_ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
];

/** Null when the text hides nothing, which is the usual case. No form decodes to more characters than it has. */
export function castShadow(source: string): ShadowText | null {
  const starts = new Int32Array(source.length);
  const ends = new Int32Array(source.length);
  const pieces: string[] = [];
  let length = 0;
  let differs = false;
  let index = 0;
  const hasLatin = /[A-Za-z]/.test(source);
  while (index < source.length) {
    const run = plainRunEnd(source, index);
    if (run > index) {
      pieces.push(source.slice(index, run));
      for (; index < run; index++) {
        starts[length] = index;
        ends[length++] = index + 1;
      }
      continue;
    }
    const code = source.charCodeAt(index);
    const decoded =
      code < 128 ? decodeAscii(source, index, code) : decodeBeyondAscii(source, index, hasLatin);
    const next = index + decoded.length;
    if (decoded.text.length !== decoded.length || decoded.text !== source.slice(index, next)) differs = true;
    for (let part = 0; part < decoded.text.length; part++) {
      starts[length] = index;
      ends[length++] = next;
    }
    pieces.push(decoded.text);
    index = next;
  }
  return differs ? { text: pieces.join(""), starts, ends } : null;
}

/** Where characters that stand for themselves end; texts are mostly such. */
function plainRunEnd(source: string, start: number): number {
  let index = start;
  for (; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code < 128 ? !isPlainAscii(code) : !isPlainBlock(code) && !isPlainLetter(code)) break;
  }
  return index;
}

function isPlainAscii(code: number): boolean {
  return code < 32
    ? code === 10 || code === 9 || code === 13
    : code !== 37 && code !== 38 && code !== 92 && code !== 127;
}

/** Cyrillic and Greek letters that look like no Latin one. */
function isPlainLetter(code: number): boolean {
  return (
    code >= 0x391 && code <= 0x44f && code !== 0x3a2 && !LOOK_ALIKE_CODES.has(code) && !isSpecialForm(code)
  );
}

/** Within Greek and Cyrillic: compatibility forms, which NFKC knows more about. */
function isSpecialForm(code: number): boolean {
  return code >= 0x3cf && code < 0x400;
}

type Decoded = { text: string; length: number };

function decodeAscii(source: string, index: number, code: number): Decoded {
  if (code < 32 || code === 127) {
    TERMINAL_CODE.lastIndex = index;
    return { text: "", length: TERMINAL_CODE.exec(source)?.[0].length ?? 1 };
  }
  if (code === 37) {
    const value = percentByte(source, index);
    const twice = value === 37 ? hexByte(source, index + 3) : -1;
    if (twice >= 32 && twice < 127) return { text: String.fromCharCode(twice), length: 5 };
    if (isDelimiter(value) && isInUserInfo(source, index)) return { text: "%", length: 1 };
    if (value >= 0 && value < 128) return { text: String.fromCharCode(value), length: 3 };
    // Two bytes of UTF-8: the letters of Europe, Cyrillic, Hebrew and Arabic.
    const next = value >= 0xc3 && value <= 0xdf ? percentByte(source, index + 3) : -1;
    if (next >= 0x80 && next < 0xc0)
      return { text: String.fromCharCode(((value & 0x1f) << 6) | (next & 0x3f)), length: 6 };
  } else {
    const pattern = code === 38 ? ENTITY : BACKSLASH;
    pattern.lastIndex = index;
    const hit = pattern.exec(source);
    const text = hit === null ? null : code === 38 ? entityText(hit) : escapedText(hit);
    if (hit !== null && text !== null) return { text, length: hit[0].length };
  }
  return { text: source[index] as string, length: 1 };
}

/** `#`, `/`, `:`, `?` and `@` part an address; inside of its user and password they stay as they are written. */
function isDelimiter(code: number): boolean {
  return code === 35 || code === 47 || code === 58 || code === 63 || code === 64;
}

const USER_REACH = 120;
const OPENS_USER = /:\/\/[^\s/?#"'<>@]{0,100}$/;
const CLOSES_USER = /^[^\s/?#"'<>@]{0,100}@/;

function isInUserInfo(source: string, index: number): boolean {
  return (
    OPENS_USER.test(source.slice(Math.max(0, index - USER_REACH), index)) &&
    CLOSES_USER.test(source.slice(index, index + USER_REACH))
  );
}

/** Below zero where no `%` and two hexadecimal digits stand. */
function percentByte(source: string, index: number): number {
  return source.charCodeAt(index) === 37 ? hexByte(source, index + 1) : -1;
}

function hexByte(source: string, index: number): number {
  return hexValue(source.charCodeAt(index)) * 16 + hexValue(source.charCodeAt(index + 1));
}

/** Far below zero for anything else, so that two of them never make a character. */
function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1000;
}

function entityText(hit: RegExpExecArray): string | null {
  if (hit[3] !== undefined) return namedEntity(hit[3]);
  const code = hit[1] === undefined ? Number.parseInt(hit[2] as string, 16) : Number(hit[1]);
  return code >= 32 && code < 0x3000 ? plainFormOf(String.fromCharCode(code), code) || null : null;
}

/** Halves of characters beyond the first plane stay as they are written. */
function escapedText(hit: RegExpExecArray): string | null {
  if (hit[3] !== undefined) return ESCAPES[hit[3]] as string;
  const code = Number.parseInt((hit[1] ?? hit[2]) as string, 16);
  return code < 0xd800 || code > 0xdfff ? String.fromCharCode(code) : null;
}

function decodeBeyondAscii(source: string, index: number, hasLatin: boolean): Decoded {
  const code = source.charCodeAt(index);
  if (isPlainBlock(code)) return { text: source[index] as string, length: 1 };
  if (code === MIDDLE_DOT) return { text: isBetweenDigits(source, index) ? "." : "·", length: 1 };
  const latin = LOOK_ALIKE_CODES.get(code);
  // Only inside a word that has Latin letters too: a name in Cyrillic is no disguise.
  if (latin !== undefined)
    return { text: hasLatin && isBesideLatin(source, index) ? latin : (source[index] as string), length: 1 };
  const point = source.codePointAt(index) as number;
  const character = String.fromCodePoint(point);
  return { text: plainFormOf(character, point), length: character.length };
}

/** 4111·1111·1111·1111 */
function isBetweenDigits(source: string, index: number): boolean {
  return isDigit(source.charCodeAt(index - 1)) && isDigit(source.charCodeAt(index + 1));
}

/** Latin with accents, kana, Chinese characters and Hangul stand for themselves. */
function isPlainBlock(code: number): boolean {
  return (
    (code >= 0xae && code < 0x131 && code !== MIDDLE_DOT) ||
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

function isBesideLatin(source: string, index: number): boolean {
  for (let at = index - 1; at >= 0 && index - at <= WORD_REACH; at--) {
    const code = source.charCodeAt(at) | 32;
    if (code >= 97 && code <= 122) return true;
    if (WORD_ENDS.has(source.charCodeAt(at))) break;
  }
  for (let at = index + 1; at < source.length && at - index <= WORD_REACH; at++) {
    const code = source.charCodeAt(at) | 32;
    if (code >= 97 && code <= 122) return true;
    if (WORD_ENDS.has(source.charCodeAt(at))) break;
  }
  return false;
}

const plainForms = new Map<number, string>();

/** The few characters that disguise things repeat; Unicode's tables are asked once for each. */
function plainFormOf(character: string, point: number): string {
  const known = plainForms.get(point);
  if (known !== undefined) return known;
  if (plainForms.size >= MOST_FORMS) plainForms.clear();
  const plain = plainForm(character, point);
  plainForms.set(point, plain);
  return plain;
}

function plainForm(character: string, point: number): string {
  if (point < 0x300 && point !== 0xa0 && point !== 0xad) return character;
  if (point >= TAGS + 32 && point < TAGS + 127) return String.fromCharCode(point - TAGS);
  if (INVISIBLE.test(character)) return "";
  if (SPACES.test(character)) return " ";
  if (DASHES.test(character)) return "-";
  if (DOTS.test(character)) return ".";
  for (const zero of DIGIT_ZEROS) if (point >= zero && point < zero + 10) return String(point - zero);
  // Only forms that stand for one ASCII character: composed letters must keep their place in the source.
  const plain = character.normalize("NFKC");
  return plain.length === 1 && plain.charCodeAt(0) < 128 ? plain : character;
}
