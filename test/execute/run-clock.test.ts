import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { RunClock } from "../../src/execute/run-clock.ts";

type Given = { clock: RunClock; pass(ms: number): void; ends(): number };

/** A clock over given time: timers and `performance.now` move together, by hand. */
function givenClock(t: TestContext, wallMs: number): Given {
  let now = 1_000_000;
  let ends = 0;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => now);
  return {
    clock: new RunClock(wallMs, () => {
      ends++;
    }),
    pass(ms) {
      now += ms;
      t.mock.timers.tick(ms);
    },
    ends: () => ends,
  };
}

test("the clock ends once, at its time and not before", (t) => {
  const { clock, pass, ends } = givenClock(t, 100);
  clock.start();
  pass(99);
  assert.equal(ends(), 0);
  pass(1);
  assert.equal(ends(), 1);
  pass(1000);
  assert.equal(ends(), 1);
});

test("held time does not count, time before and after does", (t) => {
  const { clock, pass, ends } = givenClock(t, 100);
  clock.start();
  pass(60);
  const release = clock.hold();
  pass(10_000);
  release();
  pass(39);
  assert.equal(ends(), 0);
  pass(1);
  assert.equal(ends(), 1);
});

test("several holders: the clock goes on when the last one lets go, and letting go twice counts once", (t) => {
  const { clock, pass, ends } = givenClock(t, 100);
  clock.start();
  const [first, second] = [clock.hold(), clock.hold()];
  first();
  first();
  pass(500);
  assert.equal(ends(), 0);
  second();
  pass(100);
  assert.equal(ends(), 1);
});

test("a hold from before the start keeps the whole time", (t) => {
  const { clock, pass, ends } = givenClock(t, 100);
  const release = clock.hold();
  clock.start();
  pass(500);
  release();
  pass(99);
  assert.equal(ends(), 0);
  pass(1);
  assert.equal(ends(), 1);
});

test("a stopped clock never ends, also when a hold is released afterwards", (t) => {
  const { clock, pass, ends } = givenClock(t, 100);
  clock.start();
  const release = clock.hold();
  clock.stop();
  release();
  pass(1000);
  assert.equal(ends(), 0);
});
