// What the soak runs: programs with everything that may become of them.

import type { RunLimits } from "../../src/vocabulary.ts";

export type SoakProgram = {
  kind: "good" | "hostile" | "crashing";
  name: string;
  weight: number;
  code: string;
  limits?: Partial<RunLimits>;
  /** The text of the result, or the codes with which the run may fail. */
  ends: { result: string } | { codes: string[] };
  /** Stopped by its caller after so many milliseconds. */
  cancelAfterMs?: number;
};

const CPU = { cpuMs: 60, wallMs: 20_000 };
const MEMORY = { memoryMb: 16, cpuMs: 3_000, wallMs: 20_000 };

export const PROGRAMS: SoakProgram[] = [
  { kind: "good", name: "tiny", weight: 30, code: "return 1 + 1", ends: { result: "2" } },
  {
    kind: "good",
    name: "calls",
    weight: 15,
    code: "let n = 0; for (let i = 0; i < 20; i++) n += (await soak.add({ i })).n; return n",
    ends: { result: "20" },
  },
  {
    kind: "good",
    name: "parallel",
    weight: 10,
    code: "return (await Promise.all(Array.from({ length: 40 }, (_, i) => soak.slow({ i })))).length",
    ends: { result: "40" },
  },
  {
    kind: "good",
    name: "rows",
    weight: 8,
    code: "return (await soak.rows({})).filter((row) => row.open).length",
    ends: { result: "1000" },
  },
  {
    kind: "good",
    name: "large",
    weight: 3,
    code: "return 'x'.repeat(1_000_000).length + (await soak.add({ pad: 'y'.repeat(100_000) })).n",
    ends: { result: "1000001" },
  },
  {
    kind: "good",
    name: "timers",
    weight: 6,
    code: "let n = 0; await Promise.all([1, 2, 3].map(async (ms) => { await sleep(ms); n++ })); console.log(n); return n",
    ends: { result: "3" },
  },
  {
    kind: "good",
    name: "caught failure",
    weight: 6,
    code: "try { await soak.fail({}) } catch (error) { return error.code }",
    ends: { result: '"TOOL_FAILED"' },
  },
  {
    kind: "hostile",
    name: "loop",
    weight: 2,
    code: "for (;;) {}",
    limits: CPU,
    ends: { codes: ["CPU_LIMIT", "TIMEOUT"] },
  },
  {
    kind: "hostile",
    name: "deaf built-in",
    weight: 1,
    code: "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    limits: CPU,
    ends: { codes: ["CPU_LIMIT"] },
  },
  {
    kind: "hostile",
    name: "memory",
    weight: 2,
    code: "const a = []; for (;;) a.push(new Array(1000).fill({}))",
    limits: MEMORY,
    ends: { codes: ["MEMORY_LIMIT"] },
  },
  {
    kind: "hostile",
    name: "uncounted memory",
    weight: 1,
    code: "const a = []; for (;;) a.push(new Uint8Array(new ArrayBuffer(2 ** 23, { maxByteLength: 2 ** 24 })).fill(1))",
    limits: MEMORY,
    ends: { codes: ["MEMORY_LIMIT"] },
  },
  {
    kind: "hostile",
    name: "flood",
    weight: 3,
    code: "for (let i = 0; i < 5_000; i++) console.log('x'.repeat(100)); setInterval(() => soak.add({}), 1); return 1",
    ends: { result: "1" },
  },
  {
    kind: "hostile",
    name: "escape",
    weight: 5,
    code: "try { return (() => {}).constructor('return process')() } catch { return 'held' }",
    ends: { result: '"held"' },
  },
  {
    kind: "hostile",
    name: "left behind",
    weight: 4,
    code: "for (let i = 0; i < 30; i++) { soak.slow({ i }); setInterval(() => {}, 1) } return 1",
    ends: { result: "1" },
  },
  {
    kind: "crashing",
    name: "throw",
    weight: 8,
    code: "null.x",
    ends: { codes: ["RUNTIME_ERROR"] },
  },
  {
    kind: "crashing",
    name: "fatal allocation",
    weight: 1,
    code: "new Array(2 ** 31).fill(1)",
    limits: MEMORY,
    ends: { codes: ["MEMORY_LIMIT"] },
  },
  {
    kind: "crashing",
    name: "too slow",
    weight: 2,
    code: "await soak.never({})",
    limits: { wallMs: 200 },
    ends: { codes: ["TIMEOUT"] },
  },
  {
    kind: "crashing",
    name: "cancelled",
    weight: 3,
    code: "await soak.never({})",
    ends: { codes: ["CANCELLED"] },
    cancelAfterMs: 30,
  },
  {
    kind: "crashing",
    name: "cancelled loop",
    weight: 1,
    code: "for (;;) {}",
    limits: { cpuMs: 20_000 },
    ends: { codes: ["CANCELLED"] },
    cancelAfterMs: 60,
  },
];

/** A seeded choice by weight, so that two soaks with one seed run the same mixture. */
export function chooser(seed: number): () => SoakProgram {
  let state = seed >>> 0;
  const total = PROGRAMS.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let at = (state / 2 ** 32) * total;
    for (const program of PROGRAMS) {
      at -= program.weight;
      if (at < 0) return program;
    }
    return PROGRAMS[0] as SoakProgram;
  };
}
