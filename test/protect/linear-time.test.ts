// Each recognizer's worst text, 2.5 MB of it: time grows with the size alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_RECOGNIZERS } from "../../src/protect/detect/all-recognizers.ts";
import { createScanner } from "../../src/protect/detect/scanner.ts";
import { PATTERN_CASES, READING_CASES, WORST_CASES, type WorstCase } from "./worst-cases.ts";

const SMALL = 100_000;
const LARGE = 2_500_000;

/** One recognizer's worst text is read by it alone: others would hide in its shadow, or it in theirs. */
function scanMs([name, field, unit]: WorstCase | ["ALL", string, string], size: number): number {
  const own = ALL_RECOGNIZERS.filter((recognizer) => name === "ALL" || recognizer.class === name);
  const scanner = createScanner(own, "US");
  const text = unit.repeat(Math.ceil(size / unit.length));
  const before = process.cpuUsage();
  scanner.scanText(text, { field, parent: "", siblings: null });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
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

const SOME = 60_000;
const MORE = 600_000;

function assertLinear(worst: Parameters<typeof scanMs>[0]): void {
  const some = Math.max(scanMs(worst, SOME), scanMs(worst, SOME), 4);
  const more = scanMs(worst, MORE);
  // Ten times the text: a quadratic scan would take a hundred times as long.
  assert.ok(more < some * 10 * 4, `${some} ms, then ${more} ms`);
}

for (const worst of PATTERN_CASES)
  test(`${worst[0]} reads ${JSON.stringify(worst[2])} in time that grows with the size alone`, () => {
    assertLinear(worst);
  });

for (const [title, unit] of READING_CASES)
  test(`${title} are read in time that grows with the size alone`, () => {
    for (const field of ["note", "name"]) assertLinear(["ALL", field, unit]);
  });
