// How long runs take, stage by stage, as their events tell.

import { Histogram, type Registry } from "prom-client";
import type { AppendedEvent } from "../record/record.ts";
import type { JsonObject } from "../vocabulary.ts";
import { SLOW_SECONDS } from "./count-events.ts";

const WHOLE = "whole";

export function createStageTimes(registry: Registry): { add(event: AppendedEvent): void } {
  const seconds = new Histogram({
    name: "sallyport_run_stage_seconds",
    help: "Time of each stage of a run (analyze, decide, prepare, record, approve, execute, protect) and of the whole.",
    labelNames: ["stage"],
    buckets: SLOW_SECONDS,
    registers: [registry],
  });
  return {
    add({ kind, decision, body }) {
      if (kind !== "run.decided" && kind !== "run.finished") return;
      const stages = stagesOf(body);
      for (const { stage, ms } of stages) seconds.observe({ stage }, ms / 1000);
      const { durationMs } = body;
      if (kind === "run.finished" && typeof durationMs === "number") {
        seconds.observe({ stage: WHOLE }, durationMs / 1000);
      }
      if (kind === "run.decided" && decision === "deny") {
        seconds.observe({ stage: WHOLE }, stages.reduce((sum, { ms }) => sum + ms, 0) / 1000);
      }
    },
  };
}

/** In the order in which they took place. */
export function stagesOf(body: JsonObject): { stage: string; ms: number }[] {
  const { stages } = body;
  if (typeof stages !== "object" || stages === null || Array.isArray(stages)) return [];
  const known = Object.entries(stages).flatMap(([stage, ms]) =>
    typeof ms === "number" ? [{ stage, ms }] : [],
  );
  return known.filter(({ ms }) => ms >= 0);
}
