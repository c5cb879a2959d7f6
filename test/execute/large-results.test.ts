import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maxResultBytes } from "../../src/execute/result-size.ts";
import { openTestExecutor, type TestExecutor } from "./executor-fixture.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

const MB = 1024 * 1024;

const SIZES: [resultBytes: number, most: number][] = [
  [1, 32],
  [1000, 32_000],
  [256 * 1024, 8 * MB],
  [256 * 1024 - 1, 8 * MB - 32],
  [4 * MB, 8 * MB],
  [9 * MB, 9 * MB],
];

for (const [resultBytes, most] of SIZES) {
  test(`with ${resultBytes} bytes for the reply, a program may return ${most}`, () => {
    assert.equal(maxResultBytes({ resultBytes }), most);
  });
}

test("a result that is larger than the reply may be is handed over whole", async () => {
  const outcome = await executor.run(
    "return { rows: Array.from({ length: 20_000 }, (_, i) => ({ id: i, name: 'row ' + i })) }",
  );
  assert.ok(outcome.ok, JSON.stringify(outcome).slice(0, 300));
  assert.ok(outcome.resultText.length > 500_000);
  assert.equal((JSON.parse(outcome.resultText) as { rows: unknown[] }).rows.length, 20_000);
});

test("eight megabytes fit into the isolate and through the channel, one byte more does not", async () => {
  const most = 8 * MB;
  const full = await executor.run(`return 'x'.repeat(${most - 2})`);
  assert.equal(full.ok ? full.resultText.length : JSON.stringify(full), most);
  const error = await executor.errorOf(`return 'x'.repeat(${most - 1})`);
  assert.deepEqual([error.code, error.message], ["RESULT_LIMIT", `The result is larger than ${most} bytes.`]);
  assert.equal(await executor.resultOf("return 1"), 1);
});

test("bytes count, not characters", async () => {
  const outcome = await executor.run("return '€'.repeat(10_665)", { limits: { resultBytes: 1000 } });
  assert.equal(outcome.ok ? Buffer.byteLength(outcome.resultText) : JSON.stringify(outcome), 31_997);
  const error = await executor.errorOf("return '€'.repeat(10_667)", { limits: { resultBytes: 1000 } });
  assert.equal(error.code, "RESULT_LIMIT");
});

test("large results of many runs at once arrive unmixed", async () => {
  const runs = Array.from({ length: 6 }, (_, i) => executor.resultOf(`return '${i}'.repeat(1_000_000)`));
  for (const [i, result] of (await Promise.all(runs)).entries()) {
    assert.equal(result, String(i).repeat(1_000_000));
  }
});
