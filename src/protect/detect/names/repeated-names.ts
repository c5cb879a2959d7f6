// Who was named in full is meant again by one of the names: "Mireille Assouline … I'll follow up with Mireille".

import { isWordCharacter } from "../nearby-words.ts";
import type { Found } from "../recognizer.ts";
import { isScreenWord, namesAThing } from "./thing-names.ts";

const MOST_WORDS = 40;
const SHORTEST = 4;

/** Reports what `find` finds, and then every other place where a first or last word of those names stands alone. */
export function withRepeatedNames(text: string, found: Found, find: (found: Found) => void): void {
  const places = new Set<number>();
  const words = new Set<string>();
  find((start, end, canonical, strength) => {
    places.add(start);
    collectWords(text.slice(start, end), words);
    found(start, end, canonical, strength);
  });
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const end = at + word.length;
      if (places.has(at) || isPartOfWord(text, at, end)) continue;
      found(at, end, word.normalize("NFC"), 1);
    }
  }
}

function collectWords(name: string, words: Set<string>): void {
  const parts = name.split(/[ ,;/]+/);
  if (parts.length < 2) return;
  for (const part of [parts[0] as string, parts.at(-1) as string])
    if (words.size < MOST_WORDS && part.length >= SHORTEST && isPlainName(part)) words.add(part);
}

/** A capital and small letters, and no word that begins sentences or names things. */
function isPlainName(word: string): boolean {
  return /^\p{Lu}\p{Ll}[\p{L}'’-]*$/u.test(word) && !namesAThing(word) && !isScreenWord(word);
}

function isPartOfWord(text: string, start: number, end: number): boolean {
  return isWordCharacter(text.charCodeAt(start - 1)) || isWordCharacter(text.charCodeAt(end));
}
