// What the executor wants to reach, as ratios to a peer in the same run.

import type { Figure } from "../figures.ts";
import type { JobName } from "./jobs.ts";
import type { Measured } from "./measure.ts";

type Goal = {
  job: JobName;
  concurrency: number;
  figure: "p50Ms" | "perSecond";
  /** At most for times, at least for runs per second. */
  ratio: number;
};

const GOALS: Goal[] = [
  { job: "tiny", concurrency: 1, figure: "p50Ms", ratio: 0.5 },
  { job: "tiny", concurrency: 50, figure: "perSecond", ratio: 3 },
  { job: "par100", concurrency: 1, figure: "p50Ms", ratio: 0.25 },
  { job: "seq100", concurrency: 1, figure: "p50Ms", ratio: 1.2 },
  { job: "seq100", concurrency: 50, figure: "perSecond", ratio: 2 },
  { job: "filter", concurrency: 1, figure: "p50Ms", ratio: 1 },
];

const DOES: Record<JobName, string> = {
  tiny: "return 1 + 1",
  seq100: "100 calls one after the other",
  par100: "100 calls at once",
  filter: "filter 10,000 rows",
};

export type Look = (engine: string, job: JobName, concurrency: number) => Measured | undefined;

/** The goals speak of the first peer; the others stand beside it. */
export function mainFigures(look: Look, own: string, peers: string[]): Figure[] {
  return GOALS.flatMap(({ job, concurrency, figure, ratio }): Figure[] => {
    const ours = look(own, job, concurrency)?.[figure];
    if (ours === undefined) return [];
    const isTime = figure === "p50Ms";
    return [
      {
        what: `${DOES[job]}, ${concurrency === 1 ? "one caller" : `${concurrency} callers`}${isTime ? ", p50" : ""}`,
        ours,
        unit: isTime ? "ms" : "runs/s",
        peers: peers.flatMap((name) => {
          const theirs = look(name, job, concurrency)?.[figure];
          return theirs === undefined ? [] : [{ name, figure: theirs }];
        }),
        goal: isTime ? { atMost: ratio, times: true } : { atLeast: ratio, times: true },
      },
    ];
  });
}
