// What one tool call writes to the trail: the decision before it leaves, the outcome when it is back.

import type { CallDecision } from "../decide/decide.ts";
import type { GatewayError } from "../errors.ts";
import type { Tokenized } from "../protect/protect.ts";
import type { TrailEvent } from "../record/record.ts";
import type { Attempt, CallScope } from "../tool-gate.ts";
import type { CallStatus, Executed, JsonObject, PiiClass, TokenUse } from "../vocabulary.ts";
import { shortenLeaves } from "./shorten-leaves.ts";
import type { TakenIn } from "./take-in-answer.ts";
import type { Brought } from "./tokenize-wish.ts";

type Decided = {
  args: JsonObject;
  brought: Brought | null;
  uses: TokenUse[];
  labels: string[];
  sessionAgeMs: number;
  decision: CallDecision;
  issued: Tokenized["tokens"];
};

export function decidedEvents(attempt: Attempt, decided: Decided): TrailEvent[] {
  const base = baseOf(attempt);
  const { scope } = attempt;
  const { args, brought, uses, labels, sessionAgeMs, decision, issued } = decided;
  const { effect, rule, policy, reason, restores, draws = [], shadow } = decision;
  const kept = shortenLeaves(args);
  const body = {
    request: scope.request.id,
    args: kept.value,
    ...(kept.shortened ? { argsShortened: true } : {}),
    ...(brought ? { brought: shortenLeaves(brought as JsonObject).value } : {}),
    pin: "found" in attempt.found ? attempt.found.found.pin : null,
    policy,
    policyHash: scope.policies.sha256,
    reason,
    labels,
    role: scope.principal.role,
    groups: scope.principal.groups,
    sessionAgeMs,
    tokens: uses.map(({ token, class: name, pointer, known, whole, joined, sources }) => {
      return { token, class: name, pointer, known, whole, ...(joined ? { joined } : {}), sources };
    }),
    restores,
    ...(draws.length > 0 ? { draws } : {}),
    shadow,
    ...(decision.approval ? { approval: decision.approval } : {}),
  };
  const events: TrailEvent[] = [
    ...tokensCreated(base, issued),
    { ...base, kind: "call.decided", decision: effect, rule, body },
  ];
  if (effect !== "allow" || restores.length === 0) return events;
  const tokens = restores.map((restore) => ({ ...restore, class: classOf(uses, restore.token) }));
  return [...events, { ...base, kind: "token.restored", body: { tokens } }];
}

type Answered = { status: CallStatus; executed: Executed; taken: TakenIn; started: number };

export function answeredEvents(
  attempt: Attempt,
  { status, executed, taken, started }: Answered,
): TrailEvent[] {
  const { safe, applied, removed, withheldBy } = taken;
  const body = {
    executed,
    durationMs: elapsed(started),
    bytes: Buffer.byteLength(JSON.stringify(safe.value)),
    pii: safe.counts as JsonObject,
    ...(applied.length > 0 ? { resultRules: applied } : {}),
    ...(safe.blocked ? { blocked: safe.blocked } : {}),
    ...(withheldBy ? { withheldBy } : {}),
  };
  const base = baseOf(attempt);
  const filtered: TrailEvent[] =
    Object.keys(removed).length > 0
      ? [{ ...base, kind: "result.filtered", body: { rules: applied, counts: { ...removed } } }]
      : [];
  return [
    ...tokensCreated(base, safe.tokens),
    ...filtered,
    { ...base, kind: "call.completed", status, body },
  ];
}

type Failed = { status: CallStatus; executed: Executed; error: GatewayError; started: number };

export function failedEvent(attempt: Attempt, { status, executed, error, started }: Failed): TrailEvent {
  const { code, message } = error;
  const body = { executed, durationMs: elapsed(started), error: { code, message } };
  return { ...baseOf(attempt), kind: "call.completed", status, body };
}

/** What the event that opens a run says of the request behind it. */
export function originOf({ request: { id, traceparent } }: CallScope): JsonObject {
  return { request: id, ...(traceparent === undefined ? {} : { traceparent }) };
}

type Place = Pick<TrailEvent, "principal" | "session" | "run" | "call" | "tool">;

/** What the tokenizer issued for the first time; nothing when all tokens were known. */
export function tokensCreated(place: Place, issued: Tokenized["tokens"]): TrailEvent[] {
  const fresh = issued.filter((token) => token.fresh);
  if (fresh.length === 0) return [];
  const tokens = fresh.map(({ token, class: name, pointer }) => ({ token, class: name, pointer }));
  return [{ ...place, kind: "token.created", body: { tokens } }];
}

function classOf(uses: TokenUse[], token: string): PiiClass {
  return uses.find((use) => use.token === token)?.class ?? "LITERAL";
}

/** Of a call that gave no answer. */
export function statusOf(executed: Executed): CallStatus {
  if (executed === "no") return "not_executed";
  return executed === "unknown" ? "unknown" : "failed";
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}

function baseOf({ scope, call, tool }: Attempt) {
  return { principal: scope.principal.name, session: scope.session.name, run: scope.run, call, tool };
}
