// Where tokens went, added up: from which source, into which argument, how often, and which tokens.

import { objectsIn, textIn } from "../../text/read-body.ts";
import type { JsonObject } from "../../vocabulary.ts";
import type { SummarizedRow } from "./summarized-row.ts";

/** One flow of one principal. */
export type FlowEntry = {
  principal: string;
  tool: string;
  class: string;
  /** A tool, or `code` and `context` for what the agent itself wrote. */
  from: string;
  /** `tool#/pointer`; a star stands for any index. */
  to: string;
  decision: string;
  /** The flow that permits it; empty for what was refused. */
  flow: string;
  count: number;
  lastAt: string;
  /** The tokens that went this way, by session. */
  seen: Map<string, Set<string>>;
};

export type FlowEntries = Map<string, FlowEntry>;
export type FlowUse = Pick<FlowEntry, "class" | "from" | "to" | "decision" | "flow"> & { token: string };

export function countFlowsOf(row: SummarizedRow, uses: FlowUse[], entries: FlowEntries): void {
  const { principal, session, tool, at: lastAt } = row;
  for (const { token, ...flow } of uses) {
    const place = { principal: principal ?? "", tool: tool ?? "" };
    const seen = new Map([[session ?? "", new Set([token])]]);
    addFlow(entries, { ...place, ...flow, count: 1, lastAt, seen });
  }
}

/** `entry` stays as it is. */
export function addFlow(to: FlowEntries, entry: FlowEntry): void {
  const key = [entry.principal, entry.class, entry.from, entry.to, entry.decision, entry.flow].join("\n");
  const known = to.get(key) ?? { ...entry, count: 0, seen: new Map<string, Set<string>>() };
  to.set(key, known);
  known.count += entry.count;
  if (entry.lastAt > known.lastAt) known.lastAt = entry.lastAt;
  for (const [session, tokens] of entry.seen) {
    const all = known.seen.get(session) ?? new Set();
    known.seen.set(session, all);
    for (const token of tokens) all.add(token);
  }
}

/** What the body of `call.decided` tells of the call's tokens. */
export function flowUsesOf(row: SummarizedRow, body: JsonObject): FlowUse[] {
  if (row.kind !== "call.decided") return [];
  const restores = objectsIn(body, "restores");
  return objectsIn(body, "tokens").flatMap((use) => {
    const token = textIn(use, "token") ?? "";
    const pointer = textIn(use, "pointer") ?? "";
    const restore = restores.find(
      (other) => textIn(other, "token") === token && textIn(other, "pointer") === pointer,
    );
    return sourcesOf(use).map((from) => ({
      token,
      class: textIn(use, "class") ?? "",
      from,
      to: `${row.tool ?? ""}#${pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")}`,
      decision: row.decision ?? "",
      flow: (restore && textIn(restore, "flow")) ?? "",
    }));
  });
}

function sourcesOf(use: JsonObject): string[] {
  const tools = objectsIn(use, "sources").map((source) => textIn(source, "tool") ?? "");
  return tools.length > 0 ? [...new Set(tools)] : ["unknown"];
}

export function packFlow({ seen, ...entry }: FlowEntry): JsonObject {
  return { ...entry, seen: Object.fromEntries([...seen].map(([session, tokens]) => [session, [...tokens]])) };
}

export function unpackFlow(packed: JsonObject): FlowEntry {
  const seen = Object.entries(packed["seen"] as Record<string, string[]>);
  const entry = packed as unknown as FlowEntry;
  return { ...entry, seen: new Map(seen.map(([session, tokens]) => [session, new Set(tokens)])) };
}
