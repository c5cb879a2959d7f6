// The part of JSON Schema that policies may use. In a grant, unlisted properties are refused unless the schema says
// otherwise, and a keyword that does not fit the value's type fails. In a tightening rule one property more, another
// case of a name or another type that a server would read as the same must not help a value out of it.

import { repeatsNames } from "../../text/one-reading.ts";
import type { JsonValue } from "../../vocabulary.ts";
import type { SchemaSubset } from "../format/matcher-schema.ts";
import { readJsonText } from "../json-in-text.ts";
import { foldName } from "./fold-name.ts";
import type { Check, Purpose } from "./matching.ts";
import { verdictOf } from "./matching.ts";

export function schemaCheck(schema: SchemaSubset, purpose: Purpose): Check {
  const check = purpose === "grant" ? fits : mayFit;
  return { name: "schema", judge: ({ value }) => verdictOf(check(schema, value)) };
}

type Below = (schema: SchemaSubset, value: JsonValue) => boolean;

const fits: Below = (schema, value) => fitsAs(schema, value, { below: fits, isLoose: false });

const mayFit: Below = (schema, value) =>
  isUnclear(value) ||
  [value, ...otherReadings(value)].some((reading) =>
    fitsAs(schema, reading, { below: mayFit, isLoose: true }),
  );

/** A text that says a name twice: a server may read the value that we do not see. */
function isUnclear(value: JsonValue): boolean {
  const structured = typeof value === "string" ? readJsonText(value) : undefined;
  return structured !== undefined && repeatsNames(value as string, structured);
}

/** What a server that converts types may take the value for. */
function otherReadings(value: JsonValue): JsonValue[] {
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (typeof value !== "string") return [];
  const text = value.trim();
  const structured = readJsonText(text);
  const number = text === "" ? Number.NaN : Number(text);
  return [
    ...(structured === undefined ? [] : [structured]),
    ...(Number.isNaN(number) ? [] : [number]),
    ...(/^(true|false)$/i.test(text) ? [text.toLowerCase() === "true"] : []),
    ...(text === "null" ? [null] : []),
  ];
}

type Mode = { below: Below; isLoose: boolean };

function fitsAs(schema: SchemaSubset, value: JsonValue, mode: Mode): boolean {
  if (schema.type !== undefined && !hasType(schema.type, value)) return false;
  if (schema.enum !== undefined && !schema.enum.some((item) => item === value)) return false;
  if (schema.const !== undefined && schema.const !== value) return false;
  return (
    fitsNumber(schema, value) &&
    fitsText(schema, value) &&
    fitsList(schema, value, mode) &&
    fitsObject(schema, value, mode)
  );
}

function hasType(type: string, value: JsonValue): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function fitsNumber({ minimum, maximum }: SchemaSubset, value: JsonValue): boolean {
  if (minimum === undefined && maximum === undefined) return true;
  if (typeof value !== "number") return false;
  return value >= (minimum ?? Number.NEGATIVE_INFINITY) && value <= (maximum ?? Number.POSITIVE_INFINITY);
}

function fitsText({ minLength, maxLength }: SchemaSubset, value: JsonValue): boolean {
  if (minLength === undefined && maxLength === undefined) return true;
  if (typeof value !== "string") return false;
  return value.length >= (minLength ?? 0) && value.length <= (maxLength ?? Number.POSITIVE_INFINITY);
}

function fitsList({ items, minItems, maxItems }: SchemaSubset, value: JsonValue, { below }: Mode): boolean {
  if (items === undefined && minItems === undefined && maxItems === undefined) return true;
  if (!Array.isArray(value)) return false;
  if (value.length < (minItems ?? 0) || value.length > (maxItems ?? Number.POSITIVE_INFINITY)) return false;
  return items === undefined || value.every((item) => below(items, item));
}

function fitsObject(schema: SchemaSubset, value: JsonValue, { below, isLoose }: Mode): boolean {
  const { required, properties, additionalProperties } = schema;
  if (required === undefined && properties === undefined && additionalProperties === undefined) return true;
  if (!isObject(value)) return false;
  const spelled = (name: string) => (isLoose ? foldName(name) : name);
  const known = new Map(Object.entries(properties ?? {}).map(([name, own]) => [spelled(name), own]));
  const present = new Set(Object.keys(value).map(spelled));
  if (required?.some((name) => !present.has(spelled(name)))) return false;
  const takesOthers = additionalProperties ?? isLoose;
  return Object.entries(value).every(([name, item]) => {
    const own = known.get(spelled(name));
    return own === undefined ? takesOthers : below(own, item);
  });
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
