// The part of JSON Schema that policies may use. Unlike the standard, unlisted properties are refused unless
// the schema says otherwise, and a keyword that does not fit the value's type fails.

import type { JsonValue } from "../../vocabulary.ts";
import type { SchemaSubset } from "../format/matcher-schema.ts";
import type { Check } from "./matching.ts";
import { verdictOf } from "./matching.ts";

export function schemaCheck(schema: SchemaSubset): Check {
  return { name: "schema", judge: ({ value }) => verdictOf(fits(schema, value)) };
}

function fits(schema: SchemaSubset, value: JsonValue): boolean {
  if (schema.type !== undefined && !hasType(schema.type, value)) return false;
  if (schema.enum !== undefined && !schema.enum.some((item) => item === value)) return false;
  if (schema.const !== undefined && schema.const !== value) return false;
  return (
    fitsNumber(schema, value) &&
    fitsText(schema, value) &&
    fitsList(schema, value) &&
    fitsObject(schema, value)
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

function fitsList({ items, minItems, maxItems }: SchemaSubset, value: JsonValue): boolean {
  if (items === undefined && minItems === undefined && maxItems === undefined) return true;
  if (!Array.isArray(value)) return false;
  if (value.length < (minItems ?? 0) || value.length > (maxItems ?? Number.POSITIVE_INFINITY)) return false;
  return items === undefined || value.every((item) => fits(items, item));
}

function fitsObject({ required, properties, additionalProperties }: SchemaSubset, value: JsonValue): boolean {
  if (required === undefined && properties === undefined && additionalProperties === undefined) return true;
  if (!isObject(value)) return false;
  if (required?.some((name) => !Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, item]) => {
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return own === undefined ? additionalProperties === true : fits(own, item);
  });
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
