// Payment cards: Luhn, a brand's first digits and length, and the grouping that is printed on cards.

import { passesLuhn } from "../detect/checksums.ts";
import { endsIn, hasWord, nameSet } from "../detect/field-name.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { isAfter, isDigit, standsAlone, standsAloneAsNumber, wordsBefore } from "../detect/nearby-words.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";
import { isProse } from "../detect/text/prose.ts";

const FIELDS = nameSet(
  "card cardnumber cardno ccnumber creditcard creditcardnumber debitcard paymentcard pan ccnum cardnum kreditkarte kartennummer tarjeta " +
    "numerotarjeta cartebancaire numerocarte cartao cartadicredito kart kartno kartnumarasi kredikarti kaart kaartnummer kort kortnummer betalkort karta numerkarty nrkarty cislokarty kartyaszam bankkartya cardul numarcard brojkartice kartica cartadebito tarjetacredito tarjetadebito cartaocredito numerocartao cartecredit karte kreditkartennr ccno " +
    "карта номеркарты банковскаякарта картка καρτα αριθμοςκαρτας כרטיס כרטיסאשראי מספרכרטיס بطاقة رقمالبطاقة بطاقةائتمان کارت شمارهکارت 카드 카드번호 カード番号 カード クレジットカード 卡号 银行卡 银行卡号 信用卡 信用卡号 卡號 sốthẻ sothe kartukredit nomorkartu",
);
const AGAINST = wordsBefore(
  "order|invoice|tracking|ticket|ref|reference|sku|serial|imei|isbn|id|shipment|parcel|timestamp",
);
const CUES = wordsBefore(
  "card|card number|card no|credit|debit|visa|mastercard|maestro|amex|discover|jcb|unionpay|rupay|pan|cc|karte|kartennummer|kreditkarte|carte|carte bancaire|cb|tarjeta|tarjeta de crédito|cartão|carta|carta di credito|kaart|creditcard|kort|kortnummer|karta|karty|kartı|kart|c\\/c|карт[аыуе]|номер карты|kortet|kártya|kártyaszám|kártyaszáma|kreditkort|כרטיס|بطاقة|البطاقة|卡号|银行卡|信用卡|カード|카드|thẻ",
);
/** Times since something and marks of events: one of ten passes the check digit. */
const COUNTERS = nameSet(
  "ns nanos nanoseconds us micros since boot uptime tick ticks event trace span seq nonce epoch monotonic clock snowflake",
);
/** However somebody wrote or said it: 4.5.5.6…, 45 - 39 - 14…, 4556·1827…; counts where a word or a name speaks of a card. */
const LOOSE = /(?<![\d.,])\d(?:[ .\u00b7_/-]{0,3}\d){12,18}(?![\d])/g;
const CANDIDATE = /(?<!\d)\d{4}(?:[ .-]?\d){8,15}(?!\d)/g;
const BROKEN_CANDIDATE = /(?<!\d)\d{4}(?:[ \n-]?\d){8,15}(?![\n ]?\d)/g;
/** Behind another number, of which the last digits were taken for the first four. */
const BEHIND_A_NUMBER = /(?<=\d )\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?!\d)/g;
/** Four by four, as on the card. */
const QUARTERS = /^\d{4}([ -])\d{4}\1\d{4}\1\d{4}$/;
const GROUPING = /^(?:\d{12,19}|\d{4}([ .-])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/;

type Brand = { name: string; starts: RegExp; lengths: number[] };
const BRANDS: Brand[] = [
  { name: "visa", starts: /^4/, lengths: [16, 19] },
  { name: "mastercard", starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { name: "amex", starts: /^3[47]/, lengths: [15] },
  { name: "discover", starts: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { name: "jcb", starts: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { name: "jcb", starts: /^(?:2131|1800)/, lengths: [15] },
  { name: "diners", starts: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { name: "unionpay", starts: /^62/, lengths: [16, 17, 18, 19] },
  { name: "mir", starts: /^220[0-4]/, lengths: [16] },
];
/** Their first digits are those of many other numbers: only where a name or a word speaks of a card. */
const RARE_BRANDS: Brand[] = [
  { name: "rupay", starts: /^(?:60|8[12]|508)/, lengths: [16] },
  { name: "dankort", starts: /^5019/, lengths: [16] },
  { name: "uatp", starts: /^1/, lengths: [15] },
  { name: "troy", starts: /^9792/, lengths: [16] },
];
const MAESTRO: Brand = {
  name: "maestro",
  starts: /^(?:50|5[6-9]|6)/,
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
};

export const creditCard: Recognizer = {
  class: "CREDIT_CARD",
  about: {
    finds: "Payment card numbers.",
    validation:
      "Luhn check digit, first digits and length of a brand, and a grouping that cards have. Not after order, invoice, tracking and the like.",
    cues: [],
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 12,
  minNumber: 12,
  minRun: 4,
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    if (!hinted && (leaf.field.isVetoed || hasWord(leaf.field, COUNTERS)) && !isProse(leaf.text)) return;
    findLoose(leaf, hinted, found);
    if (leaf.text.includes("%B")) findOnStripe(leaf.text, found);
    const candidates = [...matchesOf(CANDIDATE, leaf.text), ...matchesOf(BEHIND_A_NUMBER, leaf.text)];
    if (leaf.text.includes("\n"))
      candidates.push(...[...matchesOf(BROKEN_CANDIDATE, leaf.text)].filter(([raw]) => raw.includes("\n")));
    for (const { 0: raw, index } of candidates.flatMap(withoutNeighbors)) {
      const line = raw.replace(/\n/g, " ");
      if (!GROUPING.test(line) || !isFree(leaf.text, index, index + raw.length)) continue;
      const digits = line.replace(/[ .-]/g, "");
      // Under the name of a card any number with the check digit is one, whoever issued it.
      const isAnnounced = hinted || isAfter(leaf.text, index, CUES);
      if (
        !(isAnnounced || isBranded(digits, isAlone(leaf, raw) || QUARTERS.test(line))) ||
        !passesLuhn(digits) ||
        /^(\d)\1+$/.test(digits)
      )
        continue;
      if (!hinted && isAfter(leaf.text, index, AGAINST)) continue;
      found(index, index + raw.length, digits, 3);
    }
  },
  examples: [
    { text: "4111 1111 1111 1111" },
    { text: "paid with 5555-5555-5555-4444.", value: "5555-5555-5555-4444" },
    { text: "378282246310005" },
    { text: "3782 822463 10005" },
    { text: "6011111111111117" },
    { text: "3530111333300000" },
    { text: "30569309025904" },
    { text: "6759649826438453", field: "card_number" },
    { text: "2223003122003222" },
    { text: "6759649826438453" },
    { text: "5019717010103742" },
    { text: "is it 6759-6498-2643-8453?", value: "6759-6498-2643-8453" },
    { text: "tarjeta de crédito 6759649826438453 rechazada", value: "6759649826438453" },
    {
      text: "the c/c is 4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1 exp 02.30",
      value: "4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1",
    },
    { text: "card: 41 - 11 - 11 - 11 - 11 - 11 - 11 - 11", value: "41 - 11 - 11 - 11 - 11 - 11 - 11 - 11" },
    { text: "la tarjeta 4111·1111·1111·1111", value: "4111·1111·1111·1111" },
    { text: "6759649826438453", field: "kart" },
    { text: "%B4111111111111111^LEE/ANN^2812101?", value: "B4111111111111111" },
    { text: "４１１１１１１１１１１１１１１１" },
  ],
  nearMisses: [
    { text: "4111 1111 1111 1112" },
    { text: "4111111111111111", field: "order_id" },
    { text: "order 4111111111111111" },
    { text: "0000 0000 0000 0000" },
    { text: "1700000000000" },
    { text: "counted 6759649826438453 packets" },
    { text: "14111111111111111" },
    { text: "4111.1111" },
    { text: "41-11111-11111-1111" },
    { text: "9999999999999995" },
    { text: "4052746331203" },
    { text: "4532015112830366", field: "ns_since_boot" },
    { text: "4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1" },
    { text: "card table 4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.2" },
    { text: "urn:4111111111111111-ab" },
  ],
};

/** The magnetic stripe: `%B4111111111111111^LEE/ANN^2812…`. */
function findOnStripe(text: string, found: Found): void {
  for (const { 0: raw, 1: digits, index } of matchesOf(/%B(\d{12,19})(?=\^)/g, text) as unknown as Stripe[])
    if (passesLuhn(digits)) found(index + 2, index + raw.length, digits, 3);
}

type Stripe = { 0: string; 1: string; index: number };

function findLoose(leaf: Leaf, hinted: boolean, found: Found): void {
  for (const { 0: raw, index } of matchesOf(LOOSE, leaf.text)) {
    if (GROUPING.test(raw) || !(hinted || isAfter(leaf.text, index, CUES))) continue;
    const digits = raw.replace(/\D/g, "");
    if (digits.length < 13 || !isBranded(digits, true) || !passesLuhn(digits) || /^(\d)\1+$/.test(digits))
      continue;
    found(index, index + raw.length, digits, 3);
  }
}

/** Expiry and check number stand right behind a card. */
const NEIGHBOR_BEHIND = /^(\d{12,19}|\d{4}([ -])\d{4}\2\d{4}\2\d{4}|\d{4}([ -])\d{6}\3\d{5})[ ]\d{1,4}$/;

type Candidate = { 0: string; index: number };

/** The candidate as it stands, then without the short number behind it. */
function withoutNeighbors({ 0: raw, index }: Candidate): Candidate[] {
  const card = NEIGHBOR_BEHIND.exec(raw)?.[1];
  return card
    ? [
        { 0: raw, index },
        { 0: card, index },
      ]
    : [{ 0: raw, index }];
}

/** A text that is nothing but the number, and that no field names. */
function isAlone(leaf: Leaf, raw: string): boolean {
  return leaf.field.raw === "" && leaf.siblings === null && leaf.text.replace(/^\W+|\W+$/g, "") === raw;
}

/** `Card #4111…` is a card, `1#4111…` is not. */
function isFree(text: string, start: number, end: number): boolean {
  if (text[start - 1] === "#") return standsAlone(text, start, end) && !isDigit(text.charCodeAt(start - 2));
  return standsAloneAsNumber(text, start, end);
}

function isBranded(digits: string, mayBeRare: boolean): boolean {
  const common = BRANDS.some((brand) => isOf(brand, digits));
  return common || (mayBeRare && [...RARE_BRANDS, MAESTRO].some((brand) => isOf(brand, digits)));
}

/** The name of the brand in small letters, or null. */
export function cardBrand(digits: string): string | null {
  return [...BRANDS, ...RARE_BRANDS, MAESTRO].find((brand) => isOf(brand, digits))?.name ?? null;
}

function isOf(brand: Brand, digits: string): boolean {
  return brand.lengths.includes(digits.length) && brand.starts.test(digits);
}
