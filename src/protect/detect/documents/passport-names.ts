// Field names that speak of passports, in the languages of the world. `passport_expiry` and `passport_country` do not.

import type { FieldName } from "../field-name.ts";

const PASSPORT_WORD =
  /^(?:passports?(?:no|nr|num|number|id)?|ppt(?:no|nr|num)?|ppno|ppnumber|reisep\p{L}{2,12}|paspoort\p{L}{0,8}|pasaporte(?:no|num)?|passeport|passeportno|passaport[oe]|passnummer|passnumer|passi|passinnumero|passnr|passno|pase|paseno|pases|passin|passinumero|pasnummer|pasnr|paszport\p{L}{0,2}|pasaport\p{L}{0,12}|paspor\p{L}{0,2}|pasporta|pasport|pasipoti|utlevel\p{L}{0,6}|vegabref\p{L}{0,8}|cestovnipas|cestovnypas|putovnic\p{L}{1,2}|paso[sš]|pasa|pasu|pasosa|potovnilist|vegabref|hochieu|sohochieu|mrz|mrz[12]|паспорт\p{L}{0,4}|загранпаспорт\p{L}{0,2}|διαβατηριο\p{L}{0,2}|\p{L}{0,3}(?:جواز|پاسپورت|גذرنامه)|דרכון|\p{L}{0,6}[护護]照(?:号码?|號碼?|番号)?|パスポート(?:番号)?|旅券(?:番号)?|여권(?:번호)?|หนังสือเดินทาง|पासपोर्ट)$/u;
const TOGETHER = /(?:[护護]照|パスポート|旅券|여권|หนังสือเดินทาง)(?:号码?|號碼?|番号|번호)?$/u;
/** Two words that make one name. */
const PAIRS =
  /^(?:travell?(?:er)?doc(?:ument|s)?|passengerdoc|paxdoc|guestdoc|cestovn[iy]pas|potn[ia]list|hochieu|pass?(?:no|nr|nummer|num|number)|pp(?:no|nr|num|number|id)|pas[eo](?:numurs|nr|numeris)|passi?nr|passinumero|גواز)$/u;
const WHICH = new Set(
  (
    "number numbers no nos nr num numero numer nummer numara numarasi number1 n id doc document value val text code c pc raw full series seria serija serie current old new previous primary secondary 1 2 line mrz " +
    "nomor номер серия numeris numurs numeri numar numarul numarsi szama szam cislo broj stevilka السفر الجواز mrz1 mrz2 مسافرت de do del di du la o e customer guest traveller traveler passenger pax holder applicant employee client नंबर 번호"
  ).split(" "),
);

export function namesPassport({ words }: FieldName): boolean {
  const at = words.findLastIndex((word, index) => isPassportWord(word, words[index - 1] ?? ""));
  return at >= 0 && words.slice(at + 1).every((word) => WHICH.has(word) || /^\d$/.test(word));
}

/** `passport: { number: … }` */
export function saysWhichPassport({ words }: FieldName): boolean {
  return words.length > 0 && words.every((word) => WHICH.has(word));
}

function isPassportWord(word: string, before: string): boolean {
  return PASSPORT_WORD.test(word) || TOGETHER.test(word) || PAIRS.test(before + word);
}
