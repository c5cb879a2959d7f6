// Phone numbers: runs of digits and separators, then the numbering plans. National forms need a field name, a cue
// word or the layout of the configured region, because most digits in tool results are ids.

import { nameSet } from "../detect/field-name.ts";
import { matchesOf } from "../detect/matches-of.ts";
import { cueList, isDigit, joinsDigits, standsAlone, standsAloneAsNumber } from "../detect/nearby-words.ts";
import { CUE_WORDS } from "../detect/phones/phone-cues.ts";
import { namesEnd, namesParty, namesPhone, saysWhichPhone } from "../detect/phones/phone-names.ts";
import {
  internationalNumber,
  isKnownAbroad,
  type Naming,
  nationalNumber,
} from "../detect/phones/phone-readings.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "phone telephone tel mobile cell fax msisdn whatsapp telefon telefonnummer handy mobil rufnummer telefono movil celular cellulare telefoon telefone telemovel portable gsm tlf telefonszam puhelin telefonnumarasi notelp " +
    "dienthoai 电话 手机 電話番号 携帯 전화번호 휴대폰 телефон هاتف טלפון โทรศัพท์ फोन",
);
/** A second number soon after a first one: "at work 01 42 …, at home …". */
const CHAIN_REACH = 48;
const CHAIN =
  /^[^\d\n]{0,4}\n?(?:or|and|ou|et|o|y|oder|und|of|en|e|lub|i|och|eller|\/|,|;|\||x\d)?(?:[^\d\n.!?]{0,36})$/iu;
const LONGEST_PAIR = 48;
const PLUS = 43;
const ZERO = 48;
const EXTENSION = /^,?\s?(?:x|ext\.?|extension|durchwahl|poste)\s?#?\s?\d{1,6}(?![\p{L}\d])/iu;
const LONGEST = 28;

export const phone: Recognizer = {
  class: "PHONE",
  about: {
    finds: "Phone numbers in international and national form, with extensions.",
    validation:
      "The numbering plans of libphonenumber. National forms need a field name, a cue or the layout of the configured country.",
    cues: cueList(CUE_WORDS),
    fields: [...FIELDS],
  },
  needsAny: 0,
  minDigits: 7,
  minNumber: 7,
  minRun: 2,
  hint: (field, parent) =>
    namesPhone(field) ||
    namesParty(field) ||
    namesEnd(field) ||
    (namesPhone(parent) && saysWhichPhone(field)),
  find(leaf, hinted, found) {
    const text = leaf.text;
    if (text.includes("wa.me/") || text.includes("phone=")) findInLinks(text, found);
    const naming = hinted ? namingOf(leaf) : "none";
    let index = 0;
    let lastEnd = 0;
    while (index < text.length) {
      if (!startsNumber(text, index)) {
        index++;
        continue;
      }
      const end = numberEnd(text, index);
      if (end - index >= 7) lastEnd = judge(leaf, { start: index, end, lastEnd }, naming, found) || lastEnd;
      if (text[index] === "+" && text[end] === "\n") judgeBroken(leaf, index, end, found);
      index = Math.max(end, index + 1);
    }
  },
  isRuledOut: (leaf) => leaf.field.isVetoed && !leaf.text.includes("+"),
  examples: [
    { text: "+1 415 555 0132" },
    { text: "+44 (0)20 7946 0958" },
    { text: "Ring +49 30 901820 today", value: "+49 30 901820" },
    { text: "(415) 555-0132" },
    { text: "415-555-0132" },
    { text: "4155550132", field: "phone" },
    { text: "call me on 415 555 0132 please", value: "415 555 0132" },
    { text: "0171 1234567", field: "Telefonnummer" },
    { text: "020 7946 0958", region: "GB" },
    { text: "Confirmez au 07 36 50 65 51.", value: "07 36 50 65 51" },
    { text: "a bell on (0)7911 298 441 after 6", value: "(0)7911 298 441" },
    { text: "手机号+44 7911 418676", value: "+44 7911 418676" },
    { text: "tel: 01 42 68 53 00", value: "01 42 68 53 00" },
    { text: "+1-415-555-0132 ext. 22" },
    { text: "＋１ ４１５ ５５５ ０１３２" },
    { text: "+1 415\u2011555\u20110132" },
    { text: "415.555.0132" },
    { text: "1-800-555-0199" },
    { text: "tel:+14155550132", value: "+14155550132" },
    { text: "+919876543210" },
    { text: "0044 20 7946 0958", field: "mobile" },
    { text: "Appelez le 06 12 34 56 78", value: "06 12 34 56 78" },
    { text: "0176 / 5550 1234" },
    { text: "téléphonez-moi au 06.12.44.87.09", value: "06.12.44.87.09" },
    { text: "au bureau +33 1 44 12 87 33, chez moi 02 44 12 87 33", value: "02 44 12 87 33" },
    { text: "Ni når mig på 070-308 80 85 efter fem", value: "070-308 80 85" },
    { text: "電話番号は070-9934-7186です", value: "070-9934-7186" },
    { text: "手机13843280795，订单", value: "13843280795" },
    { text: "emergency 622 535 329, allergy", value: "622 535 329" },
    { text: "4915207745318", field: "to", siblings: { carrier: "o2-de" } },
    { text: "号码 １３８－２２４７－９０６１", value: "１３８－２２４７－９０６１" },
    { text: "הלקוח אישר בטלפון 054-7718203", value: "054-7718203" },
    { text: "للاستفسار 0501234567 شكرا", value: "0501234567" },
    { text: "https://wa.me/4917612345678?text=hi", value: "4917612345678" },
    { text: "What is your phone number?\nvisitor: 4155550132", value: "4155550132" },
  ],
  nearMisses: [
    { text: "4155550132", field: "order_id" },
    { text: "order 415-555-0132" },
    { text: "4915207745318", field: "to", siblings: { amount: "3" } },
    { text: "laskun numero 2026-00417" },
    { text: "Folio 2025-118-44" },
    { text: ":28C:00044/001" },
    { text: "证件号码 13822479061" },
    { text: "1700000000000" },
    { text: "1700000000", field: "created" },
    { text: "2024-01-15 10:22:33" },
    { text: "1.2.3.4567890" },
    { text: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" },
    { text: "4155550132" },
    { text: "192.168.100.200" },
    { text: "12345678901234567890" },
    { text: "10.1038/s41586-020-2649-2" },
    { text: "2024-01-15", field: "phone_verified_at" },
    { text: "+0 000 000" },
    { text: "9780306406157" },
    { text: "$415 555 0132" },
    { text: "020 7946 0958", field: "serial" },
    { text: "ref 020 7946 0958" },
    { text: "0000 1234 5678" },
    { text: "the series 01 12 33 04 05 is sold out" },
    { text: "03 11 22 34 45" },
    { text: "01.05.12.19.33" },
    { text: "tirage du jour: 07 36 50 65 51" },
    { text: "the mobile fleet grew to 1234567 units" },
    { text: "订单号13843280795没有发货" },
  ],
};

/** Links that open a chat: `wa.me/4917612345678`, `api.whatsapp.com/send?phone=…`. */
const CHAT_LINK =
  /(?:wa\.me\/\+?|(?:whatsapp|viber)[^\s"'<>]{0,40}[?&](?:phone|number)=\+?)(\d{9,15})(?!\d)/g;

function findInLinks(text: string, found: Found): void {
  for (const match of matchesOf(CHAT_LINK, text)) {
    const digits = match[1] as string;
    const end = match.index + match[0].length;
    if (isKnownAbroad(digits)) found(end - digits.length, end, `+${digits}`, 3);
  }
}

function startsNumber(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code === 43) return !joinsDigits(text.charCodeAt(index - 1));
  if (code === 40) return isDigit(text.charCodeAt(index + 1));
  return isDigit(code);
}

/** The end of the last digit of a run of digits with at most two separators in a row. */
function numberEnd(text: string, start: number): number {
  let end = start;
  let gap = 0;
  let digits = 0;
  for (let index = text[start] === "+" ? start + 1 : start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isDigit(code)) {
      end = index + 1;
      gap = 0;
      digits++;
      // Longer than any number: swallow the whole run, so that no part of it counts.
      if (digits > 20) continue;
    } else if (++gap > 3 || !isSeparator(code)) break;
  }
  return end;
}

function isSeparator(code: number): boolean {
  return code === 32 || code === 45 || code === 46 || code === 40 || code === 41 || code === 47;
}

function namingOf({ field, parent }: Leaf): Naming {
  return namesPhone(field) || (namesPhone(parent) && saysWhichPhone(field))
    ? "phone"
    : namesEnd(field) && !namesParty(field)
      ? "end"
      : "party";
}

function judge(leaf: Leaf, run: Run, naming: Naming, found: Found): number {
  let { lastEnd } = run;
  let reached = run.start;
  for (const { start, end } of partsOf(leaf.text, run, naming)) {
    if (start < reached) continue;
    const taken = judgeReading(leaf, { start, end, lastEnd }, naming, found);
    if (taken > 0) lastEnd = reached = taken;
  }
  return reached > run.start ? reached : 0;
}

/**
 * The whole run first; then what numbers beside it may have been taken for a part of it: "0712345678/0733123456",
 * "at 11:02 0712345678", "0712345678 2024-05-01". An opening bracket without a closing one is none of its own.
 */
function partsOf(text: string, { start: from, end }: Run, naming: Naming): { start: number; end: number }[] {
  const raw = text.slice(from, end);
  const start = raw.startsWith("(") && !raw.includes(")") ? from + 1 : from;
  const parts = [{ start, end }];
  if (raw.length > LONGEST_PAIR) return parts;
  const slash = /^(.{7,}?) ?\/ ?(?=.{7})/.exec(raw);
  if (slash) {
    parts.push({ start, end: from + (slash[1] as string).length }, { start: from + slash[0].length, end });
    return parts;
  }
  const gap = / (?=[(+])| [-/] | {2,}/.exec(raw);
  if (gap && gap.index > 0) {
    const behind = from + gap.index + gap[0].length;
    parts.push({ start, end: from + gap.index }, { start: behind, end });
    return parts;
  }
  const first = raw.indexOf(" ");
  if (first < 0) return parts;
  const opening = raw.charCodeAt(first + 1);
  if (naming === "phone" || opening === PLUS || opening === ZERO)
    parts.push({ start: from + first + 1, end });
  const last = raw.lastIndexOf(" ");
  if (last >= 7) parts.push({ start, end: from + last });
  return parts;
}

function mayStandThere(text: string, { start, end, lastEnd }: Run): boolean {
  return lastEnd > 0 && start - lastEnd <= 3 && text[start - 1] === "/"
    ? standsAlone(text, start, end)
    : standsAloneAsNumber(text, start, end);
}

type Run = { start: number; end: number; lastEnd: number };

function judgeReading(leaf: Leaf, { start, end, lastEnd }: Run, naming: Naming, found: Found): number {
  if (end - start > LONGEST) return 0;
  const raw = leaf.text.slice(start, end);
  const digits = raw.replace(/\D/g, "");
  if (digits.length < 7 || digits.length > 15 || !mayStandThere(leaf.text, { start, end, lastEnd })) return 0;
  const candidate = { start, raw, digits, naming, isChained: isChained(leaf.text, lastEnd, start) };
  const number = raw.startsWith("+") ? internationalNumber(leaf, candidate) : nationalNumber(leaf, candidate);
  if (number === null) return 0;
  const extension = EXTENSION.exec(leaf.text.slice(end, end + 24))?.[0] ?? "";
  found(start, end + extension.length, number + extension.replace(/\D+/, "x"), naming === "none" ? 2 : 3);
  return end + extension.length;
}

function isChained(text: string, lastEnd: number, start: number): boolean {
  return lastEnd > 0 && start - lastEnd <= CHAIN_REACH && CHAIN.test(text.slice(lastEnd, start));
}

/** An international number that a line break cuts in two; its first half alone is none. */
function judgeBroken(leaf: Leaf, start: number, lineEnd: number, found: Found): void {
  const next = /^\n {0,8}(?=\d)/.exec(leaf.text.slice(lineEnd, lineEnd + 10));
  if (next === null || isKnownAbroad(leaf.text.slice(start, lineEnd))) return;
  const end = numberEnd(leaf.text, lineEnd + next[0].length);
  const raw = leaf.text.slice(start, end);
  if (raw.length <= LONGEST + 8 && isKnownAbroad(raw)) found(start, end, `+${raw.replace(/\D/g, "")}`, 2);
}
