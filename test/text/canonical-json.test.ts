import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson, sha256Hex } from "../../src/text/canonical-json.ts";

const RUNS = { seed: 20_260_301, numRuns: 500 };

// Minus zero has no form of its own in RFC 8785, and UTF-8 has none for half a surrogate pair.
const text = fc.string({ unit: "binary" });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie("json"), { maxLength: 5 }),
    fc.dictionary(text, tie("json"), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, withKeysReversed(inner)]));
}

test("the order of keys never matters", () => {
  fc.assert(
    fc.property(json, (value) => canonicalJson(value) === canonicalJson(withKeysReversed(value))),
    RUNS,
  );
});

test("the text reads back as the value, and writing that again gives the same text", () => {
  fc.assert(
    fc.property(json, (value) => {
      const written = canonicalJson(value);
      const read = JSON.parse(written);
      assert.deepEqual(read, value);
      assert.equal(canonicalJson(read), written);
    }),
    RUNS,
  );
});

test("different values have different texts", () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const isSame = canonicalJson(one) === canonicalJson(other);
      assert.equal(isSame, JSON.stringify(withSortedKeys(one)) === JSON.stringify(withSortedKeys(other)));
    }),
    RUNS,
  );
});

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withSortedKeys(inner)] as const);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}

const TEXTS: [title: string, value: unknown, written: string][] = [
  ["minus zero", -0, "0"],
  ["a large integer", 1e20, "100000000000000000000"],
  ["a larger integer", 1e21, "1e+21"],
  ["a small number", 1e-6, "0.000001"],
  ["a smaller number", 1e-7, "1e-7"],
  ["a whole float", 1.0, "1"],
  ["the largest safe integer", Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ["a number that is not exact", 0.1 + 0.2, "0.30000000000000004"],
  ["no spaces", { a: [1, { b: 2 }] }, '{"a":[1,{"b":2}]}'],
  ["keys like numbers, as text", { 10: 1, 9: 2, 1: 3 }, '{"1":3,"10":1,"9":2}'],
  ["capitals before small letters", { b: 1, a: 2, B: 3 }, '{"B":3,"a":2,"b":1}'],
  ["keys by UTF-16 unit, not by code point", { "\ufb33": 1, "😀": 2 }, '{"😀":2,"\ufb33":1}'],
  ["composed and decomposed letters apart", { é: 1, "e\u0301": 2 }, '{"e\u0301":2,"é":1}'],
  ["control characters", "\u0000\b\t\n\f\r\u001f\u007f", '"\\u0000\\b\\t\\n\\f\\r\\u001f\u007f"'],
  ["quotes, backslash and slash", '"\\/', '"\\"\\\\/"'],
  ["line separators as they are", "\u2028\u2029", '"\u2028\u2029"'],
  ["a key named like the prototype", JSON.parse('{"b":1,"__proto__":2}'), '{"__proto__":2,"b":1}'],
  ["a missing value", { a: undefined, b: 1 }, '{"b":1}'],
];

for (const [title, value, written] of TEXTS) {
  test(`canonical JSON: ${title}`, () => assert.equal(canonicalJson(value), written));
}

const REFUSED: [title: string, value: unknown][] = [
  ["nothing", undefined],
  ["a function", () => 1],
  ["NaN", Number.NaN],
  ["an infinity", Number.POSITIVE_INFINITY],
  ["half a surrogate pair", "\ud83d"],
  ["half a surrogate pair in a key", { "\ude00": 1 }],
  ["a BigInt", 1n],
];

for (const [title, value] of REFUSED) {
  test(`canonical JSON has no form for ${title}`, () => assert.throws(() => canonicalJson(value)));
}

test("a deeply nested value is written without exhausting the stack", () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 50_000; depth += 1) value = [value];
  assert.equal(canonicalJson(value).length, 100_001);
});

test("the digest is SHA-256 over UTF-8", () => {
  assert.equal(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(sha256Hex("é"), sha256Hex(new Uint8Array([0xc3, 0xa9])));
});
