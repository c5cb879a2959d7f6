// Names in scripts without capitals, by the lists: a family name and a given name side by side, in the order of the country.

import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { fold } from "./fold.ts";
import { FAMILY, GIVEN } from "./lists/other-names.ts";
import { SURNAMES } from "./names-beyond-latin.ts";

const GIVEN_NAMES = new Set(GIVEN.split(" "));
const FAMILY_NAMES = new Set(FAMILY.split(" "));
const HAN_FAMILIES = new Set(SURNAMES);
const SPACED =
  /(?<![\p{L}\p{M}])([\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Georgian}][\p{L}\p{M}]{1,20})[ \u00a0]([\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Georgian}][\p{L}\p{M}]{1,24})(?![\p{L}\p{M}])/gu;
/** After a name in Korean stands nothing or a particle. */
const HANGUL =
  /(?<![\p{L}\p{M}])(\p{Script=Hangul}{3})(?=(?:이|가|은|는|을|를|에게|와|과|의|님|씨|께서|께|한테|이랑|랑|도)?(?![\p{L}\p{M}]))/gu;
const HAN = /\p{Script=Han}{2,}(?:[ \u3000]\p{Script=Han}{1,3}(?!\p{Script=Han}))?/gu;
const NO_LATIN = /[^\u0000-\u058f]/;

export function findNamesInOtherScripts(text: string, found: Found): void {
  if (!NO_LATIN.test(text)) return;
  for (const match of matchesOf(SPACED, text)) {
    const [first, second] = [fold(match[1] as string), fold(match[2] as string)];
    const isName =
      (GIVEN_NAMES.has(first) && FAMILY_NAMES.has(second)) ||
      (FAMILY_NAMES.has(first) && GIVEN_NAMES.has(second));
    if (isName) report(found, match[0], match.index);
  }
  for (const match of matchesOf(HANGUL, text)) {
    const name = match[0];
    if (FAMILY_NAMES.has(name.slice(0, 1)) && GIVEN_NAMES.has(name.slice(1)))
      report(found, name, match.index);
  }
  for (const match of matchesOf(HAN, text)) findInHan(match[0], match.index, found);
}

/** 王 + 小明, 山田 + 太郎 with or without a space. */
function findInHan(run: string, offset: number, found: Found): void {
  for (let at = 0; at < run.length - 2; at++) {
    const end = endOfHanName(run, at);
    if (end === 0) continue;
    report(found, run.slice(at, end), offset + at);
    at = end - 1;
  }
}

function endOfHanName(run: string, at: number): number {
  const isPair = FAMILY_NAMES.has(run.slice(at, at + 2));
  if (!isPair && !HAN_FAMILIES.has(run[at] as string)) return 0;
  const family = isPair ? 2 : 1;
  const space = /[ \u3000]/.test(run[at + family] ?? "") ? 1 : 0;
  if (space > 0 && !isPair) return 0;
  for (const length of isPair ? [3, 2] : [2]) {
    const start = at + family + space;
    if (start + length <= run.length && GIVEN_NAMES.has(run.slice(start, start + length)))
      return start + length;
  }
  return 0;
}

function report(found: Found, name: string, start: number): void {
  found(start, start + name.length, name.normalize("NFC"), 1);
}
