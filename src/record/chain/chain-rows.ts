// The hash chain: each row's hash covers every column of the row and the hash of the row before it.

import { hash } from "node:crypto";
import type { TrailRow } from "../../storage/storage.ts";

export type Head = { seq: number; hash: string };

export const EMPTY_HEAD: Head = { seq: 0, hash: "0".repeat(64) };

/** A row that knows its content but not yet its place in the chain. */
export type UnlinkedRow = Omit<TrailRow, "seq" | "prev" | "hash">;

/**
 * SHA-256 over the RFC 8785 text of the row without its hash. The keys are written in sorted order and
 * every value is a string, an integer or null, so plain JSON.stringify gives exactly that text, at a
 * quarter of the cost of a general canonicalizer.
 */
export function hashRow(row: Omit<TrailRow, "hash">): string {
  const text = JSON.stringify({
    at: row.at,
    body: row.body,
    call: row.call,
    decision: row.decision,
    kind: row.kind,
    prev: row.prev,
    principal: row.principal,
    rule: row.rule,
    run: row.run,
    seq: row.seq,
    session: row.session,
    status: row.status,
    tool: row.tool,
  });
  return hash("sha256", text, "hex");
}

export function linkRow(head: Head, row: UnlinkedRow): TrailRow {
  const placed = { ...row, seq: head.seq + 1, prev: head.hash };
  return { ...placed, hash: hashRow(placed) };
}
