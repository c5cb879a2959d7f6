// Where personal data went: from which tool, into which argument, how often, and what was refused.

import type { FlowEntry, TrailStore } from "../../storage/storage.ts";
import { globFitter } from "../../text/glob-fitter.ts";

export type FlowCount = Pick<
  FlowEntry,
  "class" | "from" | "to" | "decision" | "flow" | "count" | "lastAt"
> & {
  /** Different tokens, counted within a session. */
  tokens: number;
};

export type FlowQuestion = {
  class?: string;
  tool?: string;
  principal?: string;
  since?: string;
  until?: string;
};

export async function countFlows(
  store: TrailStore,
  { class: name, tool, ...span }: FlowQuestion,
): Promise<FlowCount[]> {
  const fits = tool === undefined ? () => true : globFitter(tool);
  const totals = new Map<string, FlowCount>();
  for (const { seen, principal: _, tool: into, ...flow } of await store.flows(span)) {
    if ((name !== undefined && flow.class !== name) || !fits(into)) continue;
    const key = [flow.class, flow.from, flow.to, flow.decision, flow.flow].join("\n");
    const known = totals.get(key) ?? { ...flow, count: 0, tokens: 0 };
    totals.set(key, known);
    known.count += flow.count;
    for (const tokens of seen.values()) known.tokens += tokens.size;
    if (flow.lastAt > known.lastAt) known.lastAt = flow.lastAt;
  }
  return [...totals.values()].sort(
    (a, b) => b.count - a.count || a.to.localeCompare(b.to) || a.from.localeCompare(b.from),
  );
}
