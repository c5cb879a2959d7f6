// Numbers that a word announces: "BSN 111222333", "nr PESEL: 44051401359", "身份证号11010519491231002X". Each word is
// looked at once, and so is what stands behind it.

import { matchesOf } from "../matches-of.ts";
import { continuesList, isDigit } from "../nearby-words.ts";
import { ID_CUES, REGIONS } from "./all-id-schemes.ts";
import type { IdScheme } from "./id-scheme.ts";

export type AnnouncedId = { start: number; end: number; hasCheckDigit: boolean };

const LETTER = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]";
export const ID_CUE = new RegExp(
  `(?<!${LETTER})(?:${ID_CUES})(?:-?(?:nummer|nr|number))?(?!${LETTER})`,
  "giu",
);
/** After these a code is somebody's even where no check digit is known. */
const STRONG =
  /national id|id card|identity|citizen id|personal id|insurance|licen[sc]e|dl|führerschein|permis|carnet|patente di|rijbewijs|körkort|prawo|cnh|fahrerlaubnis|ausweis|versicherung|voter|election|health card|cédula|cedula/i;
const PLAIN = /(?=[A-Z\d.-]{0,20}\d{3})[A-Z0-9][A-Z0-9.-]{4,18}[A-Z0-9](?![\p{L}\d])/iuy;
const GAP = /[^\p{L}\d\n]{0,6}/uy;
const FILLER =
  /(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Hangul}){1,4}|[\p{L}'’º°]{1,14}(?=[^\p{L}\d\n])/uy;
const MOST_FILLERS = 2;
const MOST_LISTED = 20;
const LIST_GAP = /[^\d\n]{0,10}\n?[^\d\n]{0,6}?(?=\d|\p{Lu})/uy;
const REACH = 14;
const FEWEST_DIGITS = 4;
/** A text with more announced numbers than this is a list of them: from there on the layout is enough. */
const MOST_CHECKED = 1000;
const LISTED = /[A-Z]{0,6}[ -]?\d(?:[ ./-]?[\dA-Z]){5,20}(?![\p{L}\d])/iuy;

type Sticky = { scheme: IdScheme; pattern: RegExp; beginsWithDigit: boolean };

/** The schemes of the regions that know a word; words that all countries share lead to all schemes. */
const BY_REGION = REGIONS.map((region) => ({
  knows: new RegExp(`^(?:${region.cues})$`, "iu"),
  schemes: region.schemes.map(toSticky),
}));
const ALL = BY_REGION.flatMap(({ schemes }) => schemes);
const byCue = new Map<string, Sticky[]>();
const MOST_CUES = 2000;

function toSticky(scheme: IdScheme): Sticky {
  return {
    scheme,
    pattern: new RegExp(scheme.pattern.source, "iy"),
    beginsWithDigit: !/^\(\?<!\[\\w\.-\]\)\(\?:(?:\(\?=)?\[[A-Z]/.test(scheme.pattern.source),
  };
}

function schemesFor(cue: string): Sticky[] {
  const known = byCue.get(cue);
  if (known) return known;
  if (byCue.size >= MOST_CUES) byCue.clear();
  const own = BY_REGION.filter(({ knows }) => knows.test(cue)).flatMap(({ schemes }) => schemes);
  const schemes = (own.length > 0 ? own : ALL).filter(
    ({ scheme }) => scheme.after === null || scheme.after.test(cue),
  );
  byCue.set(cue, schemes);
  return schemes;
}

/** The first three characters of every word, packed; most texts hold none of them at the start of a word. */
const OPENINGS = new Set([
  ...openingsOf(ID_CUES),
  ...["t.c", "tck", "tc ", "r. ", "dl#", "dl:", "dl ", "ni "].map(packText),
]);

function openingsOf(cues: string): number[] {
  return cues
    .split("|")
    .map((cue) => cue.replaceAll("\\", "").slice(0, 3).toLowerCase())
    .map(packText);
}

function packText(text: string): number {
  return pack(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2));
}

function pack(first: number, second: number, third: number): number {
  return (first | 32) * 0x10000 + (second | 32) * 0x100 + (third | 32);
}

/** A glance: true for any text beyond ASCII, whose words are few. */
export function mayAnnounce(text: string): boolean {
  let wasLetter = false;
  for (let index = 0; index < text.length - 2; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return true;
    const lower = code | 32;
    const isLetter = lower >= 97 && lower <= 122;
    if (isLetter && !wasLetter) {
      if (OPENINGS.has(pack(code, text.charCodeAt(index + 1), text.charCodeAt(index + 2)))) return true;
    }
    wasLetter = isLetter;
  }
  return false;
}

export function findAnnouncedIds(text: string): AnnouncedId[] {
  const found: AnnouncedId[] = [];
  let covered = 0;
  let checked = 0;
  for (const { 0: cue, index } of matchesOf(ID_CUE, text)) {
    if (index < covered) continue;
    const hit = behind(text, index + cue.length, { cue, isChecked: checked < MOST_CHECKED });
    if (hit === null) continue;
    checked++;
    found.push(hit);
    covered = pushListed(text, cue, hit, found);
  }
  return found;
}

/** What follows in the same list: "943 476 5919 / 517 594 8806". */
function pushListed(text: string, cue: string, first: AnnouncedId, found: AnnouncedId[]): number {
  let { end } = first;
  for (let count = 0; count < MOST_LISTED; count++) {
    const start = end + matchAt(LIST_GAP, text, end);
    if (start === end || !continuesList(text, end, start)) break;
    const next = longestValid(text, start, cue);
    if (next === start) break;
    found.push({ start, end: next, hasCheckDigit: true });
    end = next;
  }
  return end;
}

type Announcement = { cue: string; isChecked: boolean };

function behind(text: string, cueEnd: number, { cue, isChecked }: Announcement): AnnouncedId | null {
  let at = cueEnd;
  for (let fillers = 0; fillers <= MOST_FILLERS; fillers++) {
    at += matchAt(GAP, text, at);
    if (!hasDigits(text, at, REACH * 2)) return null;
    const end = hasDigits(text, at, REACH) ? codeEnd(text, at, { cue, isChecked }) : at;
    if (end > at) return { start: at, end, hasCheckDigit: true };
    const plain = STRONG.test(cue) ? matchAt(PLAIN, text, at) : 0;
    if (plain > 0) return { start: at, end: at + plain, hasCheckDigit: false };
    const filler = matchAt(FILLER, text, at);
    if (filler === 0) return null;
    at += filler;
  }
  return null;
}

function codeEnd(text: string, at: number, { cue, isChecked }: Announcement): number {
  return isChecked ? longestValid(text, at, cue) : at + matchAt(LISTED, text, at);
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function hasDigits(text: string, at: number, reach: number): boolean {
  const end = Math.min(text.length, at + reach);
  let digits = 0;
  for (let index = at; index < end && digits < FEWEST_DIGITS; index++)
    if (isDigit(text.charCodeAt(index))) digits++;
  return digits >= FEWEST_DIGITS;
}

function longestValid(text: string, at: number, cue: string): number {
  let longest = 0;
  const startsWithDigit = isDigit(text.charCodeAt(at));
  for (const { scheme, pattern, beginsWithDigit } of schemesFor(cue)) {
    if (beginsWithDigit !== startsWithDigit) continue;
    const length = matchAt(pattern, text, at);
    if (length > longest && isValidFor(scheme, text.slice(at, at + length))) longest = length;
  }
  return at + (longest || unchecked(text, at, cue));
}

/** Behind its own word a code of capitals and digits is one even with a wrong check digit: "CURP LEAN840312MDFXXX07". */
function unchecked(text: string, at: number, cue: string): number {
  if (!LETTERED.test(cue)) return 0;
  let longest = 0;
  for (const { pattern } of schemesFor(cue)) {
    const length = matchAt(pattern, text, at);
    if (
      length >= 9 &&
      length > longest &&
      /^(?=.*[A-Z])(?=.*\d{3})[A-Z\d -]+$/.test(text.slice(at, at + length))
    )
      longest = length;
  }
  return longest;
}

const LETTERED =
  /^(?:curp|rfc|codice fiscale|cod\. fisc|c\.f|nric|pan (?:card|number|no)|nie|nif|dni|ppsn?(?: number)?|personalausweis|hkid|身分證)/i;

export function isValidFor(scheme: IdScheme, raw: string): boolean {
  return scheme.isValid(compactId(raw));
}

export function compactId(raw: string): string {
  return raw.replace(/[ ./-]/g, "").toUpperCase();
}

/** True when the code is one of the region that has the field, with its check digit. */
export function isValidUnder(names: readonly string[], code: string): boolean {
  return REGIONS.some((region) => {
    const fields = region.fields.split(" ");
    return (
      names.some((name) => fields.includes(name)) && region.schemes.some((scheme) => isWhole(scheme, code))
    );
  });
}

function isWhole(scheme: IdScheme, code: string): boolean {
  scheme.pattern.lastIndex = 0;
  return scheme.pattern.exec(code)?.[0] === code && scheme.after === null && isValidFor(scheme, code);
}
