// The gateway's side of one run: its clocks, its counters, and the frames of a worker that is not trusted.

import type { ErrorCode } from "../errors.ts";
import type { LogLine } from "../vocabulary.ts";
import { stretchMs } from "./cpu-stretch.ts";
import type { ExecutionJob, ExecutionOutcome, HostPort, Usage } from "./execute.ts";
import { FRAME, type Frame } from "./frames.ts";
import { HostRequests } from "./host-requests.ts";
import { isTooDeep } from "./json-depth.ts";
import { maxResultBytes } from "./result-size.ts";
import { RunClock } from "./run-clock.ts";
import { diedOfMemory, limitFailure, type RunFailure, readFailure, starvedFailure } from "./run-failure.ts";
import type { WorkerExit, WorkerProcess } from "./worker-process.ts";

const WATCH_MS = 25;
const FRAME_SLACK_BYTES = 64 * 1024;
const MEMORY_SLACK_BYTES = 64 * 1024 * 1024;
const LEVELS = new Set(["debug", "log", "info", "warn", "error"]);

export type RunEnding = { outcome: ExecutionOutcome; workerSurvives: boolean };

export class SupervisedRun {
  readonly #worker: WorkerProcess;
  readonly #job: ExecutionJob;
  readonly #port: HostPort;
  readonly #clock: RunClock;
  readonly #requests: HostRequests;
  readonly #startedAt = performance.now();
  readonly #residentAtStart: number;
  readonly #cpuAtStart: number;
  /** Whether the isolate's own timer is used: it names the author's line, but it counts wall time. */
  readonly #timed: boolean;
  /** What a worker says about a run carries the run's number: an old message is none of the next run. */
  readonly #number: number;
  readonly #logs: LogLine[] = [];
  #logBytes = 0;
  #peakGrowth = 0;
  #watch: NodeJS.Timeout | undefined;
  #settle: (ending: RunEnding) => void = () => {};
  #over = false;

  constructor(worker: WorkerProcess, job: ExecutionJob, { port, timed }: { port: HostPort; timed: boolean }) {
    this.#worker = worker;
    this.#job = job;
    this.#port = port;
    this.#residentAtStart = worker.usage.residentBytes() ?? 0;
    this.#cpuAtStart = worker.usage.cpuMs() ?? 0;
    this.#timed = timed;
    this.#number = worker.runs;
    this.#clock = new RunClock(job.limits.wallMs, () => void this.#stop("TIMEOUT"));
    this.#requests = new HostRequests(job.limits, port, this.#clock, (kind, id, text) =>
      worker.send(kind, id, text),
    );
  }

  /** True while the program itself has something to do, false while it waits for the host. */
  get computing(): boolean {
    return this.#requests.inFlight === 0;
  }

  run(signal: AbortSignal): Promise<RunEnding> {
    const { limits } = this.#job;
    const largest = Math.max(maxResultBytes(limits), limits.argumentBytes, limits.logBytes);
    const onAbort = (): void => void this.#stop("CANCELLED");
    return new Promise<RunEnding>((resolve) => {
      this.#settle = (ending) => {
        signal.removeEventListener("abort", onAbort);
        resolve(ending);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#worker.attach(largest + FRAME_SLACK_BYTES, this);
      this.#watch = setInterval(() => this.#look(), WATCH_MS);
      this.#clock.start();
      this.#worker.send(FRAME.run, this.#number, jobText(this.#job, this.#timed));
      if (signal.aborted) onAbort();
    });
  }

  receive(frame: Frame): void {
    if (this.#over) return;
    const text = frame.payload.toString("utf8");
    const understood =
      frame.kind === FRAME.request
        ? this.#requests.receive(frame.id, text)
        : frame.id === this.#number && this.#hear(frame.kind, text);
    if (!understood) void this.#stop("WORKER_DIED");
  }

  #hear(kind: number, text: string): boolean {
    if (kind === FRAME.log) return this.#log(text);
    if (kind === FRAME.done) return this.#done(text);
    return kind === FRAME.failed && this.#failed(text);
  }

  #log(text: string): boolean {
    const split = text.indexOf("\n");
    const level = text.slice(0, split);
    if (split < 0 || !LEVELS.has(level)) return false;
    const message = text.slice(split + 1);
    this.#logBytes += Buffer.byteLength(message);
    // The prelude cuts the log and says so; the extra line and bytes here are for that last word.
    const { logBytes, logLines } = this.#job.limits;
    if (this.#logBytes > logBytes + 2048 || this.#logs.length > logLines) return true;
    const line = { level: level as LogLine["level"], message };
    this.#logs.push(line);
    this.#port.log(line);
    return true;
  }

  #done(text: string): boolean {
    const report = splitReport(text);
    if (report === undefined || Buffer.byteLength(report.body) > maxResultBytes(this.#job.limits))
      return false;
    if (isTooDeep(report.body)) return false;
    try {
      JSON.parse(report.body);
    } catch {
      return false;
    }
    this.#finish({ ok: true, resultText: report.body, logs: this.#logs, usage: this.#usage(report) }, true);
    return true;
  }

  #failed(text: string): boolean {
    const report = splitReport(text);
    const failure = report && readFailure(report.body, this.#job, this.#requests.issued);
    if (report === undefined || failure === undefined) return false;
    if (failure.code === "CPU_LIMIT") void this.#stopWith(this.#judgeTimer(failure), report);
    else if (failure.code === "MEMORY_LIMIT") void this.#stopWith(failure, report);
    else this.#finish({ ok: false, error: failure, logs: this.#logs, usage: this.#usage(report) }, true);
    return true;
  }

  /** The isolate's timer may have fired while the machine was busy with others: the kernel knows. */
  #judgeTimer(failure: RunFailure): RunFailure {
    const used = this.#cpuMs();
    if (used === undefined || used >= this.#job.limits.cpuMs) return failure;
    return { ...failure, ...starvedFailure(used, performance.now() - this.#startedAt) };
  }

  /** Some built-ins ignore every timeout inside the process, and some memory is not counted there. */
  #look(): void {
    const { cpuMs, memoryMb } = this.#job.limits;
    const resident = this.#worker.usage.residentBytes();
    if (resident !== undefined) {
      this.#peakGrowth = Math.max(this.#peakGrowth, resident - this.#residentAtStart);
      if (this.#peakGrowth > memoryMb * 2 * 1024 * 1024 + MEMORY_SLACK_BYTES) void this.#stop("MEMORY_LIMIT");
    }
    // What the worker itself needs is on the same thread; and where the isolate's timer runs, it goes first.
    const allowed = (this.#timed ? stretchMs(cpuMs) : cpuMs) * 1.1 + 100;
    if ((this.#cpuMs() ?? 0) > allowed) void this.#stop("CPU_LIMIT");
  }

  #cpuMs(): number | undefined {
    const cpu = this.#worker.usage.cpuMs();
    return cpu === undefined ? undefined : cpu - this.#cpuAtStart;
  }

  #stop(code: ErrorCode): Promise<void> {
    return this.#stopWith(limitFailure(code, this.#job.limits), { cpuMs: undefined, memoryBytes: undefined });
  }

  /** The answer waits until the kernel has ended the process: nothing of the run is alive behind it. */
  async #stopWith(error: RunFailure, report: UsageReport): Promise<void> {
    if (this.#over) return;
    const usage = this.#usage(report);
    this.#close();
    await this.#worker.kill();
    usage.durationMs = performance.now() - this.#startedAt;
    this.#settle({ outcome: { ok: false, error, logs: this.#logs, usage }, workerSurvives: false });
  }

  workerEnded(exit: WorkerExit): void {
    if (this.#over) return;
    const code = diedOfMemory(exit, this.#peakGrowth, this.#job.limits) ? "MEMORY_LIMIT" : "WORKER_DIED";
    const usage = this.#usage({ cpuMs: undefined, memoryBytes: undefined });
    const error = limitFailure(code, this.#job.limits);
    this.#finish({ ok: false, error, logs: this.#logs, usage }, false);
  }

  #finish(outcome: ExecutionOutcome, workerSurvives: boolean): void {
    this.#close();
    this.#settle({ outcome, workerSurvives });
  }

  #close(): void {
    this.#over = true;
    clearInterval(this.#watch);
    this.#clock.stop();
    this.#requests.close();
    this.#worker.detach();
  }

  #usage(report: UsageReport): Usage {
    return {
      durationMs: performance.now() - this.#startedAt,
      cpuMs: report.cpuMs ?? this.#cpuMs() ?? 0,
      memoryBytes: report.memoryBytes ?? this.#peakGrowth,
    };
  }
}

type UsageReport = { cpuMs: number | undefined; memoryBytes: number | undefined };

/** `cpuMs\nmemoryBytes\nbody`, as the worker writes it. */
function splitReport(text: string): (UsageReport & { body: string }) | undefined {
  const found = /^(\d{1,12}\.\d{3})\n(\d{1,15})\n/.exec(text);
  if (!found) return undefined;
  return { cpuMs: Number(found[1]), memoryBytes: Number(found[2]), body: text.slice(found[0].length) };
}

function jobText(job: ExecutionJob, timed: boolean): string {
  const { limits } = job;
  return JSON.stringify({
    moduleText: job.program.moduleText,
    skills: (job.skills ?? []).map(({ name, program }) => ({ name, moduleText: program.moduleText })),
    serversText: JSON.stringify(job.servers),
    contextText: job.contextText,
    limitsText: JSON.stringify({ ...limits, resultBytes: maxResultBytes(limits) }),
    cpuMs: limits.cpuMs,
    memoryMb: limits.memoryMb,
    stackKb: limits.stackKb,
    timed,
  });
}
