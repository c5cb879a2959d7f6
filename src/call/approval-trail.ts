// What an approval writes to the trail.

import type { ApprovalEvent } from "../approvals/approvals.ts";
import type { TrailEvent } from "../record/record.ts";

export function approvalEvent({ kind, approval, vote }: ApprovalEvent): TrailEvent {
  const { id, digest, state, expiresAt, principal, session, run, call, tool, claims } = approval;
  return {
    kind,
    principal,
    session,
    run,
    ...(call ? { call } : {}),
    ...(tool ? { tool } : {}),
    rule: claims.map((claim) => claim.rule).join(", "),
    ...(vote ? { decision: vote.decision } : {}),
    body: {
      approval: id,
      digest,
      state,
      expiresAt,
      ...(vote ? { by: vote.by, ...(vote.reason ? { comment: vote.reason } : {}) } : {}),
    },
  };
}
