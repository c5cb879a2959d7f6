// Images, sounds and other binary content: too large to be looked through, and no text that names anybody. They wait
// aside while the rest is filtered and tokenized. What a server calls an image is one only if its bytes say so too.

import { isUtf8 } from "node:buffer";
import type { JsonObject, JsonValue } from "../vocabulary.ts";

export type Aside = {
  value: JsonValue;
  /** Puts the content back wherever its place is still there; once, because a server may have made up more places. */
  putBack(value: JsonValue): JsonValue;
};

const PLACE = "binary_content";
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-ndjson|csv)\b)/i;
const BASE64 = /^[A-Za-z0-9+/\r\n]+={0,2}$/;
/** Shorter than any picture or sound; a number, a name or a key could be written with the same letters. */
const LEAST_BINARY = 48;
const CONTROLS = /[^\P{Cc}\t\n\r]/u;

export function setBinaryAside(value: JsonValue): Aside {
  const kept: string[] = [];
  /** Short ones are read where they stand, base64 too; the text of others is read, whatever it is called. */
  const place = (data: string, isText: boolean): JsonValue => {
    const isLong = data.length >= LEAST_BINARY;
    if (!BASE64.test(data) || /^\d*$/.test(data) || !(isLong || isText)) return data;
    const text = textIn(data, isText);
    return { [PLACE]: text ?? kept.push(data) - 1 };
  };
  const take = (object: JsonObject): JsonObject => {
    const { type, data, blob } = object;
    const taken = { ...object };
    if ((type === "image" || type === "audio") && typeof data === "string")
      taken["data"] = place(data, false);
    if (typeof blob === "string") taken["blob"] = place(blob, isText(object));
    return taken;
  };
  return {
    value: mapObjects(value, take),
    putBack(safe) {
      const left = new Map(kept.entries());
      return mapValues(safe, (object) => contentOf(object, left));
    },
  };
}

/** Null where the bytes are no text, and nobody calls them one. */
function textIn(data: string, isText: boolean): string | null {
  const bytes = Buffer.from(data, "base64");
  if (!isText && !isUtf8(bytes)) return null;
  const text = bytes.toString("utf8");
  return isText || !CONTROLS.test(text) ? text : null;
}

function isText({ mimeType }: JsonObject): boolean {
  return typeof mimeType === "string" && TEXT_TYPE.test(mimeType);
}

function contentOf(object: JsonObject, left: Map<number, string>): string | undefined {
  const place = object[PLACE];
  if (Object.keys(object).length !== 1) return undefined;
  if (typeof place === "string") return Buffer.from(place).toString("base64");
  if (typeof place !== "number") return undefined;
  const content = left.get(place);
  left.delete(place);
  return content;
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
