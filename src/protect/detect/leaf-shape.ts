// One cheap look at a leaf: which characters it holds, so that most recognizers need not run at all.

import { CUE_TABLE } from "./glance/cue-groups.ts";
import { BEFORE_TEXT, LATER_BITS, WINDOW } from "./glance/cue-table.ts";
import { BITS, EDGE, kindOf, REACH } from "./glance/openings.ts";

export const HAS_AT = 1;
export const HAS_COLON = 2;
export const HAS_DOT = 4;
export const HAS_UNDERSCORE = 8;
export const HAS_DASH = 16;
export const HAS_BRACKET = 32;
export const HAS_EQUALS = 64;
export const HAS_NEWLINE = 128;
export const HAS_LETTER = 256;
/** Percent signs, entities, backslashes, control characters and everything beyond ASCII: the text may hide characters. */
export const MAY_HIDE = 512;
export const IS_DIGIT = 1024;
export const HAS_SPACE = 2048;
export const HAS_ANGLE = 4096;
export const HAS_UPPER = 8192;
/** Stands between the digits of phone and card numbers. */
export const IS_SEPARATOR = 16384;

/**
 * `longestRun`: characters without a space. `longestWord`: ASCII letters and digits in a row. `longestNumber`: digits in a
 * row, with at most three spaces, dots, dashes, slashes or brackets between two of them. `cues`: see cue-bits.ts.
 */
export type LeafShape = {
  bits: number;
  digits: number;
  longestRun: number;
  longestWord: number;
  longestNumber: number;
  cues: number;
  /** One bit for each of AFTER_WORDS. */
  nameCues: number;
};

const FLAGS = characterFlags();

function characterFlags(): Uint16Array {
  const flags = new Uint16Array(128);
  for (let code = 0; code < 32; code++) flags[code] = HAS_SPACE | MAY_HIDE;
  for (const blank of "\t\r ") flags[blank.charCodeAt(0)] = HAS_SPACE;
  flags[127] = MAY_HIDE;
  for (let code = 48; code <= 57; code++) flags[code] = IS_DIGIT;
  for (let code = 65; code <= 90; code++) flags[code] = HAS_LETTER | HAS_UPPER;
  for (let code = 97; code <= 122; code++) flags[code] = HAS_LETTER;
  const marks: [string, number][] = [
    ["@", HAS_AT],
    [":", HAS_COLON],
    [".", HAS_DOT | IS_SEPARATOR],
    ["_", HAS_UNDERSCORE],
    ["-", HAS_DASH | IS_SEPARATOR],
    ["[{", HAS_BRACKET],
    ["(", HAS_BRACKET | IS_SEPARATOR],
    [")/", IS_SEPARATOR],
    ["=", HAS_EQUALS],
    ["<", HAS_ANGLE],
    ["%&\\", MAY_HIDE],
    ["\n", HAS_SPACE | HAS_NEWLINE | IS_SEPARATOR],
    [" ", HAS_SPACE | IS_SEPARATOR],
  ];
  for (const [characters, flag] of marks) {
    for (const character of characters) flags[character.charCodeAt(0)] = flag;
  }
  return flags;
}

const KINDS = Uint8Array.from({ length: 129 }, (_, code) => kindOf(code));
const NUMBERS = CUE_TABLE.numbers;
const [OF_ALL, OF_NAMES] = CUE_TABLE.halves;

export function measureLeaf(text: string): LeafShape {
  let bits = 0;
  let digits = 0;
  let longestRun = 0;
  let longestWord = 0;
  let longestNumber = 0;
  let runStart = 0;
  let wordStart = 0;
  let digitsInRow = 0;
  let gap = 0;
  let window = BEFORE_TEXT;
  let cues = 0;
  let nameCues = 0;
  const length = text.length;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    const flag = code < 128 ? (FLAGS[code] as number) : MAY_HIDE;
    window = ((window << BITS) | (KINDS[code < 128 ? code : 128] as number)) & WINDOW;
    const number = NUMBERS[window >>> LATER_BITS] as number;
    if (number !== 0) {
      cues |= cuesAt(OF_ALL, number, window, cues);
      nameCues |= cuesAt(OF_NAMES, number, window, nameCues);
    }
    bits |= flag;
    if (flag === IS_DIGIT) {
      digits++;
      gap = 0;
      if (++digitsInRow > longestNumber) longestNumber = digitsInRow;
      continue;
    }
    if ((flag & IS_SEPARATOR) === 0 || ++gap > 3) digitsInRow = 0;
    if ((flag & HAS_LETTER) !== 0) continue;
    if (index - wordStart > longestWord) longestWord = index - wordStart;
    wordStart = index + 1;
    if ((flag & HAS_SPACE) === 0) continue;
    if (index - runStart > longestRun) longestRun = index - runStart;
    runStart = index + 1;
  }
  if (length - wordStart > longestWord) longestWord = length - wordStart;
  if (length - runStart > longestRun) longestRun = length - runStart;
  for (let behind = 1; behind < REACH; behind++) {
    window = ((window << BITS) | EDGE) & WINDOW;
    const number = NUMBERS[window >>> LATER_BITS] as number;
    cues |= cuesAt(OF_ALL, number, window, cues);
    nameCues |= cuesAt(OF_NAMES, number, window, nameCues);
  }
  return { bits, digits, longestRun, longestWord, longestNumber, cues, nameCues };
}

function cuesAt(half: typeof OF_ALL, number: number, window: number, known: number): number {
  const sure = half.sure[number] as number;
  const mayBe = (half.unsure[number] as number) & ~known;
  return mayBe === 0 ? sure : sure | half.byLater(window);
}

/** False for a single word without a colon or an equals sign: no cue can stand before a value in it. */
export function maySpeak(shape: LeafShape, text: string): boolean {
  return (
    (shape.bits & (HAS_LETTER | MAY_HIDE)) !== 0 &&
    (shape.longestRun < text.length || (shape.bits & (HAS_COLON | HAS_EQUALS | MAY_HIDE)) !== 0)
  );
}
