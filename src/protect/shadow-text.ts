// A plain copy of a text that may hide characters: zero-width marks dropped, full-width forms, entities, %40 and
// \u0040 decoded. Recognizers look at the copy; the index map leads back to the source, which alone is replaced.

export type ShadowText = { text: string; starts: Int32Array; ends: Int32Array };

const ENTITIES: Record<string, string> = {
  amp: "&",
  commat: "@",
  period: ".",
  plus: "+",
  hyphen: "-",
  dash: "-",
  nbsp: " ",
  colon: ":",
  sol: "/",
  lowbar: "_",
  num: "#",
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{3,6}));/y;
const PERCENT = /%([0-7][0-9a-fA-F])/y;
const BACKSLASH = /\\(?:u00([0-7][0-9a-fA-F])|x([0-7][0-9a-fA-F]))/y;
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
  ı: "i",
};
const WORD_REACH = 24;
const DIGIT_ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
];

/** Null when the text hides nothing, which is the usual case. */
export function castShadow(source: string): ShadowText | null {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let differs = false;
  let index = 0;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    const decoded =
      code < 128 ? decodeAscii(source, index, code) : decodeBeyondAscii(source, index);
    const next = index + decoded.length;
    if (decoded.text.length !== decoded.length || decoded.text !== source.slice(index, next)) differs = true;
    for (let part = 0; part < decoded.text.length; part++) {
      starts.push(index);
      ends.push(next);
    }
    parts.push(decoded.text);
    index = next;
  }
  if (!differs) return null;
  return { text: parts.join(""), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

type Decoded = { text: string; length: number };

function decodeAscii(source: string, index: number, code: number): Decoded {
  if (code === 37 || code === 38 || code === 92) {
    const pattern = code === 37 ? PERCENT : code === 38 ? ENTITY : BACKSLASH;
    pattern.lastIndex = index;
    const hit = pattern.exec(source);
    if (hit) {
      const text =
        code === 38
          ? entityText(hit)
          : String.fromCharCode(Number.parseInt((hit[1] ?? hit[2]) as string, 16));
      if (text !== null) return { text, length: hit[0].length };
    }
  }
  return { text: source[index] as string, length: 1 };
}

function entityText(hit: RegExpExecArray): string | null {
  if (hit[3] !== undefined) return Object.hasOwn(ENTITIES, hit[3]) ? (ENTITIES[hit[3]] as string) : null;
  const code = hit[1] === undefined ? Number.parseInt(hit[2] as string, 16) : Number(hit[1]);
  return code >= 32 && code < 0x3000 ? String.fromCharCode(code) : null;
}

function decodeBeyondAscii(source: string, index: number): Decoded {
  const point = source.codePointAt(index) as number;
  const character = String.fromCodePoint(point);
  const isLookAlike = Object.hasOwn(LOOK_ALIKES, character);
  // Only inside a word that has Latin letters too: a name in Cyrillic is no disguise.
  if (isLookAlike && isBesideLatin(source, index)) return { text: LOOK_ALIKES[character] as string, length: 1 };
  return { text: isLookAlike ? character : plainForm(character, point), length: character.length };
}

function isBesideLatin(source: string, index: number): boolean {
  const from = Math.max(0, index - WORD_REACH);
  const before = /[^\s<>()"',;]*$/.exec(source.slice(from, index))?.[0] ?? "";
  const after = /^[^\s<>()"',;]*/.exec(source.slice(index, index + WORD_REACH))?.[0] ?? "";
  return /[a-z]/i.test(before) || /[a-z]/i.test(after);
}

function plainForm(character: string, point: number): string {
  if (point < 0x300 && point !== 0xa0 && point !== 0xad) return character;
  if (INVISIBLE.test(character)) return "";
  if (SPACES.test(character)) return " ";
  if (DASHES.test(character)) return "-";
  if (DOTS.test(character)) return ".";
  for (const zero of DIGIT_ZEROS) if (point >= zero && point < zero + 10) return String(point - zero);
  // Only forms that stand for one ASCII character: composed letters must keep their place in the source.
  const plain = character.normalize("NFKC");
  return plain.length === 1 && plain.charCodeAt(0) < 128 ? plain : character;
}
