import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestExecutor, RecordingPort, type TestExecutor } from "../../execute/executor-fixture.ts";
import { CROSS_RUN } from "./cross-run.ts";

// One place for runs and two processes: every process serves both kinds of run.
let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor({ workers: 1, maxWorkers: 2 });
});
after(() => executor.close());

for (const { id, idea, code, look, clean } of CROSS_RUN) {
  test(`${id}: ${idea}`, async () => {
    for (let round = 0; round < 2; round++) {
      assert.equal((await executor.run(code, { context: { secret: 0 } })).ok, true);
      assert.equal((await executor.run(code, { context: { secret: 0 } })).ok, true);
      for (let process = 0; process < 3; process++) {
        const port = new RecordingPort();
        assert.deepEqual(await executor.resultOf(look, { port, limits: { timers: 1_000 } }), clean);
        const strange = port.requests.filter(({ argsText }) => /late|slow/.test(argsText));
        assert.deepEqual([strange, port.logs.filter(({ message }) => message === "late")], [[], []]);
      }
    }
  });
}
