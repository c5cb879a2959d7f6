// What one run costs in the executor alone: tools are stubs that answer at once, so this is engine cost only.
// Run: node bench/execute.ts

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExecutionJob, type Executor, type HostPort, openExecutor } from "../src/execute/execute.ts";
import type { RunLimits } from "../src/vocabulary.ts";

const WORKERS = 2;
const ROUNDS = 3;
const SECONDS_EACH = 2;
const CONCURRENCY = [1, 50];

const LIMITS: RunLimits = {
  wallMs: 30_000,
  cpuMs: 5_000,
  memoryMb: 64,
  toolCalls: 1_000,
  parallelCalls: 100,
  resultBytes: 256 * 1024,
  logBytes: 64 * 1024,
  logLines: 1_000,
  argumentBytes: 256 * 1024,
  callResultBytes: 8 * 1024 * 1024,
  timers: 1_000,
};

const PROGRAMS: Record<string, { code: string; resultText: string }> = {
  tiny: { code: "return 1 + 1;", resultText: "2" },
  seq100: {
    code: "let sum = 0; for (let i = 0; i < 100; i++) sum += (await bench.add({ i })).n; return sum;",
    resultText: "100",
  },
  par100: {
    code: "return (await Promise.all(Array.from({ length: 100 }, (_, i) => bench.add({ i })))).length;",
    resultText: "100",
  },
  filter: {
    code: "const rows = await bench.rows({}); return rows.filter((row) => row.open && row.amount >= 900).length;",
    resultText: "500",
  },
};

const ROWS_TEXT = JSON.stringify(
  Array.from({ length: 10_000 }, (_, i) => ({
    id: `row-${i}`,
    name: `Customer number ${i}`,
    open: i % 2 === 0,
    amount: i % 1_000,
  })),
);

const PORT: HostPort = {
  async request(request) {
    const isRows = request.kind === "tool" && request.tool === "bench.rows";
    return { ok: true, valueText: isRows ? ROWS_TEXT : '{"n":1}' };
  },
  log() {},
};

function jobOf(code: string): ExecutionJob {
  return {
    runId: "run_bench",
    owner: "bench",
    program: {
      moduleText: `export default async () => {\n${code}\n};`,
      sha256: "",
      servers: ["bench"],
      insertions: [],
      literals: [],
    },
    servers: [
      {
        server: "bench",
        identifiers: ["bench"],
        tools: [
          { name: "add", identifiers: ["add"] },
          { name: "rows", identifiers: ["rows"] },
        ],
      },
    ],
    contextText: "{}",
    limits: LIMITS,
  };
}

type Measured = { p50Ms: number; p99Ms: number; perSecond: number };

async function measure(executor: Executor, name: string, concurrency: number): Promise<Measured> {
  const { code = "", resultText = "" } = PROGRAMS[name] ?? {};
  const job = jobOf(code);
  const signal = new AbortController().signal;
  const times: number[] = [];
  const started = performance.now();
  const end = started + SECONDS_EACH * 1000;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const begun = performance.now();
      const outcome = await executor.execute(job, PORT, signal);
      if (!outcome.ok || outcome.resultText !== resultText) {
        throw new Error(`${name} went wrong: ${JSON.stringify(outcome).slice(0, 300)}`);
      }
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const perSecond = (times.length * 1000) / (performance.now() - started);
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-execute-"));
  const executor = await openExecutor({ workers: WORKERS, maxQueued: 1_000, folder });
  try {
    for (const name of Object.keys(PROGRAMS)) await measure(executor, name, 1);
    console.log(`${WORKERS} workers, medians of ${ROUNDS} rounds of ${SECONDS_EACH} s`);
    console.log("program    c    p50 ms    p99 ms    runs/s");
    for (const name of Object.keys(PROGRAMS)) {
      for (const concurrency of CONCURRENCY) {
        const rounds: Measured[] = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(executor, name, concurrency));
        const column = (pick: (round: Measured) => number, digits: number): string =>
          median(rounds.map(pick)).toFixed(digits).padStart(10);
        const figures =
          column((round) => round.p50Ms, 2) +
          column((round) => round.p99Ms, 2) +
          column((round) => round.perSecond, 0);
        console.log(`${name.padEnd(8)}${String(concurrency).padStart(4)}${figures}`);
      }
    }
  } finally {
    await executor.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
