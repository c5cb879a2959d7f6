// What a direct call writes around the events of the gate: it opens and ends like a run, without a program.

import type { TrailEvent } from "../record/record.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonObject } from "../vocabulary.ts";
import { originOf } from "./call-trail.ts";
import type { DirectReply } from "./settle-direct-call.ts";

/** `more`: what the surface knows of the call beside its tool. */
export function directStarted(scope: CallScope, surface: string, more: JsonObject = {}): TrailEvent[] {
  const { limits, policies } = scope;
  const base = baseOf(scope);
  return [
    {
      ...base,
      kind: "run.submitted",
      body: { surface, direct: true, codeSha256: null, ...originOf(scope), ...more },
    },
    { ...base, kind: "run.started", body: { limits, policyHash: policies.sha256 } },
  ];
}

export function directFinished(scope: CallScope, reply: DirectReply): TrailEvent[] {
  const { durationMs, resultTokens, pii } = reply.stats;
  const body = {
    durationMs,
    resultTokens,
    pii: pii as JsonObject,
    resultBytes: "result" in reply ? Buffer.byteLength(JSON.stringify(reply.result)) : 0,
    calls: [{ tool: reply.tool, status: reply.status, durationMs }],
    labels: [...scope.labels].sort(),
    ...("error" in reply ? { error: { code: reply.error.code, message: reply.error.message } } : {}),
  };
  const status = runStatusOf(reply);
  return [{ ...baseOf(scope), kind: "run.finished", status, body }];
}

/** In the words of runs, so that auditors count them together. */
function runStatusOf(reply: DirectReply): string {
  if (!("error" in reply)) return "succeeded";
  return reply.error.code === "CANCELLED" ? "cancelled" : "failed";
}

function baseOf({ principal, session, run }: CallScope) {
  return { principal: principal.name, session: session.name, run };
}
