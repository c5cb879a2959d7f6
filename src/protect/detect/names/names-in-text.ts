// Names of people in sentences: by what is written around them, before an address in angle brackets, without capitals in
// chats, and as a known given name with a surname.

import { MAY_ACT, MAY_BE_BORN, MAY_HOLD_CUE_BEHIND } from "../glance/cue-bits.ts";
import type { LeafShape } from "../leaf-shape.ts";
import { eachMatch } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { CUE_WORDS } from "./cue-words.ts";
import {
  ACTED,
  AFTER_WORDS,
  AT_LINE_START,
  BEFORE_DATE,
  BEFORE_MAIL,
  type Cue,
  firstWord,
  SHOUTED_CUE,
  SIGNATURE,
} from "./name-cues.ts";
import { findNameRuns } from "./name-runs.ts";
import { findNamesBeforeCues } from "./names-before-cues.ts";
import { findNamesInRecords } from "./names-in-records.ts";
import { namesAThing } from "./thing-names.ts";
import { isFirmAround, isThingBefore } from "./things-around.ts";
import { isWellKnown } from "./well-known.ts";

export const ACTOR_WORDS =
  / (?:wrote|told|said|says|replied|commented|declined|agreed|apologi[sz]ed|phoned|rang|thanked|testified|commented|emailed|texted|complained|déclare|declara|dichiara|erklärt|verklaart|sagte|dijo|disse|has joined|joined the|left the|is our new|was hired|is on|is out of|schrieb|hat geschrieben|a écrit|escribió|ha scritto|schreef)/;
export const BIRTH_WORDS = /born|geb|née? le|nacid|nat[oa] il|dob|d\.o\.b|['’]s /i;
const NEVER_FIRST =
  /^(?:The|This|That|These|There|Please|Your|Our|My|We|You|It|Is|No|Not|If|In|On|At|As|For|To|By|Sie|Ihr|Ihre|Der|Die|Das|Le|La|Les|El|Los|Re|Fwd|And|But|So|How|What|When|Who|Any|Also|I|A|An|Mr|Mrs|Ms|Miss|Dr|Prof|Sr|Sra|Herr|Frau|Monsieur|Madame|Dott|Sig|Ing|Avv|Dhr|Mevr|Mme|Mlle|Dipl)$/;

const MAY_BE_SIGNED = /[-–—~/] ?\p{Lu}[\p{L}'’., -]{1,60}\s*(?:\n|$)/u;
const ARTICLE = /^(?:Le|La|Les|El|Los|Das|Da|Di|De|Den|Der) /;
const SHOUTED_WORDS = /\p{Lu}{2} \p{Lu}/u;
/** Where every word has a capital, only cues tell a name from a heading. */
export function findNamesInText(
  text: string,
  { shape, found, isSentence }: { shape: LeafShape; found: Found; isSentence: boolean },
): void {
  const { cues, nameCues } = shape;
  const { hasCue, hasPair } = lookAround(text);
  if (isSentence) findNameRuns(text, cues, found);
  if (hasPair && (cues & MAY_ACT) !== 0 && ACTOR_WORDS.test(text)) findByCue(text, ACTED, found);
  if (hasCue)
    for (const [index, cue] of AFTER_WORDS.entries())
      if ((nameCues & (1 << index)) !== 0) findByCue(text, cue, found);
  if (hasPair && SHOUTED_WORDS.test(text)) findByCue(text, SHOUTED_CUE, found);
  if (text.includes("\n")) findByCue(text, AT_LINE_START, found);
  if (text.includes("@") && (text.includes("<") || text.includes("("))) findByCue(text, BEFORE_MAIL, found);
  if (MAY_BE_SIGNED.test(text)) findByCue(text, SIGNATURE, found);
  findNamesInRecords(text, found);
  if ((cues & MAY_HOLD_CUE_BEHIND) !== 0) findNamesBeforeCues(text, found);
  if (hasPair && (cues & MAY_BE_BORN) !== 0 && BIRTH_WORDS.test(text)) findByCue(text, BEFORE_DATE, found);
}

function findByCue(
  text: string,
  { pattern, strength, isGood, isFirst, isTitle, isRole }: Cue,
  found: Found,
): void {
  eachMatch(pattern, text, (match) => {
    const raw = match[1] as string;
    const start = isFirst ? match.index : match.index + match[0].length - raw.length;
    // "the tug Sir Winston"
    if (isTitle && isThingBefore(text, match.index)) return;
    const name = withoutThings(raw);
    if (isRole && isFirmAround(text, start, name)) return;
    if (name === "" || isNoStart(name, isTitle) || !isGood(name) || isWellKnown(match[0])) return;
    // "M. Lefèvre" may be a Mathilde.
    const isInitial = isTitle && match[0].startsWith("M. ");
    found(start, start + name.length, name.normalize("NFC"), isInitial ? 1 : strength);
  });
}

/** "M. Le Goff" is somebody, "Le Goff" at the start of a sentence may be anything. */
function isNoStart(name: string, isTitle = false): boolean {
  return NEVER_FIRST.test(firstWord(name)) && !(isTitle && / \p{Lu}/u.test(name) && ARTICLE.test(name));
}

/** What is worth searching for: a cue before a capital, two words with capitals. */
function lookAround(text: string): { hasCue: boolean; hasPair: boolean } {
  let hasCue = false;
  let hasPair = false;
  for (let index = nextCapital(text, 0); index >= 0 && !(hasCue && hasPair); ) {
    if (isLetter(text.charCodeAt(index - 1))) {
      index = nextCapital(text, index + 1);
      continue;
    }
    hasCue ||= index > 0 && CUE_WORDS.has(wordBefore(text, index));
    let end = index + 1;
    while (end < text.length && isNameLetter(text.charCodeAt(end)) && end - index < 26) end++;
    hasPair ||= text[end] === " " && isCapital(text.charCodeAt(end + 1));
    index = nextCapital(text, end);
  }
  return { hasCue, hasPair };
}

function wordBefore(text: string, index: number): string {
  let end = index;
  while (end > 0 && index - end < 4 && !isLetter(text.charCodeAt(end - 1))) end--;
  // A full stop ends the sentence and the cue, but for the one of "Dr." and the like.
  if (
    text[end] === "." &&
    text[end - 5] !== undefined &&
    isLetter(text.charCodeAt(end - 5)) &&
    isLetter(text.charCodeAt(end - 4)) &&
    isLetter(text.charCodeAt(end - 3))
  )
    return "";
  let start = end;
  while (start > 0 && end - start < 18 && isLetter(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end).toLowerCase();
}

/** Words from the first thing on do not belong to the name: "Ann Lee Customer Care" is Ann Lee. */
function withoutThings(raw: string): string {
  if (!namesAThing(raw)) return raw;
  const words = raw.split(" ");
  if (namesAThing(words[0] as string)) return "";
  const cut = words.findIndex((word) => namesAThing(word));
  // One word before a thing is part of the thing's name: "Johnson Controls".
  if (cut === 1) return "";
  return (cut < 0 ? words : words.slice(0, cut)).join(" ");
}

const CAPITAL = /[A-ZÀ-ÞА-ЯĀ-ſƠƯȘȚẠ-ỹ]/g;

/** A pattern skips small letters faster than a loop. */
function nextCapital(text: string, from: number): number {
  CAPITAL.lastIndex = from;
  return CAPITAL.test(text) ? CAPITAL.lastIndex - 1 : -1;
}

function isCapital(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde) || (code >= 0x410 && code <= 0x42f);
}

function isLetter(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 0xc0 && code < 0x2000) ||
    (code >= 48 && code <= 57)
  );
}

function isNameLetter(code: number): boolean {
  return code === 45 || (isLetter(code) && !(code >= 48 && code <= 57));
}
