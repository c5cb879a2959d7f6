// The flags by which audit commands choose events.

import type { Command } from "commander";
import type { ExportFilter } from "../../../record/record.ts";
import { readClass, readCount, readMoment, readWord } from "../read-arguments.ts";

const PLAIN_FILTERS = {
  principal: "events of this principal",
  session: "events of this session",
  run: "events of this run",
  call: "events of this tool call",
  tool: "events about this tool, or a pattern such as 'crm.*'",
  decision: "events decided so: allow, approve or deny",
  rule: "events that this rule decided",
  status: "events that ended so, such as succeeded or failed",
  code: "submitted programs that hold this text",
} as const;

type PlainFilter = keyof typeof PLAIN_FILTERS;
export type SpanFlags = { since?: string; until?: string };
export type FilterFlags = SpanFlags &
  Partial<Record<PlainFilter, string>> & { kind?: string; class?: string; cursor?: string };

export function addSpanOptions(command: Command): Command {
  return command
    .option("--since <time>", "from this time on: 30m, 2h, 3d, 2026-09-29 or an ISO time")
    .option("--until <time>", "before this time, written in the same ways");
}

export function addFilterOptions(command: Command): Command {
  command.option("--kind <kind>", "events of this kind, such as call.decided, or a pattern such as 'call.*'");
  for (const [name, text] of Object.entries(PLAIN_FILTERS)) command.option(`--${name} <${name}>`, text);
  return addSpanOptions(command)
    .option("--class <class>", "events that name tokens of this class, such as EMAIL")
    .option("--cursor <seq>", "go on after this event");
}

export function readSpan({ since, until }: SpanFlags, now: Date): SpanFlags {
  return {
    ...(since !== undefined && { since: readMoment("--since", since, now) }),
    ...(until !== undefined && { until: readMoment("--until", until, now) }),
  };
}

export function readFilter(flags: FilterFlags, kinds: readonly string[], now: Date): ExportFilter {
  const filter: ExportFilter = readSpan(flags, now);
  const { kind, class: name, cursor } = flags;
  if (kind !== undefined) filter.kind = kind.includes("*") ? kind : readWord("--kind", kind, kinds);
  if (name !== undefined) filter.class = readClass("--class", name);
  if (cursor !== undefined)
    filter.cursor = readCount("--cursor", cursor, { min: 0, max: Number.MAX_SAFE_INTEGER });
  for (const plain of Object.keys(PLAIN_FILTERS) as PlainFilter[]) {
    const value = flags[plain];
    if (value !== undefined) filter[plain] = value;
  }
  return filter;
}
