// A run by its id: from memory while it is there; after a restart, or when newer runs have taken its place, from the trail.

import type { GatewayError } from "../errors.ts";
import { toGatewayError } from "../errors.ts";
import type { AuditDesk, CallStory, RunStory } from "../record/record.ts";
import { isRunId } from "../run/run-id.ts";
import { mayReach, type RunningRun, type RunRegistry, unknownRun } from "../run/run-registry.ts";
import type { CallStatus, CallSummary, JsonObject, Principal, Run } from "../vocabulary.ts";

/** What the trail knows of a run that ended: which calls ran, and not what it returned. */
export type PastRun = {
  id: string;
  session: string;
  /** `unknown`: the trail could not be written when it ended, or knows no end of it. */
  status: string;
  toolCalls: CallSummary[];
  error?: JsonObject;
  finishedAt?: string;
  source: "trail";
};

export type FindRun = (principal: Principal, id: string) => Promise<Run | RunningRun | PastRun>;

type Parts = { runs: Pick<RunRegistry, "find">; audit: Pick<AuditDesk, "run"> };

export function createRunFinding({ runs, audit }: Parts): FindRun {
  return async (principal, id) => {
    try {
      return runs.find(principal, id);
    } catch (error) {
      requireNotFound(toGatewayError(error));
    }
    // Whoever asks reads the trail, and that is an event too: no other text may get into it this way.
    if (!isRunId(id)) throw unknownRun();
    const story = await audit
      .run(principal.name, id)
      .catch((error) => requireNotFound(toGatewayError(error)));
    if (!story || !mayReach(principal, { principal: story.principal ?? "" })) throw unknownRun();
    return pastRun(story);
  };
}

function requireNotFound(error: GatewayError): null {
  if (error.code === "NOT_FOUND") return null;
  throw error;
}

function pastRun({ run, session, status, calls, error, reason, finishedAt }: RunStory): PastRun {
  const stopped = reason === null ? null : { code: "CANCELLED", message: reason };
  const failure = error ?? stopped;
  return {
    id: run,
    session: session ?? "",
    status: status === "running" ? "unknown" : status,
    toolCalls: calls.map(summaryOf),
    ...(failure ? { error: failure } : {}),
    ...(finishedAt ? { finishedAt } : {}),
    source: "trail",
  };
}

function summaryOf({ tool, status, decision, durationMs }: CallStory): CallSummary {
  const undecided = decision === "allow" ? "unknown" : decision === "deny" ? "denied" : "not_executed";
  return { tool, status: (status ?? undecided) as CallStatus, durationMs: durationMs ?? 0 };
}
