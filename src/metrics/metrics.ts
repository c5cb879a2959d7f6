// What operators watch. Guarantees: everything that happened is counted from the trail's own events, so that the
// numbers and the record cannot tell different stories, and no label holds a personal value or a program's text.

import { collectDefaultMetrics, Registry } from "prom-client";
import type { AppendedEvent, SinkStatus } from "../record/record.ts";
import { createCounts } from "./count-events.ts";
import { createGauges } from "./gateway-gauges.ts";
import { createRunFigures } from "./run-figures.ts";
import { createStageTimes } from "./stage-times.ts";

/** What is asked at each look, because no event tells it. */
export type GatewayStatus = {
  workers: { alive: number; idle: number; queued: number };
  trailHealthy: boolean;
  /** False while the policy files do not load and an older set stays in force. */
  policiesFresh: boolean;
  sinks: SinkStatus[];
  /** Spans that no collector took. */
  droppedSpans: number;
};

export type Metrics = {
  /** For `openTrail`. */
  onAppended(events: AppendedEvent[], waitedMs: number): void;
  onRefused(events: number): void;
  /** Where the state of the moment comes from; until it is known, only events are counted. */
  watch(status: () => Promise<GatewayStatus>): void;
  /** The page for Prometheus. */
  page(): Promise<{ contentType: string; text: string }>;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counts = createCounts(registry);
  const stages = createStageTimes(registry);
  const figures = createRunFigures(registry);
  const gauges = createGauges(registry);
  return {
    onAppended(events, waitedMs) {
      counts.waited(waitedMs / 1000);
      for (const event of events) {
        counts.add(event);
        stages.add(event);
        figures.add(event);
      }
    },
    onRefused: counts.refused,
    watch: gauges.watch,
    async page() {
      await gauges.refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

export { openTraces, type Traces } from "./traces.ts";
