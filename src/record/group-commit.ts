// Many callers, one transaction: whoever appends in the same turn of the event loop shares one flush of the disk.

import type { ChainWriter } from "./chain/chain-writer.ts";
import type { PreparedEvent } from "./prepare-event.ts";

export type GroupCommit = {
  /**
   * Resolves with the first event's sequence number when the events are durable, together with all that was enqueued
   * in the same turn. `isSigned` puts a checkpoint after them.
   */
  enqueue(events: PreparedEvent[], isSigned?: boolean): Promise<number>;
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
};

type Waiting = {
  events: PreparedEvent[];
  isSigned: boolean;
  resolve: (firstSeq: number) => void;
  reject: (error: unknown) => void;
};

export function createGroupCommit(writer: ChainWriter, retryMs: number): GroupCommit {
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
        let seq = await writer.write(
          batch.flatMap(({ events }) => events),
          batch.some(({ isSigned }) => isSigned),
        );
        for (const { resolve, events } of batch) {
          resolve(seq);
          seq += events.length;
        }
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

  function enqueue(events: PreparedEvent[], isSigned = false): Promise<number> {
    return new Promise((resolve, reject) => {
      waiting.push({ events, isSigned, resolve, reject });
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
