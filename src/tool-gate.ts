// One tool call: decide → record → restore → call → tokenize → record. Every way to a tool goes through here.

import { randomBytes } from "node:crypto";
import type { Approvals } from "./approvals/approvals.ts";
import { askApprover } from "./call/ask-approver.ts";
import { answeredEvents, decidedEvents, failedEvent, statusOf } from "./call/call-trail.ts";
import { lookUpLive, pinOf as pinOfFound, requireLive, type ToolLookup } from "./call/confirm-tool.ts";
import { ageOf, claimRoom, decideNow, MISSING, type RateCounter, refused } from "./call/gate-decisions.ts";
import type { Waiting } from "./call/hold-for-approval.ts";
import { asFound, type Found, type Granted, type Route, recordableName } from "./call/route.ts";
import { sharedRoute } from "./call/shared-route.ts";
import { takeIn } from "./call/take-in-answer.ts";
import { tokenizeWish } from "./call/tokenize-wish.ts";
import {
  blockedArguments,
  blockedResult,
  type CallError,
  describeRefusal,
  failedTool,
  toCallError,
  withheldResult,
} from "./call/tool-refusal.ts";
import { pinOf } from "./catalog/catalog.ts";
import type { PolicySnapshot } from "./decide/decide.ts";
import { describeFault, GatewayError, toGatewayError } from "./errors.ts";
import type { SessionVault } from "./protect/protect.ts";
import type { Trail } from "./record/record.ts";
import { idsForServer, type RequestOrigin } from "./request-origin.ts";
import type { RunSkills } from "./run/call-skill.ts";
import type { RunDraws } from "./run/session-draws.ts";
import { cutText } from "./text/cut-text.ts";
import { UpstreamError, type Upstreams } from "./upstreams/upstreams.ts";
import type {
  CallStatus,
  Executed,
  JsonObject,
  JsonValue,
  PiiClass,
  Principal,
  RunLimits,
  Session,
} from "./vocabulary.ts";

/** What stays the same for all calls of one run. `labels` grows with what the run reads. */
export type CallScope = {
  principal: Principal;
  session: Session;
  /** When the session began, in milliseconds since the epoch. */
  sessionStart: number;
  /** What the run, or the direct call, came with. */
  request: RequestOrigin;
  run: string;
  policies: PolicySnapshot;
  limits: RunLimits;
  vault: SessionVault;
  labels: Set<string>;
  /** What flows with a bound have restored in this run and its session. */
  draws: RunDraws;
  /** The submitted code with tokens in it; null when policy blocks a class that stands in it. */
  code: string | null;
  /** Skills that are part of the run; absent where there is no program. */
  skills?: RunSkills;
};

export type GateOutcome = {
  /** The tool's id, whatever spelling the caller used. */
  tool: string;
  status: CallStatus;
  durationMs: number;
  pii: Partial<Record<PiiClass, number>>;
} & ({ value: JsonValue } | { error: CallError });

export type ToolGate = {
  call(
    scope: CallScope,
    toolName: string,
    args: JsonObject,
    waiting: Waiting,
    route?: Route,
  ): Promise<GateOutcome>;
};

export type ToolGateParts = {
  trail: Pick<Trail, "append">;
  catalog: ToolLookup;
  upstreams: Pick<Upstreams, "call">;
  takeRates: RateCounter;
  approvals: Approvals;
  /** The policies of this moment; a run decides by those it started with. */
  policies(): PolicySnapshot;
  toolTimeoutMs: number;
  clock: () => Date;
  /** Faults that are the gateway's own, for the operator. */
  log(message: string): void;
};

export type Attempt = {
  scope: CallScope;
  call: string;
  /** The tool's id; what the caller wrote when there is no such tool. */
  tool: string;
  found: Found;
  waiting: Waiting;
  route: Route;
};

type Outcome = { status: CallStatus; pii: GateOutcome["pii"] } & (
  | { value: JsonValue }
  | { error: CallError }
);

export function createToolGate(parts: ToolGateParts): ToolGate {
  return {
    async call(scope, toolName, args, waiting, route = sharedRoute(parts.upstreams, scope)) {
      const started = performance.now();
      const found = route.found
        ? asFound(route.found)
        : await lookUpLive(parts.catalog, scope, toolName, waiting.signal);
      const tool = "found" in found ? found.found.id : recordableName(toolName);
      const call = `call_${randomBytes(8).toString("hex")}`;
      const outcome = await attemptCall(parts, { scope, call, tool, found, waiting, route }, args);
      return { ...outcome, tool, durationMs: Math.round(performance.now() - started) };
    },
  };
}

async function attemptCall(parts: ToolGateParts, attempt: Attempt, rawArgs: JsonObject): Promise<Outcome> {
  let granted: Granted;
  try {
    granted = await decideAndRecord(parts, attempt, rawArgs);
  } catch (error) {
    const known = knownError(parts, attempt, error);
    const status = known.status === 503 || known.code === "INTERNAL" ? "not_executed" : "denied";
    return { status, pii: {}, error: toCallError(known, "no") };
  }
  return dispatch(parts, attempt, granted);
}

/** Resolves only when the decision is durable and lets the call through. */
async function decideAndRecord(
  parts: ToolGateParts,
  attempt: Attempt,
  rawArgs: JsonObject,
): Promise<Granted> {
  const { scope, tool, found } = attempt;
  const { principal, policies, vault } = scope;
  const { args, brought, issued, unsendable } = await tokenizeWish(attempt, rawArgs);
  const uses = vault.findTokens(args);
  const labels = [...scope.labels];
  let decision = decideNow(parts, scope, policies, { tool, args, uses });
  if ("missing" in found) decision = refused(decision, `tool_${found.missing}`, MISSING[found.missing]);
  else if (unsendable)
    decision = refused(decision, "pii_blocked", `the arguments hold ${unsendable} data, which policy blocks`);
  if (decision.effect === "allow") decision = await claimRoom(parts, scope, decision);
  const sessionAgeMs = ageOf(parts, scope);
  await parts.trail.append(
    ...decidedEvents(attempt, { args, brought, uses, labels, sessionAgeMs, decision, issued }),
  );
  if ("found" in found) {
    const granted = { server: found.found.server, name: found.found.name, args, uses };
    if (decision.effect === "allow") return granted;
    if (decision.effect === "approve") return askApprover(parts, attempt, { decision, granted, brought });
  }
  if (decision.rule === "pii_blocked") throw blockedArguments(tool, unsendable);
  throw describeRefusal(decision, tool, found, (name) => policies.mayCall(principal, name));
}

async function dispatch(parts: ToolGateParts, attempt: Attempt, granted: Granted): Promise<Outcome> {
  const { scope, tool } = attempt;
  const started = performance.now();
  const pinned = pinOfFound(attempt.found);
  const sent = granted.uses.map(({ token }) => token);
  let executed: Executed = "no";
  try {
    await requireLive(parts.catalog, attempt);
    const args = scope.vault.restore(granted.args, granted.uses) as JsonObject;
    executed = "unknown";
    const answer = await attempt.route.send(
      { ...granted, args },
      {
        signal: attempt.waiting.signal,
        timeoutMs: parts.toolTimeoutMs,
        mostMs: scope.limits.wallMs,
        maxResultBytes: scope.limits.callResultBytes,
        ids: idsForServer(attempt.call, scope.run, scope.request),
        agrees: (definition) => definition !== undefined && pinOf(definition) === pinned,
      },
    );
    executed = answer.executed;
    const { withheld = 0, pieces } = answer;
    const taken = await takeIn(attempt, pieces, sent);
    if (withheld > 0) taken.removed = { ...taken.removed, binary: withheld };
    const { safe, withheldBy } = taken;
    const status: CallStatus = answer.failed || safe.blocked || withheldBy ? "failed" : "succeeded";
    await parts.trail.append(...answeredEvents(attempt, { status, executed, taken, started }));
    const shared = { status, pii: safe.counts };
    if (withheldBy) return { ...shared, error: withheldResult(tool, withheldBy) };
    if (safe.blocked) return { ...shared, error: blockedResult(tool, safe.blocked.class) };
    const value = answer.join(taken.values);
    return answer.failed && !answer.asValue
      ? { ...shared, error: failedTool(tool, value) }
      : { ...shared, value };
  } catch (error) {
    if (error instanceof UpstreamError) executed = error.executed;
    return recordFailure(parts, attempt, { error, executed, started, sent });
  }
}

/** Never throws: the tool may have run, so the program must learn at least that. */
async function recordFailure(
  parts: ToolGateParts,
  attempt: Attempt,
  { error, executed, started, sent }: { error: unknown; executed: Executed; started: number; sent: string[] },
): Promise<Outcome> {
  const status = statusOf(executed);
  let known = knownError(parts, attempt, error);
  try {
    const words =
      error instanceof UpstreamError && error.upstreamText ? ` It says: ${error.upstreamText}` : "";
    // Cut afterwards: half of an address is no address that would be recognized.
    const { safe } = await takeIn(attempt, [`${known.message}${words}`], sent);
    const message = typeof safe.value === "string" ? cutText(safe.value, 2000) : `${attempt.tool} failed.`;
    known = new GatewayError(known.code, message, known.hint ? { hint: known.hint } : {});
    await parts.trail.append(failedEvent(attempt, { status, executed, error: known, started }));
  } catch (second) {
    known = knownError(parts, attempt, second);
  }
  return { status, pii: {}, error: toCallError(known, executed) };
}

function knownError({ log }: ToolGateParts, { tool, call }: Attempt, error: unknown): GatewayError {
  const known = toGatewayError(error);
  if (known.code === "INTERNAL") log(`fault in ${call} of ${tool}: ${describeFault(known)}`);
  return known;
}
