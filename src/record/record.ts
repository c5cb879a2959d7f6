// The trail: append-only, hash-chained. Guarantees: when `append` resolves the event is on disk, when it
// rejects nothing was recorded and the effect must not happen.

import type { JsonObject } from "../vocabulary.ts";
import type { Checkpoint } from "./checkpoints.ts";

export const EVENT_KINDS = [
  "gateway.started",
  "gateway.stopped",
  "run.submitted",
  "code.checked",
  "run.decided",
  "run.started",
  "call.decided",
  "token.created",
  "token.restored",
  "call.completed",
  "result.filtered",
  "run.finished",
  "approval.requested",
  "approval.decided",
  "approval.expired",
  "approval.withdrawn",
  "policy.loaded",
  "tools.pinned",
  "key.created",
  "key.revoked",
  "audit.read",
  "audit.resumed",
  "checkpoint",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export type TrailEvent = {
  /** Everything but `checkpoint`: only the trail itself writes those. */
  kind: Exclude<EventKind, "checkpoint">;
  principal?: string;
  session?: string;
  run?: string;
  call?: string;
  tool?: string;
  decision?: string;
  rule?: string;
  status?: string;
  body: JsonObject;
};

export type VerifyResult =
  | {
      ok: true;
      events: number;
      head: string | null;
      /** The newest signed checkpoint; kept elsewhere, it proves later that the tail was not cut. */
      checkpoint?: Checkpoint;
    }
  | { ok: false; events: number; broken: { seq: number; problem: string; expected: string; found: string } };

export type Trail = {
  /** All events of one call are recorded together or not at all, in this order. */
  append(...events: TrailEvent[]): Promise<void>;
  /** Marks what a crash left open: decided calls become `unknown`, started runs `failed`. */
  recover(): Promise<{ calls: number; runs: number }>;
  /** False from a failed append until writing works again; the trail tries by itself. */
  healthy(): boolean;
  /** Writes what is waiting and a last checkpoint. The store stays open: whoever opened it closes it. */
  close(): Promise<void>;
};

export { type CheckpointKeys, openCheckpointKeys, readCheckpointKeys } from "./checkpoint-keys.ts";
export type { Checkpoint, CheckpointEvidence } from "./checkpoints.ts";
export { describeAuditEvents } from "./describe-events.ts";
export { openTrail, type TrailOptions } from "./open-trail.ts";
export { presentRow } from "./present-row.ts";
export { verifyTrail } from "./verify-trail.ts";
