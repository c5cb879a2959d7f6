// Parameters as a caller gave them → parameters as the skill gets them. Everything is checked, nothing is converted, and
// no value is repeated in a message.

import { GatewayError } from "../errors.ts";
import { suggest } from "../text/did-you-mean.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";
import { isObject } from "./parameter-schema.ts";

export type ParameterOptions = {
  skill: string;
  /** A token stands for a value that nobody may look at here, so its length says nothing. */
  isToken?: (text: string) => boolean;
};

type Check = ParameterOptions & { path: string };

/** `schema` has passed `checkParameterSchema`. Defaults are filled in. */
export function readParameters(
  schema: JsonObject,
  given: JsonValue | undefined,
  options: ParameterOptions,
): JsonObject {
  return readPart(schema, given ?? {}, { ...options, path: "" }) as JsonObject;
}

function readPart(schema: JsonObject, value: JsonValue, check: Check): JsonValue {
  const type = String(schema["type"]);
  if (!isOfType(type, value)) throw wrong(check, `must be ${article(type)}`);
  const { enum: options, const: only } = schema;
  if (Array.isArray(options) && !options.some((option) => option === value)) {
    throw wrong(check, `must be one of ${options.map((option) => JSON.stringify(option)).join(", ")}`);
  }
  if (only !== undefined && only !== value) throw wrong(check, `must be ${JSON.stringify(only)}`);
  if (typeof value === "number") checkBounds(schema, value, { check, of: ["minimum", "maximum"] });
  if (typeof value === "string" && !check.isToken?.(value)) {
    checkBounds(schema, [...value].length, { check, of: ["minLength", "maxLength"], unit: " characters" });
  }
  if (Array.isArray(value)) return readItems(schema, value, check);
  return isObject(value) ? readProperties(schema, value, check) : value;
}

function isOfType(type: string, value: JsonValue): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

type Bounds = { check: Check; of: [least: string, most: string]; unit?: string };

function checkBounds(schema: JsonObject, size: number, { check, of: [low, high], unit = "" }: Bounds): void {
  const { [low]: least, [high]: most } = schema;
  if (typeof least === "number" && size < least) throw wrong(check, `must be at least ${least}${unit}`);
  if (typeof most === "number" && size > most) throw wrong(check, `must be at most ${most}${unit}`);
}

function readItems(schema: JsonObject, value: JsonValue[], check: Check): JsonValue[] {
  checkBounds(schema, value.length, { check, of: ["minItems", "maxItems"], unit: " items" });
  const { items } = schema;
  if (!isObject(items)) return value;
  return value.map((item, index) => readPart(items, item, { ...check, path: `${check.path}[${index}]` }));
}

function readProperties(schema: JsonObject, value: JsonObject, check: Check): JsonObject {
  const properties = (isObject(schema["properties"]) ? schema["properties"] : {}) as Record<
    string,
    JsonObject
  >;
  const required = (schema["required"] ?? []) as string[];
  const known = Object.keys(properties);
  const read: JsonObject = {};
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) throw unknown(name, known, check);
  }
  for (const [name, part] of Object.entries(properties)) {
    const at = { ...check, path: check.path === "" ? name : `${check.path}.${name}` };
    const given = Object.hasOwn(value, name) ? value[name] : part["default"];
    if (given !== undefined) read[name] = readPart(part, given, at);
    else if (required.includes(name)) throw wrong(at, "is missing");
  }
  return read;
}

function article(type: string): string {
  if (type === "null") return "null";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unknown(name: string, known: string[], { skill, path }: Check): GatewayError {
  // A name may be anything, also a personal value: it is quoted only when it looks like a name.
  const shown = /^\w{1,64}$/.test(name) ? ` "${name}"` : "";
  const where = path === "" ? `The skill ${skill}` : `The parameter ${path} of the skill ${skill}`;
  const near = suggest(name, known);
  return new GatewayError("BAD_ARGUMENTS", `${where} has no parameter${shown}${near}.`, {
    hint: hintFor(skill),
  });
}

function wrong({ skill, path }: Check, why: string): GatewayError {
  const what =
    path === "" ? `What is given to the skill ${skill}` : `The parameter ${path} of the skill ${skill}`;
  return new GatewayError("BAD_ARGUMENTS", `${what} ${why}.`, { hint: hintFor(skill) });
}

function hintFor(skill: string): string {
  return `Search for "${skill}" to see its parameters.`;
}
