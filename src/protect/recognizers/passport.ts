// Passport numbers: six to nine letters and digits, only under a telling name or right after the word.

import { namesPassport, saysWhichPassport } from "../detect/documents/passport-names.ts";
import { findRecordedPassports } from "../detect/documents/person-records.ts";
import { nameSet } from "../detect/field-name.ts";
import { MAY_TELL_PASSPORT } from "../detect/glance/cue-bits.ts";
import { PASSPORT_WORDS } from "../detect/glance/cue-patterns.ts";
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

const FIELDS = nameSet(
  "passport passportno traveldocument mrz reisepass passnummer pasaporte passeport passaporto passaporte paspoort paszport pasaport utlevel cestovnipas putovnica 护照 旅券 여권 паспорт διαβατηριο דרכון paspor hochieu",
);
const CUE_WORDS =
  "passports?|pasport|pasipoti(?: yangu ni)?|passport number|passport nos?|pp|pp no|ppt|travel doc|pass-?nr|travel document|travel document number|reisepass|reisepassnummer|reisepassnr|reisepass-nr|pasaporte|passeport|passaporto|passaporte|paspoort|paspoortnummer|" +
  "passnummer|pasnummer|paszport|paszportu|pasaport|pasaportum|pasaport no|pașaport|pașaportul\\p{L}{0,2}|útlevél|útlevélszám\\p{L}{0,2}|cestovní pas|cestovního pasu|číslo pasu|číslo pasu|putovnic[aeu]|pasoša?|passi number|passin numero|passinumero|pases numurs|паспорт\\p{L}{0,2}|пасспорт|загранпаспорт\\p{L}{0,2}|" +
  "διαβατήρι\\p{L}{1,2}|דרכון|여권|여권번호|パスポート|旅券|护照|護照|护照号|護照號碼|جواز|الجواز|جواز السفر|جواز سفر|پاسپورت|paspor|hộ chiếu|หนังสือเดินทาง|พาสปอร์ต|पासपोर्ट";
/** What a passport costs, needs and opens is no number of one. */
const CUES = wordsBefore(
  CUE_WORDS.replace(
    "passports?|",
    "passports?(?! (?:photo|fee|offic|servic|control|appoint|size|api|queue|desk|lane|stamp))|",
  ),
  3,
);
/** Letters that German and other makers use, with a single digit at least. */
const FEW_DIGITS = /(?<![\w-])(?=[A-Z]{0,8}\d)[A-Z0-9]{9}(?![\w-])/g;
const BEHIND = wordsAfter(
  "passport|passport number|passport no|reisepass|pasaporte|passeport|passaporto|paspoort",
);
/** Under a telling field any capitals with a digit. */
const FIELD_NUMBER =
  /^(?:[A-Z0-9]{6,11}|[A-Z]{1,3}[ -]?\d{5,9}[A-Z]?|[a-z]{1,2}\d{6,8}|\d{4} \d{6}|[A-Z]{1,2} ?\d{6,8}|\d{2} ?\d{2} \d{6}|\d{2} \d{7}|\d{3} \d{3} \d{3})$/;
/** Both lines of the zone that machines read: names, and number with birth and expiry. */
const MACHINE_NAMES = /(?<![A-Z0-9<])P[A-Z<][A-Z]{1,3}[A-Z<]{26,40}(?![A-Z0-9<])/g;
const MACHINE_NUMBER =
  /(?<![A-Z0-9<])[A-Z0-9<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z0-9<]{12,16}\d(?![A-Z0-9<])/g;
const NUMBER =
  /(?<![\w-])(?=[A-Z0-9]{0,8}\d{3})[A-Z]{0,3}\d{5,10}[A-Z]?(?![\w-])|(?<![\w-])(?=(?:[A-Z]{0,8}\d){4})[A-Z0-9]{7,9}(?![\w-])|(?<![\w-])(?:[\p{Script=Greek}]{2} ?\d{7}|[A-Z]{1,2}[ -]\d{6,8}|\d{4} (?:№ ?|номер )?\d{6}|\d{2} \d{2} (?:№ ?|номер )\d{6}|\d{2} \d{7}|\d{2} \d{2} \d{6}|\d{3} \d{3} \d{3})(?![\w-])/giu;

const SHORTEST_ZONE = 30;
const LONGEST = 20;
const UNIT = /^ ?(?:mm|cm|km|kg|usd|eur|gbp|chf|pln|inr|%)/i;

export const passport: Recognizer = {
  class: "PASSPORT",
  about: {
    finds: "Passport numbers.",
    validation: "Five to nine digits with letters, only under a telling field or after the word.",
    cues: cueList(CUE_WORDS),
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 1,
  minRun: 6,
  hint: (field, parent) => namesPassport(field) || (namesPassport(parent) && saysWhichPassport(field)),
  find(leaf, hinted, found) {
    if (leaf.shape.longestRun >= SHORTEST_ZONE && leaf.text.includes("<")) findMachineZone(leaf.text, found);
    if (!leaf.isPart) findRecordedPassports(leaf.text, found);
    if (!hinted && !tellsPassport(leaf)) return;
    const value = leaf.text.trim();
    if (hinted && FIELD_NUMBER.test(value) && /\d/.test(value)) {
      const start = leaf.text.indexOf(value);
      found(start, start + value.length, value, 3);
      return;
    }
    let lastEnd = 0;
    const candidates = [...matchesOf(NUMBER, leaf.text), ...matchesOf(FEW_DIGITS, leaf.text)];
    for (const { 0: raw, index } of candidates.sort((a, b) => a.index - b.index)) {
      const end = index + raw.length;
      if (
        raw.length > LONGEST ||
        /^v\d/i.test(raw) ||
        UNIT.test(leaf.text.slice(end, end + 5)) ||
        /0{5}$/.test(raw)
      )
        continue;
      const isListed = continuesList(leaf.text, lastEnd, index);
      const isAnnounced = isListed || isAfter(leaf.text, index, CUES) || isBefore(leaf.text, end, BEHIND);
      if (!hinted && !isAnnounced) continue;
      lastEnd = end;
      found(index, index + raw.length, raw.toUpperCase(), 3);
    }
  },
  examples: [
    { text: "C01X00T47", field: "passport_number" },
    { text: "123456789", field: "passportNo" },
    { text: "Passport no. X1234567, issued 2019", value: "X1234567" },
    { text: "Reisepass: C01X00T47", value: "C01X00T47" },
    { text: "JWZXVMG7Z", field: "reisepass_nr" },
    { text: "nr paszportu: HG9410292, rezerwacja 4", value: "HG9410292" },
    { text: "L898902C36UTO7408122F1204159ZE184226B<<<<<10" },
    { text: "X1234567 is my passport number", value: "X1234567" },
    { text: "passport LA 123456", value: "LA 123456" },
    { text: "passaporte nº GF494705 / U64260074", value: "U64260074" },
    { text: "paspoortnummer GKJV61HH2", value: "GKJV61HH2" },
    { text: "SSR DOCS YY HK1/P/DEU/C01X00T47/DEU/12MAR84/F/14JUN31/LEE/ANN", value: "C01X00T47" },
    { text: "C01X00T47", field: "traveller.doc" },
    { text: "护照号码E12345678", value: "E12345678" },
  ],
  nearMisses: [
    { text: "C01X00T47" },
    { text: "DOCS/P/12345678/readme of the API", field: "path" },
    { text: "valid", field: "passport" },
    { text: "the passport office opens at 9" },
    { text: "2031-01-01", field: "passport" },
    { text: "L898902C36UTO7408122F1204159ZE184226B" },
    { text: "passport-local 1000000 downloads" },
    { text: "PENDING", field: "passport_number" },
  ],
};

function tellsPassport({ text, shape }: Leaf): boolean {
  return (shape.cues & MAY_TELL_PASSPORT) !== 0 && maySpeak(shape, text) && PASSPORT_WORDS.test(text);
}

function findMachineZone(text: string, found: Found): void {
  for (const pattern of [MACHINE_NAMES, MACHINE_NUMBER])
    for (const { 0: raw, index } of matchesOf(pattern, text)) found(index, index + raw.length, raw, 3);
}
