// The newest revision sends some arguments a second time as headers, for whoever stands in between. Headers that say
// something else than the body would let one of them see what the other does not do.

import type { JsonObject, JsonValue } from "../../../vocabulary.ts";

const BASE64 = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;
const MARKED = /^=\?base64\?.*\?=$/s;
const MAX_DEPTH = 16;

type Declared = { header: string; value: JsonValue | undefined };

/** What is wrong with the headers of a tool call, or null. */
export function paramHeaderProblem(schema: JsonObject, args: JsonObject, headers: Headers): string | null {
  for (const { header, value } of declaredIn(schema, args)) {
    if (value === undefined || value === null || typeof value === "object") continue;
    const sent = headers.get(header);
    if (sent === null) return `The header ${header} is missing.`;
    const decoded = decode(sent);
    if (decoded === null) return `The header ${header} is not valid Base64 of UTF-8.`;
    if (!isSame(decoded, value)) return `The header ${header} and the body say different things.`;
  }
  return null;
}

function declaredIn(schema: JsonObject, args: JsonValue | undefined, depth = 0): Declared[] {
  const { properties } = schema;
  if (!isObject(properties) || depth > MAX_DEPTH) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const value = isObject(args) && Object.hasOwn(args, name) ? args[name] : undefined;
    const header = property["x-mcp-header"];
    const own =
      typeof header === "string" && /^[\w-]{1,64}$/.test(header)
        ? [{ header: `Mcp-Param-${header}`, value }]
        : [];
    return [...own, ...declaredIn(property, value, depth + 1)];
  });
}

function decode(sent: string): string | null {
  if (!MARKED.test(sent)) return sent;
  const encoded = BASE64.exec(sent)?.[1];
  if (encoded === undefined) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return null;
  }
}

function isSame(sent: string, value: string | number | boolean): boolean {
  if (typeof value === "number" && /^-?\d+(\.\d+)?$/.test(sent)) return Number(sent) === value;
  return sent === String(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
