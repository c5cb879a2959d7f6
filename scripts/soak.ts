// Good, hostile and crashing programs side by side for a while; then nothing may be left over.
// Run: npm run soak -- --seconds 120 --seed 1. Exits with 1 when a run ended wrongly or something leaked.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type ExecutionOutcome,
  type Executor,
  type HostPort,
  type HostReply,
  openExecutor,
} from "../src/execute/execute.ts";
import { type Holdings, lookAtHoldings, workerPids } from "./soak/holdings.ts";
import { chooser, PROGRAMS, type SoakProgram } from "./soak/programs.ts";
import { Tally } from "./soak/tally.ts";

const WORKERS = 2;
const CONCURRENCY = 50;
const WARM_UP_SECONDS = 5;
const KILL_EVERY_MS = 2_000;
const SETTLE_MS = 30_000;
const MOST_HEAP_GROWTH_MB = 16;
const MOST_RESIDENT_GROWTH_MB = 96;

const LIMITS = {
  wallMs: 30_000,
  cpuMs: 5_000,
  memoryMb: 64,
  toolCalls: 1_000,
  parallelCalls: 16,
  resultBytes: 256 * 1024,
  logBytes: 64 * 1024,
  logLines: 1_000,
  argumentBytes: 1024 * 1024,
  callResultBytes: 8 * 1024 * 1024,
  timers: 1_000,
  stackKb: 984,
};

const TOOLS = ["add", "slow", "rows", "fail", "never"];
const ROWS = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ id: i, open: i % 2 === 0 })));

async function answer(tool: string, signal: AbortSignal): Promise<HostReply> {
  if (tool === "soak.rows") return { ok: true, valueText: ROWS };
  if (tool === "soak.slow") await new Promise((resolve) => setTimeout(resolve, 5));
  if (tool === "soak.never") await new Promise((resolve) => signal.addEventListener("abort", resolve));
  if (tool !== "soak.fail") return { ok: true, valueText: '{"n":1}' };
  const error = { code: "TOOL_FAILED", message: "It failed.", retryable: false, executed: "no" } as const;
  return { ok: false, error };
}

const PORT: HostPort = {
  request: (request, signal) => answer(request.kind === "tool" ? request.tool : request.kind, signal),
  log() {},
};

function runProgram(executor: Executor, program: SoakProgram, owner: string): Promise<ExecutionOutcome> {
  const { cancelAfterMs } = program;
  const signal =
    cancelAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(cancelAfterMs);
  const moduleText = `export default async () => {\n${program.code}\n};`;
  const job = {
    runId: "run_soak",
    owner,
    program: { moduleText, sha256: "", servers: ["soak"], insertions: [], literals: [] },
    servers: [
      {
        server: "soak",
        identifiers: ["soak"],
        tools: TOOLS.map((name) => ({ name, identifiers: [name] })),
      },
    ],
    contextText: "{}",
    limits: { ...LIMITS, ...program.limits },
  };
  return executor.execute(job, PORT, signal);
}

/** The worker that is killed from outside costs one run, which says so. */
function isExpected(outcome: ExecutionOutcome, { ends, cancelAfterMs }: SoakProgram): boolean {
  if (!outcome.ok && outcome.error.code === "CANCELLED") return cancelAfterMs !== undefined;
  if (!outcome.ok && outcome.error.code === "WORKER_DIED") return true;
  if ("result" in ends) return outcome.ok && outcome.resultText === ends.result;
  return !outcome.ok && ends.codes.includes(outcome.error.code);
}

async function soak(executor: Executor, seconds: number, seed: number): Promise<Tally> {
  const tally = new Tally();
  const choose = chooser(seed);
  const end = performance.now() + seconds * 1000;
  const one = async (_: unknown, lane: number): Promise<void> => {
    while (performance.now() < end) {
      const program = choose();
      const begun = performance.now();
      tally.started++;
      const outcome = await runProgram(executor, program, `owner ${lane % 5}`);
      const code = outcome.ok ? "ok" : outcome.error.code;
      tally.add(program, code, performance.now() - begun);
      if (!isExpected(outcome, program)) {
        tally.wrong.push(`${program.name}: ${JSON.stringify(outcome).slice(0, 300)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  return tally;
}

/** Ends a worker now and then, and counts the processes that were ever seen. */
function watchWorkers(): { stop(): { kills: number; seen: number } } {
  const seen = new Set<number>();
  let kills = 0;
  const look = setInterval(() => {
    for (const pid of workerPids()) seen.add(pid);
  }, 100);
  const kill = setInterval(() => {
    const pids = workerPids();
    const victim = pids[kills % pids.length];
    if (victim === undefined) return;
    process.kill(victim, "SIGKILL");
    kills++;
  }, KILL_EVERY_MS);
  return {
    stop() {
      clearInterval(look);
      clearInterval(kill);
      return { kills, seen: seen.size };
    },
  };
}

async function settle(executor: Executor): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  const isSettled = (): boolean => {
    const { workers, idle, queued } = executor.status();
    return workers === WORKERS + 1 && idle === workers && queued === 0;
  };
  while (!isSettled() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 200));
}

function findLeaks(executor: Executor, tally: Tally, [before, after]: [Holdings, Holdings]): string[] {
  const { workers, idle, queued } = executor.status();
  const pids = workerPids().length;
  const grown = { heap: after.heapMb - before.heapMb, resident: after.residentMb - before.residentMb };
  const checks: [ok: boolean, what: string][] = [
    [tally.answered === tally.started, `${tally.started - tally.answered} runs were never answered`],
    [tally.wrong.length === 0, `${tally.wrong.length} runs ended wrongly`],
    [workers === WORKERS + 1 && idle === workers, `${workers} workers, ${idle} of them idle, after settling`],
    [pids === workers, `${pids} worker processes for ${workers} workers`],
    [queued === 0, `${queued} runs are still queued`],
    [after.descriptors <= before.descriptors, `descriptors: ${before.descriptors} → ${after.descriptors}`],
    [grown.heap < MOST_HEAP_GROWTH_MB, `the heap grew by ${grown.heap.toFixed(1)} MB`],
    [grown.resident < MOST_RESIDENT_GROWTH_MB, `resident memory grew by ${grown.resident.toFixed(1)} MB`],
  ];
  return checks.filter(([ok]) => !ok).map(([, what]) => what);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: "string", default: "120" }, seed: { type: "string", default: "1" } },
  });
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
  const folder = await mkdtemp(join(tmpdir(), "sallyport-soak-"));
  const executor = await openExecutor({ workers: WORKERS, maxQueued: 1_000, folder });
  try {
    // Before the first measurement everything has run once: what Node.js loads late is no leak.
    for (const program of PROGRAMS) await runProgram(executor, program, "warm-up");
    await soak(executor, WARM_UP_SECONDS, seed);
    await settle(executor);
    const before = lookAtHoldings();
    const watch = watchWorkers();
    const tally = await soak(executor, seconds, seed + 1);
    const { kills, seen } = watch.stop();
    await settle(executor);
    const after = lookAtHoldings();
    const leaks = findLeaks(executor, tally, [before, after]);
    const died = tally.codes.get("WORKER_DIED") ?? 0;
    if (died > kills) leaks.push(`${died} workers died, ${kills} were killed`);
    await executor.close();
    if (workerPids().length > 0) leaks.push(`${workerPids().length} worker processes outlived the executor`);
    report({ tally, seconds, kills, seen, before, after, leaks, seed });
    if (leaks.length > 0) process.exitCode = 1;
  } finally {
    await executor.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Report = {
  tally: Tally;
  seconds: number;
  seed: number;
  kills: number;
  seen: number;
  before: Holdings;
  after: Holdings;
  leaks: string[];
};

function report({ tally, seconds, seed, kills, seen, before, after, leaks }: Report): void {
  const holding = ({ descriptors, heapMb, residentMb }: Holdings): string =>
    `${descriptors} descriptors, ${heapMb.toFixed(1)} MB heap, ${residentMb.toFixed(1)} MB resident`;
  console.log(tally.table(seconds));
  console.log(`outcomes  ${[...tally.codes].map(([code, count]) => `${code} ${count}`).join(", ")}`);
  console.log(`workers   ${seen} processes seen, ${kills} killed from outside`);
  console.log(`before    ${holding(before)}\nafter     ${holding(after)}`);
  for (const wrong of tally.wrong.slice(0, 10)) console.log(`wrong     ${wrong}`);
  console.log(
    leaks.length === 0 ? `nothing leaked (seed ${seed})` : `LEAKED (seed ${seed}): ${leaks.join("; ")}`,
  );
}

await main();
