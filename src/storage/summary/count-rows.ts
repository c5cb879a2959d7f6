// Rows that auditors group by in SQL: how many events of each sort there were in an hour, and how often tokens went
// which way on a day.

import { errorCodeIn, numberIn } from "../../text/read-body.ts";
import type { JsonObject } from "../../vocabulary.ts";
import type { FlowUse } from "./flow-entries.ts";
import type { SummarizedRow } from "./summarized-row.ts";

/** Texts are empty where an event has none: a key of the database holds no NULL. */
export type HourRow = {
  hour: string;
  kind: string;
  principal: string;
  tool: string;
  decision: string;
  rule: string;
  status: string;
  error_code: string;
  events: number;
  duration_ms: number;
  saved_tokens: number;
};

export type FlowRow = {
  day: string;
  principal: string;
  class: string;
  source: string;
  target: string;
  decision: string;
  flow: string;
  uses: number;
  last_at: string;
};

export type CountRows = { hours: Map<string, HourRow>; flows: Map<string, FlowRow> };

const HOUR = "2026-01-31T12".length;
const DAY = "2026-01-31".length;
const ENDS = new Set(["run.finished", "call.completed"]);

export function createCountRows(): CountRows {
  return { hours: new Map(), flows: new Map() };
}

export function countRow(to: CountRows, row: SummarizedRow, body: JsonObject, uses: FlowUse[]): void {
  const isEnd = ENDS.has(row.kind);
  addHour(to, {
    hour: row.at.slice(0, HOUR),
    kind: row.kind,
    principal: row.principal ?? "",
    tool: row.tool ?? "",
    decision: row.decision ?? "",
    rule: row.rule ?? "",
    status: row.status ?? "",
    error_code: (isEnd && errorCodeIn(body)) || "",
    events: 1,
    duration_ms: isEnd ? Math.round(numberIn(body, "durationMs") ?? 0) : 0,
    saved_tokens: numberIn(body, "savedTokens") ?? 0,
  });
  for (const { class: name, from: source, to: target, decision, flow } of uses) {
    const way = { principal: row.principal ?? "", class: name, source, target, decision, flow };
    addFlowRow(to, { day: row.at.slice(0, DAY), ...way, uses: 1, last_at: row.at });
  }
}

export function addCountRows(to: CountRows, more: CountRows): void {
  for (const row of more.hours.values()) addHour(to, row);
  for (const row of more.flows.values()) addFlowRow(to, row);
}

function addHour({ hours }: CountRows, row: HourRow): void {
  const { hour, kind, principal, tool, decision, rule, status, error_code } = row;
  const key = [hour, kind, principal, tool, decision, rule, status, error_code].join("\n");
  const known = hours.get(key);
  if (!known) {
    hours.set(key, { ...row });
    return;
  }
  known.events += row.events;
  known.duration_ms += row.duration_ms;
  known.saved_tokens += row.saved_tokens;
}

function addFlowRow({ flows }: CountRows, row: FlowRow): void {
  const { day, principal, class: name, source, target, decision, flow } = row;
  const key = [day, principal, name, source, target, decision, flow].join("\n");
  const known = flows.get(key);
  if (!known) {
    flows.set(key, { ...row });
    return;
  }
  known.uses += row.uses;
  if (row.last_at > known.last_at) known.last_at = row.last_at;
}
