// What happened in a span of time, in numbers.

import type { Counts, TrailStore } from "../../storage/storage.ts";

export type Percentiles = { p50: number; p95: number; p99: number };

export type StatsQuestion = {
  principal?: string;
  since?: string;
  until?: string;
  /** Money for a million tokens. */
  price?: number;
};

export type TrailStats = {
  events: number;
  runs: {
    submitted: number;
    byStatus: Record<string, number>;
    blocked: number;
    blockedByRule: Record<string, number>;
    /** Share of the finished runs that failed. */
    errorRate: number;
    errorsByCode: Record<string, number>;
    latencyMs: Percentiles;
    averageCodeBytes: number;
  };
  calls: {
    decided: number;
    byDecision: Record<string, number>;
    byStatus: Record<string, number>;
    errorsByCode: Record<string, number>;
    latencyMs: Percentiles;
    tools: { tool: string; calls: number }[];
    /** Tools that follow one another in a run. */
    pairs: { first: string; second: string; count: number }[];
  };
  pii: { created: Record<string, number>; restored: Record<string, number> };
  tokens: { saved: number; returned: number; price: number | null; cost: number | null };
};

const MOST_LISTED = 10;

export async function countStats(store: TrailStore, question: StatsQuestion): Promise<TrailStats> {
  const { price, ...span } = question;
  const tally = await store.tally(span);
  const { runs, calls, tokens } = tally;
  const finished = [...runs.byStatus.values()].reduce((sum, count) => sum + count, 0);
  return {
    events: tally.events,
    runs: {
      submitted: runs.submitted,
      byStatus: Object.fromEntries(runs.byStatus),
      blocked: runs.blocked,
      blockedByRule: Object.fromEntries(runs.blockedByRule),
      errorRate: share(runs.byStatus.get("failed") ?? 0, finished),
      errorsByCode: Object.fromEntries(runs.errors),
      latencyMs: percentiles(runs.latencies),
      averageCodeBytes: Math.round(share(runs.codeBytes, runs.submitted)),
    },
    calls: {
      decided: calls.decided,
      byDecision: Object.fromEntries(calls.byDecision),
      byStatus: Object.fromEntries(calls.byStatus),
      errorsByCode: Object.fromEntries(calls.errors),
      latencyMs: percentiles(calls.latencies),
      tools: top(calls.tools, MOST_LISTED).map(([tool, count]) => ({ tool, calls: count })),
      pairs: top(calls.pairs, MOST_LISTED).map(([pair, count]) => {
        const [first = "", second = ""] = pair.split("\n");
        return { first, second, count };
      }),
    },
    pii: { created: Object.fromEntries(tokens.created), restored: Object.fromEntries(tokens.restored) },
    tokens: {
      saved: tokens.saved,
      returned: tokens.returned,
      price: price ?? null,
      cost: price === undefined ? null : Math.round((tokens.saved / 1_000_000) * price * 100) / 100,
    },
  };
}

/** The most frequent first; equal ones by name, so that the order is always the same. */
function top(counts: Counts, most: number): [string, number][] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** By nearest rank: always a value that was measured. */
function percentiles(values: Counts<number>): Percentiles {
  const sorted = [...values].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const at = (part: number) => {
    const rank = Math.max(1, Math.ceil(total * part));
    let seen = 0;
    for (const [value, count] of sorted) {
      seen += count;
      if (seen >= rank) return value;
    }
    return 0;
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
