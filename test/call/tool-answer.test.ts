import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnswer } from "../../src/call/tool-answer.ts";

const READ: [text: string, value: unknown][] = [
  ['{"id":1234567890123456789}', { id: "1234567890123456789" }],
  ["[-1234567890123456789,[9007199254740993]]", ["-1234567890123456789", ["9007199254740993"]]],
  ['{"id":9007199254740992,"card":4539578763621486}', { id: 9007199254740992, card: 4539578763621486 }],
  ['{"id":10000000000000000000000}', { id: 1e22 }],
  [
    '{"rate":0.12345678901234567890,"big":1e400}',
    { rate: 0.12345678901234568, big: Number.POSITIVE_INFINITY },
  ],
  ['{"text":"1234567890123456789"}', { text: "1234567890123456789" }],
  [`{"n":${"9".repeat(400)}}`, { n: "9".repeat(400) }],
  ['{"zero":-0}', { zero: -0 }],
  ["12345678901234567890", "12345678901234567890"],
];
for (const [text, value] of READ) {
  test(text, () => {
    const answer = { content: [{ type: "text", text }], isError: false } as Parameters<typeof readAnswer>[0];
    assert.deepEqual(readAnswer(answer), { value, failed: false });
  });
}
