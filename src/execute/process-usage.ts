// What a worker process uses, asked from the kernel: a worker's own word is worth nothing. Where there is no
// /proc (macOS), the answer is undefined and the wall clock is the outer limit.

import { closeSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";

/** Keeps its two files open: asking then costs 5 µs instead of 40, and every run asks several times. */
export class ProcessUsage {
  readonly #memory: KernelFile;
  readonly #mainThread: KernelFile;

  constructor(pid: number) {
    this.#memory = new KernelFile(`/proc/${pid}/statm`);
    // Guests run on the main thread; what V8's helper threads do is not the guest's doing.
    this.#mainThread = new KernelFile(`/proc/${pid}/task/${pid}/schedstat`);
  }

  residentBytes(): number | undefined {
    const found = /^\d+ (\d+) /.exec(this.#memory.read() ?? "");
    return found ? Number(found[1]) * pageBytes() : undefined;
  }

  cpuMs(): number | undefined {
    const found = /^(\d+) /.exec(this.#mainThread.read() ?? "");
    return found ? Number(found[1]) / 1e6 : undefined;
  }

  /** True for a process that the kernel has ended and whose end this process has not been told of yet. */
  get isGone(): boolean {
    return this.#memory.exists && !this.residentBytes();
  }

  close(): void {
    this.#memory.close();
    this.#mainThread.close();
  }
}

/** Whether others want the cores too. */
export class MachineLoad {
  readonly #load = new KernelFile("/proc/loadavg");

  /** True when more threads of this machine want to run than it has cores. */
  get isBusy(): boolean {
    const found = / (\d+)\/\d+ /.exec(this.#load.read() ?? "");
    return found !== null && Number(found[1]) > availableParallelism();
  }

  close(): void {
    this.#load.close();
  }
}

class KernelFile {
  #descriptor: number | undefined;

  constructor(path: string) {
    try {
      this.#descriptor = openSync(path, "r");
    } catch {
      this.#descriptor = undefined;
    }
  }

  get exists(): boolean {
    return this.#descriptor !== undefined;
  }

  read(): string | undefined {
    if (this.#descriptor === undefined) return undefined;
    try {
      return BUFFER.toString("latin1", 0, readSync(this.#descriptor, BUFFER, 0, BUFFER.length, 0));
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

const BUFFER = Buffer.alloc(256);
let knownPageBytes = 0;

/** The kernel counts memory in pages and Node.js does not tell their size: this process is the yardstick. */
function pageBytes(): number {
  if (knownPageBytes === 0) {
    const pages = Number(readProc("/proc/self/statm").split(" ")[1]);
    const measured = process.memoryUsage.rss() / pages;
    knownPageBytes = pages > 0 ? 2 ** Math.round(Math.log2(measured)) : 4096;
  }
  return knownPageBytes;
}

/** The gateway stays responsive, and under memory pressure the kernel takes a worker first. */
export function makeExpendable(pid: number): void {
  try {
    setPriority(pid, 5);
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Both are improvements, not guarantees: a container may forbid either.
  }
}

function readProc(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
