// The state of the moment, asked when somebody looks.

import { Counter, Gauge, type Registry } from "prom-client";
import type { GatewayStatus } from "./metrics.ts";

export type Gauges = {
  watch(status: () => Promise<GatewayStatus>): void;
  /** Before each page: the library collects all metrics side by side, so none of them may fill the others. */
  refresh(): Promise<void>;
};

export function createGauges(registry: Registry): Gauges {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const healthy = gauge("sallyport_audit_healthy", "1 while the trail can be written.");
  const fresh = gauge("sallyport_policies_fresh", "1 while the policy files are the set in force.");
  const workers = gauge("sallyport_workers", "Sandbox processes, by state.", ["state"]);
  const queued = gauge("sallyport_queued_runs", "Runs that wait for a sandbox.");
  const lag = gauge("sallyport_audit_sink_lag_events", "Events that wait for a sink.", ["sink"]);
  const failing = gauge("sallyport_audit_sink_failing", "1 while a sink takes no events.", ["sink"]);
  const dropped = new Counter({
    name: "sallyport_trace_spans_dropped_total",
    help: "Spans that no trace collector took.",
    registers,
  });
  let ask: (() => Promise<GatewayStatus>) | null = null;
  return {
    watch(status) {
      ask = status;
    },
    async refresh() {
      if (!ask) return;
      const { workers: pool, trailHealthy, policiesFresh, sinks, droppedSpans } = await ask();
      healthy.set(trailHealthy ? 1 : 0);
      fresh.set(policiesFresh ? 1 : 0);
      workers.set({ state: "idle" }, pool.idle);
      workers.set({ state: "busy" }, Math.max(0, pool.alive - pool.idle));
      queued.set(pool.queued);
      dropped.reset();
      dropped.inc(droppedSpans);
      for (const { name, lag: waiting, problem } of sinks) {
        lag.set({ sink: name }, waiting);
        failing.set({ sink: name }, problem === null ? 0 : 1);
      }
    },
  };
}
