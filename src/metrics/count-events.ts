import { Counter, Histogram, type Registry } from "prom-client";
import type { AppendedEvent } from "../record/record.ts";
import type { JsonValue } from "../vocabulary.ts";

const FAST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
export const SLOW_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export type Counts = {
  add(event: AppendedEvent): void;
  waited(seconds: number): void;
  refused(events: number): void;
};

export function createCounts(registry: Registry): Counts {
  const metrics = defineMetrics(registry);
  return {
    add(event) {
      metrics.events.inc({ kind: event.kind });
      COUNT[event.kind]?.(metrics, event);
    },
    waited: (seconds) => metrics.appends.observe(seconds),
    refused: (events) => metrics.refused.inc(events),
  };
}

type Defined = ReturnType<typeof defineMetrics>;

function defineMetrics(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  return {
    events: counter("sallyport_audit_events_total", "Events on the trail, by kind.", ["kind"]),
    refused: counter("sallyport_audit_refused_total", "Events that the trail could not take."),
    appends: new Histogram({
      name: "sallyport_audit_append_seconds",
      help: "Time that a writer waits until its events are durable.",
      buckets: FAST_SECONDS,
      registers,
    }),
    runs: counter("sallyport_runs_total", "Runs that ended, by status and error code.", ["status", "code"]),
    decisions: counter("sallyport_decisions_total", "Decisions, by subject and effect.", [
      "subject",
      "effect",
    ]),
    calls: counter("sallyport_upstream_calls_total", "Tool calls that ended, by server and status.", [
      "server",
      "status",
      "code",
    ]),
    callSeconds: new Histogram({
      name: "sallyport_upstream_call_seconds",
      help: "Duration of tool calls, by server.",
      labelNames: ["server"],
      buckets: SLOW_SECONDS,
      registers,
    }),
    tokens: counter("sallyport_pii_tokens_total", "Tokens created and restored, by class.", [
      "what",
      "class",
    ]),
    approvals: counter("sallyport_approvals_total", "What became of approvals.", ["state"]),
  };
}

const COUNT: Partial<Record<AppendedEvent["kind"], (metrics: Defined, event: AppendedEvent) => void>> = {
  "run.decided": ({ decisions, runs }, { decision = "" }) => {
    decisions.inc({ subject: "run", effect: decision });
    // A refused run does not start, so no other event ends it.
    if (decision === "deny") runs.inc({ status: "blocked", code: "" });
  },
  "run.finished": ({ runs }, { status = "", body }) => runs.inc({ status, code: codeOf(body["error"]) }),
  "call.decided": ({ decisions }, { decision = "" }) => decisions.inc({ subject: "call", effect: decision }),
  "call.completed": ({ calls, callSeconds }, { tool = "", status = "", body }) => {
    const server = tool.split(".")[0] ?? "";
    calls.inc({ server, status, code: codeOf(body["error"]) });
    if (typeof body["durationMs"] === "number") callSeconds.observe({ server }, body["durationMs"] / 1000);
  },
  "token.created": ({ tokens }, { body }) => countClasses(tokens, "created", body["tokens"]),
  "token.restored": ({ tokens }, { body }) => countClasses(tokens, "restored", body["tokens"]),
  "approval.requested": ({ approvals }) => approvals.inc({ state: "requested" }),
  "approval.decided": ({ approvals }, { decision = "" }) => approvals.inc({ state: decision }),
  "approval.expired": ({ approvals }) => approvals.inc({ state: "expired" }),
  "approval.withdrawn": ({ approvals }) => approvals.inc({ state: "withdrawn" }),
};

function countClasses(tokens: Defined["tokens"], what: string, list: JsonValue | undefined): void {
  if (!Array.isArray(list)) return;
  for (const entry of list) {
    const name = fieldOf(entry, "class");
    if (typeof name === "string") tokens.inc({ what, class: name });
  }
}

function codeOf(error: JsonValue | undefined): string {
  const code = fieldOf(error, "code");
  return typeof code === "string" ? code : "";
}

function fieldOf(value: JsonValue | undefined, field: string): JsonValue | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value[field] : undefined;
}
