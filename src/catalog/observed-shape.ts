// What answers looked like, learned answer by answer: which fields, which types, what was always there. Never a value, and
// no key that could be one (an id, a token, somebody's name): such keys make their object a map, or stay unnamed.

import type { JsonObject, JsonValue } from "../vocabulary.ts";
import type { KindOfKey } from "./field-names.ts";

export type Shape = {
  /** How many values were seen here, and of which simple types. */
  seen: number;
  types: ("string" | "number" | "boolean" | "null")[];
  items?: Shape;
  lists?: number;
  objects?: number;
  keys?: Record<string, Shape>;
  /** Other keys stood beside those, which may be data. */
  others?: true;
  /** Set instead of `keys` once the keys are data. */
  values?: Shape;
};

const MOST_KEYS = 60;
const MOST_DEPTH = 8;
const MOST_ITEMS = 100;
/** So many objects tell whether their keys come again. */
const ENOUGH_OBJECTS = 4;

type Learning = { kindOf: KindOfKey; depth: number };

export function emptyShape(): Shape {
  return { seen: 0, types: [] };
}

/** Changes `shape` so that it covers the value as well. */
export function learn(shape: Shape, value: JsonValue, { kindOf, depth }: Learning): void {
  shape.seen++;
  if (value === null || typeof value !== "object") {
    const type = value === null ? "null" : (typeof value as "string" | "number" | "boolean");
    if (!shape.types.includes(type)) shape.types.push(type);
  } else if (Array.isArray(value)) {
    shape.lists = (shape.lists ?? 0) + 1;
    shape.items ??= emptyShape();
    if (depth < MOST_DEPTH)
      for (const item of value.slice(0, MOST_ITEMS)) learn(shape.items, item, { kindOf, depth: depth + 1 });
  } else learnObject(shape, value, { kindOf, depth });
}

function learnObject(shape: Shape, value: JsonObject, { kindOf, depth }: Learning): void {
  shape.objects = (shape.objects ?? 0) + 1;
  if (depth >= MOST_DEPTH) return;
  const deeper = { kindOf, depth: depth + 1 };
  const names = Object.keys(value);
  if (shape.values || isMap(shape, value, kindOf)) {
    // What was learned as keys before may be data too: it is forgotten.
    shape.values ??= emptyShape();
    delete shape.keys;
    delete shape.others;
    for (const name of names.slice(0, MOST_ITEMS)) learn(shape.values, value[name] ?? null, deeper);
    return;
  }
  const known = withoutPrototype(shape.keys);
  for (const name of names) {
    if (!Object.hasOwn(known, name) && kindOf(name) !== "name") {
      shape.others = true;
      continue;
    }
    known[name] ??= emptyShape();
    learn(known[name], value[name] ?? null, deeper);
  }
  shape.keys = known;
}

/** Keys come from servers: `constructor` and `__proto__` are names like any other. */
function withoutPrototype(keys: Record<string, Shape> | undefined): Record<string, Shape> {
  return Object.assign(Object.create(null), keys);
}

/** Whether the object's keys are data: by their form, by what they hold, or because no two answers have the same. */
function isMap({ keys: known = {}, objects = 0 }: Shape, value: JsonObject, kindOf: KindOfKey): boolean {
  const names = Object.keys(value);
  if (names.length > MOST_KEYS) return true;
  const fresh = names.filter((name) => !Object.hasOwn(known, name));
  const kinds = fresh.map(kindOf);
  if (kinds.includes("data")) return true;
  if (Object.keys(known).length + fresh.length > MOST_KEYS) return true;
  const doubtful = kinds.filter((kind) => kind === "doubtful").length;
  if (doubtful * 2 > names.length - doubtful) return true;
  return haveEqualFields(Object.values(value)) || changesAlways(known, names, objects);
}

/** Several objects of one form under different keys are entries rather than fields. */
function haveEqualFields(values: JsonValue[]): boolean {
  const forms = new Set(values.map(formOf));
  return values.length > 1 && forms.size === 1 && !forms.has(null);
}

/** Null for what is no object with fields. */
function formOf(value: JsonValue): string | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const names = Object.keys(value);
  return names.length === 0 ? null : JSON.stringify(names.sort());
}

function changesAlways(known: Record<string, Shape>, names: string[], objects: number): boolean {
  if (objects < ENOUGH_OBJECTS || names.length === 0) return false;
  const counts = Object.entries(known).map(([name, { seen }]) => seen + (names.includes(name) ? 1 : 0));
  return counts.every((count) => count * 2 < objects);
}

/** The same as JSON Schema. A key is required when it stood in every object that was seen. */
export function schemaOfShape(shape: Shape): JsonObject {
  const choices: JsonObject[] = shape.types.toSorted().map((type) => ({ type }));
  if (shape.lists !== undefined) {
    const items = shape.items && shape.items.seen > 0 ? schemaOfShape(shape.items) : {};
    choices.push({ type: "array", items });
  }
  if (shape.objects !== undefined) choices.push(schemaOfObject(shape, shape.objects));
  const [only] = choices;
  return choices.length === 1 && only ? only : { anyOf: choices };
}

function schemaOfObject({ keys, others, values }: Shape, objects: number): JsonObject {
  if (values) return { type: "object", additionalProperties: schemaOfShape(values) };
  const entries = Object.entries(keys ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, shape]) => [name, schemaOfShape(shape)])),
    required: entries.filter(([, shape]) => shape.seen >= objects).map(([name]) => name),
    ...(others ? { additionalProperties: {} } : {}),
  };
}
