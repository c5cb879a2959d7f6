// The queue before the writer: events that are appended in one turn of the event loop share one transaction, so
// that fifty callers wait for one flush of the disk instead of fifty.

import { GatewayError } from "../errors.ts";
import type { TrailStore } from "../storage/storage.ts";
import { createChainWriter } from "./chain/chain-writer.ts";
import type { CheckpointKeys } from "./chain/checkpoint-keys.ts";
import { createCheckpointer } from "./chain/checkpointer.ts";
import { pruneTrail } from "./chain/prune-trail.ts";
import { recoverTrail } from "./chain/recover-trail.ts";
import { createGroupCommit } from "./group-commit.ts";
import { createLostEndings } from "./lost-endings.ts";
import { prepareAnyEvent, prepareEvent } from "./prepare-event.ts";
import type { AppendedEvent, Trail, TrailEvent } from "./record.ts";

export type TrailOptions = {
  /** Without keys the trail is chained but not signed. */
  keys?: CheckpointKeys;
  /** Events between two signed checkpoints. */
  checkpointEvery?: number;
  /** Longest time that an event stays without a signature over it. */
  checkpointMs?: number;
  /** Time between two attempts to write again while nobody appends. */
  retryMs?: number;
  /** Called when events are durable, with the time that their writer waited. It must not throw and not wait. */
  onAppended?(events: AppendedEvent[], waitedMs: number): void;
  /** Called when events were refused because the trail cannot be written. */
  onRefused?(events: number): void;
};

const RETRY_MS = 5000;
const CHECKPOINT_MS = 60_000;

export async function openTrail(
  store: TrailStore,
  clock: () => Date = () => new Date(),
  options: TrailOptions = {},
): Promise<Trail> {
  const checkpointer = await createCheckpointer(store, clock, options);
  const writer = await createChainWriter(store, clock, checkpointer);
  const commits = createGroupCommit(writer, options.retryMs ?? RETRY_MS);
  const lost = createLostEndings();
  let closing: Promise<void> | null = null;
  // Writes nothing while nothing new is there; an outage is told to those who append.
  const signing = setInterval(
    () => commits.enqueue([], true).catch(() => {}),
    options.checkpointMs ?? CHECKPOINT_MS,
  ).unref();

  async function append(...events: TrailEvent[]): Promise<void> {
    if (closing) throw closedTrail();
    if (events.length === 0) return;
    const at = clock();
    const prepared = events.map((event) => prepareEvent(event, at));
    const asked = performance.now();
    try {
      const first = await commits.enqueue(prepared);
      options.onAppended?.(placed(events, first, at), performance.now() - asked);
      lost.recorded(events);
    } catch (error) {
      options.onRefused?.(events.length);
      lost.refused(events);
      throw error;
    }
    const endings = lost.take();
    if (endings.length > 0) void append(...endings).catch(() => {});
  }

  async function finish(): Promise<void> {
    clearInterval(signing);
    await commits.drain();
    try {
      await writer.write([], true);
    } finally {
      await checkpointer.settled();
    }
  }

  return {
    append,
    recover: () => recoverTrail(store, append, writer.openedAt.seq),
    prune: (order) =>
      pruneTrail(store, order, async (event) => {
        if (closing) throw closedTrail();
        await commits.enqueue([prepareAnyEvent(event, clock())], true);
      }),
    healthy: () => writer.isHealthy(),
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

function placed(events: TrailEvent[], first: number, at: Date): AppendedEvent[] {
  const time = at.toISOString();
  return events.map((event, index) => ({ ...event, seq: first + index, at: time }));
}

function closedTrail(): GatewayError {
  return new GatewayError("AUDIT_UNAVAILABLE", "The trail is closed because the gateway is stopping.", {
    hint: "Send the request again when the gateway is back.",
  });
}
