// One cheap look at a leaf: which characters it holds, so that most recognizers need not run at all.

export const HAS_AT = 1;
export const HAS_COLON = 2;
export const HAS_DOT = 4;
export const HAS_UNDERSCORE = 8;
export const HAS_DASH = 16;
export const HAS_BRACKET = 32;
export const HAS_EQUALS = 64;
export const HAS_NEWLINE = 128;
export const HAS_LETTER = 256;
/** Percent signs, entities, backslashes and everything beyond ASCII: the text may hide characters. */
export const MAY_HIDE = 512;
const IS_DIGIT = 1024;
const IS_SPACE = 2048;

export type LeafShape = { bits: number; digits: number; longestRun: number };

const FLAGS = characterFlags();

function characterFlags(): Uint16Array {
  const flags = new Uint16Array(128);
  for (let code = 0; code <= 32; code++) flags[code] = IS_SPACE;
  for (let code = 48; code <= 57; code++) flags[code] = IS_DIGIT;
  for (let code = 65; code <= 90; code++) flags[code] = HAS_LETTER;
  for (let code = 97; code <= 122; code++) flags[code] = HAS_LETTER;
  const marks: [string, number][] = [
    ["@", HAS_AT],
    [":", HAS_COLON],
    [".", HAS_DOT],
    ["_", HAS_UNDERSCORE],
    ["-", HAS_DASH],
    ["([{", HAS_BRACKET],
    ["=", HAS_EQUALS],
    ["%&\\", MAY_HIDE],
    ["\n", IS_SPACE | HAS_NEWLINE],
  ];
  for (const [characters, flag] of marks) {
    for (const character of characters) flags[character.charCodeAt(0)] = flag;
  }
  return flags;
}

export function measureLeaf(text: string): LeafShape {
  let bits = 0;
  let digits = 0;
  let longestRun = 0;
  let runStart = 0;
  const length = text.length;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    const flag = code < 128 ? (FLAGS[code] as number) : MAY_HIDE;
    bits |= flag;
    if (flag === IS_DIGIT) digits++;
    else if ((flag & IS_SPACE) !== 0) {
      if (index - runStart > longestRun) longestRun = index - runStart;
      runStart = index + 1;
    }
  }
  if (length - runStart > longestRun) longestRun = length - runStart;
  return { bits, digits, longestRun };
}
