// Counts and measures while they are taken; two tallies of neighbouring events make one.

import type { JsonObject, JsonValue } from "../../vocabulary.ts";

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

const PARTS = ["runs", "calls", "tokens"] as const;

/** Adds what came after; `later` stays as it is. */
export function addTally(to: Tally, later: Tally): void {
  const { open } = to;
  for (const [run, tool] of later.open.first) {
    const before = open.last.get(run);
    if (before !== undefined) countBy(to.calls.pairs, `${before}\n${tool}`);
    else if (!open.begun.has(run) && !open.first.has(run)) open.first.set(run, tool);
  }
  for (const run of later.open.ended) {
    open.last.delete(run);
    if (!open.begun.delete(run)) open.ended.add(run);
  }
  for (const run of later.open.begun) open.begun.add(run);
  for (const [run, tool] of later.open.last) open.last.set(run, tool);
  to.events += later.events;
  for (const part of PARTS) addFields(to[part], later[part]);
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

/** As it is kept: maps and sets as lists, what is empty left out. */
export function packTally(tally: Tally): JsonObject {
  const pack = (part: object): JsonObject => {
    const fields = Object.entries(part as Record<string, number | Iterable<JsonValue>>);
    const packed = fields.map(([name, value]) => [name, typeof value === "number" ? value : [...value]]);
    return Object.fromEntries(packed.filter(([, value]) => value !== 0 && (value as unknown[]).length !== 0));
  };
  const { events, runs, calls, tokens, open } = tally;
  return { events, runs: pack(runs), calls: pack(calls), tokens: pack(tokens), open: pack(open) };
}

export function unpackTally(packed: JsonObject): Tally {
  const tally = createTally();
  tally.events = Number(packed["events"]);
  for (const part of [...PARTS, "open"] as const) {
    const fields = tally[part] as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(packed[part] as JsonObject)) {
      const known = fields[name];
      if (typeof known === "number") fields[name] = Number(value);
      else if (known instanceof Map) fields[name] = new Map(value as [unknown, unknown][]);
      else if (known instanceof Set) fields[name] = new Set(value as string[]);
    }
  }
  return tally;
}
