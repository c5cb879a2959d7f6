// Keeps worker processes ready. A process runs one program at a time, so that SIGKILL ends one run only; the
// one spare more than needed means that no run waits for a process to start after a kill.

import { isGone, mainThreadCpuMs, residentBytes } from "./process-usage.ts";
import { type WorkerFiles, WorkerProcess } from "./worker-process.ts";

const RUNS_PER_WORKER = 1000;
const RETIRE_RESIDENT_BYTES = 400 * 1024 * 1024;
const RETIRE_CPU_MS = 300_000;
const GROW_CHECK_MS = 20;
const IDLE_EXTRA_MS = 10_000;
const MAX_START_FAILURES = 5;
const RETRY_START_MS = 1000;

type Waiter = { resolve: (worker: WorkerProcess | undefined) => void };

export type PoolOptions = { workers: number; maxWorkers: number; maxQueued: number; files: WorkerFiles };

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #all = new Set<WorkerProcess>();
  readonly #idle: WorkerProcess[] = [];
  readonly #queue: Waiter[] = [];
  readonly #computing: () => number;
  #active = 0;
  #startFailures = 0;
  #growCheck: NodeJS.Timeout | undefined;
  #closed = false;

  /** `computing` counts active runs that do not wait for a tool: only those need a core. */
  constructor(options: PoolOptions, computing: () => number) {
    this.#options = options;
    this.#computing = computing;
  }

  /** Resolves to false when no worker could start. */
  async open(): Promise<boolean> {
    const started = Array.from({ length: this.#options.workers + 1 }, () => this.#startWorker());
    return (await Promise.all(started)).includes(true);
  }

  get status(): { workers: number; idle: number; queued: number } {
    return { workers: this.#all.size, idle: this.#idle.length, queued: this.#queue.length };
  }

  /** First come, first served. "busy" when the queue is full, undefined when the wait was in vain. */
  acquire(signal: AbortSignal): Promise<WorkerProcess | undefined> | "busy" {
    if (this.#closed) return Promise.resolve(undefined);
    const worker = this.#queue.length === 0 && this.#mayStartRun() ? this.#takeIdle() : undefined;
    if (worker !== undefined) return Promise.resolve(worker);
    if (this.#queue.length >= this.#options.maxQueued) return "busy";
    return new Promise((resolve) => {
      const waiter: Waiter = { resolve };
      const onAbort = (): void => {
        const at = this.#queue.indexOf(waiter);
        if (at >= 0) this.#queue.splice(at, 1);
        resolve(undefined);
      };
      waiter.resolve = (taken) => {
        signal.removeEventListener("abort", onAbort);
        resolve(taken);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#queue.push(waiter);
      this.#growCheck ??= setInterval(() => this.#grow(), GROW_CHECK_MS);
    });
  }

  release(worker: WorkerProcess, survives: boolean): void {
    this.#active--;
    worker.lastUsed = performance.now();
    if (!survives || !worker.alive || this.#closed) this.#drop(worker);
    else if (isWornOut(worker) || this.#all.size > this.#options.maxWorkers) this.#drop(worker);
    else this.#idle.push(worker);
    this.#fillUp();
    this.#serveQueue();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#growCheck);
    for (const waiter of this.#queue.splice(0)) waiter.resolve(undefined);
    await Promise.all([...this.#all].map((worker) => worker.kill()));
  }

  /** Runs that wait for tools leave their core to others; how many processes that may make has a limit. */
  #mayStartRun(): boolean {
    return this.#active < this.#options.workers || this.#computing() < this.#options.workers;
  }

  #takeIdle(): WorkerProcess | undefined {
    let best: WorkerProcess | undefined;
    for (const worker of this.#idle) {
      if (!isGone(worker.pid) && (best === undefined || isReadier(worker, best))) best = worker;
    }
    if (best === undefined) return undefined;
    this.#idle.splice(this.#idle.indexOf(best), 1);
    this.#active++;
    best.runs++;
    best.warmIsolates--;
    return best;
  }

  #serveQueue(): void {
    while (this.#queue.length > 0 && this.#mayStartRun()) {
      const worker = this.#takeIdle();
      if (worker === undefined) break;
      this.#queue.shift()?.resolve(worker);
    }
    if (this.#queue.length === 0) {
      clearInterval(this.#growCheck);
      this.#growCheck = undefined;
    }
  }

  #grow(): void {
    this.#serveQueue();
    const starting = this.#all.size - this.#idle.length - this.#active;
    const stuck = this.#queue.length > 0 && this.#idle.length === 0 && starting <= 0;
    if (stuck && this.#mayStartRun() && this.#all.size < this.#options.maxWorkers) void this.#startWorker();
  }

  #fillUp(): void {
    if (this.#closed) return;
    for (let missing = this.#options.workers + 1 - this.#all.size; missing > 0; missing--)
      void this.#startWorker();
    const now = performance.now();
    const extra = this.#all.size - (this.#options.workers + 1);
    const old = extra > 0 ? this.#idle.find((worker) => now - worker.lastUsed > IDLE_EXTRA_MS) : undefined;
    if (old !== undefined) this.#drop(old);
  }

  async #startWorker(): Promise<boolean> {
    let worker: WorkerProcess;
    try {
      worker = new WorkerProcess(this.#options.files);
    } catch {
      this.#startFailures = MAX_START_FAILURES; // The machine has nothing left; trying at once would not end.
      this.#startFailed();
      return false;
    }
    this.#all.add(worker);
    void worker.exited.then(() => this.#forget(worker));
    const ready = await worker.ready;
    if (ready && worker.alive && !this.#closed) {
      this.#startFailures = 0;
      this.#idle.push(worker);
      this.#serveQueue();
    }
    return ready;
  }

  /** A worker may also die while idle, or before it was ready. */
  #forget(worker: WorkerProcess): void {
    this.#all.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#closed) return;
    if (worker.runs > 0) this.#fillUp();
    else this.#startFailed();
  }

  /** After several failures in a row nobody waits any longer, and the next attempt comes a second later. */
  #startFailed(): void {
    this.#startFailures++;
    if (this.#startFailures < MAX_START_FAILURES) {
      this.#fillUp();
      return;
    }
    for (const waiter of this.#queue.splice(0)) waiter.resolve(undefined);
    setTimeout(() => this.#fillUp(), RETRY_START_MS).unref();
  }

  #drop(worker: WorkerProcess): void {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#all.delete(worker);
    void worker.kill();
  }
}

/** A prepared isolate first, then the longest rest: it has had the time to prepare more. */
function isReadier(a: WorkerProcess, b: WorkerProcess): boolean {
  const warm = Number(a.warmIsolates > 0) - Number(b.warmIsolates > 0);
  return warm === 0 ? a.lastUsed < b.lastUsed : warm > 0;
}

function isWornOut(worker: WorkerProcess): boolean {
  if (worker.runs >= RUNS_PER_WORKER) return true;
  if (worker.runs % 8 !== 0) return false;
  const resident = residentBytes(worker.pid) ?? 0;
  return resident > RETIRE_RESIDENT_BYTES || (mainThreadCpuMs(worker.pid) ?? 0) > RETIRE_CPU_MS;
}
