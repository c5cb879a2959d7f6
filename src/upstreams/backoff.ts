// How long to wait before a server is tried again.

import type { Backoff } from "./upstreams.ts";

export const DEFAULT_BACKOFF: Backoff = { baseMs: 500, maxMs: 60_000, random: Math.random };

/** Half of each delay is fixed and half is random, so that servers that fell together do not rise together. */
export function backoffDelayMs(failures: number, backoff: Backoff): number {
  const full = Math.min(backoff.maxMs, backoff.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(full / 2 + (full / 2) * backoff.random());
}
