// `{ type: "passport", number: "X1234567" }`: a number is called what a neighbor says that the document is.

import type { JsonObject, JsonValue } from "../../../vocabulary.ts";
import { endsIn, type FieldName, nameSet, readFieldName } from "../field-name.ts";
import { ID_FIELDS } from "../ids/all-id-schemes.ts";
import { namesPassport } from "./passport-names.ts";

const NUMBERS = nameSet(
  "number numero nummer num nr nro no value code identifier numer nomor so numara numarasi broj cislo szam nd номер число αριθμος رقم מספר 号码 號碼 番号 번호",
);
const DOCUMENTS = nameSet(
  "document documento dokument doc id identification identifier identity identidad dokumen documents papers bescheid giayto belge документ εγγραφο وثيقة מסמך 证件 證件",
);
const KINDS = nameSet(
  "type tipo typ kind system scheme jenis loai tur turu vrsta druh rodzaj art soort tyyppi nev вид тип видове ειδος نوع סוג 类型 類型 种类 種類 종류",
);
/** Of these keys a short code is enough: `{ dt: "PAS", nd: … }`. */
const DOCUMENT_KINDS = nameSet(
  "dt td tdoc tipodoc doctype documenttype idtype iddocumenttype doc document documento tipodocumento tipoid identificationtype dokumenttyp ausweisart typedocument typedoc documentkind jenisdokumen jenisidentitas loaigiayto",
);
const CODES: Record<string, string> = Object.fromEntries(
  [
    ["passport", "p pp ppt pas pass psp pasp passpt"],
    ["national id", "id ci cni idc nid nic ic tc cin"],
    ["driver license", "dl drv lic sim"],
    ["cedula", "cc ce ti"],
  ].flatMap(([kind, codes]) => (codes as string).split(" ").map((code) => [code, kind as string])),
);
const DOCUMENT =
  /^[\p{L}_ '.-]{0,20}(?:passport|reisepass|pasaporte|passeport|passaporto|paspoort|\b(?:nie|nif|dni|pesel|ssn|bsn|cpf|rut|curp|rfc|nino|nhs|nir|tin|itin|sin|tfn|pan|nric|hetu|cpr|tckn|cuil|cuit|cnp|pps|npwp|nik|ktp|egn|oib|jmbg)\b|personnummer|aadhaar|codice[ _]fiscale|national[ _]?(?:id|insurance)|identity[ _]card|id[ _]?card|c[eé]dula|driv(?:er|ing)['s_ ]{0,3}[ _]?licen[cs]e|personalausweis|f[uü]hrerschein|iban)[\p{L}_ .-]{0,20}$/iu;
const ID_NAMES = nameSet(ID_FIELDS);
const SURNAMES = nameSet(
  "surname lastname familyname last sn ln nachname familienname nomdefamille apellido apellidos cognome sobrenome achternaam nazwisko prijmeni efternamn etternavn sukunimi soyad soyadi фамилия прізвище 姓",
);
const DESCRIPTIONS = nameSet(
  "sex gender sexe sexo geschlecht sesso geslacht plec pohlavi kon cinsiyet пол стать 性别 nationality nat nationalite nacionalidad staatsangehorigkeit nazionalita nacionalidade issuingstate issuingcountry issuer",
);
const SHORT_BIRTHS = new Set(["b", "bd", "bday", "birth", "db"]);
const LONGEST_KIND = 40;
const MOST_KNOWN = 2000;

type KeyUse = {
  isNumber: boolean;
  isDocument: boolean;
  isKind: boolean;
  takesCodes: boolean;
  isSurname: boolean;
  isDescription: boolean;
};

const uses = new Map<string, KeyUse>();
const labels = new Map<string, string | null>();

/** What the number under this key is, by the kind that stands beside it. */
export function documentBeside(node: JsonObject, key: string): string | null {
  const use = useOf(key);
  const isBirth = SHORT_BIRTHS.has(key);
  if (!use.isNumber && !use.isDocument && !isBirth) return null;
  if ((use.isDocument || isBirth) && isTraveler(node)) return isBirth ? "birthdate" : "passport";
  for (const other in node) {
    const { isKind, takesCodes } = useOf(other);
    const kind = other === key ? "" : isKind ? textOfKind(node[other]) : node[other];
    if (typeof kind !== "string" || kind === "" || kind.length > LONGEST_KIND) continue;
    const code = takesCodes ? CODES[kind.toLowerCase()] : undefined;
    if (code !== undefined) return code;
    if (isKind || takesCodes || use.isDocument) {
      const label = labelOf(kind, !isKind && !takesCodes);
      if (label !== null) return label;
    }
  }
  return null;
}

/** As a reader of passports answers: `{ surname, given, doc, state, b, sex }`. */
function isTraveler(node: JsonObject): boolean {
  let isNamed = false;
  let isDescribed = false;
  for (const key in node) {
    const { isSurname, isDescription } = useOf(key);
    isNamed ||= isSurname;
    isDescribed ||= isDescription;
  }
  return isNamed && isDescribed;
}

function useOf(key: string): KeyUse {
  const known = uses.get(key);
  if (known) return known;
  if (uses.size >= MOST_KNOWN) uses.clear();
  const { words, tails } = readFieldName(key);
  const use = {
    isNumber: isNumber(words),
    isDocument: isDocumentKey(words),
    isKind: KINDS.has(tails[0]) || ["document", "documento", "dokument"].includes(words.join("")),
    takesCodes: DOCUMENT_KINDS.has(words.join("")),
    isSurname: SURNAMES.has(words.join("")),
    isDescription: DESCRIPTIONS.has(words.join("")),
  };
  uses.set(key, use);
  return use;
}

/** `old_document`, `doc_id`, but not `id`. */
function isDocumentKey(words: string[]): boolean {
  if (words.length === 0 || words.length > 3 || !DOCUMENTS.has(words.at(-1) as string)) return false;
  return words.some((word) => word !== "id" && DOCUMENTS.has(word));
}

/** FHIR: `{ type: { text: "SSN", coding: [{ code: "PPN" }] }, value: … }`. */
function textOfKind(kind: JsonValue | undefined): string {
  if (typeof kind === "string") return kind;
  if (kind === null || typeof kind !== "object" || Array.isArray(kind)) return "";
  const coding = Array.isArray(kind["coding"]) ? kind["coding"][0] : null;
  const code =
    coding !== null && typeof coding === "object" && !Array.isArray(coding) ? coding?.["code"] : "";
  const known = typeof code === "string" ? HEALTH_CODES[code] : undefined;
  return known ?? (typeof kind["text"] === "string" ? kind["text"] : "");
}

const HEALTH_CODES: Record<string, string> = {
  PPN: "passport",
  SS: "ssn",
  SB: "ssn",
  DL: "driver license",
  NI: "national id",
  TAX: "tax id",
};

/** `number`, `document_no`, `nroDoc`, `tax_id_number`. */
function isNumber(words: string[]): boolean {
  if (words.length === 0 || words.length > 4 || !words.some((word) => NUMBERS.has(word))) return false;
  return words.slice(1).every((word) => NUMBERS.has(word) || DOCUMENTS.has(word));
}

/** A neighbor that is no kind counts for passports alone: `{ product: "Paspoort (spoed)", document: … }`. */
function labelOf(kind: string, onlyPassport: boolean): string | null {
  const known = labels.get(kind);
  const label = known === undefined ? readKind(kind) : known;
  if (known === undefined) {
    if (labels.size >= MOST_KNOWN) labels.clear();
    labels.set(kind, label);
  }
  return label !== null && (!onlyPassport || namesPassport(readFieldName(kind))) ? label : null;
}

function readKind(kind: string): string | null {
  if (!/^[\p{L}\p{M}][\p{L}\p{M}\p{N}_ '’./()-]*$/u.test(kind)) return null;
  const name: FieldName = readFieldName(kind);
  return DOCUMENT.test(kind) || namesPassport(name) || (kind.length > 2 && endsIn(name, ID_NAMES))
    ? kind
    : null;
}
