// Postal addresses: by the name of the field (a street, an address line, `line1` inside an address), and streets with
// house numbers in sentences.

import { extentIn } from "../detect/addresses/address-extent.ts";
import { findAddressesByKind } from "../detect/addresses/addresses-by-kind.ts";
import { findAddressesByLayout, MAY_HAVE_LAYOUT } from "../detect/addresses/addresses-by-layout.ts";
import { findAddressesInText } from "../detect/addresses/addresses-in-text.ts";
import { endsIn, type FieldName, hasWord, nameSet } from "../detect/field-name.ts";
import {
  MAY_HOLD_ADDRESS,
  MAY_HOLD_STREET,
  MAY_LAY_OUT_ADDRESS,
  MAY_NAME_STREET,
} from "../detect/glance/cue-bits.ts";
import { HAS_UPPER, MAY_HIDE } from "../detect/leaf-shape.ts";
import { matchesOf } from "../detect/matches-of.ts";
import type { Found, Leaf, Recognizer } from "../detect/recognizer.ts";

const FIELDS = nameSet(
  "address addr adr adreca adreça adreza helbidea heimilisfang heimili aadress adrese adresas cyfeiriad seoladh makazi anwani domisili street streetandnumber strassenr strassenummer strassehausnr straatnaam straatnummer streetno utdelningsadress gatuadr besoksadress postadress katuosoite lahiosoite cp ulicecp streetaddress streetname addressline addressline1 streetline address1 postaladdress mailingaddress homeaddress shippingaddress billingaddress " +
    "deliveryaddress workaddress residentialaddress permanentaddress currentaddress fulladdress residence strasse anschrift adresse hausanschrift strassehausnummer rue calle direccion domicilio domiciliofiscal domicilioparticular via " +
    "indirizzo adres straat endereco logradouro rua ulica ulice gatuadress osoite gata adresi acikadres evadresi cim lakcim lakhely adresa alamat diachi endereço strada bydliste adressaccess hausnummer housenumber streetnumber 地址 住址 住所 주소 адрес адреса адресса местожительства διευθυνση διευθυνσηκατοικιας כתובת כתובתמגורים العنوان عنوان آدرس نشانی पता ที่อยู่",
);
const LINES = nameSet("line lines street1 street2 line1 line2 address1 address2 addressline");
const HOLDERS = nameSet(
  "address addr shipping billing delivery mailing location residence adresse anschrift direccion indirizzo endereco adres ship bill",
);
/** `adres_zamieszkania`, `installatieadres`, `Utdelningsadress2`: the word for an address, wherever it stands. */
const CORE = nameSet(
  "address addr adres adresse adress anschrift indirizzo direccion domicilio endereco alamat adresa adresi cim lakcim osoite strasse stras ulica ulice straat",
);
const COMPOUND =
  /^(?!e?mail|ip|mac|web|url|host|net|internet|http|wallet)\p{L}{3,24}(?:adres(?:se?)?|address|anschrift|strasse|straat)$/u;
const NO_ADDRESS = nameSet(
  "id ids type kind count status city town ort plz zip postcode postal country land state province region code hash verified valid validated book format label source lat lng lon latitude longitude line name key",
);
/** `addresses: { home, work }` */
const LISTS = nameSet("address addresses adressen adresses direcciones indirizzi enderecos");
const KINDS = nameSet(
  "home work office primary secondary billing shipping other current previous permanent mailing legal delivery private business street",
);
const OTHER_ADDRESSES = nameSet(
  "email mail ip mac web url wallet contract bitcoin btc eth crypto token memory site http bluetooth hardware server host network from to street_view",
);

const CARD_LINE =
  /(?<![A-Za-z])ADR[^:\n]{0,60}:[^;\n]{0,60};[^;\n]{0,60};([^;\n]{3,80}(?:;[^;\n\r]{0,40}){0,4})/g;
const SHORTEST_IN_TEXT = 8;

export const address: Recognizer = {
  class: "ADDRESS",
  about: {
    finds:
      "Postal addresses: the whole value of an address field, and streets with house numbers in sentences.",
    validation:
      "In fields: letters with digits, spaces or beyond ASCII, no link, no hexadecimal. In sentences: the layout of the country, with postcode and town where they follow.",
    cues: [
      "street, road, avenue",
      "straße, weg, platz",
      "rue, boulevard",
      "calle, via, rua",
      "P.O. Box, Postfach",
    ],
    fields: [...FIELDS],
  },
  needsAny: HAS_UPPER | MAY_HIDE,
  minDigits: 1,
  minRun: 3,
  hint: (field, parent) =>
    !hasWord(field, OTHER_ADDRESSES) &&
    (endsIn(field, FIELDS) ||
      isSomeAddress(field) ||
      (endsIn(field, LINES) && hasWord(parent, HOLDERS)) ||
      (endsIn(parent, LISTS) && endsIn(field, KINDS))),
  find(leaf, hinted, found) {
    if (hinted && findWholeField(leaf, found)) return;
    if (leaf.text.length < SHORTEST_IN_TEXT) return;
    const isPlain = (leaf.shape.bits & MAY_HIDE) === 0;
    if (isPlain && !leaf.text.includes(" ")) return;
    if (leaf.text.includes("ADR")) findOnCards(leaf.text, found);
    if (leaf.text.includes("|")) findInPatients(leaf.text, found);
    const { cues, digits } = leaf.shape;
    if ((cues & MAY_HOLD_ADDRESS) === 0) return;
    const extent = extentIn(leaf.text);
    if ((cues & MAY_HOLD_STREET) !== 0) findAddressesInText(leaf.text, extent, found);
    if ((cues & MAY_NAME_STREET) !== 0 && (digits > 0 || !isPlain))
      findAddressesByKind(leaf.text, { isPlain, extent }, found);
    if ((cues & MAY_LAY_OUT_ADDRESS) !== 0 && (!isPlain || MAY_HAVE_LAYOUT.test(leaf.text)))
      findAddressesByLayout(leaf.text, { isPlain, extent }, found);
  },
  examples: [
    { text: "12 Main St, Springfield, IL 62704", field: "address" },
    { text: "221B Baker Street", field: "street" },
    { text: "Flat 4", field: "line2", parent: "shippingAddress" },
    { text: "Hauptstraße 5, 10115 Berlin", field: "Anschrift" },
    { text: "Calle Mayor 3", field: "direccion" },
    { text: "12 Main St\nSpringfield", field: "billing_address" },
    { text: "Ship it to 48 Orchard Lane, Leeds LS1 4DY.", value: "48 Orchard Lane, Leeds LS1 4DY" },
    { text: "wohnt Gartenweg 7b, 80331 München", value: "Gartenweg 7b, 80331 München" },
    { text: "siège: 5 bis rue du Bac, 75007 Paris", value: "5 bis rue du Bac, 75007 Paris" },
    { text: "vive en Calle Mayor 3, 28013 Madrid", value: "Calle Mayor 3, 28013 Madrid" },
    { text: "P.O. Box 1142" },
    { text: "B-204, Shanti Apartments, MG Road, Pune 411001", field: "address" },
    { text: "Rua das Acácias, 152, apto 34, São Paulo - SP, 04101-000", field: "endereco" },
    { text: "東京都渋谷区神南1-19-11", field: "住所" },
    { text: "Calle del Pez 21, 4º izq., 28004 Madrid" },
    { text: "letters go to Bağdat Caddesi No: 204 D:5.", value: "Bağdat Caddesi No: 204 D:5" },
    { text: "Václavské náměstí 1, 110 00 Praha" },
    { text: "Karl Johans gate 22, 0026 Oslo" },
    { text: "Mannerheimintie 5, 00100 Helsinki" },
    { text: "ул. Тверская, д. 7, кв. 15" },
    { text: "送到北京市朝阳区建国路88号", value: "北京市朝阳区建国路88号" },
    { text: "〒150-0001 東京都渋谷区神宮前1-2-3" },
    { text: "서울특별시 강남구 테헤란로 152" },
    { text: "Flat 3B, Rosewood Court, Bath BA1 2QP" },
    { text: "The Old Rectory, Church Lane, Wells BA5 2PD" },
    {
      text: "ADR;TYPE=HOME:;;Fjordgata 9B;Trondheim;;7010;Norway",
      value: "Fjordgata 9B;Trondheim;;7010;Norway",
    },
    { text: "14 Sráid na Trá", field: "home", parent: "addresses" },
    { text: "12 Rowan Cottages, Dingle, Co. Kerry, V92 A1B2" },
    {
      text: "mail to 418 LAUREL RD APT 4, DOVER, DE 19901 now",
      value: "418 LAUREL RD APT 4, DOVER, DE 19901",
    },
    { text: "доставка до ул. „Роза“ № 4, ап. 5, 1504 София.", value: "ул. „Роза“ № 4, ап. 5, 1504 София" },
    { text: "giao tới số 9 ngõ 3 phố Huế, Hà Nội", value: "số 9 ngõ 3 phố Huế, Hà Nội" },
    { text: "부산광역시 수영구 광안2로 14, 301호" },
    { text: "zam. ul. Lipowa 3 m. 4, 85-034 Toruń.\nPrzelew", value: "ul. Lipowa 3 m. 4, 85-034 Toruń" },
    { text: "Bahnhofstraße", field: "street", siblings: { zip: "10115" } },
    { text: "Plot 21, Sector 18, Gurgaon 122015" },
  ],
  nearMisses: [
    { text: "ann at home", field: "email_address" },
    { text: "0xdeadbeef", field: "address" },
    { text: "https://example.com/x y", field: "address" },
    { text: "red line", field: "line1" },
    { text: "home", field: "address" },
    { text: "Springfield office", field: "location_name" },
    { text: "Monitoring 24 hours on Parkplatz 5" },
    { text: "the 3 Road Bikes and 12 Street Signs" },
    { text: "Take bus 42 Broad Street and walk" },
    { text: "Richtung Bahnhofstraße 3 Minuten" },
    { text: "1.1 varnish", field: "via" },
    { text: "Corso Garibaldi", field: "via", siblings: { linea: "4" } },
    { text: "12 Aisle St-04" },
    { text: "10115 Berlin, Paket 2 von 3" },
    { text: "SCAN 12 LINES CT 40, DE 19901" },
    { text: "Unit 3, Lesson Two, Page 14" },
    { text: "建国路很堵" },
    { text: "东京都很大，有1400万人" },
  ],
};

/** The street of a visiting card: `ADR;TYPE=HOME:;;Fjordgata 9B;Trondheim;;7010;Norway`. */
function findOnCards(text: string, found: Found): void {
  for (const match of matchesOf(CARD_LINE, text)) {
    const street = match[1] as string;
    const start = match.index + match[0].length - street.length;
    found(start, start + street.length, street.normalize("NFC"), 3);
  }
}

/** The eleventh field of an HL7 patient, the fourth of his next of kin: `418 LAUREL RD^^DOVER^DE^19901`. */
const PATIENT =
  /(?:^|[\r\n])(?:PID\|(?:[^|\r\n]{0,250}\|){10}|NK1\|(?:[^|\r\n]{0,250}\|){3}|GT1\|(?:[^|\r\n]{0,250}\|){4})([^|^\r\n]{2,80}\^[^|\r\n]{2,160})/g;

function findInPatients(text: string, found: Found): void {
  for (const match of matchesOf(PATIENT, text)) {
    const value = (match[1] as string).replace(/[\^~]+$/, "");
    const start = match.index + match[0].length - (match[1] as string).length;
    if (/\d/.test(value)) found(start, start + value.length, value, 3);
  }
}

function isSomeAddress(field: FieldName): boolean {
  const words = field.words.filter((word) => !/^\d+$/.test(word));
  if (words.some((word) => NO_ADDRESS.has(word) || OTHER_ADDRESSES.has(word))) return false;
  return words.some((word) => CORE.has(word) || COMPOUND.test(word));
}

const NEXT_SENTENCE = /(?<=\p{L}{2,30} \d{1,5}[A-Za-z]?|\d{4,6}|\p{Ll}{4}|\))\.\s+(?=\p{Lu}\p{L}|\d)/u;

/**
 * What a label speaks for ends with its sentence. Chinese and Japanese labels follow each other without a line between: the
 * address ends at the comma.
 */
function ownSentence(text: string): string {
  if (/\p{Script=Han}/u.test(text)) return text.split(/[,;、]/, 1)[0] as string;
  const end = text.search(NEXT_SENTENCE);
  return end > 0 && /\d/.test(text.slice(0, end)) ? text.slice(0, end) : text;
}

/** "A7 Hannover Richtung Kassel" under `strasse` is a road that nobody lives on. */
const MOTORWAY = /^(?:[ABEKLM]|US|I|SR|RN|D|N) ?-?\d{1,3}(?![\dA-Za-z/]|,| ?$)/;

/** What stands beside the street where somebody lives; stops and lines have none of these. */
const COMPANION =
  /hous|haus|huis|num|nr|no$|numero|zip|post|plz|cap$|^cp$|psc|city|ort$|town|stad|ciud|vill|miast|mest|obec|comune|cidade|country|land|state|name|mail|phone|tel|apt|flat|unit|door|floor|lat|lng|addr|kod|pin|dom|broj|cislo|lokal|mieszk|casa|piso|custom|client|kund|owner|patient|person|user|tenant|recip|resid|ship|bill|дом|кв|город|индекс|αριθ|τκ|πόλη/i;

/** A street without a number is somebody's address only beside the rest of one. */
function isStreetAlone({ text, siblings, parent }: Leaf): boolean {
  if (siblings === null || /[\d\n,]/.test(text) || hasWord(parent, HOLDERS)) return false;
  return !Object.keys(siblings).some((key) => COMPANION.test(key));
}

function findWholeField(leaf: Leaf, found: Found): boolean {
  if (isStreetAlone(leaf)) return false;
  const trimmed = leaf.text.trim();
  const value = leaf.isPart ? ownSentence(trimmed) : trimmed;
  if (value.length < 4 || value.length > 300 || MOTORWAY.test(value)) return false;
  if (
    /[`{}<>=]|\w\(|^\d+\.\d+ |@|:\/\/|^0x|^[\d.:a-f/]+$|^[\w.[\]-]*[_[][\w.[\]-]*$|^[a-z][\w-]*(?:\.[a-z][\w-]*)+$|^\S{25,}/i.test(
      value,
    ) ||
    !/\p{L}/u.test(value)
  )
    return false;
  const isCompound =
    /[\s\d]/.test(value) ||
    /[^\x00-\x7f]/.test(value) ||
    /(?:str|stra(?:ss|ß)e|weg|gasse|straat|laan)\.?$/i.test(value);
  if (!/[\d\p{Lu}\p{Lo}]/u.test(value)) return false;
  if (!isCompound || (leaf.isPart && !/\d.*\s|\s.*\d|[^\x00-\x7f].*\d|(?:str|weg)\.?\d/s.test(value)))
    return false;
  const start = leaf.text.indexOf(value);
  found(start, start + value.length, value.replace(/\s+/g, " ").normalize("NFC"), 3);
  return true;
}
