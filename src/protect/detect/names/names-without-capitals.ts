// Names in chats and notes that are written without capitals: after an introduction, where somebody talks or is talked to,
// and as two names side by side.

import { MAY_INTRODUCE, MAY_TALK } from "../glance/cue-bits.ts";
import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { isGivenName } from "./given-names.ts";
import { isNothingElse, isThingToo } from "./names-of-things.ts";
import { isSurname } from "./surnames.ts";
import { wordKind } from "./word-kinds.ts";

/** Chats are written without capitals: "my name is david miller". */
const LOWER_INTRODUCTION =
  /(?<![\p{L}])(?:my (?:full )?name is|my name's|it's|its|it is|i am called|this is|i am|i'm|ich bin|ich heiße|mein name ist|je m'appelle|me llamo|mi nombre es|mi chiamo|ik heet|mijn naam is) (\p{Ll}{2,20})(?: (\p{Ll}{2,20}(?:-\p{Ll}{2,20})?))?(?![\p{L}])/giu;
const NO_SURNAME =
  /^(?:thanks|thank|and|from|here|calling|please|speaking|with|but|again|sorry|hi|hello|the|now|too|also|today|und|aus|von|et|de|y|e|en)$/;
/** Said on the phone: "it's dolores whitcombe calling about". */
const SPEAKING = /^\S* (?:calling|speaking|here|from|again|about)(?!\p{L})/u;
export const INTRODUCING =
  /it's |its |it is |name|i am |i'm |I am |I'm |his is |ich |llamo|nombre|chiamo|heet|naam|appelle/;

export const TALK =
  /(?:^| )(?:said|says|told|thinks|texted|asked|phoned|rang|ask|tell|ping|remind|mrs?|ms|miss) /;
const LOWER_TALK =
  /(?<![\p{L}\p{N}@._/-])(?:(?:(?:mrs?|ms|miss) (\p{Ll}{4,20}))|(?:ask|tell|told|asked|ping|remind) (\p{Ll}{4,20})|(\p{Ll}{4,20}) (?:said|says|told|thinks|texted|asked|phoned|rang))(?![\p{L}@_])/gu;

/** Names without capitals in chats: listed ones, where somebody talks or is talked to. */
function findTalkers(text: string, found: Found): void {
  for (const match of matchesOf(LOWER_TALK, text)) {
    const [titled, addressed, talker] = [match[1], match[2], match[3]];
    const name = titled ?? addressed ?? (talker as string);
    const kind = wordKind(name);
    if (kind !== "given" && (titled === undefined || kind !== "family")) continue;
    const start = match.index + match[0].indexOf(name, titled || addressed ? 2 : 0);
    found(start, start + name.length, name, 1);
  }
}

const LONGEST_CHAT = 2000;
const CAPITALIZED = /\p{Lu}\p{Ll}/u;
const PAIR =
  /(?<![\p{L}\p{M}\p{N}@._/-])(\p{Ll}{3,20}) (?=(\p{Ll}{3,20}(?:-\p{Ll}{3,20})?)(?![\p{L}\p{M}\p{N}@_/]|\.\p{L}))/gu;
/** "bed 4 is rutherford, agnes m." */
const TURNED_PAIR =
  /(?<![\p{L}\p{M}\p{N}@._/-])(\p{Ll}{4,20}), (\p{Ll}{3,20})(?: \p{Ll}\.)?(?![\p{L}\p{M}\p{N}@_/])/gu;

/** Where nobody writes capitals, two names side by side that are no word of any language are somebody. */
function findPairs(text: string, found: Found): void {
  for (const match of matchesOf(PAIR, text)) {
    const [first, second] = [match[1] as string, match[2] as string];
    if (!isGivenAlone(first) || !isFamilyAlone(second)) continue;
    const end = match.index + first.length + 1 + second.length;
    found(match.index, end, text.slice(match.index, end), 1);
  }
  for (const { 0: raw, 1: family = "", 2: given = "", index } of matchesOf(TURNED_PAIR, text))
    if (isFamilyAlone(family) && isGivenAlone(given)) found(index, index + raw.length, raw, 1);
}

function isGivenAlone(word: string): boolean {
  return wordKind(capitalized(word)) === "given" && isNothingElse(word) && !isThingToo(word);
}

function isFamilyAlone(word: string): boolean {
  const kinds = word.split("-").map((half) => wordKind(capitalized(half)));
  return kinds.some((kind) => kind === "family" || kind === "seldom") && !kinds.includes("ordinary");
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Names without capitals: only after words that introduce somebody, and only known ones. */
export function findLowerNames(text: string, cues: number, found: Found): void {
  if ((cues & MAY_TALK) !== 0 && TALK.test(text)) findTalkers(text, found);
  if (text.length <= LONGEST_CHAT && !CAPITALIZED.test(text)) findPairs(text, found);
  if ((cues & MAY_INTRODUCE) === 0 || !INTRODUCING.test(text)) return;
  for (const match of matchesOf(LOWER_INTRODUCTION, text)) {
    const [first, last] = [match[1] as string, match[2]];
    if (!isGivenName(first) || first !== first.toLowerCase()) continue;
    const start = match.index + match[0].length - first.length - (last === undefined ? 0 : last.length + 1);
    const after = text[match.index + match[0].length] ?? ".";
    const hasSurname =
      last !== undefined &&
      !NO_SURNAME.test(last) &&
      (isSurname(last) || /[,.!?;\n]/.test(after) || SPEAKING.test(text.slice(start + match[0].length - 1)));
    const end = start + first.length + (hasSurname ? (last as string).length + 1 : 0);
    found(start, end, text.slice(start, end), 1);
  }
}
