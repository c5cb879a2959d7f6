// Pictures, sounds and other bytes that nobody can look through wait aside while the rest is filtered and tokenized. Bytes
// decide what they are: text in any usual encoding is read like all text, and what a picture says in words beside
// what it shows is read too; a picture that names somebody stays here. Policy says which other kinds may pass.

import { bytesOfText, type DecodedText, textOfBytes } from "../text/text-of-bytes.ts";
import type { CallScope } from "../tool-gate.ts";
import type { BinaryContent, JsonObject, JsonValue } from "../vocabulary.ts";
import { type MediaKind, mediaKind } from "./media-kind.ts";
import { readableRuns } from "./readable-runs.ts";

export type Aside = {
  value: JsonValue;
  /** How many contents policy keeps from the caller. */
  withheld: number;
  /** Puts the content back wherever its place is still there; once, because a server may have made up more places. */
  putBack(value: JsonValue): JsonValue;
};

const PLACE = "binary_content";
const WORDS = "words_in_it";
const AS_IT_STANDS = "as_it_stands";
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-ndjson|csv)\b)/i;
const BASE64 = /^[A-Za-z0-9+/\r\n]+={0,2}$/;
/** Shorter than any picture or sound; a number, a name or a key could be written with the same letters. */
const LEAST_BINARY = 48;
const FIELDS = ["data", "blob"] as const;
/** The tokenizer refuses what is nested as deep; a walk without an end would be a fault. */
const DEEPEST = 300;

type Kept = { data: string; words: string[] } | { data: string; text: DecodedText };

export function binaryFor({ policies, principal }: Pick<CallScope, "policies" | "principal">): BinaryContent {
  return policies.pii(principal).binary ?? "media";
}

export function setBinaryAside(value: JsonValue, allowed: BinaryContent): Aside {
  const kept: Kept[] = [];
  let withheld = 0;
  const placeOf = (one: Kept): JsonObject => ({
    [PLACE]: kept.push(one) - 1,
    [WORDS]: "words" in one ? one.words : one.text.text,
    // A name can be written with the letters of base64 too.
    ...(one.data.length < LEAST_BINARY ? { [AS_IT_STANDS]: one.data } : {}),
  });
  const take = (object: JsonObject): JsonObject => {
    const field = fieldOf(object);
    const data = field && object[field];
    if (field === undefined || typeof data !== "string" || !mayBeBinary(data)) return object;
    const bytes = Buffer.from(data, "base64");
    const kind = mediaKind(bytes);
    const text = kind === null ? textOfBytes(bytes, isCalledText(object)) : null;
    if (text !== null) return { ...object, [field]: placeOf({ data, text }) };
    if (kind === null && data.length < LEAST_BINARY) return object;
    if (passes(kind, object, allowed))
      return { ...object, [field]: placeOf({ data, words: readableRuns(bytes) }) };
    withheld++;
    return withhold(object, field, `${sizeOf(bytes)} that policy does not let through unread`);
  };
  const aside = mapObjects(value, take);
  return {
    value: aside,
    withheld,
    putBack(safe) {
      const left = new Map(kept.entries());
      return mapObjects(safe, (object) => withContent(object, left), false);
    },
  };
}

function fieldOf({ type, blob }: JsonObject): (typeof FIELDS)[number] | undefined {
  if (typeof blob === "string") return "blob";
  return type === "image" || type === "audio" ? "data" : undefined;
}

/** Numbers and hashes are read as they stand. */
const mayBeBinary = (data: string): boolean => BASE64.test(data) && !/^[\da-f]*$/i.test(data);

function isCalledText({ mimeType }: JsonObject): boolean {
  return typeof mimeType === "string" && TEXT_TYPE.test(mimeType);
}

function passes(kind: MediaKind | null, { type }: JsonObject, allowed: BinaryContent): boolean {
  if (allowed !== "media") return allowed === "all";
  const isMedia = kind === "image" || kind === "audio" || kind === "video";
  return isMedia && (kind === type || (type !== "image" && type !== "audio"));
}

function withContent(object: JsonObject, left: Map<number, Kept>): JsonObject {
  for (const field of FIELDS) {
    const place = object[field] as JsonObject | undefined;
    const number = place?.[PLACE];
    if (typeof number !== "number" || place === undefined) continue;
    const content = left.get(number);
    if (content === undefined) continue;
    left.delete(number);
    const said = place[WORDS] ?? null;
    if ("text" in content) return { ...object, [field]: encoded(content, place) };
    if (JSON.stringify(said) === JSON.stringify(content.words)) return { ...object, [field]: content.data };
    return withhold(object, field, "content that holds personal data in words nobody can replace");
  }
  return object;
}

function encoded({ data, text }: Extract<Kept, { text: DecodedText }>, place: JsonObject): JsonValue {
  const said = place[WORDS];
  if (said === text.text) return place[AS_IT_STANDS] ?? data;
  return bytesOfText({ ...text, text: typeof said === "string" ? said : "" }).toString("base64");
}

/** In a form that clients of MCP accept: a block or a resource becomes a text. */
function withhold(
  { [FIELDS[0]]: _data, blob: _blob, ...rest }: JsonObject,
  field: string,
  what: string,
): JsonObject {
  const text = `[withheld: ${what}]`;
  if (rest["type"] === "image" || rest["type"] === "audio") return { type: "text", text };
  if (typeof rest["uri"] === "string") return { ...rest, mimeType: "text/plain", text };
  return { ...rest, [field]: text };
}

function sizeOf({ length }: Buffer): string {
  return `${length.toLocaleString("en")} bytes`;
}

/** `inside`: whether what was put in for an object is looked into as well. */
function mapObjects(
  value: JsonValue,
  change: (object: JsonObject) => JsonObject,
  inside = true,
  depth = 0,
): JsonValue {
  if (value === null || typeof value !== "object" || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change, inside, depth + 1));
  const changed = change(value);
  const entries = Object.entries(changed);
  let isNew = false;
  for (const entry of entries) {
    const [key, item] = entry;
    if (!inside && item !== value[key]) continue;
    entry[1] = mapObjects(item, change, inside, depth + 1);
    isNew ||= entry[1] !== item;
  }
  return isNew ? Object.fromEntries(entries) : changed;
}
