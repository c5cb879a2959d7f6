// One benchmark under way: its details as they come, a bar for whoever waits, and its figures at the end. Under
// `bench/all.ts` the figures go to the process that asked; alone they are a table, or JSON with `--json`.

import { openProgress } from "../src/surfaces/cli/present/progress.ts";
import { type Figure, tableOf, withVerdicts } from "./figures.ts";

export type Bench = {
  /** A line about what was measured beside the main figures. */
  detail(line: string): void;
  /** One of the steps is done. */
  step(): void;
  report(figures: Figure[]): Promise<void>;
};

export function openBench(bench: string, steps: number): Bench {
  const json = process.argv.includes("--json");
  const progress = openProgress(process, bench, { json });
  const started = performance.now();
  let done = 0;
  return {
    detail(line) {
      progress.end();
      if (!json) console.log(line);
    },
    step() {
      progress.at(++done, steps);
    },
    async report(figures) {
      progress.end();
      const answer = { bench, seconds: (performance.now() - started) / 1000, figures };
      if (process.send) return sendToParent(answer);
      console.log(json ? JSON.stringify(withVerdicts(answer), null, 2) : `\n${tableOf([answer]).join("\n")}`);
    },
  };
}

function sendToParent(answer: object): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(answer, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
