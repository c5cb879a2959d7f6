import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateLimiter } from "../../src/admit/admit.ts";

function limiterAt(perMinute: number) {
  const clock = { now: 1_000_000 };
  const limiter = createRateLimiter(perMinute, () => clock.now);
  const grants = (principal: string, times: number) => {
    let granted = 0;
    for (let turn = 0; turn < times; turn += 1) {
      try {
        limiter.take(principal);
        granted += 1;
      } catch {}
    }
    return granted;
  };
  return { clock, limiter, grants };
}

test("a key may burst up to its minute and is then refused with the time to wait", () => {
  const { limiter, grants } = limiterAt(60);
  assert.equal(grants("ann", 100), 60);
  assert.throws(() => limiter.take("ann"), { code: "RATE_LIMITED", status: 429, hint: "Try again in 1 s." });
});

test("the rate of one key is not the rate of another", () => {
  const { grants } = limiterAt(10);
  assert.equal(grants("ann", 20), 10);
  assert.equal(grants("bob", 20), 10);
});

test("room comes back evenly, and never more than a minute's worth", () => {
  const { clock, grants } = limiterAt(60);
  grants("ann", 60);
  clock.now += 999;
  assert.equal(grants("ann", 5), 0);
  clock.now += 1;
  assert.equal(grants("ann", 5), 1);
  clock.now += 10_000;
  assert.equal(grants("ann", 50), 10);
  clock.now += 3_600_000;
  assert.equal(grants("ann", 100), 60);
});

test("asking while refused does not push the next grant away", () => {
  const { clock, grants } = limiterAt(60);
  grants("ann", 60);
  for (let step = 0; step < 9; step += 1) {
    clock.now += 100;
    assert.equal(grants("ann", 3), 0);
  }
  clock.now += 101;
  assert.equal(grants("ann", 3), 1);
});

test("a clock that goes back does not lock a key until the old time comes again", () => {
  const { clock, grants } = limiterAt(60);
  grants("ann", 60);
  clock.now -= 500_000;
  assert.equal(grants("ann", 1), 0);
  clock.now += 1001;
  assert.equal(grants("ann", 5), 1);
});

test("callers that were idle for a minute are forgotten, so memory stays bounded", () => {
  const { clock, limiter, grants } = limiterAt(60);
  for (let turn = 0; turn < 10_000; turn += 1) {
    clock.now += 60;
    limiter.take(`caller-${turn}`);
    assert.ok(limiter.size() <= 1001);
  }
  grants("ann", 60);
  clock.now += 59_000;
  limiter.take("bob");
  assert.equal(grants("ann", 100), 59, "one that is not full again is remembered");
});
