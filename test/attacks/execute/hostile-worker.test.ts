// Code that has left the isolate and owns the worker process meets the gateway's side of the wire.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { SupervisedRun } from "../../../src/execute/supervised-run.ts";
import { layOutWorkerFiles, type WorkerFiles } from "../../../src/execute/worker-files.ts";
import { WorkerProcess } from "../../../src/execute/worker-process.ts";
import type { RunLimits } from "../../../src/vocabulary.ts";
import { LIMITS, moduleOf, RecordingPort, SERVERS, value } from "../../execute/executor-fixture.ts";

const ENTRY = fileURLToPath(new URL("./hostile-worker.js", import.meta.url));
const TIGHT: RunLimits = {
  ...LIMITS,
  wallMs: 30_000,
  cpuMs: 400,
  memoryMb: 16,
  toolCalls: 4,
  parallelCalls: 3,
  resultBytes: 1_000,
  logBytes: 2_000,
  logLines: 20,
  argumentBytes: 1_000,
};

let folder: string;
let files: WorkerFiles;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-hostile-"));
  const real = await layOutWorkerFiles(folder);
  files = { ...real, entry: ENTRY, readable: [ENTRY] };
});
after(() => rm(folder, { recursive: true, force: true }));

const answerAll = new RecordingPort(async () => value({})).request;

async function runOn(worker: WorkerProcess, lie: string, port: RecordingPort) {
  const job = {
    runId: "run_test",
    owner: "ann",
    program: moduleOf(lie),
    servers: SERVERS,
    contextText: "{}",
    limits: lie === "frame that never ends" ? { ...TIGHT, wallMs: 300 } : TIGHT,
  };
  worker.runs++;
  return new SupervisedRun(worker, job, { port, timed: false }).run(new AbortController().signal);
}

function portFor(lie: string): RecordingPort {
  return new RecordingPort((request, signal) =>
    lie === "many at once" ? new Promise(() => {}) : answerAll.call(new RecordingPort(), request, signal),
  );
}

type Expected = { code: string; asked?: number };

const NOT_BELIEVED: Record<string, Expected> = {
  "broken result": { code: "WORKER_DIED" },
  "result with a tail": { code: "WORKER_DIED" },
  "no report": { code: "WORKER_DIED" },
  "strange report": { code: "WORKER_DIED" },
  "result of another run": { code: "WORKER_DIED" },
  "log of another run": { code: "WORKER_DIED" },
  "large result": { code: "WORKER_DIED" },
  "deep result": { code: "WORKER_DIED" },
  "deep arguments": { code: "WORKER_DIED" },
  "claimed denial": { code: "WORKER_DIED" },
  "failure never issued": { code: "WORKER_DIED" },
  "failure of strange fields": { code: "WORKER_DIED" },
  "failure that is no JSON": { code: "WORKER_DIED" },
  "id twice": { code: "WORKER_DIED", asked: 1 },
  "ids downwards": { code: "WORKER_DIED", asked: 1 },
  "many at once": { code: "WORKER_DIED", asked: 3 },
  "many in turn": { code: "WORKER_DIED", asked: 4 },
  "large arguments": { code: "WORKER_DIED" },
  "unknown kind of request": { code: "WORKER_DIED" },
  "unknown shape of request": { code: "WORKER_DIED" },
  "service with a path": { code: "WORKER_DIED" },
  "unknown level": { code: "WORKER_DIED" },
  "unknown frame": { code: "WORKER_DIED" },
  "run frame to the gateway": { code: "WORKER_DIED" },
  "frame of four gigabytes": { code: "WORKER_DIED" },
  "frame that never ends": { code: "TIMEOUT" },
  exit: { code: "WORKER_DIED" },
  "silent death": { code: "WORKER_DIED" },
  "computing outside": { code: "CPU_LIMIT" },
  "memory outside": { code: "MEMORY_LIMIT" },
};

describe("a worker that is not itself any more", { concurrency: 2 }, () => {
  for (const [lie, { code, asked = 0 }] of Object.entries(NOT_BELIEVED)) {
    test(`${lie}: ${code}, and the process is gone`, async () => {
      const worker = new WorkerProcess(files);
      assert.equal(await worker.ready, true);
      const port = portFor(lie);
      const { outcome, workerSurvives } = await runOn(worker, lie, port);
      assert.equal(outcome.ok ? outcome.resultText : outcome.error.code, code);
      assert.equal(workerSurvives, false);
      assert.equal(port.requests.length, asked);
      await worker.exited;
      assert.throws(() => process.kill(worker.pid, 0));
    });
  }

  for (const lie of ["flood of logs", "flood of empty logs"]) {
    test(`${lie}: no more is kept than the limits allow`, async () => {
      const worker = new WorkerProcess(files);
      await worker.ready;
      const port = portFor(lie);
      const { outcome } = await runOn(worker, lie, port);
      const bytes = outcome.logs.reduce((sum, { message }) => sum + message.length, 0);
      assert.ok(
        outcome.logs.length <= 21 && bytes <= 2_000 + 2_048,
        `${outcome.logs.length} lines, ${bytes}`,
      );
      assert.equal(port.logs.length, outcome.logs.length);
      await worker.kill();
    });
  }

  for (const lie of ["frame when idle", "request when idle"]) {
    test(`${lie}: the first answer counts, and the process never gets another run`, async () => {
      const worker = new WorkerProcess(files);
      await worker.ready;
      const port = portFor(lie);
      const { outcome } = await runOn(worker, lie, port);
      assert.equal(outcome.ok && outcome.resultText, "1");
      await worker.exited;
      assert.deepEqual([worker.alive, port.requests.length], [false, 0]);
    });
  }

  for (const lie of ["honest", "noise on stderr", "strange readiness", "unprintable tool"]) {
    test(`${lie}: changes nothing`, async () => {
      const worker = new WorkerProcess(files);
      await worker.ready;
      const { outcome, workerSurvives } = await runOn(worker, lie, portFor(lie));
      assert.deepEqual([outcome.ok, workerSurvives], [true, true]);
      const again = await runOn(worker, "honest", portFor(lie));
      assert.equal(again.outcome.ok && again.outcome.resultText, "1");
      await worker.kill();
    });
  }
});
