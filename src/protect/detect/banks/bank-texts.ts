// Bank accounts in sentences and in the line formats of banks: what stands behind a word, in which layout.

import { weightedSum } from "../checksums.ts";
import { MAY_TELL_ACCOUNT } from "../glance/cue-bits.ts";
import { BANK_WORDS } from "../glance/cue-patterns.ts";
import { type LeafShape, maySpeak } from "../leaf-shape.ts";
import { matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";

const BEFORE = "(?<![\\p{L}\\p{M}\\d])";
const SAYS =
  "(?:[ .-]{1,2}(?:number|nos?|nr|num|nummer|número|numero|code|#|n[º°o]))?[\\s.:#№=-]{0,4}(?:(?:is|ist|es|est|è|é|to)[: ]{1,2})?";
const ROUTING = new RegExp(
  `${BEFORE}(?:routing|aba|rtn|rtg|r\\/t|(?:número|numero) de ruta|ruta)(?: (?:transit|number|no\\.?|code|#|bancari[ao])){0,2}${SAYS}(\\d{9})(?![\\d-])`,
  "giu",
);
const BANK_CODE = new RegExp(
  `${BEFORE}(?:sort ?code|s\\/c|bsb|blz|bankleitzahl|code banque|code guichet|bankgiro|plusgiro|postgiro)${SAYS}(\\d{3} ?\\d{3} ?\\d{2}|\\d{2}[ -]?\\d{2}[ -]?\\d{2}|\\d{3}[ -]\\d{3}|\\d{5}(?:-\\d{3})?|\\d{3,4}-\\d{4}|\\d{2} \\d{2} \\d{2}-\\d)(?![\\d-])`,
  "giu",
);
/** Words that stand before amounts as often as before codes. */
const BRANCH =
  /(?<![\p{L}\d])(?:transit(?=[ .:#]{1,3}(?:\d{5}-\d{3}|(?:number|no))) ?(?:number|no\.?)?|ag[êe]ncia|ag\.|clearing(?:nr|nummer|-nr)?\.?)[\s:#.]{1,3}(\d{5}(?:-\d{3})?|\d{4}(?:-\d)?)(?![\d-])/giu;
const LONG_NUMBER = new RegExp(
  `${BEFORE}(?:clabe|cbu|cvu|cci|rib)(?: interbancaria)?${SAYS}(\\d{3}(?:[ -]?\\d){15,20})(?![\\d-])`,
  "giu",
);
const ACCOUNT_WORDS =
  "account|accounts|acct|acc|a\\/c|dda|checking|savings|chequing|deposit account|bankkonto|konto|kontonummer|kontonr|girokonto|kto|compte|cuenta|cta|conto|c\\/c|conta|rekening|rekeningnummer|rachunek|rachunku|nr konta|konta|účt[ue]|účet|számlaszám\\p{L}{0,3}|számla|cont|contul|tilinumero|tili|hesap|hesap no|račun\\p{L}{0,2}|" +
  "номер счета|счет[аеу]?|сч[её]т[ауе]?|р\\/с|сметка|рахунок|рахунку|λογαριασμ\\p{L}{1,3}|חשבון|الحساب|حساب|계좌(?:번호)?|口座番号|账号|帳號|账户|số tài khoản|stk|tài khoản|rekening bank|no rek|norek";
const ACCOUNT = new RegExp(
  `${BEFORE}(?:${ACCOUNT_WORDS})(?: (?:de|di|da|bancari[ao]|bancaire|corrente|corriente|cheques?|chèques?|ahorros?|débito|poupança|épargne|courant)){0,2}${SAYS}(\\d{2,6}(?:[ -]?\\d){3,24}(?:-[\\dxX])?)(?![\\d-]|[./]\\d)`,
  "giu",
);
/** Of a Japanese bank: 普通 3301174. */
const JAPANESE = /(?:普通|当座|貯蓄)(?:預金)?[\s:：]{0,2}(\d{7})(?!\d)/g;
/** "20-00-00 55779911": a sort code with its account. */
const BRITISH = /(?<![\d-])(\d{2}-\d{2}-\d{2})[ ,/|]{1,3}(\d{8})(?![\d-])/g;
const MAY_BE_BRITISH = /bank|sort|bacs|pay|transfer|deposit/i;

/** MICR symbols of the foot of a cheque. */
const FOOT_ROUTING = /⑆ ?(\d{9}|\d{5}[-⑉]\d{3}) ?⑆/g;
const FOOT_ACCOUNT = /⑆ {0,4}(\d(?:[ ⑉-]{0,2}\d){4,18}) {0,2}⑈/g;
/** Entries of an ACH file: kind, routing number and account run together. */
const ACH_ENTRY = /(?<=^|\n)6[2-5][1-9](\d{9})(\d{4,17}) {0,13}(?=\d{10}\S|\d{10} )/g;
const ACH_HEADER = /(?<=^|\n)101 (\d{9}) ?\d{9,10}\d{6}/g;
/** SWIFT: `:59:/4418820093`; Fedwire: `{4200}D4418820093*`. */
const PARTY_LINE =
  /:(?:50|59|57|53|52|56|25)[A-Z]?:\/{1,2}(?:[CD]\/)?(?:FW|SC|AU|BL|CC|CP)?(\d(?:[ -]?\d){5,19})(?![\dA-Z])/g;
const FEDWIRE = /\{(?:4[0-3]00|5[0-2]00)\}D(\d{5,17})(?=\*)/g;
const FEDWIRE_BANK = /\{(?:3100|3400)\}(\d{9})(?=\D)/g;
/** Accounts of ISO 20022 that are no IBAN. */
const OTHER_ID = /Acct>\s{0,20}<Id>\s{0,20}<Othr>\s{0,20}<Id>(\d(?:[ -]?\d){4,20})<\/Id>/g;

export function findBankTexts(text: string, shape: LeafShape, found: Found): void {
  if ((shape.cues & MAY_TELL_ACCOUNT) === 0 || !maySpeak(shape, text) || !BANK_WORDS.test(text)) return;
  for (const match of matchesOf(ROUTING, text)) if (isRouting(match[1] as string)) report(match, found);
  for (const pattern of [BANK_CODE, BRANCH, LONG_NUMBER, ACCOUNT, JAPANESE])
    for (const match of matchesOf(pattern, text)) report(match, found);
  if (MAY_BE_BRITISH.test(text))
    for (const match of matchesOf(BRITISH, text)) {
      const [whole, code, account] = match as unknown as [string, string, string];
      found(match.index, match.index + code.length, compact(code), 2);
      const end = match.index + whole.length;
      found(end - account.length, end, account, 2);
    }
}

export function findBankLines(text: string, found: Found): void {
  if (text.includes("⑆"))
    for (const pattern of [FOOT_ROUTING, FOOT_ACCOUNT])
      for (const match of matchesOf(pattern, text)) report(match, found, 3);
  if (text.startsWith("101 ") || text.startsWith("6") || text.includes("\n6")) findInAch(text, found);
  if (text.includes(":/"))
    for (const match of matchesOf(PARTY_LINE, text)) if (!isAddress(text, match)) report(match, found, 3);
  if (text.includes("00}"))
    for (const pattern of [FEDWIRE, FEDWIRE_BANK])
      for (const match of matchesOf(pattern, text)) report(match, found, 3);
  if (text.includes("<Othr>")) for (const match of matchesOf(OTHER_ID, text)) report(match, found, 3);
}

function isAddress(text: string, match: RegExpExecArray): boolean {
  return /[\p{L}\d]/u.test(text[match.index - 1] ?? "");
}

function findInAch(text: string, found: Found): void {
  for (const match of matchesOf(ACH_HEADER, text)) if (isRouting(match[1] as string)) report(match, found, 3);
  for (const { 0: raw, 1: routing, index } of matchesOf(ACH_ENTRY, text)) {
    const line = raw.trimEnd();
    if (isRouting(routing as string)) found(index, index + line.length, line, 3);
  }
}

function report(match: RegExpExecArray, found: Found, strength: 2 | 3 = 2): void {
  const value = match[1] as string;
  const start = match.index + match[0].lastIndexOf(value);
  found(start, start + value.length, compact(value), strength);
}

function compact(value: string): string {
  return value.replace(/[^\dA-Za-z]/g, "");
}

/** The check digit, and the first two digits of a Federal Reserve district. */
export function isRouting(digits: string): boolean {
  const district = Number(digits.slice(0, 2));
  const isDistrict =
    district <= 12 ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80;
  return isDistrict && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}
