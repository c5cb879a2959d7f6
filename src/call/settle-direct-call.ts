// The end of a call without a program: its reply, its labels, and its last event.

import { toGatewayError } from "../errors.ts";
import type { Trail } from "../record/record.ts";
import type { SessionLabels } from "../run/session-labels.ts";
import { countTokens } from "../text/count-tokens.ts";
import type { CallScope, GateOutcome } from "../tool-gate.ts";
import type { CallStatus, JsonValue, PiiClass } from "../vocabulary.ts";
import { directFinished } from "./direct-trail.ts";
import { type CallError, toCallError } from "./tool-refusal.ts";

export type DirectReply = {
  /** The id under which the trail keeps the call, like a run's. */
  id: string;
  session: string;
  tool: string;
  status: CallStatus;
  stats: { durationMs: number; resultTokens: number; pii: Partial<Record<PiiClass, number>> };
} & ({ result: JsonValue } | { error: CallError });

export type Settled = Pick<GateOutcome, "tool" | "status" | "pii"> &
  ({ result: JsonValue } | { error: CallError });

type Parts = { trail: Pick<Trail, "append">; sessionLabels: SessionLabels };

/** The tool may have run, so a trail that fails now must not hide it: the caller gets what is known, without the result. */
export async function settle(
  { trail, sessionLabels }: Parts,
  scope: CallScope,
  ended: Settled,
  started: number,
): Promise<DirectReply> {
  const reply = buildReply(scope, ended, started);
  try {
    await sessionLabels.add(scope.session, scope.labels);
    await trail.append(...directFinished(scope, reply));
    return reply;
  } catch (error) {
    const executed = "error" in reply ? reply.error.executed : "yes";
    const { id, session, tool, status, stats } = reply;
    return { id, session, tool, status, stats, error: toCallError(toGatewayError(error), executed) };
  }
}

function buildReply(scope: CallScope, ended: Settled, started: number): DirectReply {
  const { tool, status, pii } = ended;
  const stats = {
    durationMs: Math.round(performance.now() - started),
    resultTokens: "result" in ended ? countTokens(JSON.stringify(ended.result)) : 0,
    pii,
  };
  const shared = { id: scope.run, session: scope.session.name, tool, status, stats };
  return "error" in ended ? { ...shared, error: ended.error } : { ...shared, result: ended.result };
}
