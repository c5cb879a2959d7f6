// What runs cost and save, and how tools are used together. Labels are names of servers and tools; there are only so
// many of them, and beyond a limit they are counted as `other`.

import { Counter, Histogram, type Registry } from "prom-client";
import type { AppendedEvent } from "../record/record.ts";
import type { JsonValue } from "../vocabulary.ts";

const CPU_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const MEMORY_BYTES = [1, 2, 4, 8, 16, 32, 64, 128].map((mb) => mb * 1024 * 1024);
const MOST_USES = 50;
const MOST_PAIRS = 200;
/** Runs that never end (a stop cuts them off) must not fill the memory. */
const MOST_RUNS = 10_000;
const OTHER = "other";

type Known = { mode: string; last: string | null; servers: Set<string> };

const begun = (mode: string): Known => ({ mode, last: null, servers: new Set() });

export function createRunFigures(registry: Registry): { add(event: AppendedEvent): void } {
  const metrics = defineMetrics(registry);
  const runs = new Map<string, Known>();
  const use = limitedLabel(MOST_USES);
  const pair = limitedLabel(MOST_PAIRS);
  const end = ({ body }: AppendedEvent, run: Known) => {
    const label = { use: use(useOf(run)) };
    metrics.saved.inc(label, numberOf(body["savedTokens"]));
    metrics.returned.inc(label, numberOf(body["resultTokens"]));
    // A direct call has no program that could be measured.
    if (typeof body["cpuMs"] === "number") metrics.cpu.observe(body["cpuMs"] / 1000);
    if (typeof body["memoryBytes"] === "number") metrics.memory.observe(body["memoryBytes"]);
  };
  const follow = (run: Known, tool: string) => {
    metrics.byMode.inc({ mode: run.mode });
    if (run.last !== null && run.mode === "code") {
      const [first = OTHER, second = OTHER] = pair(`${run.last}\n${tool}`).split("\n");
      metrics.pairs.inc({ first, second });
    }
    run.last = tool;
    run.servers.add(tool.split(".")[0] ?? "");
  };
  return {
    add(event) {
      const { kind, run, tool = "", decision, body } = event;
      if (run === undefined) return;
      if (kind === "run.submitted") runs.set(run, begun(body["direct"] === true ? "direct" : "code"));
      const known = runs.get(run) ?? begun("code");
      if (kind === "call.decided" && decision === "allow") follow(known, tool);
      if (kind === "run.finished") end(event, known);
      if (kind === "run.finished" || (kind === "run.decided" && decision === "deny")) runs.delete(run);
      const [oldest] = runs.keys();
      if (runs.size > MOST_RUNS && oldest !== undefined) runs.delete(oldest);
    },
  };
}

function defineMetrics(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });
  return {
    saved: counter(
      "sallyport_saved_tokens_total",
      "Model tokens that programs kept from the model, by the servers that they used together.",
      ["use"],
    ),
    returned: counter(
      "sallyport_result_tokens_total",
      "Model tokens in results that left for the model, by the servers that were used together.",
      ["use"],
    ),
    byMode: counter("sallyport_tool_calls_total", "Tool calls let through, from programs and direct.", [
      "mode",
    ]),
    pairs: counter("sallyport_tool_pairs_total", "Tools that follow one another in a run.", [
      "first",
      "second",
    ]),
    cpu: histogram("sallyport_run_cpu_seconds", "CPU time of programs in the sandbox.", CPU_SECONDS),
    memory: histogram(
      "sallyport_run_memory_bytes",
      "Memory of programs in the sandbox at their end.",
      MEMORY_BYTES,
    ),
  };
}

/** The servers whose tools ran: what a run was for, without anybody's name in it. */
function useOf({ servers }: Known): string {
  return [...servers].sort().join("+") || "none";
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

function limitedLabel(most: number): (label: string) => string {
  const known = new Set<string>();
  return (label) => {
    if (known.size < most) known.add(label);
    return known.has(label) ? label : OTHER;
  };
}
