// What one event adds to the numbers.

import type { TrailRow } from "../../storage/storage.ts";
import { errorCodeIn, numberIn, objectsIn, readBody, textIn } from "./read-body.ts";
import { countBy, type Tally } from "./tally.ts";

type Count = (row: TrailRow, tally: Tally) => void;

export function countEvent(row: TrailRow, tally: Tally): void {
  tally.events += 1;
  COUNT[row.kind]?.(row, tally);
}

const COUNT: Record<string, Count> = {
  "run.submitted": (row, { runs, open }) => {
    runs.submitted += 1;
    if (row.run !== null) open.begun.add(row.run);
    runs.codeBytes += numberIn(readBody(row), "codeBytes") ?? 0;
  },
  "run.decided": (row, { runs }) => {
    if (row.decision === "allow") return;
    runs.blocked += 1;
    countBy(runs.blockedByRule, row.rule ?? "");
  },
  "run.finished": (row, { runs, tokens, open }) => {
    const body = readBody(row);
    countBy(runs.byStatus, row.status ?? "");
    const code = errorCodeIn(body);
    if (code) countBy(runs.errors, code);
    countBy(runs.latencies, numberIn(body, "durationMs") ?? 0);
    tokens.saved += numberIn(body, "savedTokens") ?? 0;
    tokens.returned += numberIn(body, "resultTokens") ?? 0;
    if (row.run === null) return;
    open.last.delete(row.run);
    if (!open.begun.delete(row.run)) open.ended.add(row.run);
  },
  "call.decided": (row, { calls, open }) => {
    const tool = row.tool ?? "";
    calls.decided += 1;
    countBy(calls.byDecision, row.decision ?? "");
    if (row.decision !== "allow") return;
    countBy(calls.tools, tool);
    if (row.run === null) return;
    const before = open.last.get(row.run);
    if (before !== undefined) countBy(calls.pairs, `${before}\n${tool}`);
    else if (!open.begun.has(row.run)) open.first.set(row.run, tool);
    open.last.set(row.run, tool);
  },
  "call.completed": (row, { calls }) => {
    const body = readBody(row);
    countBy(calls.byStatus, row.status ?? "");
    const code = errorCodeIn(body);
    if (code) countBy(calls.errors, code);
    const durationMs = numberIn(body, "durationMs");
    if (durationMs !== null) countBy(calls.latencies, durationMs);
  },
  "token.created": (row, { tokens }) => countClasses(row, tokens.created),
  "token.restored": (row, { tokens }) => countClasses(row, tokens.restored),
};

function countClasses(row: TrailRow, counts: Map<string, number>): void {
  for (const token of objectsIn(readBody(row), "tokens")) countBy(counts, textIn(token, "class") ?? "");
}
