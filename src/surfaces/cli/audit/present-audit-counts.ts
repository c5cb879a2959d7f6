// Flows, statistics and answers in SQL as tables.

import type { FlowCount, TrailStats } from "../../../record/record.ts";
import type { SqlAnswer } from "../../../storage/storage.ts";
import { counted } from "../../../text/counted.ts";
import { csvLine } from "../../../text/csv-line.ts";
import type { CommandResult } from "../cli.ts";
import { textTable } from "../present/text-table.ts";

export function presentFlows(flows: FlowCount[], { csv = false } = {}): CommandResult {
  const head = ["class", "from", "to", "decision", "flow", "count", "tokens", "last"];
  const rows = flows.map((flow) => [
    flow.class,
    flow.from,
    flow.to,
    flow.decision,
    flow.flow,
    String(flow.count),
    String(flow.tokens),
    flow.lastAt,
  ]);
  return {
    data: { flows },
    lines: csv ? [csvLine(head), ...rows.map((row) => csvLine(row))] : textTable(head, rows),
    notes: flows.length === 0 ? ["No token went anywhere."] : [],
  };
}

export function presentStats(stats: TrailStats): CommandResult {
  const { runs, calls, pii, tokens } = stats;
  const percent = `${(runs.errorRate * 100).toFixed(1)} %`;
  const cost = tokens.cost === null ? "" : `, worth ${tokens.cost.toFixed(2)} at ${tokens.price} a million`;
  return {
    data: stats,
    lines: [
      `runs           ${runs.submitted} submitted, ${runs.blocked} blocked${list(runs.byStatus, ", ")}`,
      `error rate     ${percent}${list(runs.errorsByCode, ": ")}`,
      `blocked by     ${list(runs.blockedByRule) || "nothing"}`,
      `run latency    ${latency(runs.latencyMs)}`,
      `code           ${runs.averageCodeBytes} bytes on average`,
      `calls          ${calls.decided} decided${list(calls.byDecision, ": ")}`,
      `call outcomes  ${list(calls.byStatus) || "none"}${list(calls.errorsByCode, "; errors: ")}`,
      `call latency   ${latency(calls.latencyMs)}`,
      `pii created    ${list(pii.created) || "none"}`,
      `pii restored   ${list(pii.restored) || "none"}`,
      `tokens saved   ${tokens.saved}${cost}; ${tokens.returned} returned`,
      ...section(
        "most used tools",
        calls.tools.map(({ tool, calls: count }) => [String(count), tool]),
      ),
      ...section(
        "one after the other",
        calls.pairs.map(({ first, second, count }) => [String(count), `${first} → ${second}`]),
      ),
    ],
  };
}

function list(counts: Record<string, number>, before = ""): string {
  const parts = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name || "(none)"}`);
  return parts.length === 0 ? "" : `${before}${parts.join(", ")}`;
}

function latency({ p50, p95, p99 }: TrailStats["runs"]["latencyMs"]): string {
  return `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`;
}

function section(title: string, rows: string[][]): string[] {
  return rows.length === 0 ? [] : ["", ...textTable(["count", title], rows)];
}

export function presentSql(answer: SqlAnswer, { csv = false } = {}): CommandResult {
  const { columns, rows, truncated, skippedSegments } = answer;
  const notes = [counted(rows.length, "row")];
  if (truncated) notes.push("There are more rows: raise --limit, or ask for less.");
  if (skippedSegments > 0) notes.push(`The ${skippedSegments} oldest segments were left out.`);
  const lines = csv
    ? [csvLine(columns), ...rows.map((row) => csvLine(row))]
    : textTable(
        columns,
        // A column that was asked for stays, also where nothing is known.
        rows.map((row) => row.map((cell) => (cell === "" ? '""' : String(cell)))),
      );
  return { data: answer, lines, notes };
}
