// Where personal data went: from which tool, into which argument, how often, and what was refused.

import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import { globFitter } from "../../text/glob-fitter.ts";
import type { JsonObject } from "../../vocabulary.ts";
import { objectsIn, readBody, textIn } from "./read-body.ts";
import { rememberBlocks } from "./remember-blocks.ts";

export type FlowCount = {
  class: string;
  /** A tool, or `code` and `context` for what the agent itself wrote. */
  from: string;
  /** `tool#/pointer`; a star stands for any index. */
  to: string;
  decision: string;
  /** The flow that permits it; empty for what was refused. */
  flow: string;
  count: number;
  /** Different tokens, counted within a session. */
  tokens: number;
  lastAt: string;
};

export type FlowQuestion = {
  class?: string;
  tool?: string;
  principal?: string;
  since?: string;
  until?: string;
};

export type CountFlows = (question: FlowQuestion) => Promise<FlowCount[]>;

/** One flow of one principal in one block of the trail. */
type Entry = Omit<FlowCount, "tokens"> & { principal: string; tool: string; seen: Set<string> };

const MOST_BLOCKS = 200;

export function createFlowCounting(store: TrailStore): CountFlows {
  const blocksIn = rememberBlocks(store, { kind: "call.decided", most: MOST_BLOCKS, count: gatherFlows });
  return async ({ class: name, tool, ...span }) => {
    const fits = tool === undefined ? () => true : globFitter(tool);
    const totals = new Map<string, Entry>();
    for await (const entries of blocksIn(span)) {
      for (const entry of entries) {
        if (name !== undefined && entry.class !== name) continue;
        if (span.principal !== undefined && entry.principal !== span.principal) continue;
        if (fits(entry.tool)) addEntry(totals, flowKey(entry), entry);
      }
    }
    return [...totals.values()]
      .map(present)
      .sort((a, b) => b.count - a.count || a.to.localeCompare(b.to) || a.from.localeCompare(b.from));
  };
}

async function gatherFlows(rows: AsyncIterable<TrailRow>): Promise<Entry[]> {
  const entries = new Map<string, Entry>();
  for await (const row of rows) {
    const { principal, session, tool, at: lastAt } = row;
    for (const { token, ...flow } of flowsOf(row)) {
      const seen = new Set([`${principal}/${session}/${token}`]);
      const entry = { ...flow, principal: principal ?? "", tool: tool ?? "", count: 1, seen, lastAt };
      addEntry(entries, `${flowKey(flow)}\n${principal}`, entry);
    }
  }
  return [...entries.values()];
}

/** What is remembered of a block stays as it is. */
function addEntry(to: Map<string, Entry>, key: string, entry: Entry): void {
  const known = to.get(key);
  if (!known) {
    to.set(key, { ...entry, seen: new Set(entry.seen) });
    return;
  }
  known.count += entry.count;
  for (const token of entry.seen) known.seen.add(token);
  if (entry.lastAt > known.lastAt) known.lastAt = entry.lastAt;
}

function flowKey(flow: Omit<Flow, "token">): string {
  return [flow.class, flow.from, flow.to, flow.decision, flow.flow].join("\n");
}

function present({ class: name, from, to, decision, flow, count, seen, lastAt }: Entry): FlowCount {
  return { class: name, from, to, decision, flow, count, tokens: seen.size, lastAt };
}

type Flow = Pick<FlowCount, "class" | "from" | "to" | "decision" | "flow"> & { token: string };

function flowsOf(row: TrailRow): Flow[] {
  const body = readBody(row);
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
