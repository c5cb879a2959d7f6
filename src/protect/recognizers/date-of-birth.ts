// Dates of birth: a date under a telling name, or after "born" and its sisters.

import {
  BIRTH_BEHIND,
  BIRTH_CUE,
  BIRTH_CUE_WORDS,
  BIRTH_FIELDS,
  BIRTH_PARTS,
  BIRTH_SIGN_BEHIND,
  BIRTH_STAR,
  DATE_PARTS,
} from "../detect/documents/birth-words.ts";
import { findRecordedBirths } from "../detect/documents/person-records.ts";
import { endsIn, type FieldName } from "../detect/field-name.ts";
import { MAY_SIGN_BIRTH, MAY_TELL_BIRTH } from "../detect/glance/cue-bits.ts";
import { maySpeak } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import {
  continuesList,
  cueList,
  isAfter,
  isBefore,
  wordsAfter,
  wordsBefore,
} from "../detect/nearby-words.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";

const CUES = wordsBefore(BIRTH_CUE_WORDS);
/** A birthday sale is held this year; few are born in it. */
const CUES_NEAR = wordsBefore(BIRTH_CUE_WORDS, 0);
const RECENT = new Date().getUTCFullYear() - 1;
/** "Born in Ibadan on the 3rd of …", "geboren te Tilburg op", "née à Lyon le" */
const BORN_SOMEWHERE =
  /(?:[Bb]orn (?:in|at)|[Gg]eboren (?:in|zu|te)|[Nn]ée? à|[Nn]acid[oa] en|[Nn]at[oa] a|[Nn]ascid[oa] em|[Uu]rodzon[yae] w|[Ff]ödd i|[Ff]ødt i|[Nn]arozen[aáý]? v) \p{Lu}[^.;:\n\d]{1,40},? (?:on|am|op|le|el|il|em|dnia|den|dne)(?: the)? $/u;
/** What a file system says of a file. */
const CLOCK_BEHIND = /^[ T](?!00:00)\d{2}:\d{2}:\d{2}[.,]\d/;
/** "Your date of birth on our file is …": more words may stand between than after a plain "born". */
const FULL_CUES = wordsBefore(
  "date of birth|dob|birthday|birth date|geburtsdatum|date de naissance|fecha de nacimiento|data di nascita|geboortedatum|data de nascimento",
  5,
);
const MONTH =
  "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|ene|abr|ago|dic|janv|févr|avr|juin|juil|août|déc|gen|mag|giu|lug|set|ott|fev|out|maa|mrt|mei|maj|sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru)\\p{L}{0,7}\\.?";
/** After a cue any word between day and year is a month. */
const ANY_MONTH = "\\p{L}{3,12}\\.?";
const YEAR = "(?:19|20)\\d{2}";
const DAY = "[0-3]?\\d(?:st|nd|rd|th|er|º|η|ης|\\.)?";
const SPOKEN_DAYS =
  "(?:twenty-|thirty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth";
const SPELLED_YEARS =
  "nineteen(?:[ -](?:hundred|[a-z]{2,9}ty|[a-z]{3,9}teen|ten|eleven|twelve|oh))(?:[ -](?:and )?[a-z]{3,9}){0,2}|two thousand(?: and)?(?: [a-z]{3,9}){0,1}|twenty(?:[ -](?:oh|ten|eleven|twelve))(?:[ -][a-z]{3,5})?|deux mille(?: [a-zé-]{2,12}){0,2}|mil(?:le)? (?:neuf cent|novecientos)(?: [a-zé-]{2,12}){0,3}|neunzehnhundert[a-zäöüß]{3,24}|zweitausend[a-zäöüß]{0,24}|dos mil(?: [a-z]{2,12}){0,2}|millenovecento[a-z]{0,20}|duemila[a-zè]{0,20}";
const SPELLED_DATE = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:the )?(?:${SPOKEN_DAYS}|[a-zäöüéè-]{2,16}|${DAY}) (?:of |de )?${MONTH},? (?:de |del )?(?:${SPELLED_YEARS})|${MONTH} (?:the )?(?:${SPOKEN_DAYS}|${DAY}),? (?:${SPELLED_YEARS}))(?![\\p{L}\\d])`,
  "giu",
);
const MAY_SPELL =
  /nineteen|twenty|thousand|mille|neunzehnhundert|zweitausend|novecientos|dos mil|novecento|duemila/i;
const DATE = new RegExp(
  `(?<![A-Za-z\\u00c0-\\u1fff\\d])(?:${YEAR}[-/.](?:0?[1-9]|1[0-2])[-/.](?:[0-2]?\\d|3[01])(?:T00:00[:\\d.Z+]{0,16})?` +
    `|(?:[0-3]?\\d(?:\\. |[-/. ])[01]?\\d|[01]?\\d[-/. ][0-3]?\\d)[-/. ]{1,2}(?:${YEAR}|\\d{2})|${YEAR}\\.? (?:m\\. |gada )?\\p{L}{3,12} [0-3]?\\d\\.?|${YEAR}\\. gada [0-3]?\\d\\. \\p{L}{3,12}|${MONTH} ['’]\\d{2}|${YEAR}\\. ?[01]?\\d\\. ?[0-3]?\\d\\.?|${DAY}[ -](?:of |de )?${ANY_MONTH},?[ -](?:de |del )?${YEAR}|${DAY} (?:de )?${MONTH} (?:de |del |['’])\\d{2}` +
    `|${ANY_MONTH} (?:the )?${DAY},? ${YEAR}|${DAY}[ -]?${MONTH}[ -]?(?:${YEAR}|\\d{2})|${MONTH},? ${YEAR}|(?:0?[1-9]|1[0-2])[/.]${YEAR}|(?:19|20)\\d{6}` +
    `|(?:${SPOKEN_DAYS}) (?:of )?${MONTH},? ${YEAR}|\\d{1,2}[-/. ](?:i{1,3}|iv|vi{0,3}|ix|xi{0,2})[-/. ]${YEAR}` +
    `|(?:明治|大正|昭和|平成|令和|民國|民国)\\d{1,3}年\\d{1,2}月\\d{1,2}日|${YEAR} ?[年년] ?\\d{1,2} ?[月월] ?\\d{1,2} ?[日일]?)(?![A-Za-z\\u00c0-\\u1fff\\d])`,
  "giu",
);
/** "Anna Berg, *12.03.1984": a star as in family trees, which no list begins with. */
const STAR = /[\p{L},(] ?\* ?$/u;
const BEHIND = wordsAfter(
  "dob|d\\.o\\.b|date of birth|birthday|birth date|geburtsdatum|date de naissance|fecha de nacimiento",
);

/** Best before, valid until. */
const EXPIRY = wordsBefore(
  "best before|use by|expiry|expires|expiration|exp|valid until|valid to|bb|mhd|haltbar bis|gültig bis|ablauf|ablaufdatum|scadenza|scade|caducidad|caduca|vence|vencimiento|validade|venc|péremption|dlc|dluo|ddm|houdbaar tot|tht|geldig tot|ważny do|termin ważności|spotřebujte do|platnost do|bäst före|utgår|best før|parasta ennen|stt|skt|son kullanma tarihi|hạn dùng|hạn sử dụng|hsd|kedaluwarsa|kadaluarsa|срок годности|годен до|действителен до|вжити до|λήξη|פג תוקף|תוקף|الصلاحية|انتهاء|วันหมดอายุ|有效期至?|保质期至?|有効期限|賞味期限|유통기한|만료일",
  1,
);
const YEAR_IN = /(?<!\d)(?:19|20)\d{2}(?!\d)/;

function isInFuture(raw: string): boolean {
  return Number(YEAR_IN.exec(raw)?.[0] ?? 0) > new Date().getFullYear();
}

function tellsBirth({ text, shape }: Leaf): boolean {
  if ((shape.cues & MAY_SIGN_BIRTH) !== 0 && (BIRTH_STAR.test(text) || BIRTH_SIGN_BEHIND.test(text)))
    return true;
  return (shape.cues & MAY_TELL_BIRTH) !== 0 && BIRTH_CUE.test(text);
}

function isRecent(raw: string): boolean {
  const year = /(?:19|20)\d{2}/.exec(raw)?.[0];
  return year !== undefined && Number(year) >= RECENT;
}

/** Column defaults of a table definition are nobody's birthday. */
const SQL_DEFAULT = /\bdefault\s{0,3}(?:date\s{0,3})?[('"]{0,2}$/i;

const SHORTEST = 9;

export const dateOfBirth: Recognizer = {
  class: "DATE_OF_BIRTH",
  about: {
    finds: "Dates of birth.",
    validation:
      "A possible date, in digits or with the name of a month in ten languages. Defaults in table definitions stay.",
    cues: cueList(BIRTH_CUE_WORDS),
    fields: [...BIRTH_FIELDS],
  },
  needsAny: 0,
  minDigits: 0,
  minRun: 2,
  hint: (field, parent) => endsIn(field, BIRTH_FIELDS) || isPartOfBirth(field, parent),
  find(leaf, hinted, found) {
    if (!leaf.isPart) findRecordedBirths(leaf.text, found);
    if (hinted && findWholeField(leaf, found)) return;
    if (
      !hinted &&
      (leaf.text.length < SHORTEST ||
        (leaf.shape.digits < 3 && !MAY_SPELL.test(leaf.text)) ||
        !maySpeak(leaf.shape, leaf.text) ||
        !tellsBirth(leaf))
    )
      return;
    let lastEnd = 0;
    const spelled = MAY_SPELL.test(leaf.text) ? matchesOf(SPELLED_DATE, leaf.text) : [];
    for (const { 0: raw, index } of [...matchesOf(DATE, leaf.text), ...spelled]) {
      const end = index + raw.length;
      // A label speaks for the first date behind it.
      if (leaf.isPart && lastEnd > 0 && !continuesList(leaf.text, lastEnd, index)) continue;
      const isAnnounced =
        hinted ||
        continuesList(leaf.text, lastEnd, index) ||
        isAfter(leaf.text, index, isRecent(raw) ? CUES_NEAR : CUES) ||
        (!isRecent(raw) && isAfter(leaf.text, index, FULL_CUES)) ||
        BORN_SOMEWHERE.test(leaf.text.slice(Math.max(0, index - 72), index)) ||
        isBefore(leaf.text, end, BEHIND) ||
        BIRTH_BEHIND.test(leaf.text.slice(end, end + 24));
      if (!hinted && (isInFuture(raw) || isAfter(leaf.text, index, EXPIRY))) continue;
      if (CLOCK_BEHIND.test(leaf.text.slice(end, end + 12))) continue;
      if ((isAnnounced || isStarred(leaf.text, index, raw)) && !isAfter(leaf.text, index, SQL_DEFAULT)) {
        found(index, end, raw.toLowerCase(), 3);
        lastEnd = end;
      }
    }
  },
  examples: [
    { text: "1984-03-12", field: "dob" },
    { text: "12/03/1984", field: "date_of_birth" },
    { text: "02/28/1984", field: "date_of_birth" },
    { text: "12. März 1984", field: "Geburtsdatum" },
    { text: "March 12, 1984", field: "birthDate" },
    { text: "She was born on 12 March 1984 in Ulm", value: "12 March 1984" },
    { text: "DOB: 03/12/1984, male", value: "03/12/1984" },
    { text: "1984-03-12T00:00:00Z", field: "birthday" },
    { text: "12 марта 1984", field: "dob" },
    { text: "DOB (dd/mm/yyyy): 12/03/1984", value: "12/03/1984" },
    { text: "12MAR1984", field: "dob" },
    { text: "生年月日 昭和58年4月12日、初診日", value: "昭和58年4月12日" },
    { text: "Anna Berg, *12.03.1984", value: "12.03.1984" },
    { text: "1984-03-12 is my date of birth", value: "1984-03-12" },
    {
      text: "may I have your date of birth?\nvisitor: sure, September 21, 1968",
      value: "September 21, 1968",
    },
    { text: "1984-03-12", field: "born_on" },
    { text: "Your date of birth on our file is 17 August 1986.", value: "17 August 1986" },
    { text: "né le 24/11/1980, 24-May-1975", value: "24-May-1975" },
  ],
  nearMisses: [
    { text: "1984-03-12", field: "created_at" },
    { text: "released on 12 March 1984" },
    { text: `birthday sale until ${RECENT + 1}-05-01` },
    { text: "born from a hackathon on 12 May 2019" },
    { text: "* 12.03.2024 first release" },
    { text: "2024-03-12 DOB: unknown" },
    { text: "2024-05-01 / 2024-06-01" },
    { text: "1984-03-12" },
    { text: "Ulm", field: "birth_place" },
    { text: "1984-13-12", field: "dob" },
    { text: "dob date default '1900-01-01', name text" },
    { text: "ADD birth_date DATE DEFAULT '1970-01-01'" },
  ],
};

/** Numbers of one date in fields of their own. */
function isPartOfBirth(field: FieldName, parent: FieldName): boolean {
  return (
    endsIn(field, BIRTH_PARTS) ||
    (DATE_PARTS.has(field.tails[2] || field.tails[0]) && endsIn(parent, BIRTH_FIELDS))
  );
}

const PART_OF_DATE = /^(?:\d{1,2}|(?:19|20)\d{2}|\p{L}{3,12}\.?)$/u;
/** "1984 | 03 | 12": whatever stands between, three numbers under such a name are a date. */
/** `dob: 710503`, `birthday: 03.05.` */
const SHORT_DATE =
  /^(?:\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}|-{0,2}[0-3]?\d[./-][0-3]?\d\.?)$/;
const THREE_NUMBERS =
  /^\D{0,2}(?:(?:19|20)\d{2}\D{1,3}[0-3]?\d\D{1,3}[0-3]?\d|[0-3]?\d\D{1,3}[0-3]?\d\D{1,3}(?:19|20)\d{2})\D{0,5}$/;

function findWholeField(leaf: Leaf, found: Found): boolean {
  const value = leaf.text.trim();
  if (value.length > 24) return false;
  const isPart = PART_OF_DATE.test(value) && isPartOfBirth(leaf.field, leaf.parent);
  const isShort = SHORT_DATE.test(value);
  if (!isPart && !isShort && (!THREE_NUMBERS.test(value) || !/[^\d./-]/.test(value))) return false;
  const start = leaf.text.indexOf(value);
  found(start, start + value.length, value, 3);
  return true;
}

function isStarred(text: string, start: number, raw: string): boolean {
  return raw.includes(".") && STAR.test(text.slice(Math.max(0, start - 4), start));
}
