// Counts and times of the soak, and the table at its end.

import type { SoakProgram } from "./programs.ts";

type Line = { kind: string; name: string; times: number[] };

export class Tally {
  readonly wrong: string[] = [];
  readonly codes = new Map<string, number>();
  readonly #lines = new Map<string, Line>();
  started = 0;
  answered = 0;

  add({ kind, name }: SoakProgram, code: string, ms: number): void {
    this.answered++;
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    const line = this.#lines.get(name) ?? { kind, name, times: [] };
    line.times.push(ms);
    this.#lines.set(name, line);
  }

  table(seconds: number): string {
    const head = "kind      program             runs   runs/s   p50 ms   p99 ms";
    return [head, ...this.#rows(seconds)].join("\n");
  }

  #rows(seconds: number): string[] {
    const lines = [...this.#lines.values()];
    const kinds = [...new Set(lines.map(({ kind }) => kind))];
    return kinds.flatMap((kind) => {
      const own = lines.filter((line) => line.kind === kind);
      const all = { kind, name: "(all)", times: own.flatMap(({ times }) => times) };
      return [...own, all].map((line) => rowOf(line, seconds));
    });
  }
}

function rowOf({ kind, name, times }: Line, seconds: number): string {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  const columns = [String(sorted.length), (sorted.length / seconds).toFixed(1), at(0.5), at(0.99)];
  return `${kind.padEnd(10)}${name.padEnd(16)}${columns.map((text) => text.padStart(9)).join("")}`;
}
