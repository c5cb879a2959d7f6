// National id, tax and health numbers: any plausible code under a telling name, valid ones after a cue word, and
// anywhere the few whose layout and checksum cannot be chance.

import { endsIn, nameSet } from "../detect/field-name.ts";
import { type LeafShape, maySpeak } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { ID_SCHEMES, type IdScheme } from "../detect/national-id-schemes.ts";
import { cueList, isAfter, wordsBefore } from "../detect/nearby-words.ts";
import type { Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "nationalid nationalidnumber nationalidentifier nationalinsurance nationalinsurancenumber nino nhs nhsnumber nhsno taxid taxidnumber taxnumber tin itin " +
    "steuerid steuernummer steueridnr steueridentifikationsnummer idnr ausweisnummer personalausweis sozialversicherungsnummer svnr nir numerosecu " +
    "securitesociale numerosecuritesociale dni nie nif documentoidentidad codicefiscale bsn burgerservicenummer cpf cpfnumber rg aadhaar aadhar aadhaarnumber pan pannumber pesel " +
    "personnummer fodselsnummer cpr cprnumber hetu ahv ahvnummer curp nric fin sin sinnumber tfn idcard idcardnumber identitycard identitynumber citizenid personalid personalnumber " +
    "governmentid driverslicense driverslicensenumber driverlicense licensenumber fuhrerscheinnummer driverlicensenumber driverlicence driverlicencenumber driverslicence driverslicencenumber drivinglicence drivinglicencenumber " +
    "drivinglicense drivinglicensenumber dlnumber dlno fuhrerschein fuhrerscheinnr fuehrerschein fuehrerscheinnr fuehrerscheinnummer permisdeconduire numeropermis carnetdeconducir permisodeconducir cnh 身份证 身份证号 身份证号码 マイナンバー 주민등록번호 rrn tckn snils инн",
);
const CUE_WORDS =
  "national insurance|nino|ni number|nhs|nhs number|tax id|steuer-?id|steuernummer|steueridentifikationsnummer|nir|sécurité sociale|dni|nie|nif|codice fiscale|bsn|burgerservicenummer|" +
  "cpf|aadhaar|aadhar|pesel|personnummer|national id|id card|identity card|citizen id|sin|social insurance|tfn|tax file|nric|curp|ahv|itin|tckn|身份证|身份证号|инн|снилс|driver'?s? licen[sc]e|driving licen[sc]e|licen[sc]e number|führerschein|permis de conduire|cpr|fødselsnummer|hetu|svnr|sozialversicherungsnummer|ausweis|personalausweis|numéro de sécu|nº de la seguridad social|identiteitskaart";
const CUES = wordsBefore(CUE_WORDS);
/** After these a code is somebody's even where no checksum is known. */
const PLAIN_CUES =
  /(?<![\p{L}\d])(?:national id|id card|identity card|citizen id|national insurance|driver'?s? licen[sc]e|driving licen[sc]e|dl(?=\s?(?:#|no\b|number\b))|führerschein(?:nummer)?|permis de conduire|permiso de conducir|personalausweis|ausweis|sozialversicherungsnummer|инн|снилс|tax id|steuer-?id)(?:\s?(?:number|no|nr|num|n°|nº|#))?[\s.:#-]{1,4}(?:is\s)?((?=[A-Z\d.-]{0,20}\d{3})[A-Z0-9](?:[A-Z0-9.-]{4,18})[A-Z0-9])(?![\p{L}\d])/giu;
const UNIQUE_SCHEMES = ID_SCHEMES.filter((scheme) => scheme.unique);
const CODE_SHAPE = /^[A-Z0-9][A-Z0-9 ./-]{4,24}$/i;

export const nationalId: Recognizer = {
  class: "NATIONAL_ID",
  about: {
    finds:
      "National identity, tax, health and social insurance numbers of 25 countries, and driving licences.",
    validation:
      "The check digit of the scheme; schemes of plain digits need a cue word. Under a telling field any code with four digits.",
    cues: cueList(CUE_WORDS),
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 6,
  minRun: 2,
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    const text = leaf.text;
    const value = text.trim();
    if (hinted && CODE_SHAPE.test(value) && (value.match(/\d/g)?.length ?? 0) >= 4) {
      const start = text.indexOf(value);
      found(start, start + value.length, compact(value), 3);
      return;
    }
    // Outside a telling field: no bare digits under ids, and plain schemes only where some cue word stands at all.
    const isAnnounced = maySpeak(leaf.shape, text) && CUES_ANYWHERE.test(text);
    if (isAnnounced) {
      for (const match of matchesOf(PLAIN_CUES, text)) {
        const raw = match[1] as string;
        const start = match.index + match[0].lastIndexOf(raw);
        found(start, start + raw.length, compact(raw), 2);
      }
    }
    for (const scheme of isAnnounced ? ID_SCHEMES : UNIQUE_SCHEMES) {
      if (scheme.unique && (leaf.field.isVetoed || !mayHold(leaf.shape, scheme))) continue;
      for (const { 0: raw, index } of matchesOf(scheme.pattern, text)) {
        if (!scheme.unique && !isAfter(text, index, CUES)) continue;
        if (scheme.isValid(compact(raw))) found(index, index + raw.length, compact(raw), 3);
      }
    }
  },
  examples: [
    { text: "QQ123456C", field: "national_insurance_number" },
    { text: "AB 12 34 56 C" },
    { text: "NINO AB123456C", value: "AB123456C" },
    { text: "NHS number: 943 476 5919", value: "943 476 5919" },
    { text: "86095742719", field: "steuer_id" },
    { text: "2 55 08 14 168 025 38" },
    { text: "DNI 12345678Z", value: "12345678Z" },
    { text: "RSSMRA85T10A562S" },
    { text: "BSN: 111222333", value: "111222333" },
    { text: "529.982.247-25" },
    { text: "52998224725", field: "cpf" },
    { text: "Aadhaar 2341 2341 2346", value: "2341 2341 2346" },
    { text: "PESEL 44051401359", value: "44051401359" },
    { text: "756.9217.0769.85" },
    { text: "131052-308T" },
    { text: "11010519491231002X" },
    { text: "D1234567", field: "drivers_license_number" },
    { text: "DL# S530-4209-1177 on file", value: "S530-4209-1177" },
    { text: "driver licence no: F255-921-50-094-0", value: "F255-921-50-094-0" },
  ],
  nearMisses: [
    { text: "AB123456C" },
    { text: "943 476 5918 is a number" },
    { text: "529.982.247-26" },
    { text: "12345678Z" },
    { text: "111222333" },
    { text: "RSSMRA85T10A562T" },
    { text: "131052-308U" },
    { text: "pending", field: "national_id" },
    { text: "110105194912310021" },
    { text: "DLQ #4812331 holds messages" },
    { text: "DL speed 420000 Kbps" },
  ],
};

const CUES_ANYWHERE =
  /insurance|nino|\bni\b|nhs|tax|steuer|\bnir\b|sociale|\bdni\b|\bnie\b|\bnif\b|codice|bsn|burgerservice|cpf|aadha|pesel|personnummer|\bid\b|identity|\bsin\b|tfn|nric|curp|ahv|itin|tckn|身份证|licen[sc]e|\bdl\b|führerschein|permis|инн|снилс|cpr|nummer|ausweis|sécu|seguridad|hetu/i;

function mayHold(shape: LeafShape, scheme: IdScheme): boolean {
  return shape.longestNumber >= scheme.minNumber && shape.longestWord >= scheme.minWord;
}

function compact(raw: string): string {
  return raw.replace(/[ ./-]/g, "").toUpperCase();
}
