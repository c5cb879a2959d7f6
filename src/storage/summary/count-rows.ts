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
  const { kind, principal, tool, decision, rule, status } = row;
  const texts = { kind, principal, tool, decision, rule, status };
  const filled = Object.entries(texts).map(([name, text]) => [name, text ?? ""]);
  const isEnd = ENDS.has(kind);
  addHour(to, {
    hour: row.at.slice(0, HOUR),
    ...(Object.fromEntries(filled) as Record<keyof typeof texts, string>),
    error_code: (isEnd && errorCodeIn(body)) || "",
    events: 1,
    duration_ms: isEnd ? Math.round(numberIn(body, "durationMs") ?? 0) : 0,
    saved_tokens: numberIn(body, "savedTokens") ?? 0,
  });
  for (const { class: name, from: source, to: target, decision: decided, flow } of uses) {
    const way = { principal: principal ?? "", class: name, source, target, decision: decided, flow };
    addFlowRow(to, { day: row.at.slice(0, DAY), ...way, uses: 1, last_at: row.at });
  }
}

export function addCountRows(to: CountRows, more: CountRows): void {
  for (const row of more.hours.values()) addHour(to, row);
  for (const row of more.flows.values()) addFlowRow(to, row);
}

function addHour({ hours }: CountRows, row: HourRow): void {
  const { events, duration_ms, saved_tokens, ...texts } = row;
  const key = Object.values(texts).join("\n");
  const known = hours.get(key);
  if (!known) {
    hours.set(key, { ...row });
    return;
  }
  known.events += events;
  known.duration_ms += duration_ms;
  known.saved_tokens += saved_tokens;
}

function addFlowRow({ flows }: CountRows, row: FlowRow): void {
  const { uses, last_at, ...texts } = row;
  const key = Object.values(texts).join("\n");
  const known = flows.get(key);
  if (!known) {
    flows.set(key, { ...row });
    return;
  }
  known.uses += uses;
  if (last_at > known.last_at) known.last_at = last_at;
}
