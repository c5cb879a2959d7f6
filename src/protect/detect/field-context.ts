// Names that stand elsewhere than in the key: the columns of rows, and `{ key: "phone", value: … }`.

import type { JsonObject, JsonValue } from "../../vocabulary.ts";
import { documentBeside } from "./documents/document-pairs.ts";

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
const VALUE_KEYS = new Set([
  "value",
  "val",
  "v",
  "values",
  "answer",
  "response",
  "stringValue",
  "string_value",
]);
const LABEL_KEYS = [
  "key",
  "k",
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

/** What changed in a record: `{ field: "born", old: …, new: … }`. */
const CHANGE_KEYS = new Set(
  "old new before after oldvalue newvalue old_value new_value oldValue newValue previous previousValue current from_value to_value was is".split(
    " ",
  ),
);
const CHANGE_LABELS = [
  "field",
  "property",
  "attribute",
  "column",
  "field_name",
  "fieldName",
  "attr",
  "key",
  "path",
];

/** What the value of a pair is called: the text of its key, name, field or label. */
export function pairLabel(node: JsonObject, key: string): string | null {
  const document = documentBeside(node, key);
  if (document !== null) return document;
  const labelKeys = VALUE_KEYS.has(key) ? LABEL_KEYS : CHANGE_KEYS.has(key) ? CHANGE_LABELS : null;
  if (labelKeys === null) return null;
  for (const labelKey of labelKeys) {
    const label = node[labelKey];
    if (typeof label === "string" && LABEL.test(label)) return label;
  }
  return null;
}
