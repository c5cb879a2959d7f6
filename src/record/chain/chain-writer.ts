// Puts rows at the end of the chain, one transaction at a time, and knows whether that works at present.

import { GatewayError } from "../../errors.ts";
import type { PlacedCode, TrailRow, TrailStore } from "../../storage/storage.ts";
import { type PreparedEvent, prepareAnyEvent } from "../prepare-event.ts";
import { EMPTY_HEAD, type Head, linkRow } from "./chain-rows.ts";
import type { Checkpointer } from "./checkpointer.ts";

export type ChainWriter = {
  /** The last event that was there before this process wrote any. */
  openedAt: Head;
  isHealthy(): boolean;
  /**
   * All events or none; throws AUDIT_UNAVAILABLE. `isLast` adds a checkpoint whether or not one is due. Answers the
   * first event's sequence number; the others follow it.
   */
  write(events: PreparedEvent[], isLast: boolean): Promise<number>;
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

  async function write(events: PreparedEvent[], isLast: boolean): Promise<number> {
    try {
      // Unknown after a failure: what the store really holds decides where the chain goes on.
      const end = head ?? (await readHead(store));
      const { opening, seal } = await openingOf(end);
      const start = seal ?? end;
      const first = [...opening, ...(outage ? [resumedEvent(outage, clock())] : [])];
      const { rows, codes } = linkAll(start, [...first, ...events]);
      const checkpoint = checkpointer.rowAfter(rows.at(-1) ?? start, isLast);
      if (checkpoint) rows.push(checkpoint);
      if (rows.length > 0) await store.append(rows, { codes, newSegment: opening.length > 0 });
      head = rows.at(-1) ?? start;
      outage = null;
      checkpointer.written(rows);
      return start.seq + first.length + 1;
    } catch (error) {
      head = null;
      outage = {
        since: outage?.since ?? clock().toISOString(),
        refused: (outage?.refused ?? 0) + events.length,
      };
      throw trailUnavailable(error);
    }
  }

  /** The first event of a new file, if one is due; the file before it ends with a signature. */
  async function openingOf(end: Head): Promise<{ opening: PreparedEvent[]; seal: TrailRow | null }> {
    if (end.seq === 0 || !(await store.isSegmentDue(clock()))) return { opening: [], seal: null };
    const seal = checkpointer.rowAfter(end, true);
    if (seal) {
      await store.append([seal]);
      checkpointer.written([seal]);
    }
    const { seq: previousSeq, hash: previousHash } = seal ?? end;
    const body = { previousSeq, previousHash };
    return { opening: [prepareAnyEvent({ kind: "segment.opened", body }, clock())], seal };
  }

  return { openedAt, isHealthy: () => outage === null, write };
}

/** The first row after an outage says so: the gap in the record is itself on record. */
function resumedEvent({ since, refused }: Outage, at: Date): PreparedEvent {
  return prepareAnyEvent({ kind: "audit.resumed", body: { since, refused } }, at);
}

async function readHead(store: TrailStore): Promise<Head> {
  try {
    return (await store.head()) ?? EMPTY_HEAD;
  } catch (error) {
    throw trailUnavailable(error);
  }
}

function linkAll(start: Head, events: PreparedEvent[]): { rows: TrailRow[]; codes: PlacedCode[] } {
  const rows: TrailRow[] = [];
  const codes: PlacedCode[] = [];
  let head = start;
  for (const { row, code } of events) {
    const next = linkRow(head, row);
    rows.push(next);
    if (code) codes.push({ ...code, seq: next.seq });
    head = next;
  }
  return { rows, codes };
}

function trailUnavailable(cause: unknown): GatewayError {
  if (cause instanceof GatewayError && cause.code === "AUDIT_UNAVAILABLE") return cause;
  return new GatewayError("AUDIT_UNAVAILABLE", "The trail cannot be written, so nothing was done.", {
    hint: "Check the data folder's disk; the gateway goes on by itself when writing works again.",
    cause,
  });
}
