import { readBody } from "../../text/read-body.ts";
import type { JsonObject } from "../../vocabulary.ts";
import type { TrailRow } from "../storage.ts";

/** What is read of an event to sum it up. */
export type SummarizedRow = Omit<TrailRow, "call" | "prev" | "hash">;

const TELLING = new Set([
  "run.submitted",
  "run.finished",
  "call.completed",
  "token.created",
  "token.restored",
]);

/** The body where it tells something that is counted; parsing costs more than everything else. */
export function countedBody(row: SummarizedRow): JsonObject {
  const isTelling =
    TELLING.has(row.kind) || (row.kind === "call.decided" && row.body.includes('"tokens":[{'));
  return isTelling ? readBody(row) : {};
}
