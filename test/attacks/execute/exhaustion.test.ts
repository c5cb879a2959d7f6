// Beside corpus.test.ts, because these take their time: each runs into a limit and costs a process.

import { after, before, describe, test } from "node:test";
import { openTestExecutor, type TestExecutor } from "../../execute/executor-fixture.ts";
import { checkAttack } from "./check-attack.ts";
import { EXHAUSTION } from "./corpus.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor({ workers: 2 });
});
after(() => executor.close());

describe("exhaustion", { concurrency: 3 }, () => {
  for (const attack of EXHAUSTION) {
    test(`${attack.id}: ${attack.idea} (${attack.stoppedBy})`, () => checkAttack(executor, attack));
  }
});
