// What happened in a span of time, in numbers. One pass over the events.

import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import { errorCodeIn, numberIn, objectsIn, readBody, textIn } from "./read-body.ts";
import { countBy, createTally, type Percentiles, percentiles, share, top } from "./tally.ts";
import { walkEvents } from "./walk-events.ts";

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
  const { price, ...filter } = question;
  const tally = createTally();
  for await (const row of walkEvents(store, filter)) {
    tally.events += 1;
    COUNT[row.kind]?.(row, tally);
  }
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

type Count = (row: TrailRow, tally: ReturnType<typeof createTally>) => void;

const COUNT: Record<string, Count> = {
  "run.submitted": (row, { runs }) => {
    runs.submitted += 1;
    runs.codeBytes += numberIn(readBody(row), "codeBytes") ?? 0;
  },
  "run.decided": (row, { runs }) => {
    if (row.decision === "allow") return;
    runs.blocked += 1;
    countBy(runs.blockedByRule, row.rule ?? "");
  },
  "run.finished": (row, { runs, calls, tokens }) => {
    const body = readBody(row);
    countBy(runs.byStatus, row.status ?? "");
    const code = errorCodeIn(body);
    if (code) countBy(runs.errors, code);
    runs.latencies.push(numberIn(body, "durationMs") ?? 0);
    tokens.saved += numberIn(body, "savedTokens") ?? 0;
    tokens.returned += numberIn(body, "resultTokens") ?? 0;
    calls.lastOfRun.delete(row.run ?? "");
  },
  "call.decided": (row, { calls }) => {
    const tool = row.tool ?? "";
    calls.decided += 1;
    countBy(calls.byDecision, row.decision ?? "");
    if (row.decision !== "allow") return;
    countBy(calls.tools, tool);
    const before = calls.lastOfRun.get(row.run ?? "");
    if (before !== undefined) countBy(calls.pairs, `${before}\n${tool}`);
    if (row.run) calls.lastOfRun.set(row.run, tool);
  },
  "call.completed": (row, { calls }) => {
    const body = readBody(row);
    countBy(calls.byStatus, row.status ?? "");
    const code = errorCodeIn(body);
    if (code) countBy(calls.errors, code);
    const durationMs = numberIn(body, "durationMs");
    if (durationMs !== null) calls.latencies.push(durationMs);
  },
  "token.created": (row, { tokens }) => countClasses(row, tokens.created),
  "token.restored": (row, { tokens }) => countClasses(row, tokens.restored),
};

function countClasses(row: TrailRow, counts: Map<string, number>): void {
  for (const token of objectsIn(readBody(row), "tokens")) countBy(counts, textIn(token, "class") ?? "");
}
