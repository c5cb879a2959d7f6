// The queue before the writer: events that are appended in one turn of the event loop share one transaction, so
// that fifty callers wait for one flush of the disk instead of fifty.

import { GatewayError } from "../errors.ts";
import type { TrailStore } from "../storage/storage.ts";
import type { UnlinkedRow } from "./chain-rows.ts";
import { type ChainWriter, createChainWriter } from "./chain-writer.ts";
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
  /** Time between two attempts to write again while nobody appends. */
  retryMs?: number;
};

const RETRY_MS = 5000;

type Waiting = { rows: UnlinkedRow[]; resolve: () => void; reject: (error: unknown) => void };

type GroupCommit = {
  /** Resolves when the rows are durable, together with all that was enqueued in the same turn. */
  enqueue(rows: UnlinkedRow[]): Promise<void>;
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
};

export async function openTrail(
  store: TrailStore,
  clock: () => Date = () => new Date(),
  options: TrailOptions = {},
): Promise<Trail> {
  const checkpointer = await createCheckpointer(store, clock, options);
  const writer = await createChainWriter(store, clock, checkpointer);
  const commits = createGroupCommit(writer, options.retryMs ?? RETRY_MS);
  let closing: Promise<void> | null = null;

  async function append(...events: TrailEvent[]): Promise<void> {
    if (closing) throw closedTrail();
    const at = clock();
    const rows = events.map((event) => prepareEvent(event, at));
    if (rows.length > 0) await commits.enqueue(rows);
  }

  async function finish(): Promise<void> {
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
    healthy: () => writer.isHealthy(),
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

function createGroupCommit(writer: ChainWriter, retryMs: number): GroupCommit {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      // All that the current turn still wants to append comes along.
      await new Promise(setImmediate);
      const batch = waiting;
      waiting = [];
      try {
        await writer.write(
          batch.flatMap(({ rows }) => rows),
          false,
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
        retryLater();
      }
    }
    writing = null;
  }

  // A gateway that says it is not ready gets no requests, so nobody else would find out that the disk is back.
  function retryLater(): void {
    retry ??= setTimeout(() => {
      retry = undefined;
      if (!writer.isHealthy()) enqueue([]).catch(() => {});
    }, retryMs).unref();
  }

  function enqueue(rows: UnlinkedRow[]): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ rows, resolve, reject });
      writing ??= writeWaiting();
    });
  }

  return {
    enqueue,
    async drain() {
      await writing;
      clearTimeout(retry);
    },
  };
}

function closedTrail(): GatewayError {
  return new GatewayError("AUDIT_UNAVAILABLE", "The trail is closed because the gateway is stopping.", {
    hint: "Send the request again when the gateway is back.",
  });
}
