import assert from "node:assert/strict";
import { RecordingPort, type TestExecutor } from "../../execute/executor-fixture.ts";
import type { Attack } from "./attack.ts";

/** Nothing that a run answers may speak of the machine or of the gateway's own files. */
const TRACES_OF_THE_HOST =
  /node:internal|file:\/\/\/(?!etc\/passwd)|isolate-(run|worker)|node_modules|root:x:0/;
const MOST_ANSWERED_CHARS = 400_000;

/** Runs the attack, holds it to what must be true, and proves that the executor still serves. */
export async function checkAttack(executor: TestExecutor, { code, limits, must }: Attack): Promise<void> {
  const port = new RecordingPort();
  const outcome = await executor.run(code, { port, limits: { cpuMs: 400, ...limits } });
  const answered = JSON.stringify(outcome);
  if (must.code !== undefined) {
    const got = outcome.ok ? `result ${outcome.resultText.slice(0, 100)}` : outcome.error.code;
    assert.ok([must.code].flat().includes(got), answered.slice(0, 1_000));
  } else if ("result" in must) {
    assert.ok(outcome.ok, answered.slice(0, 1_000));
    assert.deepEqual(JSON.parse(outcome.resultText), must.result);
  }
  if (must.message) assert.match(outcome.ok ? "" : outcome.error.message, must.message);
  if (must.logs) {
    const lines = outcome.logs.map(({ message }) => message);
    assert.deepEqual(lines, must.logs);
  }
  assert.doesNotMatch(answered, TRACES_OF_THE_HOST);
  assert.ok(answered.length < MOST_ANSWERED_CHARS, `${answered.length} characters`);
  assert.equal(await executor.resultOf("await sleep(8); return (await crm.echo({ n: 1 })).n"), 1);
  const args = port.requests.map(({ argsText }) => argsText);
  if (must.args !== "any") assert.deepEqual(args, must.args ?? []);
}
