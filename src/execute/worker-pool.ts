// Keeps worker processes ready. A process runs one program at a time, so that SIGKILL ends one run only; the
// one spare more than needed means that no run waits for a process to start after a kill.

import { FairQueue } from "./fair-queue.ts";
import type { WorkerFiles } from "./worker-files.ts";
import { WorkerProcess } from "./worker-process.ts";

const RUNS_PER_WORKER = 10_000;
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
  readonly #queue: FairQueue<Waiter>;
  readonly #computing: () => number;
  #active = 0;
  #startFailures = 0;
  #growCheck: NodeJS.Timeout | undefined;
  #shrinkTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `computing` counts active runs that do not wait for a tool: only those need a core. */
  constructor(options: PoolOptions, computing: () => number) {
    this.#options = options;
    this.#queue = new FairQueue(options.maxQueued);
    this.#computing = computing;
  }

  /** Resolves to false when no worker could start. */
  async open(): Promise<boolean> {
    const started = Array.from({ length: this.#options.workers + 1 }, () => this.#startWorker());
    return (await Promise.all(started)).includes(true);
  }

  get status(): { workers: number; idle: number; queued: number } {
    return { workers: this.#all.size, idle: this.#idle.length, queued: this.#queue.size };
  }

  /** "busy" when there is no place in the queue, undefined when the wait was in vain. */
  acquire(owner: string, signal: AbortSignal): Promise<WorkerProcess | undefined> | "busy" {
    if (this.#closed) return Promise.resolve(undefined);
    const worker = this.#queue.size === 0 && this.#mayStartRun() ? this.#takeIdle() : undefined;
    if (worker !== undefined) return Promise.resolve(worker);
    const { promise, resolve } = Promise.withResolvers<WorkerProcess | undefined>();
    const onAbort = (): void => {
      this.#queue.remove(owner, waiter);
      resolve(undefined);
    };
    const waiter: Waiter = {
      resolve(taken) {
        signal.removeEventListener("abort", onAbort);
        resolve(taken);
      },
    };
    if (!this.#queue.add(owner, waiter)) return "busy";
    signal.addEventListener("abort", onAbort, { once: true });
    this.#growCheck ??= setInterval(() => this.#grow(), GROW_CHECK_MS);
    return promise;
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
    clearTimeout(this.#shrinkTimer);
    this.#sendAwayQueue();
    await Promise.all([...this.#all].map((worker) => worker.kill()));
  }

  /** Runs that wait for tools leave their core to others; how many processes that may make has a limit. */
  #mayStartRun(): boolean {
    return this.#active < this.#options.workers || this.#computing() < this.#options.workers;
  }

  #takeIdle(): WorkerProcess | undefined {
    let best: WorkerProcess | undefined;
    for (const worker of this.#idle) {
      if (!worker.usage.isGone && (best === undefined || isReadier(worker, best))) best = worker;
    }
    if (best === undefined) return undefined;
    this.#idle.splice(this.#idle.indexOf(best), 1);
    this.#active++;
    best.runs++;
    best.warmIsolates--;
    return best;
  }

  #serveQueue(): void {
    while (this.#queue.size > 0 && this.#mayStartRun()) {
      const worker = this.#takeIdle();
      if (worker === undefined) break;
      this.#queue.next()?.resolve(worker);
    }
    if (this.#queue.size === 0) {
      clearInterval(this.#growCheck);
      this.#growCheck = undefined;
    }
  }

  #grow(): void {
    this.#serveQueue();
    const starting = this.#all.size - this.#idle.length - this.#active;
    const stuck = this.#queue.size > 0 && this.#idle.length === 0 && starting <= 0;
    if (stuck && this.#mayStartRun() && this.#all.size < this.#options.maxWorkers) void this.#startWorker();
  }

  #fillUp(): void {
    if (this.#closed) return;
    for (let missing = this.#options.workers + 1 - this.#all.size; missing > 0; missing--)
      void this.#startWorker();
    if (this.#extra > 0) this.#shrinkTimer ??= setTimeout(() => this.#shrink(), IDLE_EXTRA_MS).unref();
  }

  get #extra(): number {
    return this.#all.size - (this.#options.workers + 1);
  }

  /** Processes that a burst of waiting runs made are let go when nobody has needed them for a while. */
  #shrink(): void {
    this.#shrinkTimer = undefined;
    if (this.#closed) return;
    const restedSince = performance.now() - IDLE_EXTRA_MS;
    for (const worker of this.#idle.filter(({ lastUsed }) => lastUsed <= restedSince)) {
      if (this.#extra > 0) this.#drop(worker);
    }
    this.#fillUp();
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
    this.#sendAwayQueue();
    setTimeout(() => this.#fillUp(), RETRY_START_MS).unref();
  }

  #sendAwayQueue(): void {
    for (let waiter = this.#queue.next(); waiter !== undefined; waiter = this.#queue.next())
      waiter.resolve(undefined);
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
  const resident = worker.usage.residentBytes() ?? 0;
  return resident > RETIRE_RESIDENT_BYTES || (worker.usage.cpuMs() ?? 0) > RETIRE_CPU_MS;
}
