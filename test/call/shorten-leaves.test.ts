import assert from "node:assert/strict";
import { test } from "node:test";
import { shortenLeaves } from "../../src/call/shorten-leaves.ts";

test("short arguments are kept as they are", () => {
  const value = { to: ["EMAIL_001"], body: "x".repeat(4096), n: 1, nothing: null };
  assert.deepEqual(shortenLeaves(value), { value, shortened: false });
});

test("a long text is kept by its start, length and hash", () => {
  const { value, shortened } = shortenLeaves({ body: "y".repeat(5000) });
  assert.equal(shortened, true);
  const { body } = value as { body: string };
  assert.match(body, /^y{256}… \(5000 characters, sha256 [0-9a-f]{64}\)$/);
});

test("two long texts that differ in their last letter differ on the trail", () => {
  const [a, b] = ["a", "b"].map((last) => shortenLeaves(`${"z".repeat(9000)}${last}`).value);
  assert.notEqual(a, b);
});

test("many texts together stay small too", () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `${n} ${"x".repeat(400)}`);
  const { value, shortened } = shortenLeaves({ many });
  assert.equal(shortened, true);
  assert.ok(JSON.stringify(value).length < 80_000);
});

test("deep structures beyond the budget become one text", () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => ({ id: `row ${n}`, text: "abc" }));
  const { value } = shortenLeaves({ first: "x".repeat(70_000), rows });
  assert.equal(typeof (value as { rows: unknown }).rows, "string");
});
