// A call or a run waits for a person. The clock of the run stops, nothing else does.

import type { Approval, Approvals, Claim, Held, Outcome } from "../approvals/approvals.ts";
import { GatewayError } from "../errors.ts";
import { linesAbout } from "../text/code-lines.ts";
import { cutText } from "../text/cut-text.ts";
import type { CallScope } from "../tool-gate.ts";
import type { Decision, JsonObject, TokenUse } from "../vocabulary.ts";
import type { Brought } from "./tokenize-wish.ts";

/** Stops the run's wall clock until the returned function is called. */
export type Clock = { hold(): () => void };

export type Waiting = {
  signal: AbortSignal;
  clock?: Clock;
  onPending?: (approval: Approval) => void;
  onDecided?: (outcome: Outcome) => void;
};

export type HeldCall = {
  call: string;
  tool: string;
  pin: string;
  args: JsonObject;
  uses: TokenUse[];
  brought?: Brought;
};

/** For risks, which name no approver of their own. */
const DEFAULT_CLAIM = { by: ["role:approver"], count: 1, expiresMs: 15 * 60_000, show: null };

/** Resolves with the approval's id when it was granted; throws when it was not. */
export async function holdCall(
  approvals: Approvals,
  scope: CallScope,
  decision: Decision & { approvals?: Claim[] },
  { uses, ...call }: HeldCall,
  waiting: Waiting,
): Promise<string> {
  const tokens = uses.map(({ token, class: name, pointer, sources }) => ({
    token,
    class: name,
    pointer,
    sources,
  }));
  const held: Held = {
    ...heldBy(scope, decision),
    ...call,
    kind: "call",
    code: linesAbout(scope.code ?? "", call.tool),
    tokens,
  };
  return wait(approvals, held, decision.approvals ?? [claimOf(decision)], waiting);
}

export async function holdRun(
  approvals: Approvals,
  scope: CallScope,
  decision: Decision,
  waiting: Waiting,
): Promise<string> {
  const code = cutText(scope.code ?? "", 16_000);
  const held: Held = { ...heldBy(scope, decision), kind: "run", code, tokens: [] };
  return wait(approvals, held, [claimOf(decision)], waiting);
}

function heldBy({ principal, session, run, policies }: CallScope, { reason }: Decision) {
  return { principal: principal.name, session: session.name, run, policyHash: policies.sha256, reason };
}

function claimOf({ rule, policy }: Decision): Claim {
  return { rule, policy, ...DEFAULT_CLAIM };
}

async function wait(approvals: Approvals, held: Held, claims: Claim[], waiting: Waiting): Promise<string> {
  const { signal, clock, onPending } = waiting;
  const release = clock?.hold();
  try {
    const outcome = await approvals.hold(held, claims, { signal, ...(onPending ? { onPending } : {}) });
    waiting.onDecided?.(outcome);
    if (outcome.state === "approved") return outcome.id;
    throw refusal(held, outcome);
  } finally {
    release?.();
  }
}

function refusal(held: Held, { state, id, reason }: Outcome): GatewayError {
  const what = held.tool ?? "this code";
  if (state === "denied") {
    const said = reason ? `: ${reason}` : ".";
    return new GatewayError("APPROVAL_DENIED", `A person denied ${what} (${id})${said}`, {
      hint: "Do not try the same again; find another way or ask the user.",
    });
  }
  if (state === "withdrawn") return new GatewayError("CANCELLED", "The run ended before anybody decided.");
  return new GatewayError("APPROVAL_EXPIRED", `Nobody decided about ${what} in time (${id}).`, {
    hint: "Ask the user to have somebody ready who may approve, then try again.",
  });
}
