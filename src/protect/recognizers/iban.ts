// International bank account numbers: the country's length and mod 97 (ISO 13616).

import { mod97 } from "../detect/checksums.ts";
import { endsIn, nameSet } from "../detect/field-name.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { isWordCharacter } from "../detect/nearby-words.ts";
import type { Found, Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet("iban ibannumber bankaccount accountiban kontonummer");
const LENGTHS: Record<string, number> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 " +
    "GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 " +
    "MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 " +
    "TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const OPENING =
  /(?<=(?<![A-Za-z0-9])IBAN)[A-Z]{2}\d{2}(?=[A-Z0-9])|(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \n.-]?[A-Za-z0-9])/g;

export const iban: Recognizer = {
  class: "IBAN",
  about: {
    finds: "International bank account numbers.",
    validation: "Length of the country and the mod 97 checksum (ISO 13616).",
    cues: [],
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 8,
  minRun: 4,
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, _hinted, found) {
    for (const { index } of matchesOf(OPENING, leaf.text)) {
      const country = leaf.text.slice(index, index + 2).toUpperCase();
      if (!Object.hasOwn(LENGTHS, country)) continue;
      const end = endAfter(leaf.text, index, LENGTHS[country] as number);
      // Text taken out of forms runs together: IBANGB91BARC…BICBARCGB22.
      const isGlued = leaf.text.slice(Math.max(0, index - 4), index) === "IBAN";
      if (end === -1 || (isWordCharacter(leaf.text.charCodeAt(end)) && !isGlued)) continue;
      const canonical = leaf.text
        .slice(index, end)
        .replace(/[ \n.-]/g, "")
        .toUpperCase();
      if (mod97(canonical.slice(4) + canonical.slice(0, 4)) !== 1) continue;
      if (isGlued) reportWord(leaf.text, index, found);
      else found(index, end, canonical, 3);
    }
  },
  examples: [
    { text: "DE89370400440532013000" },
    { text: "GB82 WEST 1234 5698 7654 32" },
    { text: "pay to FR14 2004 1010 0505 0001 3M02 606, thanks", value: "FR14 2004 1010 0505 0001 3M02 606" },
    { text: "nl91abna0417164300" },
    { text: "IBANGB82WEST12345698765432BICWESTGB22" },
    { text: "NO9386011117947" },
    { text: "CH93-0076-2011-6238-5295-7" },
    { text: "DE89.3704.0044.0532.0130.00" },
    { text: "DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000" },
  ],
  nearMisses: [
    { text: "DE89370400440532013001" },
    { text: "XX89370400440532013000" },
    { text: "DE8937040044053201300" },
    { text: "DE893704004405320130001" },
    { text: "ab12cd34ef56ab78cd90ef12" },
  ],
};

/** The end of the wanted number of letters and digits, single spaces and dashes between them skipped. */
function endAfter(text: string, start: number, wanted: number): number {
  let taken = 0;
  let wasSeparator = false;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isSeparator = code === 32 || code === 45 || code === 46 || code === 10;
    if (isSeparator ? wasSeparator : code === 95 || code > 127 || !isWordCharacter(code)) return -1;
    wasSeparator = isSeparator;
    if (!isSeparator && ++taken === wanted) return index + 1;
  }
  return -1;
}

/** A token inside a word could not be told from the word: the word goes as a whole. */
function reportWord(text: string, index: number, found: Found): void {
  let end = index;
  while (end < text.length && isWordCharacter(text.charCodeAt(end))) end++;
  found(index - 4, end, text.slice(index - 4, end), 3);
}
