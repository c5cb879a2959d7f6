// What no event tells: the state of the moment, asked at each look at the metrics.

import type { PolicyWatch } from "../decide/decide.ts";
import type { Executor } from "../execute/execute.ts";
import type { GatewayStatus, Traces } from "../metrics/metrics.ts";
import type { Delivery, Trail } from "../record/record.ts";

export type StatusParts = {
  executor: Pick<Executor, "status">;
  trail: Pick<Trail, "healthy">;
  watch: Pick<PolicyWatch, "lastError">;
  delivery: Pick<Delivery, "status">;
  traces: Pick<Traces, "dropped"> | null;
};

export function createStatus(parts: StatusParts): () => Promise<GatewayStatus> {
  const { executor, trail, watch, delivery, traces } = parts;
  return async () => {
    const { workers: alive, idle, queued } = executor.status();
    return {
      workers: { alive, idle, queued },
      trailHealthy: trail.healthy(),
      policiesFresh: watch.lastError() === null,
      sinks: await delivery.status(),
      droppedSpans: traces?.dropped() ?? 0,
    };
  };
}
