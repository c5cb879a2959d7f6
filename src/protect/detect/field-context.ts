// Names that stand elsewhere than in the key: the columns of rows, and `{ key: "phone", value: … }`.

import type { JsonObject, JsonValue } from "../../vocabulary.ts";

/** The columns of a table, by position, and the same names as an object for those who look at siblings. */
export type Columns = { names: string[]; siblings: JsonObject };

const COLUMN_KEYS = [
  "columns",
  "headers",
  "header",
  "fields",
  "cols",
  "columnNames",
  "column_names",
  "schema",
];
const COLUMN_NAME = /^[\p{L}_#][\p{L}\p{N} _./()#-]{0,39}$/u;
const VALUE_KEYS = new Set(["value", "val", "values", "answer", "response", "stringValue", "string_value"]);
const LABEL_KEYS = [
  "key",
  "name",
  "field",
  "label",
  "property",
  "attribute",
  "header",
  "column",
  "param",
  "question",
  "system",
  "type",
  "id",
];
const LABEL = /^[\p{L}_][\p{L}\p{N} _.:/?'-]{1,40}$/u;

/** Columns that an object declares beside its rows: names, or objects with a name. */
export function declaredColumns(node: JsonObject): Columns | null {
  for (const key of COLUMN_KEYS) {
    const declared = node[key];
    if (!Array.isArray(declared) || declared.length === 0) continue;
    const names = declared.map(columnName);
    if (names.every((name) => name !== null)) return toColumns(names);
  }
  return null;
}

function columnName(item: JsonValue): string | null {
  if (typeof item === "string") return item.length <= 80 ? item : null;
  if (item === null || typeof item !== "object" || Array.isArray(item)) return null;
  const name = item["name"] ?? item["label"] ?? item["field"] ?? item["key"];
  return typeof name === "string" ? name : null;
}

/** The first row of an array of rows, when it reads like column names. */
export function columnsInFirstRow(items: JsonValue[]): Columns | null {
  const [first, second] = items;
  if (!Array.isArray(first) || !Array.isArray(second) || first.length < 2 || first.length !== second.length)
    return null;
  const names = first.filter((cell) => typeof cell === "string");
  if (names.length !== first.length || new Set(names).size !== names.length) return null;
  return names.every((name) => COLUMN_NAME.test(name)) ? toColumns(names) : null;
}

function toColumns(names: string[]): Columns {
  return { names, siblings: Object.fromEntries(names.map((name) => [name, ""])) };
}

/** `{ "document_type": "passport", "number": … }`: the number is called what its neighbor says. */
const NUMBER_KEY =
  /^(?:(?:[a-z]{2,8}[_ ])?(?:document|doc|id|identifier|identification)?[_ ]?(?:number|numero|nummer|num|nr|no|value|code)|identifier|numer|núm(?:ero)?|n[uú]mero)$/i;
const KIND_KEY =
  /^(?:document|documento|dokument)$|(?:^|[_ ])(?:type|tipo|typ|kind|system|scheme)$|(?<=[a-z])(?:Type|Tipo|Typ|Kind)$/i;
const DOCUMENT =
  /^[\p{L}_ '.-]{0,20}(?:passport|reisepass|pasaporte|passeport|passaporto|paspoort|\b(?:nie|nif|dni|pesel|ssn|bsn|cpf|rut|curp|rfc|nino|nhs|nir|tin|itin|sin|tfn|pan|nric|hetu|cpr|tckn|cuil|cuit|cnp|pps)\b|personnummer|aadhaar|codice[ _]fiscale|national[ _]?(?:id|insurance)|identity[ _]card|id[ _]?card|c[eé]dula|driv(?:er|ing)['s_ ]{0,3}[ _]?licen[cs]e|personalausweis|f[uü]hrerschein|iban)[\p{L}_ .-]{0,20}$/iu;

/** Keys repeat in every row; most are neither of a number nor of a value. */
const plainKeys = new Set<string>();
const MOST_PLAIN_KEYS = 2000;

/** What the value of a pair is called: the text of its key, name, field or label. */
export function pairLabel(node: JsonObject, key: string): string | null {
  if (plainKeys.has(key)) return null;
  const [isNumber, isValue] = [NUMBER_KEY.test(key), VALUE_KEYS.has(key)];
  if (!isNumber && !isValue) rememberPlain(key);
  const kind = isNumber ? kindBeside(node) : null;
  if (kind !== null || !isValue) return kind;
  for (const labelKey of LABEL_KEYS) {
    const label = node[labelKey];
    if (typeof label === "string" && LABEL.test(label)) return label;
  }
  return null;
}

function kindBeside(node: JsonObject): string | null {
  for (const key in node) {
    const kind = KIND_KEY.test(key) ? node[key] : null;
    if (typeof kind === "string" && kind.length <= 40 && DOCUMENT.test(kind)) return kind;
  }
  return null;
}

function rememberPlain(key: string): void {
  if (plainKeys.size >= MOST_PLAIN_KEYS) plainKeys.clear();
  plainKeys.add(key);
}
