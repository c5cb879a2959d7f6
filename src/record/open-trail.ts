// The writer: events that are queued in one turn of the event loop share one transaction, so that fifty
// callers wait for one flush of the disk instead of fifty.

import { GatewayError } from "../errors.ts";
import type { TrailRow, TrailStore } from "../storage/storage.ts";
import { EMPTY_HEAD, type Head, linkRow, type UnlinkedRow } from "./chain-rows.ts";
import type { CheckpointKeys } from "./checkpoint-keys.ts";
import { createCheckpointer } from "./checkpointer.ts";
import { prepareEvent } from "./prepare-event.ts";
import type { Trail, TrailEvent } from "./record.ts";
import { recoverTrail } from "./recover-trail.ts";

export type TrailOptions = {
  /** Without keys the trail is chained but not signed. */
  keys?: CheckpointKeys;
  /** Events between two signed checkpoints. */
  checkpointEvery?: number;
};

type Waiting = { rows: UnlinkedRow[]; resolve: () => void; reject: (error: GatewayError) => void };

export async function openTrail(
  store: TrailStore,
  clock: () => Date = () => new Date(),
  options: TrailOptions = {},
): Promise<Trail> {
  const checkpointer = await createCheckpointer(store, clock, options);
  const openedAt = await readHead(store);
  let head: Head | null = openedAt;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let isHealthy = true;
  let isClosed = false;

  async function writeBatch(batch: Waiting[], isLast: boolean): Promise<void> {
    try {
      // Unknown after a failure: what the store really holds decides where the chain goes on.
      head ??= await readHead(store);
      const rows = linkAll(head, batch);
      const checkpoint = checkpointer.rowAfter(rows.at(-1) ?? head, isLast);
      if (checkpoint) rows.push(checkpoint);
      if (rows.length > 0) await store.append(rows);
      head = rows.at(-1) ?? head;
      isHealthy = true;
      for (const { resolve } of batch) resolve();
      await checkpointer.written(rows);
    } catch (error) {
      head = null;
      isHealthy = false;
      for (const { reject } of batch) reject(unavailable(error));
      if (isLast) throw unavailable(error);
    }
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      // All that the current turn still wants to append comes along.
      await new Promise(setImmediate);
      const batch = waiting;
      waiting = [];
      await writeBatch(batch, false);
    }
    writing = null;
  }

  function append(...events: TrailEvent[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (isClosed) throw closedTrail();
      const at = clock();
      const rows = events.map((event) => prepareEvent(event, at));
      if (rows.length === 0) return resolve();
      waiting.push({ rows, resolve, reject });
      writing ??= writeWaiting();
    });
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await writing;
    await writeBatch([], true);
  }

  return {
    append,
    recover: () => recoverTrail(store, append, openedAt.seq),
    healthy: () => isHealthy,
    close,
  };
}

async function readHead(store: TrailStore): Promise<Head> {
  try {
    return (await store.head()) ?? EMPTY_HEAD;
  } catch (error) {
    throw unavailable(error);
  }
}

function linkAll(start: Head, batch: Waiting[]): TrailRow[] {
  const linked: TrailRow[] = [];
  let head = start;
  for (const { rows } of batch) {
    for (const row of rows) {
      const next = linkRow(head, row);
      linked.push(next);
      head = next;
    }
  }
  return linked;
}

function unavailable(cause: unknown): GatewayError {
  if (cause instanceof GatewayError && cause.code === "AUDIT_UNAVAILABLE") return cause;
  return new GatewayError("AUDIT_UNAVAILABLE", "The trail cannot be written, so nothing was done.", {
    hint: "Check the data folder's disk; the gateway tries again with the next request.",
    cause,
  });
}

function closedTrail(): GatewayError {
  return new GatewayError("AUDIT_UNAVAILABLE", "The trail is closed because the gateway is stopping.", {
    hint: "Send the request again when the gateway is back.",
  });
}
