// The narrowest matchers that let the seen arguments through, and no others that are not needed.

import type { JsonObject, JsonValue, TokenUse } from "../../vocabulary.ts";
import type { Matcher, Scalar, SchemaSubset } from "../format/matcher-schema.ts";
import { covers, escapeSegment } from "../matchers/json-pointer.ts";

export type Sample = { args: JsonObject; tokens: readonly TokenUse[] };

type Seen = { value: JsonValue; pointer: string; tokens: readonly TokenUse[] };

const MOST_WORDS = 5;
const MOST_WORD_LENGTH = 64;

export function generalizeArguments(samples: readonly Sample[]): Record<string, Matcher> {
  const names = [...new Set(samples.flatMap(({ args }) => Object.keys(args)))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const pointer = `/${escapeSegment(name)}`;
      const seen = samples.flatMap(({ args, tokens }): Seen[] => {
        const value = args[name];
        return value === undefined ? [] : [{ value, pointer, tokens }];
      });
      return [name, matcherFor(seen)];
    }),
  );
}

function matcherFor(seen: readonly Seen[]): Matcher {
  const values = seen.map(({ value }) => value);
  if (values.every(isText)) return textMatcher(seen, values);
  if (values.every((value) => typeof value === "number"))
    return { range: [Math.min(...values), Math.max(...values)] };
  if (values.every(isScalar)) return { one_of: distinct(values) };
  if (values.every((value) => Array.isArray(value))) {
    const items = seen.flatMap(({ value, pointer, tokens }) =>
      (value as JsonValue[]).map((item, index) => ({ value: item, pointer: `${pointer}/${index}`, tokens })),
    );
    const most = Math.max(...values.map((list) => list.length));
    return { max_items: most, ...(items.length > 0 && { each: matcherFor(items) }) };
  }
  return { schema: schemaFor(values) };
}

function textMatcher(seen: readonly Seen[], values: readonly string[]): Matcher {
  const wholes = seen.map(({ value, pointer, tokens }) =>
    tokens.find((use) => use.pointer === pointer && use.whole && use.token === value),
  );
  const [first] = wholes;
  if (first && first.class !== "LITERAL" && wholes.every((use) => use?.class === first.class))
    return { class: first.class };
  const hasTokens = seen.some(({ pointer, tokens }) => tokens.some((use) => covers(pointer, use.pointer)));
  const length = Math.max(10, Math.ceil(Math.max(...values.map((text) => text.length)) / 10) * 10);
  if (hasTokens) return { max_len: length };
  const hosts = values.map(hostOf);
  if (hosts.every((host) => host !== null))
    return { scheme: schemesOf(values), host_in: [...new Set(hosts)].sort(), no_tokens: true };
  const words = distinct(values);
  const isRepeated = words.length <= MOST_WORDS && words.length * 2 <= values.length;
  if (isRepeated && values.every((text) => text.length <= MOST_WORD_LENGTH)) return { one_of: words };
  return { max_len: length };
}

function hostOf(text: string): string | null {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  return url && url.username === "" && url.port === "" && url.hostname.includes(".") ? url.hostname : null;
}

function schemesOf(values: readonly string[]): string[] {
  return [...new Set(values.map((text) => text.slice(0, text.indexOf(":"))))].sort();
}

function schemaFor(values: readonly JsonValue[]): SchemaSubset {
  const objects = values.filter(
    (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  );
  if (objects.length < values.length) return { additionalProperties: true };
  const members = objects as JsonObject[];
  const names = [...new Set(members.flatMap((object) => Object.keys(object)))].sort();
  const properties = Object.fromEntries(
    names.map((name) => [name, memberSchema(members.flatMap((object) => object[name] ?? []))]),
  );
  return { type: "object", properties };
}

function memberSchema(values: readonly JsonValue[]): SchemaSubset {
  if (values.every(isText))
    return { type: "string", maxLength: Math.max(10, ...values.map((text) => text.length)) };
  if (values.every((value) => typeof value === "number"))
    return { type: "number", minimum: Math.min(...values), maximum: Math.max(...values) };
  return {};
}

function isText(value: JsonValue): value is string {
  return typeof value === "string";
}

function isScalar(value: JsonValue): value is Scalar {
  return value === null || typeof value !== "object";
}

function distinct<T extends Scalar>(values: readonly T[]): T[] {
  return [...new Set(values)].sort((a, b) => (String(a) < String(b) ? -1 : 1));
}
