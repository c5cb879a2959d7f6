// A field name as words: `billingAddressLine1` → billing address line 1. Names speak for a class or against it.

import { tokenPattern } from "../token-words.ts";

export type FieldName = {
  raw: string;
  words: string[];
  /** The last one, two and three words written together, trailing numbers left out. */
  tails: [string, string, string];
  /** The same without a last word that says nothing: `ssn_number`, `phone_e164`. */
  stems: [string, string, string] | null;
  /** Names in scripts that write words together (고객이름, 客户姓名): their last two to five characters. */
  endings: string[];
  /** Ids, hashes, versions, times, counts: numbers that are nobody's. */
  isVetoed: boolean;
};

export const NO_FIELD: FieldName = {
  raw: "",
  words: [],
  tails: ["", "", ""],
  stems: null,
  endings: [],
  isVetoed: false,
};

const VETO_WORDS = new Set(
  (
    "id ids uid uuid guid sha sha1 sha256 sha512 md5 hash digest checksum etag version versions ver semver timestamp ts " +
    "time at cursor offset count total size length bytes price amount cost qty quantity duration ms millis seconds epoch " +
    "index idx seq sequence sku isbn issn ean upc gtin asin doi build revision rev commit oid ref port zip zipcode postcode " +
    "postal lat lng lon latitude longitude score rate ratio percent width height serial barcode tracking type status kind " +
    "nonce integrity fingerprint signature traceparent trace span balance revenue salary budget invoice order ticket case " +
    "batch lot model part shipment transaction txn reference created updated modified expires expiry " +
    "timeout interval limit page weight population views likes followers stars created_at line column pid " +
    "bestellnummer rechnungsnummer auftragsnummer kundennummer artikelnummer commande pedido factura po awb vat duns lei plu article item drawing catalog catalogue meter parcel container flight eori hs asn vin imei iccid cve"
  ).split(" "),
);

const EMPTY_SUFFIXES = new Set(
  "number no num nr nro numero nummer numer nomor номер code value val full raw string str text formatted normalized normalised plain clean digits iso e164 display".split(
    " ",
  ),
);

const TOGETHER = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** After these, `number`, `no`, `code`, `key` and the like still name a thing and not a person. */
const THING_SUFFIXES = new Set(["number", "no", "num", "nr", "code", "key", "value", "ref", "name"]);

/** "Date of birth (DD/MM/YYYY)" */
const REMARK = /([^\s(][^(]{0,80}?) ?\([^()]{1,60}\)[ ?:*]{0,3}$/;

export function readFieldName(raw: string): FieldName {
  // A token says nothing about what stands under it: `{ "PHONE_001": 1000000 }` holds no phone number.
  const named = raw.includes("(") ? raw.replace(REMARK, "$1") : raw;
  const spelled = named.includes("_") ? named.replace(tokenPattern([]), "").replace(/_e_?164$/i, "") : named;
  if (spelled === "") return NO_FIELD;
  const words = splitWords(spelled.length > 80 ? spelled.slice(0, 80) : spelled);
  const spoken = words.filter((word) => !/^\d+$/.test(word));
  const last = spoken.at(-1) ?? "";
  const before = spoken.at(-2) ?? "";
  const third = spoken.at(-3) ?? "";
  const isVetoed = VETO_WORDS.has(last) || (THING_SUFFIXES.has(last) && VETO_WORDS.has(before));
  const endings = TOGETHER.test(last) ? [2, 3, 4, 5].map((length) => last.slice(-length)) : [];
  const bare = spoken.at(-4) ?? "";
  const stems: FieldName["stems"] =
    EMPTY_SUFFIXES.has(last) && before !== "" ? [before, third + before, bare + third + before] : null;
  return { raw, words, tails: [last, before + last, third + before + last], stems, endings, isVetoed };
}

function splitWords(raw: string): string[] {
  return plainLetters(raw)
    .replace(/['’]s(?![A-Za-z])/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/(\d)(?=\p{L})|(\p{L})(?=\d)/gu, "$1$2 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "")
    .map((word) => (word === "nm" || word === "nme" ? "name" : word));
}

/** Letters that do not come apart into a plain one and an accent. */
const PLAIN_LETTERS: Record<string, string> = {
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  ß: "ss",
  æ: "ae",
  Æ: "AE",
};

function plainLetters(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[øØłŁđĐıßæÆ]/g, (letter) => PLAIN_LETTERS[letter] as string)
    .normalize("NFC");
}

/** True when the name ends in one of the given names, e.g. `customer_first_name` ends in `firstname`. */
export function endsIn(field: FieldName, names: ReadonlySet<string>): boolean {
  if (names.has(field.tails[0]) || names.has(field.tails[1]) || names.has(field.tails[2])) return true;
  if (field.stems?.some((stem) => names.has(stem))) return true;
  return field.endings.some((ending) => names.has(ending));
}

export function hasWord(field: FieldName, words: ReadonlySet<string>): boolean {
  for (const word of field.words) if (words.has(word)) return true;
  return false;
}

export function nameSet(names: string): ReadonlySet<string> {
  return new Set(plainLetters(names).toLowerCase().split(/\s+/));
}
