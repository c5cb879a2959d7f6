// Runs a synchronous job that must end. Babel's TypeScript plugin backtracks: `<T>[` nested 25 deep, 100 bytes of
// text, takes minutes (the time doubles with each level), and no bound on the text excludes all such shapes.

import { createContext, Script } from "node:vm";

// V8 can stop code only when a script with a timeout started it. The script calls straight back; the context is
// made once, because a new one costs a millisecond, and holds the job only while that runs.
const CALL_BACK = new Script("job()");
const STAGE: { job: (() => unknown) | null } = { job: null };
const CONTEXT = createContext(STAGE);

export type Ended<T> = { ok: true; value: T } | { ok: false };

/** The job's value, or `ok: false` when it ran out of time or stack. Costs about 0.1 ms. */
export function runWithin<T>(timeoutMs: number, job: () => T): Ended<T> {
  const outer = STAGE.job;
  STAGE.job = job;
  try {
    return { ok: true, value: CALL_BACK.runInContext(CONTEXT, { timeout: timeoutMs }) as T };
  } catch (error) {
    if (error instanceof RangeError || isTimeout(error)) return { ok: false };
    throw error;
  } finally {
    STAGE.job = outer;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    (error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
