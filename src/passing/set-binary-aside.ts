// Images, sounds and other binary content: too large to be looked through, and no text that names anybody. They wait
// aside while the rest is filtered and tokenized.

import type { JsonObject, JsonValue } from "../vocabulary.ts";

export type Aside = {
  value: JsonValue;
  /** Puts the content back wherever its place is still there. */
  putBack(value: JsonValue): JsonValue;
};

const PLACE = "binary_content";
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-ndjson|csv)\b)/i;

export function setBinaryAside(value: JsonValue): Aside {
  const kept: string[] = [];
  const place = (data: string): JsonObject => ({ [PLACE]: kept.push(data) - 1 });
  const take = (object: JsonObject): JsonObject => {
    const { type, data, blob } = object;
    const taken = { ...object };
    if ((type === "image" || type === "audio") && typeof data === "string") taken["data"] = place(data);
    // A text in base64 is a text all the same.
    if (typeof blob === "string") {
      taken["blob"] = isText(object)
        ? { [PLACE]: Buffer.from(blob, "base64").toString("utf8") }
        : place(blob);
    }
    return taken;
  };
  return {
    value: mapObjects(value, take),
    putBack: (safe) => mapValues(safe, (object) => contentOf(object, kept)),
  };
}

function isText({ mimeType }: JsonObject): boolean {
  return typeof mimeType === "string" && TEXT_TYPE.test(mimeType);
}

function contentOf(object: JsonObject, kept: readonly string[]): string | undefined {
  const place = object[PLACE];
  if (Object.keys(object).length !== 1) return undefined;
  if (typeof place === "string") return Buffer.from(place).toString("base64");
  return typeof place === "number" ? kept[place] : undefined;
}

function mapObjects(value: JsonValue, change: (object: JsonObject) => JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (value === null || typeof value !== "object") return value;
  const changed = change(value);
  return Object.fromEntries(Object.entries(changed).map(([key, item]) => [key, mapObjects(item, change)]));
}

function mapValues(value: JsonValue, replace: (object: JsonObject) => string | undefined): JsonValue {
  if (Array.isArray(value)) return value.map((item) => mapValues(item, replace));
  if (value === null || typeof value !== "object") return value;
  const content = replace(value);
  if (content !== undefined) return content;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValues(item, replace)]));
}
