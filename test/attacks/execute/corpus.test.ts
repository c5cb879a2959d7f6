import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTestExecutor, type TestExecutor } from "../../execute/executor-fixture.ts";
import type { Fence } from "./attack.ts";
import { checkAttack } from "./check-attack.ts";
import { ESCAPES, EXHAUSTION } from "./corpus.ts";
import { CROSS_RUN } from "./cross-run.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor({ workers: 2 });
});
after(() => executor.close());

const CORPUS = [...ESCAPES, ...EXHAUSTION];

test("the corpus has at least two hundred attacks, each under its own name", () => {
  const ids = [...CORPUS, ...CROSS_RUN].map(({ id }) => id);
  assert.ok(ids.length >= 200, String(ids.length));
  assert.equal(new Set(ids).size, ids.length);
});

test("every fence has attacks that it must hold", () => {
  const fences: Record<Exclude<Fence, "fresh isolate">, number> = {
    lockdown: 0,
    "captured built-ins": 0,
    "issued failures": 0,
    "closed bridge": 0,
    "module goal": 0,
    serializer: 0,
    "CPU limit": 0,
    "memory limit": 0,
    "wall clock": 0,
    counts: 0,
  };
  for (const { stoppedBy } of CORPUS) if (stoppedBy !== "fresh isolate") fences[stoppedBy]++;
  for (const [fence, attacks] of Object.entries(fences)) assert.ok(attacks >= 2, fence);
});

describe("escapes", { concurrency: 3 }, () => {
  for (const attack of ESCAPES) {
    test(`${attack.id}: ${attack.idea} (${attack.stoppedBy})`, () => checkAttack(executor, attack));
  }
});
