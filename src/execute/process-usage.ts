// What a worker process uses, asked from the kernel: a worker's own word is worth nothing. Where there is no
// /proc (macOS), the answer is undefined and the wall clock is the outer limit.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

export function residentBytes(pid: number): number | undefined {
  const found = /VmRSS:\s+(\d+) kB/.exec(readProc(`/proc/${pid}/status`));
  return found ? Number(found[1]) * 1024 : undefined;
}

/** True for a process that the kernel has ended and whose end this process has not been told of yet. */
export function isGone(pid: number): boolean {
  return existsSync("/proc/self/status") && residentBytes(pid) === undefined;
}

/** CPU time of the main thread, where guests run; helper threads of V8 are not the guest's doing. */
export function mainThreadCpuMs(pid: number): number | undefined {
  const found = /^(\d+) /.exec(readProc(`/proc/${pid}/task/${pid}/schedstat`));
  return found ? Number(found[1]) / 1e6 : undefined;
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
