// Walks the whole trail, segment by segment, and names the first event that is not what was written.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import type { VerifyResult } from "../record.ts";
import { EMPTY_HEAD, type Head } from "./chain-rows.ts";
import { type Checkpoint, type CheckpointEvidence, parseCheckpoint } from "./checkpoints.ts";
import {
  type Broken,
  findBreak,
  findCutTail,
  findFalseCheckpoint,
  findFalseSum,
  findRewrite,
  findUnrecordedStart,
} from "./find-breaks.ts";
import { parsePruned } from "./prune-trail.ts";
import { findChangedCode, findStrayCode, type NamedCode, noteCode } from "./verify-code.ts";

const PAGE_ROWS = 1000;

/** What has been seen so far. `base` is where the trail begins: before event 1, or after what was pruned. */
export type Walk = {
  base: Head;
  head: Head;
  checkpoint: Checkpoint | null;
  checkpointSeq: number;
  /** What the trail says was pruned, with the event that says so. */
  pruned: { seq: number; throughSeq: number; throughHash: string }[];
  /** The events may be sound all the same, so it counts only if nothing else is wrong. */
  falseSum: Broken | null;
};

/** Told after each page, for whoever waits. */
export type VerifyProgress = (events: number, total: number) => void;

/**
 * Without evidence the chain alone is checked: it finds every edit, deletion, insertion and reordering
 * that did not rewrite all later hashes, and cannot see that a tail is gone. With keys and a kept
 * checkpoint a rewritten chain and a tail cut before that checkpoint are found too; a checkpoint whose key is
 * not among the given ones is then a break, so that deleting the keys does not hide a rewrite.
 */
export async function verifyTrail(
  store: TrailStore,
  evidence?: CheckpointEvidence,
  onProgress: VerifyProgress = () => {},
): Promise<VerifyResult> {
  const walk: Walk = {
    base: EMPTY_HEAD,
    head: EMPTY_HEAD,
    checkpoint: null,
    checkpointSeq: 0,
    pruned: [],
    falseSum: null,
  };
  const segments = await store.segments();
  const total = (await store.head())?.seq ?? 0;
  let broken: Broken | null = null;
  for (const { number } of segments) {
    broken = await verifySegment(store, number, {
      walk,
      evidence,
      onPage: () => onProgress(walk.head.seq - walk.base.seq, total - walk.base.seq),
    });
    if (broken) break;
  }
  broken ??= findUnrecordedStart(walk, evidence) ?? findCutTail(walk.head, evidence) ?? walk.falseSum;
  const events = walk.head.seq - walk.base.seq;
  if (broken) return { ok: false, events, broken };
  const { head, base, checkpoint } = walk;
  return {
    ok: true,
    events,
    ...(base.seq > 0 && { first: base.seq + 1 }),
    ...(segments.length > 1 && { segments: segments.length }),
    head: head.seq === 0 ? null : head.hash,
    ...(checkpoint && { checkpoint }),
  };
}

async function verifySegment(
  store: TrailStore,
  number: number,
  { walk, evidence, onPage }: { walk: Walk; evidence: CheckpointEvidence | undefined; onPage: () => void },
): Promise<Broken | null> {
  const named: NamedCode = new Map();
  const check = (row: TrailRow): Broken | null => {
    const found = verifyRow(row, walk, evidence);
    if (!found) noteCode(named, row);
    return found;
  };
  const sums = await store.recount(number);
  const broken = await verifyRows(store, number, { check, onRows: (rows) => sums.add(rows), onPage });
  if (!broken) walk.falseSum ??= await findFalseSum(sums);
  const changed = await findChangedCode(store, number, named);
  if (changed && !(broken && broken.seq < changed.seq)) return changed;
  if (broken) return broken;
  const lastSeq = walk.head.seq;
  const isStill = (await store.head())?.seq === lastSeq || (await store.segments()).at(-1)?.number !== number;
  return isStill ? findStrayCode(store, number, { named, lastSeq }) : null;
}

type RowWalk = {
  check: (row: TrailRow) => Broken | null;
  onRows: (rows: TrailRow[]) => Promise<void>;
  onPage: () => void;
};

async function verifyRows(
  store: TrailStore,
  number: number,
  { check, onRows, onPage }: RowWalk,
): Promise<Broken | null> {
  // Rows below 1 cannot be written by the gateway, so they are looked for as well.
  let cursor = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const page = await store.scanSegment(number, cursor, PAGE_ROWS);
    for (const row of page) {
      const broken = check(row);
      if (broken) return broken;
    }
    await onRows(page);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return null;
    cursor = last.seq;
    onPage();
    // A gateway may be serving in this process.
    await nextTurn();
  }
}

function verifyRow(row: TrailRow, walk: Walk, evidence: CheckpointEvidence | undefined): Broken | null {
  // A trail that begins later is taken on trust until it is known whether it says that the rest was pruned.
  if (walk.head === EMPTY_HEAD && row.seq > 1) walk.base = walk.head = { seq: row.seq - 1, hash: row.prev };
  const broken =
    findBreak(row, walk.head) ?? findFalseCheckpoint(row, walk.head, evidence) ?? findRewrite(row, evidence);
  if (broken) return broken;
  walk.head = row;
  if (row.kind === "checkpoint") {
    walk.checkpoint = parseCheckpoint(row.body);
    walk.checkpointSeq = row.seq;
  }
  if (row.kind === "trail.pruned") {
    const pruned = parsePruned(row.body);
    if (pruned) walk.pruned.push({ ...pruned, seq: row.seq });
  }
  return null;
}
