import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseOneReading, repeatsNames } from "../../src/text/one-reading.ts";

const CLEAR: string[] = [
  "1",
  '"a: b"',
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":"x","A":"y"}',
  '{"__proto__":1,"constructor":2}',
  '{"a" : "b:", "" : {}}',
  '["a","a",":"]',
  '{"a":1.5e3,"b":-0,"c":0.1}',
];
const UNCLEAR: [text: string, says: RegExp][] = [
  ['{"a":1,"a":1}', /twice/],
  ['{"a":1, "b":{"c":[{"d":1,"d":2}]}}', /twice/],
  ['{"a":1,"\\u0061":2}', /twice/],
  ['{"__proto__":1,"__proto__":2}', /twice/],
  ["1e999", /number/],
  ['{"a":[-1e400]}', /number/],
];

describe("JSON that every reader takes for the same", () => {
  for (const text of CLEAR)
    test(text, () => {
      assert.deepEqual(parseOneReading(text), JSON.parse(text));
    });
});

describe("JSON that two readers take for two things is refused", () => {
  for (const [text, says] of UNCLEAR) test(text, () => assert.throws(() => parseOneReading(text), says));
});

test("what is no JSON is refused as such", () => {
  assert.throws(() => parseOneReading('{"a":'), SyntaxError);
});

test("texts of a megabyte are read in a moment", () => {
  const long = JSON.stringify({ a: "\\".repeat(400_000), b: '"'.repeat(100_000) });
  const many = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ index })));
  for (const text of [long, many]) {
    const from = process.threadCpuUsage().user;
    assert.equal(repeatsNames(text, JSON.parse(text)), false);
    assert.ok(process.threadCpuUsage().user - from < 500_000);
  }
});
