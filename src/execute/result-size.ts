// A result that is too large for the reply is still handed over: the host keeps it in the session's workspace.

import type { RunLimits } from "../vocabulary.ts";

const TIMES_THE_REPLY = 32;
const MOST_BYTES = 8 * 1024 * 1024;

/** What a program may return at all; above it the run fails with RESULT_LIMIT. */
export function maxResultBytes({ resultBytes }: Pick<RunLimits, "resultBytes">): number {
  return Math.max(resultBytes, Math.min(resultBytes * TIMES_THE_REPLY, MOST_BYTES));
}
