// What this process holds, asked from the kernel: descriptors, memory and worker processes.

import { readdirSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export type Holdings = { descriptors: number; heapMb: number; residentMb: number };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

export function lookAtHoldings(): Holdings {
  collectGarbage();
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    descriptors: readdirSync("/proc/self/fd").length,
    heapMb: heapUsed / 2 ** 20,
    residentMb: rss / 2 ** 20,
  };
}

/** Children of this process that are workers; others are not ours to count. */
export function workerPids(): number[] {
  const pids: number[] = [];
  for (const task of readdirSync("/proc/self/task")) {
    for (const pid of readLine(`/proc/self/task/${task}/children`).split(" ")) {
      if (pid !== "" && readLine(`/proc/${pid}/cmdline`).includes("isolate-worker")) pids.push(Number(pid));
    }
  }
  return pids;
}

function readLine(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}
