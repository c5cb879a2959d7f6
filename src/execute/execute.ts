// Runs checked programs outside this process. Guarantees: never throws for what the guest does, always
// answers, and nothing of the run is alive when it has answered.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ErrorCode, GatewayError } from "../errors.ts";
import type { Executed, LogLine, Program, RunLimits } from "../vocabulary.ts";
import { MachineLoad } from "./process-usage.ts";
import { limitFailure } from "./run-failure.ts";
import { SupervisedRun } from "./supervised-run.ts";
import { layOutWorkerFiles } from "./worker-files.ts";
import { WorkerPool } from "./worker-pool.ts";

/** A server and its tools as the guest sees them: their names, and the identifiers that stand for them in code. */
export type ServerBinding = {
  server: string;
  identifiers: string[];
  tools: { name: string; identifiers: string[] }[];
};

export type ExecutionJob = {
  runId: string;
  /** The principal: owners take turns in the queue. */
  owner: string;
  program: Program;
  /** Programs that this one may call as `skills.<name>()`; each was checked like the program itself. */
  skills?: readonly { name: string; program: Program }[];
  servers: ServerBinding[];
  /** All servers that this owner may know of, for hints; `servers` holds those that the program mentions. */
  knownServers?: () => string[];
  /** JSON text of the frozen `context` global. */
  contextText: string;
  limits: RunLimits;
};

/** What the guest may ask of the host. `argsText` is JSON text made in the isolate: untrusted. */
export type HostRequest =
  | { kind: "tool"; tool: string; argsText: string }
  /** What the gateway itself answers, such as `tools.search` or `workspace.get`; the host knows which there are. */
  | { kind: "service"; service: string; argsText: string };

export type HostReply = { ok: true; valueText: string } | { ok: false; error: GuestVisibleError };

export type GuestVisibleError = {
  code: ErrorCode;
  message: string;
  hint?: string;
  retryable: boolean;
  executed: Executed;
};

/** Stops the run's wall clock until the returned function is called: for calls that wait for a person. */
export type HoldableClock = { hold(): () => void };

/** The host's side of the bridge. `request` is aborted when the run ends first. */
export type HostPort = {
  request(request: HostRequest, signal: AbortSignal, clock?: HoldableClock): Promise<HostReply>;
  log(line: LogLine): void;
};

export type Usage = { durationMs: number; cpuMs: number; memoryBytes: number };

export type ExecutionOutcome =
  | { ok: true; resultText: string; logs: LogLine[]; usage: Usage }
  | {
      ok: false;
      error: { code: ErrorCode; message: string; hint?: string; line?: number; column?: number };
      logs: LogLine[];
      usage: Usage;
    };

export type Executor = {
  execute(job: ExecutionJob, port: HostPort, signal: AbortSignal): Promise<ExecutionOutcome>;
  /** Worker processes alive and idle, for health and metrics. */
  status(): { workers: number; idle: number; queued: number };
  close(): Promise<void>;
};

export type ExecutorOptions = {
  /** Runs that may compute at once; one process more than that is kept ready. */
  workers: number;
  maxQueued: number;
  /** Holds what the worker processes can read, and their empty working folder. */
  folder: string;
  /** Processes in total, reached only while runs wait for tools; eight times `workers` unless set. */
  maxWorkers?: number;
  /** Whether others want the cores too; asked from the kernel unless given. */
  isBusy?: () => boolean;
};

const NOTHING_USED: Usage = { durationMs: 0, cpuMs: 0, memoryBytes: 0 };

export async function openExecutor(options: ExecutorOptions): Promise<Executor> {
  await mkdir(options.folder, { recursive: true });
  const folder = await mkdtemp(join(options.folder, "worker-"));
  const load = new MachineLoad();
  const isBusy = options.isBusy ?? (() => load.isBusy);
  const active = new Set<SupervisedRun>();
  const pool = new WorkerPool(
    {
      workers: options.workers,
      maxWorkers: Math.max(options.workers + 1, options.maxWorkers ?? options.workers * 8),
      maxQueued: options.maxQueued,
      files: await layOutWorkerFiles(folder),
    },
    () => Array.from(active).filter((run) => run.computing).length,
  );
  if (!(await pool.open())) {
    await close();
    throw new GatewayError("SETTINGS_INVALID", "The sandbox process does not start.", {
      hint: "Check that isolated-vm is installed for this Node.js and that the data folder can be entered.",
    });
  }

  async function execute(job: ExecutionJob, port: HostPort, signal: AbortSignal): Promise<ExecutionOutcome> {
    const refuse = (code: ErrorCode): ExecutionOutcome => {
      return { ok: false, error: limitFailure(code, job.limits), logs: [], usage: NOTHING_USED };
    };
    if (signal.aborted) return refuse("CANCELLED");
    const acquired = pool.acquire(job.owner, signal);
    if (acquired === "busy") return refuse("BUSY");
    const worker = await acquired;
    if (worker === undefined) return refuse(signal.aborted ? "CANCELLED" : "WORKER_DIED");
    const run = new SupervisedRun(worker, job, { port, timed: !isBusy() });
    active.add(run);
    const { outcome, workerSurvives } = await run.run(signal);
    active.delete(run);
    pool.release(worker, workerSurvives);
    return outcome;
  }

  async function close(): Promise<void> {
    await pool.close();
    load.close();
    await rm(folder, { recursive: true, force: true });
  }

  return { execute, status: () => pool.status, close };
}
