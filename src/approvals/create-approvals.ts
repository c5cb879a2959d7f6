// Held things in memory with their waiters, and as rows with their whole story.

import { randomBytes } from "node:crypto";
import { GatewayError } from "../errors.ts";
import { canonicalJson, sha256Hex } from "../text/canonical-json.ts";
import type { JsonObject, Principal } from "../vocabulary.ts";
import type {
  Approval,
  ApprovalState,
  ApprovalStore,
  Approvals,
  Claim,
  Held,
  HoldOptions,
  Outcome,
  Vote,
} from "./approvals.ts";
import { isSatisfied, whyNot } from "./may-decide.ts";

/** One step of an approval's story, to be durable before it counts. */
export type ApprovalEvent = {
  kind: "approval.requested" | "approval.decided" | "approval.expired" | "approval.withdrawn";
  approval: Approval;
  vote?: Vote;
};

/** What waits holds a sandbox each, so it must leave room for others. */
export type HeldBounds = { perPrincipal: number; inTotal: number };

export type ApprovalParts = {
  bounds: HeldBounds;
  store: ApprovalStore;
  record(event: ApprovalEvent): Promise<void>;
  clock: () => Date;
};

const LISTED = 200;
/** As MCP calls them, and as a rule's `show` may name them. */
const ANSWERS = "inputResponses";

type Waiter = { approval: Approval; voters: Principal[]; settle(outcome: Outcome): void };

export function createApprovals({ store, record, clock, bounds }: ApprovalParts): Approvals {
  const waiting = new Map<string, Waiter>();
  /** Whose things are held, counted from the moment of asking. */
  const holders = new Map<string, string>();
  // Two votes at once must not both be the last one.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  const save = (approval: Approval) =>
    store.saveApproval(approval.id, approval.state, JSON.stringify(approval));

  /** Ends what still waits; silent when somebody was faster. */
  async function end(id: string, state: "expired" | "withdrawn"): Promise<void> {
    const waiter = waiting.get(id);
    if (!waiter) return;
    waiting.delete(id);
    const approval = { ...waiter.approval, state };
    // Refusing needs no record to be safe: the caller is told even when the trail cannot be written.
    await record({ kind: `approval.${state}`, approval }).catch(() => {});
    await save(approval).catch(() => {});
    waiter.settle({ state, id });
  }

  async function hold(held: Held, claims: Claim[], { signal, onPending }: HoldOptions): Promise<Outcome> {
    const approval = describe(held, claims, clock());
    requireRoom(held.principal, [...holders.values()], bounds);
    holders.set(approval.id, held.principal);
    try {
      return await waitFor(approval, { signal, ...(onPending ? { onPending } : {}) });
    } finally {
      holders.delete(approval.id);
    }
  }

  async function waitFor(approval: Approval, { signal, onPending }: HoldOptions): Promise<Outcome> {
    const { claims } = approval;
    await record({ kind: "approval.requested", approval });
    await save(approval);
    if (signal.aborted) return { state: "withdrawn", id: approval.id };
    return new Promise<Outcome>((resolve) => {
      const ms = Math.min(...claims.map((claim) => claim.expiresMs));
      const timer = setTimeout(() => void inTurn(() => end(approval.id, "expired")), ms);
      const onAbort = (): void => void inTurn(() => end(approval.id, "withdrawn"));
      signal.addEventListener("abort", onAbort, { once: true });
      waiting.set(approval.id, {
        approval,
        voters: [],
        settle(outcome) {
          clearTimeout(timer);
          signal.removeEventListener("abort", onAbort);
          resolve(outcome);
        },
      });
      onPending?.(approval);
    });
  }

  async function decide(
    principal: Principal,
    id: string,
    { decision, reason }: { decision: "approve" | "deny"; reason?: string },
  ): Promise<Approval> {
    const waiter = waiting.get(id);
    if (!waiter) throw await notPending(store, id);
    const problem = whyNot(principal, waiter.approval);
    if (problem !== null) throw notYours(problem);
    if (clock().toISOString() > waiter.approval.expiresAt) {
      await end(id, "expired");
      throw await notPending(store, id);
    }
    const vote: Vote = {
      by: principal.name,
      decision,
      at: clock().toISOString(),
      ...(reason ? { reason } : {}),
    };
    const voters = decision === "approve" ? [...waiter.voters, principal] : waiter.voters;
    const isGranted = waiter.approval.claims.every((claim) => isSatisfied(claim, voters));
    const state: ApprovalState = decision === "deny" ? "denied" : isGranted ? "approved" : "pending";
    const approval = { ...waiter.approval, state, votes: [...waiter.approval.votes, vote] };
    await record({ kind: "approval.decided", approval, vote });
    await save(approval);
    waiter.approval = approval;
    waiter.voters = voters;
    if (state !== "pending") {
      waiting.delete(id);
      waiter.settle({ state, id, ...(reason ? { reason } : {}) });
    }
    return approval;
  }

  return {
    hold,
    decide: (principal, id, vote) => inTurn(() => decide(principal, id, vote)),
    async list(principal, state) {
      const rows = await store.listApprovals(state ?? null, LISTED);
      const all = rows.map((text) => JSON.parse(text) as Approval);
      if (principal.role !== "agent") return all;
      return all.filter((approval) => approval.principal === principal.name);
    },
    async recover() {
      const left = (await store.listApprovals("pending", 10_000)).map((text) => JSON.parse(text) as Approval);
      for (const old of left) {
        const approval = { ...old, state: "expired" as const };
        await record({ kind: "approval.expired", approval });
        await save(approval);
      }
      return left.length;
    },
  };
}

function requireRoom(principal: string, holders: string[], { perPrincipal, inTotal }: HeldBounds): void {
  const own = holders.filter((holder) => holder === principal).length;
  if (own < perPrincipal && holders.length < inTotal) return;
  const message =
    own >= perPrincipal
      ? `This key has ${own} things waiting for a person already.`
      : "Too many things are waiting for a person already.";
  throw new GatewayError("BUSY", message, {
    hint: "Wait until somebody has decided, or cancel a run that waits.",
  });
}

function describe(held: Held, claims: Claim[], now: Date): Approval {
  const { args, brought, ...rest } = held;
  const { principal, run, tool = null, pin = null, policyHash } = held;
  const about = { principal, run, tool, pin, args: args ?? null, policyHash };
  const answers = brought?.answers;
  const names = [...Object.keys(args ?? {}), ...(answers ? [ANSWERS] : [])];
  const expiresMs = Math.min(...claims.map((claim) => claim.expiresMs));
  return {
    ...rest,
    id: `apr_${randomBytes(8).toString("hex")}`,
    state: "pending",
    digest: sha256Hex(canonicalJson({ ...about, ...(brought ? { brought } : {}) })),
    shown: args ? shownOf(args, claims) : null,
    ...(answers && isShown(ANSWERS, claims) ? { answers } : {}),
    hidden: names.filter((name) => !isShown(name, claims)),
    claims,
    votes: [],
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + expiresMs).toISOString(),
  };
}

function shownOf(args: JsonObject, claims: Claim[]): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => isShown(name, claims)));
}

function isShown(name: string, claims: Claim[]): boolean {
  return claims.some(({ show }) => show === null || show.includes(name));
}

async function notPending(store: ApprovalStore, id: string): Promise<GatewayError> {
  const row = await store.findApproval(id);
  if (row === null) return new GatewayError("NOT_FOUND", "There is no such approval.");
  const { state } = JSON.parse(row) as Approval;
  return new GatewayError("APPROVAL_CLOSED", `This approval is ${state} already.`, {
    hint: "An approval counts once; the agent has to ask again.",
  });
}

function notYours(problem: string): GatewayError {
  return new GatewayError("FORBIDDEN", problem, {
    hint: "`sallyport approvals list` shows who may decide; `sallyport keys create <name> --role approver` makes a person's key.",
  });
}
