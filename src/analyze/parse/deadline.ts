// Runs a synchronous job that must end. Babel's TypeScript plugin backtracks: each `<T>[` or `f<T>(` inside another
// doubles or triples the time, so 100 bytes can take minutes, and no bound on the text excludes all such shapes.

import { createContext, Script } from "node:vm";
import { backtrackingLevels } from "./backtracking.ts";

// V8 can stop code only when a script with a timeout started it. The script calls straight back; the context is
// made once, because a new one costs a millisecond, and holds the job only while that runs.
const CALL_BACK = new Script("job()");
const STAGE: { job: (() => unknown) | null } = { job: null };
const CONTEXT = createContext(STAGE);

export type Ended<T> = { ok: true; value: T } | { ok: false };

// A program of 64 KB takes about 100 ms here, the first one in a process twice that; ten times that is enough.
const BASE_MS = 150;
const MS_PER_KB = 15;

/** Small texts get little time: only hostile ones need more. */
export function budgetMs(textLength: number): number {
  return BASE_MS + Math.ceil((textLength / 1024) * MS_PER_KB);
}

const MOST_WORK = 300_000;

/** True when the parse cannot backtrack for long: no shape costs more than four times the parse per level. */
export function endsByItself(text: string): boolean {
  return text.length <= MOST_WORK / 4 && text.length * 4 ** backtrackingLevels(text) <= MOST_WORK;
}

/** The watchdog's clock runs on while a busy machine keeps the job waiting: then it is begun again, with more time. */
const TIMES_LONGER = [1, 3, 9];
const TIMED_OUT = { ok: false } as const;
/** Of its time, what a job that was not kept waiting has worked. */
const AT_WORK = 0.5;

/**
 * The job's value, or `ok: false` when it ran out of time or stack. It must be one that can be begun again. The
 * watchdog is a thread, and costs 0.2 ms.
 */
export function runWithin<T>(timeoutMs: number, job: () => T): Ended<T> {
  const mostUsedMs = cpuMs() + timeoutMs * AT_WORK;
  for (const times of TIMES_LONGER) {
    const ended = runWatched(timeoutMs * times, job);
    if (ended !== TIMED_OUT) return ended;
    if (cpuMs() >= mostUsedMs) break;
  }
  return TIMED_OUT;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function runWatched<T>(timeoutMs: number, job: () => T): Ended<T> {
  const outer = STAGE.job;
  STAGE.job = job;
  try {
    return runUnwatched(() => CALL_BACK.runInContext(CONTEXT, { timeout: timeoutMs }) as T);
  } catch (error) {
    if (isTimeout(error)) return TIMED_OUT;
    throw error;
  } finally {
    STAGE.job = outer;
  }
}

/** For jobs that end by themselves; they may still run out of stack. */
export function runUnwatched<T>(job: () => T): Ended<T> {
  try {
    return { ok: true, value: job() };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false };
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    (error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
