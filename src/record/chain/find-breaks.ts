// Each way in which a trail can differ from what was written, and how it shows.

import type { SummaryRecount, TrailRow } from "../../storage/storage.ts";
import type { VerifyResult } from "../record.ts";
import { type Head, hashRow } from "./chain-rows.ts";
import { type CheckpointEvidence, isSigned, parseCheckpoint } from "./checkpoints.ts";
import type { Walk } from "./verify-trail.ts";

export type Broken = Extract<VerifyResult, { ok: false }>["broken"];

export function findBreak(row: TrailRow, head: Head): Broken | null {
  const { seq } = row;
  const due = head.seq + 1;
  if (seq > due) {
    const problem = seq === due + 1 ? `Event ${due} is missing.` : `Events ${due} to ${seq - 1} are missing.`;
    return { seq: due, problem, expected: `event ${due}`, found: `event ${seq}` };
  }
  if (seq < due) {
    return { seq, problem: `Event ${seq} was inserted.`, expected: `event ${due}`, found: `event ${seq}` };
  }
  const computed = hashRow(row);
  if (row.hash !== computed) {
    const problem = `Event ${seq} was changed: its content does not give its hash.`;
    return { seq, problem, expected: String(row.hash), found: computed };
  }
  if (row.prev !== head.hash) {
    const problem = `Event ${seq} does not follow event ${head.seq}: one of them was replaced.`;
    return { seq, problem, expected: head.hash, found: row.prev };
  }
  return null;
}

export function findFalseCheckpoint(
  row: TrailRow,
  head: Head,
  evidence: CheckpointEvidence | undefined,
): Broken | null {
  if (row.kind !== "checkpoint") return null;
  const { seq } = row;
  const checkpoint = parseCheckpoint(row.body);
  if (checkpoint?.seq !== head.seq || checkpoint.head !== head.hash) {
    const found = checkpoint ? `event ${checkpoint.seq} with hash ${checkpoint.head}` : "no checkpoint";
    const problem = `Checkpoint ${seq} speaks of another trail.`;
    return { seq, problem, expected: `event ${head.seq} with hash ${head.hash}`, found };
  }
  if (!evidence || isSigned(checkpoint, evidence.publicKeys)) return null;
  const { publicKeys } = evidence;
  const isKnown = publicKeys.has(checkpoint.keyId);
  return {
    seq,
    problem: `Checkpoint ${seq} is not signed by this gateway: events up to ${seq} may have been rewritten.`,
    expected: isKnown
      ? `a signature by key ${checkpoint.keyId}`
      : `a key out of ${[...publicKeys.keys()].join(", ") || "none that is known"}`,
    found: isKnown ? "a signature that does not fit" : `the unknown key ${checkpoint.keyId}`,
  };
}

export function findRewrite(row: TrailRow, evidence: CheckpointEvidence | undefined): Broken | null {
  const kept = evidence?.kept;
  if (row.seq !== kept?.seq || row.hash === kept.head) return null;
  const problem = `Event ${row.seq} is not the one that the kept checkpoint names: the trail was rewritten.`;
  return { seq: row.seq, problem, expected: kept.head, found: row.hash };
}

export function findCutTail(head: Head, evidence: CheckpointEvidence | undefined): Broken | null {
  if (!evidence?.kept) return null;
  const { kept, publicKeys } = evidence;
  const expected = `event ${kept.seq} with hash ${kept.head}`;
  if (!isSigned(kept, publicKeys)) {
    const problem = "The kept checkpoint is not signed by this gateway, so it proves nothing.";
    return { seq: kept.seq, problem, expected: "a signature that fits", found: `key ${kept.keyId}` };
  }
  if (head.seq >= kept.seq) return null;
  const problem = `The trail was cut after event ${head.seq}: the kept checkpoint names event ${kept.seq}.`;
  return { seq: head.seq + 1, problem, expected, found: `the end of the trail after event ${head.seq}` };
}

/** Old events may be gone only if the trail says so, and, where signatures are checked, a later one covers that. */
export function findUnrecordedStart(walk: Walk, evidence: CheckpointEvidence | undefined): Broken | null {
  const { base, pruned, checkpointSeq } = walk;
  if (base.seq === 0) return null;
  const record = pruned.find(({ throughSeq, throughHash }) => {
    return throughSeq === base.seq && throughHash === base.hash;
  });
  const missing = base.seq === 1 ? "Event 1 is missing" : `Events 1 to ${base.seq} are missing`;
  const expected = "event 1";
  const found = `event ${base.seq + 1}`;
  if (!record) {
    return {
      seq: 1,
      problem: `${missing}, and the trail does not say that they were pruned.`,
      expected,
      found,
    };
  }
  if (!evidence || checkpointSeq > record.seq) return null;
  const problem = `${missing}, and no signature covers event ${record.seq}, which says that they were pruned.`;
  return { seq: 1, problem, expected, found };
}

/** What is summed up beside the events is no evidence, but flows and statistics are told from it. */
export async function findFalseSum(sums: SummaryRecount): Promise<Broken | null> {
  const found = await sums.finish();
  if (!found) return null;
  const { first, last, table, end } = found;
  if (end !== undefined) {
    return {
      seq: end + 1,
      problem: `The trail was cut after event ${end}, or its sums were changed: they count events up to ${last}.`,
      expected: `event ${last}`,
      found: `the end of the trail after event ${end}`,
    };
  }
  const which = table === undefined ? `The sum of events ${first} to ${last}` : `The table ${table}`;
  return {
    seq: first,
    problem: `${which} was changed: the events are intact, but flows, statistics and SQL may tell something else.`,
    expected: "what the events add up to",
    found: "other figures",
  };
}
