// Phone numbers: runs of digits and separators, then the numbering plans. National forms need a field name, a cue
// word or the layout of the configured region, because most digits in tool results are ids.

import { endsIn, nameSet } from "../detect/field-name.ts";
import {
  cueList,
  isAfter,
  isDigit,
  joinsDigits,
  standsAloneAsNumber,
  wordsBefore,
} from "../detect/nearby-words.ts";
import { createPhonePlans } from "../detect/phone-plans.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "phone phones phonenumber phonenumbers phoneno tel telephone telephonenumber mobile mobilenumber mobilephone cell cellphone " +
    "cellnumber fax faxnumber msisdn whatsapp whatsappnumber telefon telefonnummer handy handynummer mobil rufnummer telefono movil " +
    "celular numerodetelefono cellulare telefoon telefoonnummer telefone numerotelephone portable gsm callerid callernumber contactnumber smsto " +
    "homephone workphone daytimephone landline emergencyphone emergencycontactnumber phone1 phone2 altphone alternatephone tel1 tel2 phonemobile officephone directphone directdial hotline callback callbacknumber sms smsnumber telefonnr telnr tlf tlfnr mobilnummer mobiltelefon mobilnr telefonszam telefonszama telefonní telefonni cislotelefonu mobilni numertelefonu nrtelefonu telefonkomorkowy kom puhelin puhelinnumero matkapuhelin telemovel telemóvel numtelephone numerotel fixe fijo telefonofijo telefonnumarasi telefonno cep ceptelefonu ceptel номертелефона тел τηλέφωνο κινητό nohp nomorhp nomortelepon notelp telepon sodienthoai dienthoai 电话 手机 手机号 電話 電話番号 携帯 전화번호 휴대폰 휴대전화 연락처 телефон",
);
const CUE_WORDS =
  "call|called|calls|phone|phoned|tel|telephone|telephoned|mobile|cell|cellphone|fax|ring|sms|whatsapp|dial|reach|text|texted|telefon|handy|mobil|" +
  "telefo\\p{L}{0,8}|téléphon\\p{L}{0,6}|mobiln\\p{L}{0,6}|mobilt\\p{L}{0,7}|mobiele?|handynummer|når mig|nå meg|ringa|ringer|bureau|domicile|fixe|fijo|urgencias?|emergenc\\p{L}{1,3}|office|landline|direct line|direct|wa|imessage|facetime|contactez|bel me|bereikbaar|ligue|ligar|telm|zadzwoń|numer|komórkowy|puh|kontakt|contacto|contatto|contato|arayın|cep|numaram|numarası|volejte|hívjon|тел|телефон\\p{L}{0,3}|моб|звоните|позвоните|номер|τηλ|κινητό|手机|手機|电话|電話|携帯|联系|聯絡|致电|拨打|直通|传真|番号|연락처|전화|휴대폰|핸드폰|번호|फोन|फ़ोन|मोबाइल|هاتف|جوال\\p{L}{0,2}|جوالي|الهاتف|טלפון|נייד|โทร|điện thoại|sđt|hp|no\\.? hp|telp|" +
  "rufnummer|teléfono|telefono|móvil|celular|cellulare|téléphone|tél|portable|telefoon|telefone|contact|signal|hotline|msisdn|number is|reachable|ph|mob|cel|m|t|p|f|tf|tlf|komórka|kom|puhelin|gsm|numéro|numero|nummer|whats app|viber|skype|my number|contact number|appelez|appeler|joindre|joignable|composez|rappeler|llamar|llame|llamada|anrufen|rückfragen unter|erreichbar unter|chiamare|bellen";
const CUES = wordsBefore(CUE_WORDS);
const AGAINST = wordsBefore(
  "order|invoice|ticket|ref|reference|id|sku|case|account|acct|tracking|isbn|version|build|serial|part|po|batch|transaction|sha|commit|" +
    "bestellung|rechnung|commande|pedido|issue|pr|fig|row|line|port|pid|timestamp|epoch|model|drawing|catalog|catalogue|meter|article|item|lot|customer no|member no|policy no|routing|iban|siret|siren|vat",
);
const NORTH_AMERICAN = /^(?:1[-. ]?)?(?:\([2-9]\d{2}\)[-. ]?|[2-9]\d{2}[-. ]{1,2})\d{3}[-. ]{1,2}\d{4}$/;
/** French and Belgian numbers are written in pairs, and so are series, draws and codes: without a cue pairs in a sentence stay. */
const PAIRS = /^0[1-9](?:[ .-]\d{2}){4}$/;
/** With dots or dashes all the way, which series and draws do not have. */
const JOINED_PAIRS = /^0[1-9]([.-])\d{2}(?:\1\d{2}){3}$/;
/** A second number soon after a first one: "at work 01 42 …, at home …". */
const DRAWN = /tirage|loto|lotto|série|series|num[ée]ros|draw|winning|gagnant|bonus/i;
const CHAIN_REACH = 48;
const CHAIN =
  /^[^\d\n]{0,4}\n?(?:or|and|ou|et|o|y|oder|und|of|en|e|lub|i|och|eller|\/|,|;|\||x\d)?(?:[^\d\n.!?]{0,36})$/iu;
/** Layouts that are hardly ever anything else: a British mobile, an area code in brackets or before a slash. */
const TELLING_LAYOUT =
  /^(?:07\d{3}[ -]\d{3}[ -]?\d{3}|0[1-9]\d{1,3}[ -]\d{3,4}[ -]\d{3,4}|0[1-9]\d{1,3} ?[/] ?(?:\d{5,9}|\d{3,5} \d{2,5}(?: \d{2,4})?)|\(0\d{0,5}\) ?[\d -]{5,12}|01[5-7]\d[ /-]\d{6,8}|06[ -]\d{8}|07\d[- ]\d{3} ?\d{2} ?\d{2}|0\d{1,2}-\d{2,3} \d{2} \d{2}|0[789]0-\d{4}-\d{4}|01[016789]-\d{3,4}-\d{4}|0[1-9]\d{2,3} \d{6,7}|\(\d{2}\) 9?\d{4}-\d{4})$/;
const EXTENSION = /^,?\s?(?:x|ext\.?|extension|durchwahl|poste)\s?#?\s?\d{1,6}(?![\p{L}\d])/iu;
const DATE_OR_ADDRESS =
  /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}(?: \d{1,2})?|\d{1,2}([-/.])\d{1,2}\2\d{4}|\d{1,3}(?:\.\d{1,3}){3})$/;
const LONGEST = 28;

// The plans are compiled once and only read afterwards.
const plans = createPhonePlans();

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
  hint: (field) => endsIn(field, FIELDS),
  find(leaf, hinted, found) {
    const text = leaf.text;
    let index = 0;
    let lastEnd = 0;
    while (index < text.length) {
      if (!startsNumber(text, index)) {
        index++;
        continue;
      }
      const end = numberEnd(text, index);
      if (end - index >= 7) lastEnd = judge(leaf, { start: index, end, lastEnd }, hinted, found) || lastEnd;
      if (text[index] === "+" && text[end] === "\n") judgeBroken(leaf, index, end, found);
      index = Math.max(end, index + 1);
    }
  },
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
    { text: "What is your phone number?\nvisitor: 4155550132", value: "4155550132" },
  ],
  nearMisses: [
    { text: "4155550132", field: "order_id" },
    { text: "order 415-555-0132" },
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

function judge(leaf: Leaf, { start, end, lastEnd }: Run, hinted: boolean, found: Found): number {
  if (end - start > LONGEST) return 0;
  const raw = leaf.text.slice(start, end);
  const digits = raw.replace(/\D/g, "");
  if (digits.length < 7 || digits.length > 15 || !standsAloneAsNumber(leaf.text, start, end)) return 0;
  const number = raw.startsWith("+")
    ? plans.international(digits)
    : nationalNumber(leaf, { start, raw, digits, hinted, isChained: isChained(leaf.text, lastEnd, start) });
  if (number === null) return 0;
  const extension = EXTENSION.exec(leaf.text.slice(end, end + 24))?.[0] ?? "";
  found(start, end + extension.length, number + extension.replace(/\D+/, "x"), hinted ? 3 : 2);
  return end + extension.length;
}

function isChained(text: string, lastEnd: number, start: number): boolean {
  return lastEnd > 0 && start - lastEnd <= CHAIN_REACH && CHAIN.test(text.slice(lastEnd, start));
}

/** An international number that a line break cuts in two; its first half alone is none. */
function judgeBroken(leaf: Leaf, start: number, lineEnd: number, found: Found): void {
  const next = /^\n {0,8}(?=\d)/.exec(leaf.text.slice(lineEnd, lineEnd + 10));
  if (next === null || plans.international(leaf.text.slice(start, lineEnd).replace(/\D/g, "")) !== null)
    return;
  const end = numberEnd(leaf.text, lineEnd + next[0].length);
  const number = plans.international(leaf.text.slice(start, end).replace(/\D/g, ""));
  if (number !== null && end - start <= LONGEST + 8) found(start, end, number, 2);
}

type Run = { start: number; end: number; lastEnd: number };
type Candidate = { start: number; raw: string; digits: string; hinted: boolean; isChained: boolean };

function nationalNumber(leaf: Leaf, { start, raw, digits, hinted, isChained }: Candidate): string | null {
  if (DATE_OR_ADDRESS.test(raw) || /^0+$/.test(digits)) return null;
  if (hinted) return assertedNumber(digits, leaf.region);
  if (leaf.field.isVetoed || isAfter(leaf.text, start, AGAINST)) return null;
  if (isChained || isAfter(leaf.text, start, CUES)) {
    return (
      (digits.startsWith("00") ? plans.international(digits.slice(2)) : null) ??
      announcedNumber(raw, digits, leaf.region)
    );
  }
  if (NORTH_AMERICAN.test(raw)) {
    const isLocal = plans.callingCode(leaf.region) === "1";
    return isLocal || raw.includes("(") ? plans.national(digits, "US") : null;
  }
  if (!digits.startsWith("0") && !raw.startsWith("(")) return null;
  if (JOINED_PAIRS.test(raw) && !isRising(raw)) return plans.national(digits, "FR");
  if (PAIRS.test(raw) && isFrenchCall(leaf.text, start, raw)) return plans.national(digits, "FR");
  if (PAIRS.test(raw)) return mayStandAlone(leaf, raw) ? plans.anywhere(digits, leaf.region) : null;
  if (TELLING_LAYOUT.test(raw)) return announcedNumber(raw, digits, leaf.region);
  return digits.startsWith("0") && raw !== digits ? plans.national(digits, leaf.region) : null;
}

/** "Confirmez au 07 36 50 65 51": pairs of a French mobile; series and draws rise. */
function isFrenchCall(text: string, start: number, raw: string): boolean {
  if (DRAWN.test(text.slice(Math.max(0, start - 40), start))) return false;
  return (
    /(?:^|[\s(])au\s$/i.test(text.slice(Math.max(0, start - 4), start)) ||
    (/^0[67]/.test(raw) && !isRising(raw))
  );
}

function mayStandAlone(leaf: Leaf, raw: string): boolean {
  const isWhole = leaf.text.trim() === raw && /^0[67]/.test(raw);
  if (!isWhole && leaf.region !== "FR" && leaf.region !== "BE") return false;
  return !isRising(raw);
}

/** Each pair is greater than the one before: a draw, a series, a table. */
function isRising(raw: string): boolean {
  const pairs = raw.split(/[ .-]/);
  return pairs.every((pair, index) => index === 0 || pair > (pairs[index - 1] as string));
}

/** The plans of smaller countries count for groups of digits and for long numbers: seven digits in a row are a code too. */
function announcedNumber(raw: string, digits: string, region: string): string | null {
  const common = plans.anywhere(digits, region);
  if (common !== null || (raw === digits && digits.length < 9)) return common;
  return plans.elsewhere(digits);
}

function assertedNumber(digits: string, region: string): string {
  if (digits.startsWith("00")) return plans.international(digits.slice(2)) ?? `+${digits.slice(2)}`;
  return plans.anywhere(digits, region) ?? plans.international(digits) ?? digits;
}
