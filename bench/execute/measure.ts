import { type Engine, JOBS, type JobName } from "./jobs.ts";

export type Measured = { p50Ms: number; p99Ms: number; perSecond: number };

/** Runs one job over and over, `concurrency` at a time, and checks every result. */
export async function measure(
  { name, run }: Engine,
  job: JobName,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const lane = async (): Promise<void> => {
    do {
      const begun = performance.now();
      const result = await run(job);
      if (result !== JOBS[job].result)
        throw new Error(`${name}: ${job} came to ${JSON.stringify(result)?.slice(0, 200)}`);
      times.push(performance.now() - begun);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const perSecond = (times.length * 1000) / (performance.now() - started);
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond };
}

/** Of each figure by itself, over all rounds. */
export function medianOf(rounds: Measured[]): Measured {
  const median = (pick: (round: Measured) => number): number =>
    rounds.map(pick).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    p50Ms: median((round) => round.p50Ms),
    p99Ms: median((round) => round.p99Ms),
    perSecond: median((round) => round.perSecond),
  };
}
