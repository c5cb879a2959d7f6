import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openTestExecutor, RecordingPort, type TestExecutor, value } from "./executor-fixture.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor({ workers: 1, maxQueued: 2, maxWorkers: 3 });
});
after(() => executor.close());

/** Pids of our own children, read from the kernel; only worker processes are started here. */
function workerPids(): number[] {
  const own = String(process.pid);
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      return parent === own && command.includes("isolate-worker") ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** A port whose first call tells that the run is under way, and is answered only by `release`. */
function holdingPort(): { port: RecordingPort; reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const port = new RecordingPort(async () => {
    reached.resolve();
    await released.promise;
    return value("released");
  });
  return { port, reached: reached.promise, release: released.resolve };
}

test("the folder for workers is made when it is missing", async () => {
  assert.equal((await readdir(join(executor.folder, "new"))).length, 1);
});

test("a run that waits is stopped by its caller, with every call that it started", async () => {
  const { port, reached } = holdingPort();
  const controller = new AbortController();
  const running = executor.run("await crm.wait({})", { port, signal: controller.signal });
  await reached;
  controller.abort();
  const outcome = await running;
  assert.equal(outcome.ok ? "" : outcome.error.code, "CANCELLED");
  assert.equal(port.signals[0]?.aborted, true);
  assert.equal(await executor.resultOf("return 1"), 1);
});

test("a run that computes is stopped by its caller", async () => {
  const controller = new AbortController();
  const port = new RecordingPort();
  const log = port.log.bind(port);
  port.log = (line) => {
    log(line);
    controller.abort();
  };
  const error = await executor.errorOf("console.log('on'); for (;;) {}", { port, signal: controller.signal });
  assert.equal(error.code, "CANCELLED");
  assert.equal(await executor.resultOf("return 1"), 1);
});

test("a run whose caller is already gone never starts", async () => {
  const port = new RecordingPort();
  const error = await executor.errorOf("console.log(1)", { port, signal: AbortSignal.abort() });
  assert.deepEqual([error.code, port.logs], ["CANCELLED", []]);
});

test("a worker that is killed from outside costs its own run only, and the next one works at once", async () => {
  const { port, reached } = holdingPort();
  const before = new Set(workerPids());
  assert.ok(before.size >= 1);
  const running = executor.run("await crm.wait({})", { port });
  await reached;
  for (const pid of before) process.kill(pid, "SIGKILL");
  const outcome = await running;
  assert.equal(outcome.ok ? "" : outcome.error.code, "WORKER_DIED");
  assert.equal(port.signals[0]?.aborted, true);
  assert.equal(await executor.resultOf("return 'alive'"), "alive");
});

test("no worker that hung is left behind", async () => {
  const code = "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })";
  const before = new Set(workerPids());
  assert.equal((await executor.errorOf(code, { limits: { cpuMs: 100 } })).code, "CPU_LIMIT");
  assert.ok([...before].some((pid) => !workerPids().includes(pid)));
});

test("runs that wait for tools leave their place to others, up to the limit of processes", async () => {
  const first = holdingPort();
  const running = executor.run("return crm.wait({})", { port: first.port });
  await first.reached;
  assert.equal(await executor.resultOf("return 'meanwhile'"), "meanwhile");
  first.release();
  assert.equal((await running).ok, true);
});

test("a full queue is refused at once, and a place in it can be given up", async () => {
  const small = await openTestExecutor({ workers: 1, maxQueued: 1, maxWorkers: 2 });
  try {
    const holds = [holdingPort(), holdingPort()];
    const running = [];
    for (const hold of holds) {
      running.push(small.run("return crm.wait({})", { port: hold.port }));
      await hold.reached;
    }
    const controller = new AbortController();
    const queued = small.run("return 'never'", { signal: controller.signal });
    assert.equal(small.status().queued, 1);
    const refused = await small.errorOf("return 'too many'");
    assert.deepEqual([refused.code, refused.message], ["BUSY", "Too many runs are waiting."]);
    controller.abort();
    const given = await queued;
    assert.equal(given.ok ? "" : given.error.code, "CANCELLED");
    const next = small.run("return 'served'");
    for (const hold of holds) hold.release();
    assert.equal((await next).ok, true);
    for (const outcome of await Promise.all(running)) assert.equal(outcome.ok, true);
  } finally {
    await small.close();
  }
});

test("owners take turns: a long line of one does not delay the first run of another", async () => {
  const shared = await openTestExecutor({ workers: 1, maxQueued: 8, maxWorkers: 2 });
  try {
    const holds = [holdingPort(), holdingPort()];
    const held = [];
    for (const hold of holds) {
      held.push(shared.run("return crm.wait({})", { port: hold.port, owner: "ann" }));
      await hold.reached;
    }
    const port = new RecordingPort();
    const queue = (owner: string) => shared.run(`await crm.echo({ owner: '${owner}' })`, { port, owner });
    const waiting = Array.from({ length: 6 }, () => queue("ann"));
    const refused = await queue("ann");
    assert.equal(refused.ok ? "" : refused.error.code, "BUSY");
    waiting.push(queue("bob"), queue("eve"));
    for (const hold of holds) hold.release();
    for (const outcome of await Promise.all([...waiting, ...held])) assert.equal(outcome.ok, true);
    const order = port.requests.map(({ argsText }) => (JSON.parse(argsText) as { owner: string }).owner);
    assert.equal(order.length, 8);
    // Two processes may have a run each, so neighbours in the queue can reach the tool in either order.
    assert.ok(order.indexOf("bob") <= 2 && order.indexOf("eve") <= 3, order.join(" "));
  } finally {
    await shared.close();
  }
});

test("the wall clock stands still while a person decides", async () => {
  const port = new RecordingPort();
  const held = Object.assign(port, {
    request: async (_request: unknown, _signal: AbortSignal, clock?: { hold(): () => void }) => {
      const resume = clock?.hold();
      await new Promise((resolve) => setTimeout(resolve, 900));
      resume?.();
      return value("approved");
    },
  });
  assert.equal(
    await executor.resultOf("return crm.echo({})", { port: held, limits: { wallMs: 700 } }),
    "approved",
  );
});

test("closing ends every worker and takes the folder away; later runs are refused", async () => {
  const closing = await openTestExecutor();
  const before = workerPids();
  const { port, reached } = holdingPort();
  const running = closing.run("await crm.wait({})", { port });
  await reached;
  await closing.close();
  assert.equal((await running).ok, false);
  assert.equal((await closing.errorOf("return 1")).code, "WORKER_DIED");
  const left = workerPids().filter((pid) => before.includes(pid));
  assert.ok(left.length < before.length);
});

/** In a function of its own, so that nothing here holds the port afterwards. */
async function runAndForget(code: string): Promise<WeakRef<RecordingPort>> {
  const port = new RecordingPort();
  await executor.run(code, { port });
  return new WeakRef(port);
}

test("keeps nothing of a run that has ended", async () => {
  const ports = [await runAndForget("console.log(1); return 1;"), await runAndForget("return missing;")];
  await executor.run("return 2;");
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  await setImmediate();
  collectGarbage();
  assert.deepEqual(
    ports.map((port) => port.deref()),
    [undefined, undefined],
  );
});
