// Bounds on what servers may send, piece by piece.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedFetch } from "../../src/upstreams/bounded-fetch.ts";
import { fitsInBytes } from "../../src/upstreams/measure-json.ts";
import { responseIdOf, splitLines } from "../../src/upstreams/split-lines.ts";
import { OVERSIZE_RPC_CODE } from "../../src/upstreams/upstream-error.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

function split(chunks: string[], maxLineBytes: number): string[] {
  const seen: string[] = [];
  const feed = splitLines(maxLineBytes, {
    line: (text) => seen.push(text),
    oversize: (head, tail, bytes) => seen.push(`<${bytes}:${head.slice(0, 4)}..${tail.slice(-4)}>`),
  });
  for (const chunk of chunks) feed(Buffer.from(chunk));
  return seen;
}

test("lines come whole however they were cut, and one that is too long is dropped alone", () => {
  const table: [chunks: string[], seen: string[]][] = [
    [["a\nb\n"], ["a", "b"]],
    [["a", "b", "c\n"], ["abc"]],
    [["\n\n\na\n"], ["a"]],
    [["12345678\n"], ["12345678"]],
    [["123456789\n"], ["<9:1234..6789>"]],
    [
      ["1234", "56789\nok\n"],
      ["<9:1234..6789>", "ok"],
    ],
    [
      ["123456789", "abcdefghi", "jk\nok\n"],
      ["<20:1234..hijk>", "ok"],
    ],
    [["unfinished"], []],
  ];
  for (const [chunks, seen] of table) assert.deepEqual(split(chunks, 8), seen, JSON.stringify(chunks));
});

test("a character that is cut between chunks stays whole", () => {
  const bytes = Buffer.from("größe 🚪\n");
  const seen: string[] = [];
  const feed = splitLines(100, { line: (text) => seen.push(text), oversize: () => seen.push("oversize") });
  for (const byte of bytes) feed(Buffer.from([byte]));
  assert.deepEqual(seen, ["größe 🚪"]);
});

test("the id of a dropped answer is found at its start or end, never in its data", () => {
  const table: [head: string, tail: string, id: number | undefined][] = [
    ['{"jsonrpc":"2.0","id":7,"result":{"x', 'xxx"}}', 7],
    ['{ "id" : 12 , "jsonrpc"', "xxx}}", 12],
    ['{"result":{"content":[', '"}]},"jsonrpc":"2.0","id":9}', 9],
    ['{"result":{"content":[', '"}]},"id":10}', 10],
    ['{"jsonrpc":"2.0","method":"notify","params":{"id":3,', '"}}', undefined],
    ['{"result":{"content":[', '"}],"row":{"id":5}}}', undefined],
    ['{"jsonrpc":"2.0","id":"text","result":', "}", undefined],
    ["xxxx", "xxxx", undefined],
  ];
  for (const [head, tail, id] of table) assert.equal(responseIdOf(head, tail), id, head + tail);
});

test("sizes are those of the JSON text", () => {
  const values: JsonValue[] = [
    null,
    true,
    12.5,
    "größe",
    [],
    {},
    [1, "a", [null]],
    { a: 1, bc: { d: [] } },
    [{ x: "y" }],
  ];
  for (const value of values) {
    const size = Buffer.byteLength(JSON.stringify(value));
    assert.ok(fitsInBytes(value, size), `${JSON.stringify(value)} fits`);
    assert.ok(!fitsInBytes(value, size - 1), `${JSON.stringify(value)} does not fit in less`);
  }
  let deep: JsonValue = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.ok(fitsInBytes(deep, 1_000_000), "depth does not overflow the stack");
});

async function fetchAnswer(body: string, type: string, status = 200): Promise<string> {
  const answer = async (): Promise<Response> =>
    new Response(status === 202 ? null : body, { status, headers: { "content-type": type } });
  const fetched = await boundedFetch(100, answer)("http://h/", {
    method: "POST",
    body: '{"id":5,"method":"m"}',
  });
  assert.equal(fetched.status, status);
  return fetched.text();
}

test("an HTTP answer over the bound becomes an error for the request that asked", async () => {
  const tooLarge = {
    jsonrpc: "2.0",
    id: 5,
    error: { code: OVERSIZE_RPC_CODE, message: "message too large" },
  };
  assert.equal(await fetchAnswer('{"ok":1}', "application/json"), '{"ok":1}');
  assert.equal((await fetchAnswer("x".repeat(100), "application/json")).length, 100);
  assert.deepEqual(JSON.parse(await fetchAnswer("x".repeat(101), "application/json")), tooLarge);

  const small = `data: ${"a".repeat(60)}\n\n`;
  assert.equal(await fetchAnswer(small.repeat(5), "text/event-stream"), small.repeat(5));
  const stream = await fetchAnswer(
    `${small}data: ${"b".repeat(200)}\n\n`,
    "text/event-stream; charset=utf-8",
  );
  assert.ok(stream.startsWith(small), "events before it arrive");
  assert.deepEqual(JSON.parse(stream.split("data: ").at(-1) ?? ""), tooLarge);
  assert.equal(await fetchAnswer("", "application/json", 202), "");
});
