// What one run writes to the trail before it starts and after it ended.

import { originOf, tokensCreated } from "../call/call-trail.ts";
import type { Submission } from "../pipeline.ts";
import type { TrailEvent } from "../record/record.ts";
import { sha256Hex } from "../text/canonical-json.ts";
import type { CallScope } from "../tool-gate.ts";
import type { Decision, Effect, JsonObject, JsonValue } from "../vocabulary.ts";
import type { PreparedRun } from "./prepare-run.ts";
import type { FinishedRun } from "./run-reply.ts";
import type { StageTimes } from "./stage-watch.ts";

type Base = { principal: string; session: string; run: string };

/** Written in one durable step, before anything runs. */
export function openingEvents(
  scope: CallScope,
  { surface }: Submission,
  prepared: PreparedRun,
  stages: StageTimes,
): TrailEvent[] {
  const base = baseOf(scope);
  const { code, decision, facts, findings, risk } = prepared;
  const policyHash = scope.policies.sha256;
  // Of the text with tokens in it: a hash of clear values could be searched for them.
  const codeSha256 = sha256Hex(code ?? "");
  const kept = { codeBytes: facts.sourceBytes, codeSha256, ...(code !== null && { code }) };
  const submitted = { surface, ...originOf(scope), ...kept };
  const { reason, policy, shadow } = decision;
  return [
    { ...base, kind: "run.submitted", body: submitted },
    ...tokensCreated(base, prepared.issued),
    {
      ...base,
      kind: "code.checked",
      body: { findings: findings as JsonValue, risk, facts: { ...facts }, ...skillsIn(prepared) },
    },
    {
      ...base,
      kind: "run.decided",
      decision: decisionOf(prepared),
      rule: decision.rule,
      body: {
        reason,
        policy,
        policyHash,
        shadow,
        stages,
        role: scope.principal.role,
        groups: scope.principal.groups,
      },
    },
    ...(decision.effect === "allow" ? startedEvents(scope, prepared) : []),
  ];
}

/** After a person has approved, or policy has changed its mind meanwhile. */
export function redecidedEvents(
  scope: CallScope,
  prepared: PreparedRun,
  { effect, rule, policy, reason }: Decision,
  approval: string | null,
): TrailEvent[] {
  const body = { reason, policy, policyHash: scope.policies.sha256, ...(approval ? { approval } : {}) };
  const decided: TrailEvent = { ...baseOf(scope), kind: "run.decided", decision: effect, rule, body };
  return [decided, ...(effect === "allow" ? startedEvents(scope, prepared) : [])];
}

function decisionOf(prepared: PreparedRun): Effect {
  return "refused" in prepared ? "deny" : prepared.decision.effect;
}

function startedEvents(scope: CallScope, prepared: PreparedRun): TrailEvent[] {
  if ("refused" in prepared) return [];
  const { limits, policies } = scope;
  const body = {
    limits,
    policyHash: policies.sha256,
    programSha256: prepared.program.sha256,
    ...skillsIn(prepared),
  };
  return [{ ...baseOf(scope), kind: "run.started", body }];
}

function skillsIn({ linked }: PreparedRun): JsonObject {
  return linked.length === 0 ? {} : { skills: linked };
}

export function closingEvents(
  scope: CallScope,
  { run, issued }: FinishedRun,
  stages: StageTimes,
): TrailEvent[] {
  const base = baseOf(scope);
  const { pii, ...measured } = run.stats;
  const body = {
    ...measured,
    pii: pii as JsonObject,
    stages,
    resultBytes: Buffer.byteLength(JSON.stringify(run.result)),
    calls: run.toolCalls,
    labels: [...scope.labels].sort(),
    ...(run.error ? { error: { code: run.error.code, message: run.error.message } } : {}),
  };
  return [...tokensCreated(base, issued), { ...base, kind: "run.finished", status: run.status, body }];
}

function baseOf({ principal, session, run }: CallScope): Base {
  return { principal: principal.name, session: session.name, run };
}
