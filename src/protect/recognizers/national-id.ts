// National id, tax and health numbers: any plausible code under a telling name, valid ones after a cue word, and
// anywhere the few whose layout and checksum cannot be chance.

import { NO_FIELD } from "../detect/field-name.ts";
import { MAY_ANNOUNCE_ID } from "../detect/glance/cue-bits.ts";
import { ID_CUES, ID_SCHEMES } from "../detect/ids/all-id-schemes.ts";
import { compactId, findAnnouncedIds, mayAnnounce } from "../detect/ids/announced-ids.ts";
import { FIELDS, isCredible, namesId } from "../detect/ids/id-fields.ts";
import type { IdScheme } from "../detect/ids/id-scheme.ts";
import { type LeafShape, maySpeak } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { cueList, isAfter, wordsBefore } from "../detect/nearby-words.ts";
import type { Leaf, Recognizer } from "../detect/recognizer.ts";
import { isVetoed } from "../detect/text/prose.ts";

const ANYWHERE = ID_SCHEMES.filter((scheme) => scheme.needs === "anywhere");
const ALONE = ID_SCHEMES.filter((scheme) => scheme.needs === "alone");
const ANYWHERE_OR_ALONE = [...ANYWHERE, ...ALONE];
const CODE_SHAPE = /^[A-Z0-9][A-Z0-9 ./()-]{4,24}$/i;
const LONGEST_ALONE = 24;
/** After these a code with a chance check digit is the number of a thing. */
const AGAINST = wordsBefore(
  "order|part|sku|ref|reference|invoice|model|serial|ticket|case|item|catalog|drawing|article|lot|po|batch|tracking|shipment|booking|build|asset|article no|part no|rrn|stan|trace|番号|単号|单号|單號|运单号|订单号|운송장|송장|주문번호|伝票",
);

export const nationalId: Recognizer = {
  class: "NATIONAL_ID",
  about: {
    finds:
      "National identity, tax, health and social insurance numbers of 25 countries, and driving licences.",
    validation:
      "The check digit of the scheme; schemes of plain digits need a cue word. Under a telling field any code with four digits.",
    cues: cueList(ID_CUES),
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 4,
  minRun: 2,
  hint: namesId,
  find(leaf, hinted, found) {
    const text = leaf.text;
    const value = text.trim();
    if (
      hinted &&
      CODE_SHAPE.test(value) &&
      (value.match(/\d/g)?.length ?? 0) >= 4 &&
      isCredible(leaf, value)
    ) {
      const start = text.indexOf(value);
      found(start, start + value.length, compactId(value), 3);
      return;
    }
    if ((leaf.shape.cues & MAY_ANNOUNCE_ID) !== 0 && maySpeak(leaf.shape, text) && mayAnnounce(text)) {
      for (const { start, end, hasCheckDigit } of findAnnouncedIds(text))
        found(start, end, compactId(text.slice(start, end)), hasCheckDigit ? 3 : 2);
    }
    if (isVetoed(leaf)) return;
    const mayBeBare = isAlone(leaf);
    const bare = mayBeBare ? value.replace(/^["'“(<[`|*\s]{1,3}|["'”>\]`|*\s,;:.]{1,3}$/g, "") : "";
    for (const scheme of schemesFor(leaf.shape, mayBeBare)) {
      for (const { 0: raw, index } of matchesOf(scheme.pattern, text)) {
        if (!scheme.isValid(compactId(raw)) || isAfter(text, index, AGAINST)) continue;
        if (scheme.needs === "anywhere" || raw === bare) found(index, index + raw.length, compactId(raw), 3);
      }
    }
  },
  isRuledOut: (leaf) => leaf.field.isVetoed && !namesId(leaf.field, leaf.parent),
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
    { text: "AB123456C" },
    { text: "12345678Z" },
    { text: "S1234567D" },
    { text: "811218-9876" },
    { text: "85.07.30-033.28" },
    { text: "A123456(3)" },
    { text: "MORGA657054SM9IJ" },
    { text: "65170839J003" },
    { text: "12.345.678-5" },
    { text: "20-12345678-6" },
    { text: "112-233-445 95" },
    { text: "ABCPD1234F" },
    { text: "4009 1510 80", field: "svnr" },
    { text: "SVNR 1237 010180 liegt vor", value: "1237 010180" },
    { text: "CPR-nr. 090972-7938 er oprettet", value: "090972-7938" },
    { text: "身份证号11010519491231002X，手机", value: "11010519491231002X" },
    { text: "マイナンバーは123456789018です", value: "123456789018" },
    { text: "TC kimlik numaram 10000000146, teşekkürler", value: "10000000146" },
    { text: "51 824 753 556" },
    { text: "8001015009087" },
    { text: "patente di guida U1A23B456C", value: "U1A23B456C" },
    { text: "DL# S530-4209-1177 on file", value: "S530-4209-1177" },
    { text: "31.820.447.6-407.000" },
    { text: "19780305-14117-00004-21" },
    { text: "008417225", field: "no", parent: "driver_license" },
    { text: "WDLAB12345CD", field: "dl", siblings: { state: "WA", dob: "" } },
    { text: "193 456 787", field: "Tax / national no.", siblings: { Country: "CA" } },
    { text: "driver licence no: F255-921-50-094-0", value: "F255-921-50-094-0" },
  ],
  nearMisses: [
    { text: "srv-lon-0412", field: "cmdb_ci" },
    { text: "PR-2026-06", field: "run" },
    { text: "516318204417", field: "rrn" },
    { text: "4417-7209", field: "dl", siblings: { speed: "" } },
    { text: "193456788", field: "number", siblings: { country: "CA" } },
    { text: "193456787", field: "id", siblings: { name: "", country: "" } },
    { text: "荷物番号 4417-7209-1188" },
    { text: "part AB123456C" },
    { text: "see AB123456C in the list" },
    { text: "AB123456C", field: "sku" },
    { text: "943 476 5918 is a number" },
    { text: "529.982.247-26" },
    { text: "12345678A" },
    { text: "111222333" },
    { text: "order 12345678Z" },
    { text: "811218-9875" },
    { text: "85.07.30-033.29" },
    { text: "202501/1234" },
    { text: "51 824 753 557" },
    { text: "8001015009087", field: "counter" },
    { text: "bsn: 111222334" },
    { text: "the pan is 28 cm wide" },
    { text: "sin 30 grados" },
    { text: "RSSMRA85T10A562T" },
    { text: "131052-308U" },
    { text: "pending", field: "national_id" },
    { text: "110105194912310021" },
    { text: "DLQ #4812331 holds messages" },
    { text: "DL speed 420000 Kbps" },
  ],
};

/** A text that is nothing but the number, and that no field names. */
function isAlone(leaf: Leaf): boolean {
  return leaf.siblings === null && leaf.field === NO_FIELD && leaf.text.length <= LONGEST_ALONE;
}

const bySize = new Map<number, IdScheme[]>();
const LONGEST_SIZE = 31;

/** Those that a text with such a longest number and word may hold. */
function schemesFor({ longestNumber, longestWord }: LeafShape, isAlone: boolean): IdScheme[] {
  const number = Math.min(longestNumber, LONGEST_SIZE);
  const word = Math.min(longestWord, LONGEST_SIZE);
  const key = (number << 6) | (word << 1) | (isAlone ? 1 : 0);
  let schemes = bySize.get(key);
  if (schemes === undefined) {
    const all = isAlone ? ANYWHERE_OR_ALONE : ANYWHERE;
    schemes = all.filter(({ minNumber, minWord }) => number >= minNumber && word >= minWord);
    bySize.set(key, schemes);
  }
  return schemes;
}
