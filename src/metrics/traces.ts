// Spans to an OpenTelemetry collector (OTLP over HTTP, JSON). Guarantees: nobody waits for it. What a slow or dead
// collector does not take is dropped and counted; the trail has it all.

import { setTimeout as delay } from "node:timers/promises";
import type { AppendedEvent } from "../record/record.ts";
import { VERSION } from "../version.ts";
import { createSpanBuilder, type Span } from "./run-spans.ts";

export type Traces = {
  add(events: AppendedEvent[]): void;
  /** Spans that no collector took. */
  dropped(): number;
  /** Sends what is left, once, for a short while. */
  close(): Promise<void>;
};

export type TracesOptions = {
  endpoint: string;
  log(message: string, level: "info" | "warn"): void;
  flushMs?: number;
  timeoutMs?: number;
  mostWaiting?: number;
  closeMs?: number;
};

const BATCH_SPANS = 500;

export function openTraces(options: TracesOptions): Traces {
  const { endpoint, log, flushMs = 1000, timeoutMs = 5000, mostWaiting = 5000, closeMs = 2000 } = options;
  const spansOf = createSpanBuilder();
  let waiting: Span[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;
  let isFailing = false;

  const drop = (count: number) => {
    dropped += count;
  };
  const tell = (problem: string | null) => {
    if (problem !== null && !isFailing) log(`The trace collector takes no spans: ${problem}.`, "warn");
    if (problem === null && isFailing)
      log(`The trace collector takes spans again; ${dropped} were dropped.`, "info");
    isFailing = problem !== null;
  };
  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SPANS);
      waiting = waiting.slice(BATCH_SPANS);
      const problem = await post(endpoint, batch, timeoutMs);
      tell(problem);
      if (problem !== null) return drop(batch.length);
    }
  }
  const flush = () => {
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  };
  const timer = setInterval(flush, flushMs).unref();

  return {
    add(events) {
      waiting.push(...events.flatMap(spansOf));
      const excess = waiting.length - mostWaiting;
      if (excess > 0) drop(waiting.splice(0, excess).length);
    },
    dropped: () => dropped,
    async close() {
      clearInterval(timer);
      await Promise.race([flush(), delay(closeMs, undefined, { ref: false })]);
    },
  };
}

async function post(endpoint: string, spans: Span[], timeoutMs: number): Promise<string | null> {
  try {
    const reply = await fetch(endpoint, {
      method: "POST",
      redirect: "error",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(requestOf(spans)),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await reply.body?.cancel();
    return reply.ok ? null : `it answered ${reply.status}`;
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown };
    return String(cause?.code ?? name ?? "unknown fault");
  }
}

const KINDS: Record<Span["kind"], number> = { internal: 1, server: 2, client: 3 };
const OK = 1;
const ERROR = 2;

function requestOf(spans: Span[]): object {
  const scope = { name: "sallyport", version: VERSION };
  const resource = { attributes: attributesOf({ "service.name": "sallyport", "service.version": VERSION }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(spanOf) }] }] };
}

function spanOf({ kind, startMs, endMs, failed, attributes, ...span }: Span): object {
  return {
    ...span,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: attributesOf(attributes),
    status: { code: failed ? ERROR : OK },
  };
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

function attributesOf(attributes: Span["attributes"]): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
}
