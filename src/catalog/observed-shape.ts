// What answers looked like, learned answer by answer: which keys, which types, what was always there. Never a value; and
// a key that could be one (an id, a token, a sentence) is no key but makes its object a map.

import type { JsonObject, JsonValue } from "../vocabulary.ts";

export type Shape = {
  /** How many values were seen here, and of which simple types. */
  seen: number;
  types: ("string" | "number" | "boolean" | "null")[];
  items?: Shape;
  lists?: number;
  objects?: number;
  keys?: Record<string, Shape>;
  /** Set instead of `keys` once the keys are data. */
  values?: Shape;
};

const MOST_KEYS = 60;
const MOST_DEPTH = 8;
const MOST_ITEMS = 100;
const KEY = /^[A-Za-z_$][A-Za-z_$-]{0,39}\d{0,2}$/;
/** Tokens, and names in capitals and digits that look like them. */
const LIKE_TOKEN = /^[A-Z][A-Z_]*_\d+$/;

export function emptyShape(): Shape {
  return { seen: 0, types: [] };
}

/** Changes `shape` so that it covers the value as well. */
export function learn(shape: Shape, value: JsonValue, depth = 0): void {
  shape.seen++;
  if (value === null || typeof value !== "object") {
    const type = value === null ? "null" : (typeof value as "string" | "number" | "boolean");
    if (!shape.types.includes(type)) shape.types.push(type);
  } else if (Array.isArray(value)) {
    shape.lists = (shape.lists ?? 0) + 1;
    shape.items ??= emptyShape();
    if (depth < MOST_DEPTH)
      for (const item of value.slice(0, MOST_ITEMS)) learn(shape.items, item, depth + 1);
  } else learnObject(shape, value, depth);
}

function learnObject(shape: Shape, value: JsonObject, depth: number): void {
  shape.objects = (shape.objects ?? 0) + 1;
  if (depth >= MOST_DEPTH) return;
  const names = Object.keys(value);
  const known = withoutPrototype(shape.keys);
  const fresh = names.filter((name) => !Object.hasOwn(known, name));
  const isMap =
    !names.every((name) => KEY.test(name) && !LIKE_TOKEN.test(name)) ||
    Object.keys(known).length + fresh.length > MOST_KEYS;
  if (shape.values || isMap) {
    // What was learned as keys before may be data too: it is forgotten.
    shape.values ??= emptyShape();
    delete shape.keys;
    for (const name of names.slice(0, MOST_ITEMS)) learn(shape.values, value[name] ?? null, depth + 1);
    return;
  }
  for (const name of names) {
    known[name] ??= emptyShape();
    learn(known[name], value[name] ?? null, depth + 1);
  }
  shape.keys = known;
}

/** Keys come from servers: `constructor` and `__proto__` are names like any other. */
function withoutPrototype(keys: Record<string, Shape> | undefined): Record<string, Shape> {
  return Object.assign(Object.create(null), keys);
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

function schemaOfObject({ keys, values }: Shape, objects: number): JsonObject {
  if (values) return { type: "object", additionalProperties: schemaOfShape(values) };
  const entries = Object.entries(keys ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, shape]) => [name, schemaOfShape(shape)])),
    required: entries.filter(([, shape]) => shape.seen >= objects).map(([name]) => name),
  };
}
