// Passport numbers: six to nine letters and digits, only under a telling name or right after the word.

import { endsIn, nameSet } from "../detect/field-name.ts";
import { maySpeak } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { cueList, isAfter, wordsBefore } from "../detect/nearby-words.ts";
import type { Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "passport passportnumber passportno passportnum passportid reisepass reisepassnummer passnummer pasaporte numeropasaporte passeport numeropasseport " +
    "passaporto paspoort paspoortnummer passaporte traveldocument traveldocumentnumber 护照 护照号 パスポート",
);
const CUE_WORDS =
  "passport|passport number|passport no|reisepass|reisepassnummer|pasaporte|passeport|passaporto|paspoort|护照";
const CUES = wordsBefore(CUE_WORDS);
const CUE_ANYWHERE = /passp|reisepass|pasap|passep|passap|paspo|护照/i;
const NUMBER =
  /(?<![\w-])(?=[A-Z0-9]{0,8}\d{3})[A-Z]{0,3}\d{5,9}[A-Z]?(?![\w-])|(?<![\w-])(?=(?:[A-Z]{0,8}\d){4})[A-Z0-9]{7,9}(?![\w-])/gi;

export const passport: Recognizer = {
  class: "PASSPORT",
  about: {
    finds: "Passport numbers.",
    validation: "Five to nine digits with letters, only under a telling field or after the word.",
    cues: cueList(CUE_WORDS),
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 4,
  minRun: 6,
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    if (!hinted && !(maySpeak(leaf.shape, leaf.text) && CUE_ANYWHERE.test(leaf.text))) return;
    for (const { 0: raw, index } of matchesOf(NUMBER, leaf.text)) {
      if (raw.length > 10 || (!hinted && !isAfter(leaf.text, index, CUES))) continue;
      found(index, index + raw.length, raw.toUpperCase(), 3);
    }
  },
  examples: [
    { text: "C01X00T47", field: "passport_number" },
    { text: "123456789", field: "passportNo" },
    { text: "Passport no. X1234567, issued 2019", value: "X1234567" },
    { text: "Reisepass: C01X00T47", value: "C01X00T47" },
  ],
  nearMisses: [
    { text: "C01X00T47" },
    { text: "valid", field: "passport" },
    { text: "the passport office opens at 9" },
    { text: "2031-01-01", field: "passport" },
  ],
};
