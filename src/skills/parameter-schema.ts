// The JSON Schema that a skill may have for its parameters: a closed part of the language, so that nothing in it is
// ignored and no pattern of an author can keep the gateway busy.

import { GatewayError } from "../errors.ts";
import { suggest } from "../text/did-you-mean.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";

export const NO_PARAMETERS: JsonObject = { type: "object", properties: {}, additionalProperties: false };

const MAX_BYTES = 8 * 1024;
const MAX_DEPTH = 6;
const NAME = /^(?!__proto__$)[A-Za-z_]\w{0,63}$/;

const EVERYWHERE = ["type", "title", "description", "enum", "const", "default"];
const BY_TYPE: Record<string, readonly string[]> = {
  object: ["properties", "required", "additionalProperties"],
  array: ["items", "minItems", "maxItems"],
  string: ["minLength", "maxLength"],
  number: ["minimum", "maximum"],
  integer: ["minimum", "maximum"],
  boolean: [],
  null: [],
};
const COUNTS = ["minItems", "maxItems", "minLength", "maxLength"];
const NUMBERS = ["minimum", "maximum"];

/** Throws SKILL_REFUSED with the place when the schema says anything that would not be checked. */
export function checkParameterSchema(schema: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES) {
    throw wrong("", `is larger than ${MAX_BYTES} bytes`);
  }
  if (schema["type"] !== "object") throw wrong("", 'must have "type": "object": a skill takes one object');
  checkPart(schema, "", 0);
}

function checkPart(value: JsonValue | undefined, at: string, depth: number): void {
  if (!isObject(value)) throw wrong(at, "must be an object");
  if (depth > MAX_DEPTH) throw wrong(at, `is nested more than ${MAX_DEPTH} levels deep`);
  const { type } = value;
  if (typeof type !== "string" || !Object.hasOwn(BY_TYPE, type)) {
    throw wrong(`${at}/type`, `must be one of ${Object.keys(BY_TYPE).join(", ")}`);
  }
  const known = [...EVERYWHERE, ...(BY_TYPE[type] ?? [])];
  for (const word of Object.keys(value)) {
    if (known.includes(word)) checkWord(word, value[word] ?? null, at);
    else throw wrong(`${at}/${word}`, `is not a word that is checked for ${type}${suggest(word, known)}`);
  }
  if (type === "object") checkProperties(value, at, depth);
  if (type === "array" && value["items"] !== undefined) checkPart(value["items"], `${at}/items`, depth + 1);
}

function checkWord(word: string, value: JsonValue, at: string): void {
  const here = `${at}/${word}`;
  if (word === "title" || word === "description") {
    if (typeof value !== "string") throw wrong(here, "must be text");
  } else if (word === "enum") {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isScalar))
      throw wrong(here, "must be a list of texts, numbers, true, false or null");
  } else if (word === "const" && !isScalar(value)) {
    throw wrong(here, "must be a text, a number, true, false or null");
  } else if (COUNTS.includes(word) && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
    throw wrong(here, "must be a whole number from 0 on");
  } else if (NUMBERS.includes(word) && typeof value !== "number") throw wrong(here, "must be a number");
  else if (word === "additionalProperties" && value !== false) {
    throw wrong(here, "can only be false: a skill takes no parameters but those it names");
  }
}

function checkProperties({ properties = {}, required = [] }: JsonObject, at: string, depth: number): void {
  if (!isObject(properties)) throw wrong(`${at}/properties`, "must be an object");
  for (const [name, part] of Object.entries(properties)) {
    if (!NAME.test(name))
      throw wrong(`${at}/properties`, `has a name that is no identifier of up to 64 letters`);
    checkPart(part, `${at}/properties/${name}`, depth + 1);
  }
  if (!Array.isArray(required)) throw wrong(`${at}/required`, "must be a list of names");
  for (const name of required) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name)) {
      throw wrong(`${at}/required`, "names a parameter that `properties` does not have");
    }
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== "object";
}

function wrong(at: string, why: string): GatewayError {
  return new GatewayError("SKILL_REFUSED", `The parameter schema ${at === "" ? "" : `at ${at} `}${why}.`, {
    hint: 'Write it like { "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] }.',
  });
}
