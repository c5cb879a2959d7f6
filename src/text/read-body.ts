// Bodies of events as readers take them: every version that ever was written, and none that is trusted to be whole.

import type { JsonObject, JsonValue } from "../vocabulary.ts";

export function readBody(row: { body: string }): JsonObject {
  try {
    const body = JSON.parse(row.body) as JsonValue;
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textIn(from: JsonObject, field: string): string | null {
  const value = from[field];
  return typeof value === "string" ? value : null;
}

export function numberIn(from: JsonObject, field: string): number | null {
  const value = from[field];
  return typeof value === "number" ? value : null;
}

export function objectIn(from: JsonObject, field: string): JsonObject {
  const value = from[field];
  return isObject(value) ? value : {};
}

export function objectsIn(from: JsonObject, field: string): JsonObject[] {
  const value = from[field];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The code of the failure that a body tells of. */
export function errorCodeIn(body: JsonObject): string | null {
  const { error } = body;
  return isObject(error) ? textIn(error, "code") : null;
}
