// What one event adds to the numbers.

import { errorCodeIn, numberIn, objectsIn, textIn } from "../../text/read-body.ts";
import type { JsonObject } from "../../vocabulary.ts";
import type { SummarizedRow } from "./summarized-row.ts";
import { countBy, type Tally } from "./tally.ts";

type Count = (row: SummarizedRow, tally: Tally, body: JsonObject) => void;

export function countEvent(row: SummarizedRow, tally: Tally, body: JsonObject): void {
  tally.events += 1;
  COUNT[row.kind]?.(row, tally, body);
}

const COUNT: Record<string, Count> = {
  "run.submitted": (row, { runs, open }, body) => {
    runs.submitted += 1;
    if (row.run !== null) open.begun.add(row.run);
    runs.codeBytes += numberIn(body, "codeBytes") ?? 0;
  },
  "run.decided": (row, { runs, open }) => {
    if (row.decision !== "deny") return;
    runs.blocked += 1;
    countBy(runs.blockedByRule, row.rule ?? "");
    endRun(row.run, open);
  },
  "run.finished": (row, { runs, tokens, open }, body) => {
    countBy(runs.byStatus, row.status ?? "");
    const code = errorCodeIn(body);
    if (code) countBy(runs.errors, code);
    countBy(runs.latencies, numberIn(body, "durationMs") ?? 0);
    tokens.saved += numberIn(body, "savedTokens") ?? 0;
    tokens.returned += numberIn(body, "resultTokens") ?? 0;
    endRun(row.run, open);
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
  "call.completed": (row, { calls }, body) => {
    countBy(calls.byStatus, row.status ?? "");
    const code = errorCodeIn(body);
    if (code) countBy(calls.errors, code);
    const durationMs = numberIn(body, "durationMs");
    if (durationMs !== null) countBy(calls.latencies, durationMs);
  },
  "token.created": (_row, { tokens }, body) => countClasses(body, tokens.created),
  "token.restored": (_row, { tokens }, body) => countClasses(body, tokens.restored),
};

function endRun(run: string | null, { last, ended, begun }: Tally["open"]): void {
  if (run === null) return;
  last.delete(run);
  if (!begun.delete(run)) ended.add(run);
}

function countClasses(body: JsonObject, counts: Map<string, number>): void {
  for (const token of objectsIn(body, "tokens")) countBy(counts, textIn(token, "class") ?? "");
}
