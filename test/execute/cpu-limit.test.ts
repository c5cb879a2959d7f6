// CPU time is what the kernel says the program used: neither more on a busy machine, nor less on a quiet one.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { stretchMs } from "../../src/execute/cpu-stretch.ts";
import { openTestExecutor, type TestExecutor } from "./executor-fixture.ts";

let quiet: TestExecutor;
let busy: TestExecutor;
before(async () => {
  quiet = await openTestExecutor({ isBusy: () => false });
  busy = await openTestExecutor({ isBusy: () => true });
});
after(async () => {
  await quiet.close();
  await busy.close();
});

/** Computes for about as long as `ms` of one undisturbed core take, in work and not in time. */
const BURN = `const work = (n) => { let x = 1; for (let i = 0; i < n; i++) x = (x * 1103515245 + 12345) % 2147483648; return x };`;

async function stepsPerMs(executor: TestExecutor): Promise<number> {
  const steps = 10_000_000;
  const { usage } = await executor.run(`${BURN} work(${steps}); return 1`);
  return steps / usage.cpuMs;
}

function startNeighbours(count: number): ChildProcess[] {
  // Bounded: they end by themselves if this process does not live to end them.
  const code = "const end = Date.now() + 12_000; while (Date.now() < end);";
  return Array.from({ length: count }, () => spawn(process.execPath, ["-e", code], { stdio: "ignore" }));
}

async function endNeighbours(neighbours: ChildProcess[]): Promise<void> {
  for (const neighbour of neighbours) {
    if (neighbour.exitCode !== null || neighbour.signalCode !== null) continue;
    neighbour.kill("SIGKILL");
    await once(neighbour, "exit");
  }
}

test("a program that needs 60 % of its CPU time gets it while four neighbours want the cores", async () => {
  const cpuMs = 250;
  const steps = Math.round((await stepsPerMs(busy)) * cpuMs * 0.6);
  const neighbours = startNeighbours(4);
  try {
    const outcome = await busy.run(`${BURN} work(${steps}); return 'done'`, { limits: { cpuMs } });
    assert.equal(outcome.ok ? outcome.resultText : JSON.stringify(outcome.error), '"done"');
  } finally {
    await endNeighbours(neighbours);
  }
});

test("on a quiet machine the place of a loop is told", async () => {
  const error = await quiet.errorOf("let n = 0;\nfor (;;) n++;", { limits: { cpuMs: 100 } });
  assert.equal(error.line, 2);
  // Should the machine be busy after all, the code says that it was the machine.
  assert.match(error.code, /^(CPU_LIMIT|TIMEOUT)$/);
});

test("on a busy machine a loop ends by the kernel's count, without a place", async () => {
  const { ok, usage, ...rest } = await busy.run("for (;;) {}", { limits: { cpuMs: 100 } });
  assert.equal(ok, false);
  assert.equal("error" in rest ? rest.error.code : "", "CPU_LIMIT");
  assert.ok(usage.cpuMs >= 100, String(usage.cpuMs));
});

test("a result that came after the CPU time was used up is none", async () => {
  const code = "const end = Date.now() + 5_000; let n = 0; while (Date.now() < end) n++; return n";
  for (const executor of [quiet, busy]) {
    const error = await executor.errorOf(code, { limits: { cpuMs: 50 } });
    assert.match(error.code, executor === busy ? /^CPU_LIMIT$/ : /^(CPU_LIMIT|TIMEOUT)$/);
  }
});

test("the isolate's timer comes later than the CPU limit, also when nothing is left", () => {
  for (const left of [-50, 0, 1, 200, 5_000]) assert.ok(stretchMs(left) > Math.max(0, left), String(left));
});
