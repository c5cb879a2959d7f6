// Each recognizer's worst text, 2.5 MB of it: time grows with the size alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_RECOGNIZERS } from "../../src/protect/detect/all-recognizers.ts";
import { createScanner } from "../../src/protect/detect/scanner.ts";
import { WORST_CASES, type WorstCase } from "./worst-cases.ts";

const SMALL = 100_000;
const LARGE = 2_500_000;

/** The one recognizer alone: others would hide in its shadow, or it in theirs. */
function scanMs([name, field, unit]: WorstCase, size: number): number {
  const own = ALL_RECOGNIZERS.filter((recognizer) => recognizer.class === name);
  const scanner = createScanner(own, "US");
  const text = unit.repeat(Math.ceil(size / unit.length));
  const { user, system } = process.cpuUsage();
  scanner.scanText(text, { field, parent: "", siblings: null });
  const spent = process.cpuUsage();
  return (spent.user + spent.system - user - system) / 1000;
}

test("every recognizer has a worst case", () => {
  assert.deepEqual(
    WORST_CASES.map(([name]) => name).sort(),
    ALL_RECOGNIZERS.map((recognizer) => recognizer.class).sort(),
  );
});

for (const worst of WORST_CASES) {
  const [name] = worst;
  test(`${name} reads 2.5 MB of its worst text in time that grows with the size alone`, () => {
    const small = Math.max(scanMs(worst, SMALL), 10);
    const large = scanMs(worst, LARGE);
    // 25 times the text: a quadratic scan would take 625 times as long. The factor leaves room for a busy machine.
    assert.ok(large < small * 25 * 5, `${small} ms, then ${large} ms`);
  });
}
