// Puts rows at the end of the chain, one transaction at a time, and knows whether that works at present.

import { GatewayError } from "../errors.ts";
import type { TrailRow, TrailStore } from "../storage/storage.ts";
import { EMPTY_HEAD, type Head, linkRow, type UnlinkedRow } from "./chain-rows.ts";
import type { Checkpointer } from "./checkpointer.ts";
import { prepareEvent } from "./prepare-event.ts";

export type ChainWriter = {
  /** The last event that was there before this process wrote any. */
  openedAt: Head;
  isHealthy(): boolean;
  /** All rows or none; throws AUDIT_UNAVAILABLE. `isLast` adds a checkpoint whether or not one is due. */
  write(rows: UnlinkedRow[], isLast: boolean): Promise<void>;
};

type Outage = { since: string; refused: number };

export async function createChainWriter(
  store: TrailStore,
  clock: () => Date,
  checkpointer: Checkpointer,
): Promise<ChainWriter> {
  const openedAt = await readHead(store);
  let head: Head | null = openedAt;
  let outage: Outage | null = null;

  async function write(rows: UnlinkedRow[], isLast: boolean): Promise<void> {
    try {
      // Unknown after a failure: what the store really holds decides where the chain goes on.
      head ??= await readHead(store);
      const linked = linkAll(head, outage ? [resumedRow(outage, clock()), ...rows] : rows);
      const checkpoint = checkpointer.rowAfter(linked.at(-1) ?? head, isLast);
      if (checkpoint) linked.push(checkpoint);
      if (linked.length > 0) await store.append(linked);
      head = linked.at(-1) ?? head;
      outage = null;
      checkpointer.written(linked);
    } catch (error) {
      head = null;
      outage = {
        since: outage?.since ?? clock().toISOString(),
        refused: (outage?.refused ?? 0) + rows.length,
      };
      throw trailUnavailable(error);
    }
  }

  return { openedAt, isHealthy: () => outage === null, write };
}

/** The first row after an outage says so: the gap in the record is itself on record. */
function resumedRow({ since, refused }: Outage, at: Date): UnlinkedRow {
  return prepareEvent({ kind: "audit.resumed", body: { since, refused } }, at);
}

async function readHead(store: TrailStore): Promise<Head> {
  try {
    return (await store.head()) ?? EMPTY_HEAD;
  } catch (error) {
    throw trailUnavailable(error);
  }
}

function linkAll(start: Head, rows: UnlinkedRow[]): TrailRow[] {
  const linked: TrailRow[] = [];
  let head = start;
  for (const row of rows) {
    const next = linkRow(head, row);
    linked.push(next);
    head = next;
  }
  return linked;
}

function trailUnavailable(cause: unknown): GatewayError {
  if (cause instanceof GatewayError && cause.code === "AUDIT_UNAVAILABLE") return cause;
  return new GatewayError("AUDIT_UNAVAILABLE", "The trail cannot be written, so nothing was done.", {
    hint: "Check the data folder's disk; the gateway goes on by itself when writing works again.",
    cause,
  });
}
