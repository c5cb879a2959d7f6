import assert from "node:assert/strict";
import { test } from "node:test";
import { runWithin } from "../../src/analyze/parse/deadline.ts";

/** Takes time without using it, as a job does on a machine that is busy with other things. */
function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function work(ms: number): void {
  const from = process.threadCpuUsage().user;
  while (process.threadCpuUsage().user - from < ms * 1000);
}

test("a job that the machine keeps waiting is not taken for one that never ends", () => {
  const ended = runWithin(40, () => {
    wait(120);
    return "done";
  });
  assert.deepEqual(ended, { ok: true, value: "done" });
});

test("a job that works for longer than it may is ended, and not begun again", () => {
  let begun = 0;
  const startedAt = performance.now();
  const ended = runWithin(40, () => {
    begun += 1;
    work(60_000);
  });
  assert.deepEqual(ended, { ok: false });
  assert.ok(begun <= 3, `${begun} times`);
  assert.ok(performance.now() - startedAt < 5_000);
});

test("a job that waits for ever is ended as well", () => {
  assert.deepEqual(
    runWithin(5, () => wait(60_000)),
    { ok: false },
  );
});
