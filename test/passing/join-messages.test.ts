import assert from "node:assert/strict";
import { test } from "node:test";
import { createMessageJoiner } from "../../src/passing/join-messages.ts";
import type { Told } from "../../src/passing/server-tells.ts";

const VALUE = /[\w.]+@one\.example/g;
const valuesIn = (text: string) =>
  [...text.matchAll(VALUE)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
const log = (data: unknown): Told => ({
  method: "notifications/message",
  params: { level: "info", data } as Told["params"],
});
const progress = (message: string, at: number): Told => ({
  method: "notifications/progress",
  params: { message, progress: at },
});

function open(waitMs = 60_000) {
  const passed: Told[] = [];
  const joiner = createMessageJoiner({ valuesIn, pass: (told) => void passed.push(told), waitMs });
  return { joiner, passed, texts: () => passed.map(({ params }) => params["data"] ?? params["message"]) };
}

const ROWS: [title: string, given: Told[], texts: unknown[]][] = [
  [
    "whole messages stay apart",
    [log("one"), log("ann@one.example"), log("three")],
    ["one", "ann@one.example", "three"],
  ],
  ["a value cut in its first part", [log("to ann.l"), log("ee@one.example")], ["to ann.lee@one.example"]],
  [
    "a word and then a value of its own",
    [log("reading"), log("ann@one.example")],
    ["reading", "ann@one.example"],
  ],
  [
    "a sentence and then a value of its own",
    [log("Done."), log("ann@one.example")],
    ["Done.", "ann@one.example"],
  ],
  ["a value in two pieces", [log("to ann@o"), log("ne.example now")], ["to ann@one.example now"]],
  ["a value in single letters", [..."ann@one.example."].map(log), ["ann@one.example", "."]],
  [
    "two values that share a message",
    [log("ann@one"), log(".example,ann@"), log("one.example")],
    ["ann@one.example,ann@one.example"],
  ],
  [
    "data that is no text",
    [log("ann@o"), log({ to: 1 }), log("ne.example")],
    ["ann@o", { to: 1 }, "ne.example"],
  ],
  ["log and progress are two streams", [log("ann@o"), progress("ne.example", 1)], ["ann@o", "ne.example"]],
];
for (const [title, given, expected] of ROWS) {
  test(title, () => {
    const { joiner, texts } = open();
    for (const told of given) joiner.offer(told);
    joiner.flush();
    assert.deepEqual(texts(), expected);
  });
}

test("joined progress is as far as its last piece", () => {
  const { joiner, passed } = open();
  joiner.offer(progress("ann@o", 1));
  joiner.offer(progress("ne.example", 2));
  joiner.flush();
  assert.deepEqual(passed, [progress("ann@one.example", 2)]);
});

test("messages leave by themselves after a moment, and in a flood those in front do", async () => {
  const quick = open(1);
  quick.joiner.offer(log("one"));
  assert.deepEqual(quick.texts(), []);
  for (let tries = 0; tries < 500 && quick.passed.length === 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 2));
  assert.deepEqual(quick.texts(), ["one"]);
  const flood = open();
  for (let count = 0; count < 100; count++) flood.joiner.offer(log(`line ${count}`));
  assert.ok(flood.passed.length > 80 && flood.passed.length < 100);
  flood.joiner.offer(log("x".repeat(20_000)));
  flood.joiner.flush();
  assert.deepEqual(
    flood.texts().slice(0, 100),
    Array.from({ length: 100 }, (_, count) => `line ${count}`),
  );
});
