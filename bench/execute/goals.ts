// What the executor wants to reach, as ratios to a peer in the same run.

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

export type Look = (engine: string, job: JobName, concurrency: number) => Measured | undefined;

export function goalLines(look: Look, own: string, peer: string): string[] {
  return GOALS.flatMap(({ job, concurrency, figure, ratio }) => {
    const mine = look(own, job, concurrency)?.[figure];
    const theirs = look(peer, job, concurrency)?.[figure];
    if (mine === undefined || theirs === undefined) return [];
    const reached = mine / theirs;
    const isTime = figure === "p50Ms";
    const met = isTime ? reached <= ratio : reached >= ratio;
    const wanted = `${isTime ? "at most" : "at least"} ${ratio}`;
    const what = `${job} c${concurrency} ${isTime ? "p50" : "runs/s"}`.padEnd(22);
    return [`${what}${reached.toFixed(2).padStart(6)} times (goal ${wanted}): ${met ? "met" : "NOT MET"}`];
  });
}
