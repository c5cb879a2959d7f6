// The table of all benchmarks: which goals it calls met, and that it comes from what each benchmark answered.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Figure, judge, tableOf, type Verdict, withVerdicts } from "../bench/figures.ts";

const ALL = fileURLToPath(new URL("../bench/all.ts", import.meta.url));
const time: Figure = { what: "a call", ours: 2, unit: "ms" };
const peers = [
  { name: "other", figure: 4 },
  { name: "third", figure: 1 },
];

const VERDICTS: [title: string, figure: Figure, verdict: Verdict][] = [
  ["no goal", time, ""],
  ["at most, just reached", { ...time, goal: { atMost: 2 } }, "met"],
  ["at most, passed", { ...time, goal: { atMost: 1.99 } }, "NOT MET"],
  ["at least, just reached", { ...time, goal: { atLeast: 2 } }, "met"],
  ["at least, below", { ...time, goal: { atLeast: 2.01 } }, "NOT MET"],
  ["half of the first peer", { ...time, peers, goal: { atMost: 0.5, times: true } }, "met"],
  ["more than that", { ...time, peers, goal: { atMost: 0.49, times: true } }, "NOT MET"],
  ["a goal without its peer", { ...time, goal: { atMost: 0.5, times: true } }, "no peer"],
  ["a figure that is none", { ...time, ours: Number.NaN, goal: { atMost: 2 } }, "NOT MET"],
];

describe("a figure's goal", () => {
  for (const [title, figure, verdict] of VERDICTS)
    test(title, () => assert.equal(judge(figure).verdict, verdict));
});

test("the table has a row for each figure, and one for a benchmark that fell over", () => {
  const goal = { atMost: 0.5, times: true } as const;
  const lines = tableOf([
    {
      bench: "gateway",
      seconds: 1,
      figures: [
        { ...time, peers, goal },
        { ...time, ours: 12_345.6 },
      ],
    },
    { bench: "record", seconds: 1, failed: "it ended with 1" },
  ]);
  assert.match(lines[1] ?? "", /^gateway +a call +2 ms +other 4, third 1 +≤ 0.5 times, is 0.5 +met$/);
  assert.match(lines[2] ?? "", /^gateway +a call +12,346 ms$/);
  assert.match(lines[3] ?? "", /^record +failed +it ended with 1$/);
});

test("for programs each figure with a goal says what became of it", () => {
  const figures: Figure[] = [{ ...time, goal: { atMost: 1 } }, time];
  assert.deepEqual(withVerdicts({ bench: "x", seconds: 1, figures }), {
    bench: "x",
    seconds: 1,
    figures: [{ ...time, goal: { atMost: 1 }, verdict: "NOT MET", reached: 2 }, time],
  });
});

const benchAll = (...args: string[]) =>
  spawnSync(process.execPath, [ALL, ...args], { encoding: "utf8", timeout: 60_000 });

test("a benchmark's own figures come out as one JSON document", () => {
  const { status, stdout } = benchAll("decide", "--rounds", "20", "--json");
  assert.equal(status, 0);
  const { machine, benches } = JSON.parse(stdout);
  assert.equal(machine.node, process.version);
  assert.equal(benches[0].bench, "decide");
  assert.ok(benches[0].figures.length >= 9);
  assert.ok(benches[0].figures.every(({ ours }: Figure) => ours > 0));
});

test("without a terminal there is no bar, and the table comes last", () => {
  const { stdout, stderr } = benchAll("decide", "--rounds", "20");
  assert.equal(stderr, "");
  assert.doesNotMatch(stdout, /\u001b/);
  assert.match(stdout, /\nbench +figure +Sallyport[\s\S]*\ngoals: \d met, \d not met\n$/);
});

test("a benchmark that falls over has its row, and the exit code is 1", () => {
  const { status, stdout } = benchAll("decide", "--rounds", "20", "--no-such-flag");
  assert.equal(status, 1);
  assert.match(stdout, /^decide +failed +it ended with 1$/m);
});

test("an unknown name, or flags for several, are refused before anything runs", () => {
  for (const args of [["nope"], ["decide", "search", "--rounds", "2"], ["--rounds", "2"]]) {
    const { status, stdout, stderr } = benchAll(...args);
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /Benchmarks: analyze, decide, /);
  }
});
