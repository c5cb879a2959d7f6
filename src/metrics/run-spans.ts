// Runs and their calls as spans, made from the trail's events: the same ids, the same times, and of their content only
// what names no person: tools, rules, codes and counts.

import type { AppendedEvent } from "../record/record.ts";
import { spanIdOf, traceOf } from "../request-origin.ts";
import type { JsonValue } from "../vocabulary.ts";
import { stagesOf } from "./stage-times.ts";

export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: "internal" | "server" | "client";
  startMs: number;
  endMs: number;
  failed: boolean;
  attributes: Record<string, string | number>;
};

type Begun = { at: number; attributes: Span["attributes"] };
type RunBegun = Begun & { trace: ReturnType<typeof traceOf>; calls: Map<string, Begun & { tool: string }> };

/** Runs that never end (a stop cuts them off) must not fill the memory. */
const MOST_RUNS = 10_000;

/** Gives the spans that an event completes. */
export function createSpanBuilder(): (event: AppendedEvent) => Span[] {
  const runs = new Map<string, RunBegun>();
  return (event) => {
    const { kind, run } = event;
    if (run === undefined) return [];
    const at = Date.parse(event.at);
    if (kind === "run.submitted") {
      runs.set(run, beginRun(run, event, at));
      const [oldest] = runs.keys();
      if (runs.size > MOST_RUNS && oldest !== undefined) runs.delete(oldest);
      return [];
    }
    const begun = runs.get(run);
    if (!begun) return [];
    if (kind !== "run.decided" && kind !== "run.finished") return callSpans(begun, run, event, at);
    const spans = stageSpans(begun, run, event, at);
    noteDecision(begun.attributes, event);
    if (kind === "run.finished" || (kind === "run.decided" && event.decision === "deny")) {
      runs.delete(run);
      spans.push(runSpan(begun, run, event, at));
    }
    return spans;
  };
}

function beginRun(run: string, { body }: AppendedEvent, at: number): RunBegun {
  const { request, traceparent } = body;
  const asked = typeof request === "string" ? { "sallyport.request": request } : {};
  const trace = traceOf(run, typeof traceparent === "string" ? traceparent : undefined);
  return { at, attributes: { "sallyport.run": run, ...asked }, trace, calls: new Map() };
}

function callSpans(begun: RunBegun, run: string, event: AppendedEvent, at: number): Span[] {
  const { kind, call, tool = "", decision, status } = event;
  if (call === undefined) return [];
  const known = begun.calls.get(call);
  if (kind === "call.decided") {
    // The name of a tool that is not there is the program's own text.
    const shown = decision === "deny" ? "(refused)" : tool;
    const attributes = known?.attributes ?? {
      "sallyport.run": run,
      "sallyport.call": call,
      "sallyport.tool": shown,
    };
    noteDecision(attributes, event);
    begun.calls.set(call, { at: known?.at ?? at, attributes, tool: shown });
    if (decision !== "deny") return [];
  }
  const ended = begun.calls.get(call);
  if (!ended || (kind !== "call.completed" && decision !== "deny")) return [];
  begun.calls.delete(call);
  noteOutcome(ended.attributes, event);
  const failed = status !== "succeeded";
  return [
    {
      ...childOf(begun, run, call),
      name: `call ${ended.tool}`,
      kind: "client",
      ...times(ended.at, at),
      failed,
      attributes: ended.attributes,
    },
  ];
}

/** The stages end with the event that tells of them; the first ones are older than the event that opens the run. */
function stageSpans(begun: RunBegun, run: string, { body }: AppendedEvent, endMs: number): Span[] {
  const stages = stagesOf(body);
  let at = endMs - stages.reduce((sum, { ms }) => sum + ms, 0);
  begun.at = Math.min(begun.at, at);
  return stages.map(({ stage, ms }) => {
    const startMs = at;
    at += ms;
    const attributes = { "sallyport.run": run };
    const span = { ...childOf(begun, run, `${run} ${stage}`), name: stage, kind: "internal" as const };
    return { ...span, startMs, endMs: at, failed: false, attributes };
  });
}

function runSpan(begun: RunBegun, run: string, event: AppendedEvent, at: number): Span {
  noteOutcome(begun.attributes, event);
  const failed = event.status !== "succeeded";
  return {
    ...begun.trace,
    spanId: spanIdOf(run),
    name: "run",
    kind: "server",
    ...times(begun.at, at),
    failed,
    attributes: begun.attributes,
  };
}

function childOf({ trace }: RunBegun, run: string, id: string) {
  return { traceId: trace.traceId, spanId: spanIdOf(id), parentSpanId: spanIdOf(run) };
}

/** A clock that went back makes no negative span. */
function times(startMs: number, endMs: number): { startMs: number; endMs: number } {
  return { startMs, endMs: Math.max(startMs, endMs) };
}

function noteDecision(attributes: Span["attributes"], { decision, rule, seq }: AppendedEvent): void {
  if (decision === undefined) return;
  attributes["sallyport.decision"] = decision;
  attributes["sallyport.seq"] = seq;
  if (rule !== undefined) attributes["sallyport.rule"] = rule;
}

const FIGURES = {
  cpuMs: "cpu_ms",
  memoryBytes: "memory_bytes",
  bytes: "result_bytes",
  savedTokens: "saved_tokens",
};

function noteOutcome(attributes: Span["attributes"], { status, body }: AppendedEvent): void {
  if (status !== undefined) attributes["sallyport.status"] = status;
  const code = codeOf(body["error"]);
  if (code !== null) attributes["error.type"] = code;
  for (const [field, name] of Object.entries(FIGURES)) {
    const value = body[field];
    if (typeof value === "number") attributes[`sallyport.${name}`] = value;
  }
}

function codeOf(error: JsonValue | undefined): string | null {
  if (typeof error !== "object" || error === null || Array.isArray(error)) return null;
  return typeof error["code"] === "string" ? error["code"] : null;
}
