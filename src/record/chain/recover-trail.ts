// What a stopped gateway left open is closed with what is known: nobody can say whether a call ran.

import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import { readNoteEvents } from "../ask/read-notes.ts";
import type { Trail, TrailEvent } from "../record.ts";
import { finishPruning } from "./prune-trail.ts";

const STOPPED = "The gateway stopped before this ended.";

type Place = Pick<TrailEvent, "principal" | "session" | "run" | "call" | "tool">;

export async function recoverTrail(
  store: TrailStore,
  append: Trail["append"],
  lastSeqBeforeStart: number,
): Promise<{ calls: number; runs: number }> {
  // Work of this process is not a remnant.
  const isRemnant = (row: TrailRow) => row.seq <= lastSeqBeforeStart;
  const calls = (await store.openCalls()).filter(isRemnant);
  const runs = (await store.openRuns()).filter(isRemnant);
  const lostCalls = calls.map((row): TrailEvent => {
    return {
      ...placeOf(row),
      kind: "call.completed",
      status: "unknown",
      body: { executed: "unknown", reason: STOPPED },
    };
  });
  const lostRuns = runs.map((row): TrailEvent => {
    return { ...placeOf(row), kind: "run.finished", status: "failed", body: { reason: STOPPED } };
  });
  await append(...lostCalls, ...lostRuns);
  await store.takeReadNotes((notes) => append(...readNoteEvents(notes)));
  await finishPruning(store);
  return { calls: calls.length, runs: runs.length };
}

function placeOf(row: TrailRow): Place {
  return {
    ...(row.principal !== null && { principal: row.principal }),
    ...(row.session !== null && { session: row.session }),
    ...(row.run !== null && { run: row.run }),
    ...(row.call !== null && { call: row.call }),
    ...(row.tool !== null && { tool: row.tool }),
  };
}
