// Calls and runs that wait for a person. Guarantees: only somebody whom the rule names and who did not ask decides,
// a decision counts once and only for what was shown, and whatever is not decided in time is refused.

import type { JsonObject, JsonValue, Principal } from "../vocabulary.ts";

/** One rule's demand: so many of these people, within this time. */
export type Claim = {
  rule: string;
  policy: string | null;
  /** `role:approver`, `group:refund-leads` or `name:ann`. */
  by: readonly string[];
  count: number;
  expiresMs: number;
  /** Arguments that the approver sees; null shows all. */
  show: readonly string[] | null;
};

export type ApprovalState = "pending" | "approved" | "denied" | "expired" | "withdrawn";

/** What is held, with tokens in place of personal data. */
export type Held = {
  kind: "call" | "run";
  principal: string;
  session: string;
  run: string;
  call?: string;
  tool?: string;
  pin?: string;
  args?: JsonObject;
  /** Answers to a server's questions, and the SHA-256 of the state that came with them. */
  brought?: { answers?: JsonObject; state?: string };
  policyHash: string;
  reason: string;
  /** The lines of code that made it. */
  code: string;
  /** Where each token in the arguments came from. */
  tokens: JsonValue[];
};

export type Vote = { by: string; decision: "approve" | "deny"; reason?: string; at: string };

export type Approval = Omit<Held, "args" | "brought"> & {
  id: string;
  state: ApprovalState;
  /** SHA-256 over principal, run, tool, pin, arguments, what was brought back, and policy: it is for exactly this. */
  digest: string;
  /** The arguments that the rules let an approver see. */
  shown: JsonObject | null;
  /** Answers to questions of the server that go along with the call, where the rules let an approver see them. */
  answers?: JsonObject;
  /** Names of arguments that are there and not shown; `inputResponses` for such answers. */
  hidden: string[];
  claims: Claim[];
  votes: Vote[];
  createdAt: string;
  expiresAt: string;
};

export type Outcome = { state: Exclude<ApprovalState, "pending">; id: string; reason?: string };

export type Approvals = {
  /** Resolves when it is decided, has expired, or the run has ended. */
  hold(held: Held, claims: Claim[], options: HoldOptions): Promise<Outcome>;
  /** The newest first. Own ones, and those that the principal may decide or look into. */
  list(principal: Principal, state?: ApprovalState): Promise<Approval[]>;
  decide(
    principal: Principal,
    id: string,
    vote: { decision: "approve" | "deny"; reason?: string },
  ): Promise<Approval>;
  /** What an earlier process left pending is expired: its run is gone. */
  recover(): Promise<number>;
};

export type HoldOptions = { signal: AbortSignal; onPending?: (approval: Approval) => void };

/** Where approvals are kept; a row's text is the whole approval. */
export type ApprovalStore = {
  saveApproval(id: string, state: string, text: string): Promise<void>;
  findApproval(id: string): Promise<string | null>;
  listApprovals(state: string | null, limit: number): Promise<string[]>;
};

export { type ApprovalEvent, createApprovals, type HeldBounds } from "./create-approvals.ts";
export { isNamed, isSatisfied } from "./may-decide.ts";
