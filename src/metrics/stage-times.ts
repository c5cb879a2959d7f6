// How long runs take from stage to stage, by the times of their events.

import { Histogram, type Registry } from "prom-client";
import type { AppendedEvent } from "../record/record.ts";
import { SLOW_SECONDS } from "./count-events.ts";

const STAGES: Record<string, { stage: string; from: string }> = {
  "run.decided": { stage: "decide", from: "run.submitted" },
  "run.started": { stage: "start", from: "run.decided" },
  "run.finished": { stage: "execute", from: "run.started" },
};
const WHOLE = "whole";
/** Runs that never end (a stop cuts them off) must not fill the memory. */
const MOST_RUNS = 10_000;

export function createStageTimes(registry: Registry): { add(event: AppendedEvent): void } {
  const seconds = new Histogram({
    name: "sallyport_run_stage_seconds",
    help: "Time between a run's events: submitted to decided, to started, to finished, and the whole.",
    labelNames: ["stage"],
    buckets: SLOW_SECONDS,
    registers: [registry],
  });
  const runs = new Map<string, Map<string, number>>();

  const observe = (stage: string, from: number | undefined, to: number) => {
    // A clock that went back says nothing about a duration.
    if (from !== undefined && to >= from) seconds.observe({ stage }, (to - from) / 1000);
  };
  return {
    add({ kind, run, at, decision }) {
      if (run === undefined || !(kind === "run.submitted" || kind in STAGES)) return;
      const times = runs.get(run) ?? new Map<string, number>();
      const now = Date.parse(at);
      const step = STAGES[kind];
      if (step) observe(step.stage, times.get(step.from), now);
      times.set(kind, now);
      runs.set(run, times);
      const isOver = kind === "run.finished" || (kind === "run.decided" && decision === "deny");
      if (isOver) {
        observe(WHOLE, times.get("run.submitted"), now);
        runs.delete(run);
      }
      const [oldest] = runs.keys();
      if (runs.size > MOST_RUNS && oldest !== undefined) runs.delete(oldest);
    },
  };
}
