// Counts and measures while they are taken.

export type Percentiles = { p50: number; p95: number; p99: number };

export function createTally() {
  return {
    events: 0,
    runs: {
      submitted: 0,
      codeBytes: 0,
      blocked: 0,
      blockedByRule: new Map<string, number>(),
      byStatus: new Map<string, number>(),
      errors: new Map<string, number>(),
      latencies: [] as number[],
    },
    calls: {
      decided: 0,
      byDecision: new Map<string, number>(),
      byStatus: new Map<string, number>(),
      errors: new Map<string, number>(),
      latencies: [] as number[],
      tools: new Map<string, number>(),
      pairs: new Map<string, number>(),
      lastOfRun: new Map<string, string>(),
    },
    tokens: {
      saved: 0,
      returned: 0,
      created: new Map<string, number>(),
      restored: new Map<string, number>(),
    },
  };
}

export function countBy(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The most frequent first; equal ones by name, so that the order is always the same. */
export function top(counts: Map<string, number>, most: number): [string, number][] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most);
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** By nearest rank: always a value that was measured. */
export function percentiles(values: number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
