import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestExecutor, RecordingPort, type TestExecutor } from "../../execute/executor-fixture.ts";
import type { Attack } from "./attack.ts";
import { BREAK_WRAPPER } from "./break-wrapper.ts";
import { CODE_FROM_STRINGS } from "./code-from-strings.ts";
import { FORGE_BRIDGE } from "./forge-bridge.ts";
import { REACH_HOST } from "./reach-host.ts";

const CORPUS: Attack[] = [...REACH_HOST, ...CODE_FROM_STRINGS, ...BREAK_WRAPPER, ...FORGE_BRIDGE];
/** Nothing that a run answers may speak of the machine or of the gateway's own files. */
const TRACES_OF_THE_HOST =
  /node:internal|file:\/\/\/(?!etc\/passwd)|isolate-(run|worker)|node_modules|root:x:0/;

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

test("the corpus has at least sixty attacks, each under its own name", () => {
  assert.ok(CORPUS.length >= 60, String(CORPUS.length));
  assert.equal(new Set(CORPUS.map(({ id }) => id)).size, CORPUS.length);
});

for (const { id, idea, code, must } of CORPUS) {
  test(`${id}: ${idea}`, async () => {
    const port = new RecordingPort();
    const outcome = await executor.run(code, { port, limits: { cpuMs: 400 } });
    if (must.code !== undefined) {
      assert.equal(outcome.ok ? outcome.resultText : outcome.error.code, must.code, JSON.stringify(outcome));
    } else if ("result" in must) {
      assert.equal(outcome.ok, true, JSON.stringify(outcome));
      assert.deepEqual(JSON.parse(outcome.ok ? outcome.resultText : "null"), must.result);
    }
    if (must.message) assert.match(outcome.ok ? "" : outcome.error.message, must.message);
    if (must.logs)
      assert.deepEqual(
        outcome.logs.map(({ message }) => message),
        must.logs,
      );
    assert.doesNotMatch(JSON.stringify(outcome), TRACES_OF_THE_HOST);
    assert.equal(await executor.resultOf("await sleep(8); return (await crm.echo({ n: 1 })).n"), 1);
    const args = port.requests.map(({ argsText }) => argsText);
    if (must.args !== "any") assert.deepEqual(args, must.args ?? []);
  });
}
