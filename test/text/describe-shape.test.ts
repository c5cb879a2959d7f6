import assert from "node:assert/strict";
import { test } from "node:test";
import { describeShape } from "../../src/text/describe-shape.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

const ROWS: [value: JsonValue, shape: string][] = [
  [null, "null"],
  ["text", "string"],
  [4, "number"],
  [true, "boolean"],
  [[], "Array(0)"],
  [{}, "{}"],
  [[1, 2], "Array(2) of number"],
  [
    { total: 2, rows: [{ id: "a", tags: ["x"] }] },
    "{ total: number, rows: Array(1) of { id: string, tags: Array(1) of string } }",
  ],
  [{ a: { b: { c: { d: { e: 1 } } } } }, "{ a: { b: { c: { d: { 1 keys } } } } }"],
];

for (const [value, shape] of ROWS) {
  test(`the shape of ${JSON.stringify(value)} is ${shape}`, () => assert.equal(describeShape(value), shape));
}

test("a shape is short whatever the value is", () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`key${n}`.padEnd(200, "x"), n]));
  assert.ok(describeShape(wide).length <= 600);
  assert.match(
    describeShape(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, n]))),
    /… 8 more/,
  );
});
