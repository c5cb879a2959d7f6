// How a skill is called, as one line of TypeScript.

import type { JsonObject, JsonValue } from "../vocabulary.ts";
import { isObject } from "./parameter-schema.ts";

/** `skills.top_customers({ city: string, limit?: integer })`. */
export function signatureOf(name: string, parameters: JsonObject): string {
  const text = typeOf(parameters);
  return `skills.${name}(${text === "{}" ? "" : text})`;
}

function typeOf(schema: JsonValue | undefined): string {
  if (!isObject(schema)) return "unknown";
  const { enum: options, const: only, type, properties = {}, required = [], items } = schema;
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (type === "array") return `${wrapped(typeOf(items))}[]`;
  if (type !== "object" || !isObject(properties)) return type === "integer" ? "number" : String(type);
  const fields = Object.entries(properties).map(([name, part]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return `${name}${isRequired ? "" : "?"}: ${typeOf(part)}`;
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function wrapped(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}
