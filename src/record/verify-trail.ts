// Walks the whole trail and names the first event that is not what was written.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { TrailRow, TrailStore } from "../storage/storage.ts";
import { EMPTY_HEAD, type Head, hashRow } from "./chain-rows.ts";
import { type Checkpoint, type CheckpointEvidence, isSigned, parseCheckpoint } from "./checkpoints.ts";
import type { VerifyResult } from "./record.ts";

const PAGE_ROWS = 1000;

type Broken = { seq: number; problem: string; expected: string; found: string };

/**
 * Without evidence the chain alone is checked: it finds every edit, deletion, insertion and reordering
 * that did not rewrite all later hashes, and cannot see that a tail is gone. With keys and a kept
 * checkpoint a rewritten chain and a tail cut before that checkpoint are found too; a checkpoint whose key is
 * not among the given ones is then a break, so that deleting the keys does not hide a rewrite.
 */
export async function verifyTrail(store: TrailStore, evidence?: CheckpointEvidence): Promise<VerifyResult> {
  let head: Head = EMPTY_HEAD;
  let checkpoint: Checkpoint | null = null;
  // Rows below 1 cannot be written by the gateway, so they are looked for as well.
  let cursor = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const page = await store.scan(cursor, PAGE_ROWS);
    for (const row of page) {
      const broken =
        findBreak(row, head) ?? findFalseCheckpoint(row, head, evidence) ?? findRewrite(row, evidence);
      if (broken) return { ok: false, events: head.seq, broken };
      head = row;
      if (row.kind === "checkpoint") checkpoint = parseCheckpoint(row.body);
    }
    if (page.length < PAGE_ROWS) break;
    cursor = head.seq;
    // A gateway may be serving in this process.
    await nextTurn();
  }
  const broken = findCutTail(head, evidence);
  if (broken) return { ok: false, events: head.seq, broken };
  const hash = head.seq === 0 ? null : head.hash;
  return { ok: true, events: head.seq, head: hash, ...(checkpoint && { checkpoint }) };
}

function findBreak(row: TrailRow, head: Head): Broken | null {
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

function findFalseCheckpoint(
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

function findRewrite(row: TrailRow, evidence: CheckpointEvidence | undefined): Broken | null {
  const kept = evidence?.kept;
  if (row.seq !== kept?.seq || row.hash === kept.head) return null;
  const problem = `Event ${row.seq} is not the one that the kept checkpoint names: the trail was rewritten.`;
  return { seq: row.seq, problem, expected: kept.head, found: row.hash };
}

function findCutTail(head: Head, evidence: CheckpointEvidence | undefined): Broken | null {
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
