// Decides when the trail signs its head, and refuses to go on from a trail that was cut.

import { GatewayError } from "../../errors.ts";
import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import { EVENT_VERSION } from "../event-schemas.ts";
import type { TrailOptions } from "../open-trail.ts";
import { type Head, linkRow } from "./chain-rows.ts";
import { type Checkpoint, isSigned, parseCheckpoint } from "./checkpoints.ts";

const EVENTS_BETWEEN_CHECKPOINTS = 1000;

export type Checkpointer = {
  /** The checkpoint that goes into the same transaction, if one is due. */
  rowAfter(head: Head, isLast: boolean): TrailRow | null;
  /** Called when the rows are durable. */
  written(rows: TrailRow[]): void;
  /** Resolves when the newest checkpoint is kept, or could not be. */
  settled(): Promise<void>;
};

export async function createCheckpointer(
  store: TrailStore,
  clock: () => Date,
  { keys, checkpointEvery = EVENTS_BETWEEN_CHECKPOINTS }: TrailOptions,
): Promise<Checkpointer> {
  if (!keys) return { rowAfter: () => null, written: () => {}, settled: async () => {} };
  if (keys.kept) await refuseCutTrail(store, keys.kept, isSigned(keys.kept, keys.publicKeys));
  const [last] = await store.query({ kind: "checkpoint", limit: 1, order: "desc" });
  let signedSeq = last?.seq ?? 0;
  let keeping = Promise.resolve();

  return {
    rowAfter(head, isLast) {
      const unsigned = head.seq - signedSeq;
      if (unsigned < (isLast ? 1 : checkpointEvery)) return null;
      return checkpointRow(head, keys.sign(head), clock());
    },
    written(rows) {
      const row = rows.findLast(({ kind }) => kind === "checkpoint");
      const checkpoint = row && parseCheckpoint(row.body);
      if (!checkpoint) return;
      signedSeq = row.seq;
      // The events are durable either way; a copy that cannot be kept now is replaced by the next one.
      keeping = keeping.then(() => keys.keep(checkpoint)).catch(() => {});
    },
    settled: () => keeping,
  };
}

function checkpointRow(head: Head, checkpoint: Checkpoint, at: Date): TrailRow {
  return linkRow(head, {
    at: at.toISOString(),
    kind: "checkpoint",
    principal: null,
    session: null,
    run: null,
    call: null,
    tool: null,
    decision: null,
    rule: null,
    status: null,
    body: canonicalJson({ ...checkpoint, v: EVENT_VERSION }),
  });
}

// Going on would write over the evidence: the next checkpoint would replace the kept one.
async function refuseCutTrail(store: TrailStore, kept: Checkpoint, isGenuine: boolean): Promise<void> {
  const [row] = await store.scan(kept.seq - 1, 1);
  if (isGenuine && row?.seq === kept.seq && row.hash === kept.head) return;
  throw new GatewayError("AUDIT_UNAVAILABLE", `The trail does not hold event ${kept.seq} as it was signed.`, {
    hint: "Restore trail.db, or, if the trail was replaced on purpose, move keys/trail-checkpoint.json away.",
  });
}
