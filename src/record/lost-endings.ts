// Ends of calls and runs that could not be recorded because the trail was out of order. Nobody was told of them, so they
// are closed as a stop would have closed them, with the first event that can be written again.

import type { TrailEvent } from "./record.ts";

const REASON = "The trail could not be written when this ended.";
/** Beyond it the next start finds them. */
const MOST = 10_000;

export type LostEndings = {
  refused(events: TrailEvent[]): void;
  /** An end that was recorded after all is not lost. */
  recorded(events: TrailEvent[]): void;
  /** What is to be recorded now; they are not given again unless they are refused again. */
  take(): TrailEvent[];
};

export function createLostEndings(): LostEndings {
  const lost = new Map<string, TrailEvent>();
  return {
    refused(events) {
      for (const event of events) {
        const ending = endingOf(event);
        if (ending && lost.size < MOST) lost.set(keyOf(event), ending);
      }
    },
    recorded(events) {
      if (lost.size > 0) for (const event of events) lost.delete(keyOf(event));
    },
    take() {
      const endings = [...lost.values()];
      lost.clear();
      return endings;
    },
  };
}

function keyOf({ kind, run, call }: TrailEvent): string {
  return `${kind} ${run ?? ""} ${kind === "call.completed" ? (call ?? "") : ""}`;
}

function endingOf({ kind, principal, session, run, call, tool }: TrailEvent): TrailEvent | null {
  const place = {
    ...(principal !== undefined && { principal }),
    ...(session !== undefined && { session }),
    ...(run !== undefined && { run }),
  };
  if (kind === "run.finished") return { ...place, kind, status: "failed", body: { reason: REASON } };
  if (kind !== "call.completed" || call === undefined) return null;
  const named = { ...place, call, ...(tool !== undefined && { tool }) };
  return { ...named, kind, status: "unknown", body: { executed: "unknown", reason: REASON } };
}
