// Counts and measures while they are taken; two tallies of neighbouring events make one.

export type Percentiles = { p50: number; p95: number; p99: number };
/** How often each thing was seen. */
export type Counts<Thing = string> = Map<Thing, number>;

export type Tally = {
  events: number;
  runs: {
    submitted: number;
    codeBytes: number;
    blocked: number;
    blockedByRule: Counts;
    byStatus: Counts;
    errors: Counts;
    latencies: Counts<number>;
  };
  calls: {
    decided: number;
    byDecision: Counts;
    byStatus: Counts;
    errors: Counts;
    latencies: Counts<number>;
    tools: Counts;
    pairs: Counts;
  };
  tokens: { saved: number; returned: number; created: Counts; restored: Counts };
  /** What joins a run's calls over the border between two tallies. */
  open: {
    /** The last tool of each run that goes on. */
    last: Map<string, string>;
    /** The first tool of each run that began before, and the runs that ended although they began before. */
    first: Map<string, string>;
    ended: Set<string>;
    /** Runs that began here and go on. */
    begun: Set<string>;
  };
};

export function createTally(): Tally {
  return {
    events: 0,
    runs: {
      submitted: 0,
      codeBytes: 0,
      blocked: 0,
      blockedByRule: new Map(),
      byStatus: new Map(),
      errors: new Map(),
      latencies: new Map(),
    },
    calls: {
      decided: 0,
      byDecision: new Map(),
      byStatus: new Map(),
      errors: new Map(),
      latencies: new Map(),
      tools: new Map(),
      pairs: new Map(),
    },
    tokens: { saved: 0, returned: 0, created: new Map(), restored: new Map() },
    open: { last: new Map(), first: new Map(), ended: new Set(), begun: new Set() },
  };
}

/** Adds what came after; `later` stays as it is. */
export function addTally(to: Tally, later: Tally): void {
  for (const [run, tool] of later.open.first) {
    const before = to.open.last.get(run);
    if (before === undefined) {
      if (!to.open.first.has(run)) to.open.first.set(run, tool);
    } else countBy(to.calls.pairs, `${before}\n${tool}`);
  }
  for (const run of later.open.ended) {
    to.open.last.delete(run);
    to.open.ended.add(run);
  }
  for (const [run, tool] of later.open.last) to.open.last.set(run, tool);
  to.events += later.events;
  for (const part of ["runs", "calls", "tokens"] as const) addFields(to[part], later[part]);
}

type Fields = Record<string, number | Counts<never>>;

function addFields(to: object, from: object): void {
  const sums = to as Record<string, number | Counts<unknown>>;
  for (const [field, value] of Object.entries(from as Fields)) {
    const sum = sums[field];
    if (typeof value === "number") sums[field] = (typeof sum === "number" ? sum : 0) + value;
    else if (sum instanceof Map) for (const [thing, count] of value) countBy(sum, thing, count);
  }
}

export function countBy<Thing>(counts: Counts<Thing>, thing: Thing, by = 1): void {
  counts.set(thing, (counts.get(thing) ?? 0) + by);
}

/** The most frequent first; equal ones by name, so that the order is always the same. */
export function top(counts: Counts, most: number): [string, number][] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most);
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** By nearest rank: always a value that was measured. */
export function percentiles(values: Counts<number>): Percentiles {
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
