// Walks every string, number and key of a JSON value, also inside strings that are JSON themselves, and rebuilds only
// what changed.

import { GatewayError } from "../errors.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";
import { type Columns, columnsInFirstRow, declaredColumns, pairLabel } from "./detect/field-context.ts";
import type { Place } from "./detect/scanner.ts";
import { guessColumns, saysNothing } from "./detect/tables/guess-columns.ts";
import { editJsonText, escapePointer, looksLikeJson, stringEnd } from "./json-text.ts";

/**
 * The place as it may be recorded: keys as they are written, so that a personal value in a key is a token here too,
 * and a key's own place ends in `(key)`. `original` is the place in the value that is walked.
 */
export type PointerOf = (() => string) & { original(): string };

const AT_KEY = "(key)";

/** Each function gives back the same value to leave it as it is. */
export type Visitor = {
  text(text: string, place: Place, pointer: PointerOf): string | number;
  number(value: number, place: Place, pointer: PointerOf): string | number;
  key(key: string, isTaken: (key: string) => boolean, pointer: PointerOf): string;
};

export const DEEPEST_NESTING = 200;
export const DEEPEST_JSON_IN_STRINGS = 3;

export function rewriteJson(value: JsonValue, visitor: Visitor, base = ""): JsonValue {
  return createWalker(visitor, base).walk(value, TOP);
}

export const TOP: Place = { field: "", parent: "", siblings: null };

export type Walker = ReturnType<typeof createWalker>;

export function createWalker(visitor: Visitor, base: string) {
  const path: (string | number)[] = [];
  const written: (string | number)[] = [];
  const pointer = pointerOf(base, written, path);
  const enter = (part: string | number, reported: string | number): void => {
    path.push(part);
    written.push(reported);
  };
  const leave = (): void => {
    path.pop();
    written.pop();
  };
  const enterKey = (key: string, isTaken: (key: string) => boolean): string => {
    enter(key, AT_KEY);
    const writtenKey = visitor.key(key, isTaken, pointer);
    written[written.length - 1] = writtenKey;
    return writtenKey;
  };
  const refuseDepth = (): void => {
    if (path.length >= DEEPEST_NESTING) throw tooDeep();
  };
  const walk = (node: JsonValue, place: Place): JsonValue => {
    if (typeof node === "string") return visitor.text(node, place, pointer);
    if (typeof node === "number") return visitor.number(node, place, pointer);
    if (node === null || typeof node !== "object") return node;
    refuseDepth();
    return Array.isArray(node) ? walkArray(node, place) : walkObject(node, place);
  };
  const walkArray = (items: JsonValue[], place: Place): JsonValue[] => {
    let copy: JsonValue[] | null = null;
    const columns = columnsOf(items, place);
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as JsonValue;
      const rewritten = walkItem(item, index, columns, place);
      if (rewritten === item) continue;
      copy ??= items.slice();
      copy[index] = rewritten;
    }
    return copy ?? items;
  };
  const walkItem = (item: JsonValue, index: number, columns: Columns | null, place: Place): JsonValue => {
    enter(index, index);
    const rewritten =
      columns !== null && Array.isArray(item) ? walkRow(item, columns, place) : walk(item, place);
    leave();
    return rewritten;
  };
  const walkRow = (row: JsonValue[], columns: Columns, place: Place): JsonValue[] => {
    const cells = row.map((cell, index) => {
      enter(index, index);
      const field = columns.names[index] ?? place.field;
      const rewritten = walk(cell, { field, parent: place.field, siblings: columns.siblings });
      leave();
      return rewritten;
    });
    return cells.every((cell, index) => cell === row[index]) ? row : cells;
  };
  const walkObject = (node: JsonObject, place: Place): JsonObject => {
    let copy: JsonObject | null = null;
    const isTaken = (key: string): boolean =>
      Object.hasOwn(node, key) || (copy !== null && Object.hasOwn(copy, key));
    const keys = Object.keys(node);
    const placeOf = placesIn(node, keys, place);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const member = node[key] as JsonValue;
      const writtenKey = enterKey(key, isTaken);
      const rewritten = walk(member, placeOf(key));
      leave();
      if (copy === null && (writtenKey !== key || rewritten !== member))
        copy = firstMembers(node, keys, index);
      if (copy !== null) setMember(copy, writtenKey, rewritten);
    }
    return copy ?? node;
  };
  return { walk, walkItem, enter, leave, enterKey, refuseDepth };
}

/** An object of more members is a map: they do not tell about each other, and asking each about all takes for ever. */
const MOST_IN_A_RECORD = 500;
const SAMPLE_OF_A_MAP = 50;

export function placesIn(node: JsonObject, keys: string[], place: Place): (key: string) => Place {
  const columns = declaredColumns(node);
  const siblings = keys.length > MOST_IN_A_RECORD ? firstMembers(node, keys, SAMPLE_OF_A_MAP) : node;
  const parent = place.field;
  return (key) => ({ field: pairLabel(siblings, key) ?? key, parent, siblings, columns });
}

function pointerOf(base: string, written: (string | number)[], path: (string | number)[]): PointerOf {
  const textOf = (parts: (string | number)[]): string => {
    let text = base;
    for (const part of parts) text += `/${typeof part === "number" ? part : escapePointer(part)}`;
    return text;
  };
  return Object.assign(() => textOf(written), { original: () => textOf(path) });
}

function firstMembers(node: JsonObject, keys: string[], count: number): JsonObject {
  const copy: JsonObject = {};
  for (let index = 0; index < count; index++) {
    const key = keys[index] as string;
    setMember(copy, key, node[key] as JsonValue);
  }
  return copy;
}

/** A key named __proto__ stays a plain key. */
export function setMember(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Rows are arrays in an array: the object around them or their first row names the columns. */
export function columnsOf(items: JsonValue[], place: Place): Columns | null {
  const [first] = items;
  if (!Array.isArray(first)) return null;
  const isDeclared = place.columns?.names.length === first.length;
  if (isDeclared && !place.columns?.names.every(saysNothing)) return place.columns ?? null;
  return guessColumns(items, columnsInFirstRow(items));
}

function tooDeep(): GatewayError {
  return new GatewayError("DATA_TOO_DEEP", `The data is nested more than ${DEEPEST_NESTING} levels deep.`, {
    hint: "Ask the tool for a flatter or smaller result.",
  });
}

/**
 * The visitor, extended to look into strings that are JSON. Text with duplicate keys is left to the plain text path:
 * a parser would keep one of the values only, and the others would pass unseen.
 */
export function lookIntoJsonStrings(visitor: Visitor, depth = 0): Visitor {
  if (depth >= DEEPEST_JSON_IN_STRINGS) return visitor;
  return {
    ...visitor,
    text(text, place, pointer) {
      const parsed = looksLikeJson(text) ? parseUniqueKeys(text) : undefined;
      if (parsed === undefined) return visitor.text(text, place, pointer);
      const base = pointer();
      const edits = new Map<string, string>();
      rewriteJson(parsed, recordEdits(lookIntoJsonStrings(visitor, depth + 1), edits, base), base);
      if (edits.size === 0) return text;
      return editJsonText(
        text,
        (literal) => edits.get(`${literal.isKey ? "key" : "value"}${literal.pointer}`) ?? null,
      );
    },
  };
}

function recordEdits(visitor: Visitor, edits: Map<string, string>, base: string): Visitor {
  const record = <T>(kind: string, before: T, after: T, pointer: PointerOf): T => {
    if (after !== before) edits.set(kind + pointer.original().slice(base.length), JSON.stringify(after));
    return after;
  };
  return {
    text: (text, place, pointer) =>
      record<string | number>("value", text, visitor.text(text, place, pointer), pointer),
    number: (value, place, pointer) =>
      record<string | number>("value", value, visitor.number(value, place, pointer), pointer),
    key: (key, isTaken, pointer) => record("key", key, visitor.key(key, isTaken, pointer), pointer),
  };
}

export function parseUniqueKeys(text: string): JsonValue | undefined {
  try {
    const parsed = JSON.parse(text) as JsonValue;
    return countKeysInText(text) === countKeys(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function countKeysInText(text: string): number {
  let count = 0;
  for (let index = text.indexOf('"'); index >= 0; index = text.indexOf('"', index)) {
    index = stringEnd(text, index);
    while (text.charCodeAt(index) <= 32) index++;
    if (text[index] === ":") count++;
  }
  return count;
}

/** With a stack of its own: what JSON.parse accepts may be nested deeper than the call stack. */
function countKeys(root: JsonValue): number {
  let count = 0;
  const open: JsonValue[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === null || typeof node !== "object") continue;
    if (!Array.isArray(node)) count += Object.keys(node).length;
    for (const member of Object.values(node))
      if (member !== null && typeof member === "object") open.push(member);
  }
  return count;
}
