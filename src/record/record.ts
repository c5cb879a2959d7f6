// The trail: append-only, hash-chained. Guarantees: when `append` resolves the event is on disk, when it
// rejects nothing was recorded and the effect must not happen.

import type { JsonObject } from "../vocabulary.ts";
import type { Checkpoint } from "./chain/checkpoints.ts";

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
  "token.revealed",
  "token.derived",
  "vault.forgotten",
  "vault.rotated",
  "call.completed",
  "request.decided",
  "result.filtered",
  "run.finished",
  "approval.requested",
  "approval.decided",
  "approval.expired",
  "approval.withdrawn",
  "policy.loaded",
  "policy.refused",
  "tools.pinned",
  "tools.flagged",
  "workspace.shared",
  "workspace.read",
  "skill.saved",
  "skill.refused",
  "skill.approved",
  "skill.quarantined",
  "skill.retired",
  "skill.run",
  "skill.exported",
  "skill.imported",
  "key.created",
  "key.revoked",
  "audit.read",
  "audit.resumed",
  "segment.opened",
  "trail.pruned",
  "checkpoint",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What only the trail itself writes. */
export const OWN_KINDS = ["segment.opened", "trail.pruned", "checkpoint"] as const satisfies EventKind[];
export type OwnKind = (typeof OWN_KINDS)[number];

export type TrailEvent = {
  /** Everything but what only the trail itself writes. */
  kind: Exclude<EventKind, OwnKind>;
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
      /** The first event that is still there, when older ones were pruned. */
      first?: number;
      /** The number of files, when there is more than one. */
      segments?: number;
      head: string | null;
      /** The newest signed checkpoint; kept elsewhere, it proves later that the tail was not cut. */
      checkpoint?: Checkpoint;
    }
  | { ok: false; events: number; broken: { seq: number; problem: string; expected: string; found: string } };

/** An event with the place and time at which it became durable. */
export type AppendedEvent = TrailEvent & { seq: number; at: string };

export type Pruned = { segments: number; events: number; throughSeq: number };

export type Trail = {
  /** All events of one call are recorded together or not at all, in this order. */
  append(...events: TrailEvent[]): Promise<void>;
  /** Marks what a crash left open: decided calls become `unknown`, started runs `failed`. */
  recover(): Promise<{ calls: number; runs: number }>;
  /**
   * Deletes the segments whose events are all older than `before`, and says so on the trail first. `keepAfter` is the
   * last event that everybody who waits for it has got; segments that go beyond it stay.
   */
  prune(order: { before: Date; by: string; keepAfter?: number }): Promise<Pruned>;
  /** False from a failed append until writing works again; the trail tries by itself. */
  healthy(): boolean;
  /** Writes what is waiting and a last checkpoint. The store stays open: whoever opened it closes it. */
  close(): Promise<void>;
};

export {
  type AuditDesk,
  type AuditDeskParts,
  createAuditDesk,
  type EventPage,
  type ExportFilter,
} from "./ask/audit-desk.ts";
export type { FlowCount, FlowQuestion } from "./ask/count-flows.ts";
export type { StatsQuestion, TrailStats } from "./ask/count-stats.ts";
export { EXPORT_FORMATS, type ExportFormat } from "./ask/export-events.ts";
export { presentRow } from "./ask/present-row.ts";
export { readNote } from "./ask/read-notes.ts";
export type { EventQuestion } from "./ask/sort-events.ts";
export type { CallStory, RunStory } from "./ask/tell-run.ts";
export type { TokenStory } from "./ask/tell-tokens.ts";
export {
  type CheckpointKeys,
  openCheckpointKeys,
  readCheckpointKeys,
  readEvidence,
} from "./chain/checkpoint-keys.ts";
export { type Checkpoint, type CheckpointEvidence, parseCheckpoint } from "./chain/checkpoints.ts";
export { type VerifyProgress, verifyTrail } from "./chain/verify-trail.ts";
export { type Delivery, type DeliveryParts, openDelivery, type SinkStatus } from "./deliver-events.ts";
export { describeAuditEvents } from "./describe-events.ts";
export { openTrail, type TrailOptions } from "./open-trail.ts";
