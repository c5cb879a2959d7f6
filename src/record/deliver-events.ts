// Continuous delivery: each sink has its own pace and its own place in the trail. A slow or dead one holds up nobody
// and loses nothing: it goes on where it stopped, after a restart too.

import type { AuditSink } from "../audit-sink-settings.ts";
import type { StateStore, TrailStore } from "../storage/storage.ts";
import { createSink } from "./sinks/sink.ts";

export type SinkStatus = {
  name: string;
  /** The last event that it has taken. */
  seq: number;
  /** Events that wait for it. */
  lag: number;
  /** Why the last attempt failed; null while it works. */
  problem: string | null;
};

export type Delivery = {
  /** There may be something new. */
  wake(): void;
  status(): Promise<SinkStatus[]>;
  /** The last event that all sinks have taken; endless without sinks. */
  deliveredThrough(): number;
  close(): Promise<void>;
};

export type DeliveryParts = {
  store: Pick<TrailStore, "scan" | "head">;
  cursors: Pick<StateStore, "sinkCursor" | "saveSinkCursor">;
  sinks: AuditSink[];
  log(message: string, level: "info" | "warn"): void;
  /** The first pause after a failure; it doubles up to a minute. */
  retryMs?: number;
  batch?: number;
};

const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** Looked after even when nobody wakes it: another process may have written. */
const IDLE_MS = 5000;
const BATCH_EVENTS = 200;

type Running = { name: string; seq: number; problem: string | null; wake(): void; ended: Promise<void> };

export async function openDelivery(parts: DeliveryParts): Promise<Delivery> {
  const stopping = new AbortController();
  const running: Running[] = [];
  for (const sink of parts.sinks) {
    running.push(startSink(parts, sink, await parts.cursors.sinkCursor(sink.name), stopping.signal));
  }
  return {
    wake() {
      for (const { wake } of running) wake();
    },
    async status() {
      const head = (await parts.store.head())?.seq ?? 0;
      return running.map(({ name, seq, problem }) => ({ name, seq, lag: Math.max(0, head - seq), problem }));
    },
    deliveredThrough: () => Math.min(...running.map(({ seq }) => seq)),
    async close() {
      stopping.abort();
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
}

function startSink(parts: DeliveryParts, sink: AuditSink, seq: number, signal: AbortSignal): Running {
  const send = createSink(sink);
  const pause = createPause(signal);
  const { retryMs = RETRY_MS, batch = BATCH_EVENTS } = parts;
  const state: Running = { name: sink.name, seq, problem: null, wake: pause.wake, ended: Promise.resolve() };

  async function deliver(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const rows = await parts.store.scan(state.seq, batch);
        const last = rows.at(-1);
        if (!last) {
          await pause.wait(IDLE_MS, true);
          continue;
        }
        await send(rows, signal);
        state.seq = last.seq;
        await parts.cursors.saveSinkCursor(sink.name, last.seq);
        if (failures > 0) parts.log(`The audit sink ${sink.name} takes events again.`, "info");
        failures = 0;
        state.problem = null;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        state.problem = describeProblem(error);
        if (failures === 1)
          parts.log(`The audit sink ${sink.name} takes no events: ${state.problem}.`, "warn");
        await pause.wait(Math.min(retryMs * 2 ** (failures - 1), LONGEST_RETRY_MS), false);
      }
    }
  }

  state.ended = deliver();
  return state;
}

function describeProblem(error: unknown): string {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? code ?? message ?? "unknown fault");
}

/** A wait that ends with its time, with the end of all, and, if it may be woken, when there is something new. */
function createPause(signal: AbortSignal) {
  let end = (): void => {};
  let isNew = false;
  let mayWake = false;
  signal.addEventListener("abort", () => end(), { once: true });
  return {
    wake() {
      isNew = true;
      if (mayWake) end();
    },
    async wait(ms: number, wakeable: boolean): Promise<void> {
      if (signal.aborted || (wakeable && isNew)) {
        isNew = false;
        return;
      }
      mayWake = wakeable;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms).unref();
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      mayWake = false;
      isNew = false;
    },
  };
}
