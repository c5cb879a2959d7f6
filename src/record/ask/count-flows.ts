// Where personal data went: from which tool, into which argument, how often, and what was refused.

import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import type { JsonObject } from "../../vocabulary.ts";
import { objectsIn, readBody, textIn } from "./read-body.ts";
import { walkEvents } from "./walk-events.ts";

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

export async function countFlows(store: TrailStore, question: FlowQuestion): Promise<FlowCount[]> {
  const counts = new Map<string, FlowCount & { seen: Set<string> }>();
  for await (const row of walkEvents(store, { ...question, kind: "call.decided" })) {
    for (const flow of flowsOf(row, question.class)) {
      const key = [flow.class, flow.from, flow.to, flow.decision, flow.flow].join("\n");
      const count = counts.get(key) ?? { ...flow, count: 0, tokens: 0, lastAt: row.at, seen: new Set() };
      count.count += 1;
      count.seen.add(`${row.principal}/${row.session}/${flow.token}`);
      count.lastAt = row.at > count.lastAt ? row.at : count.lastAt;
      counts.set(key, count);
    }
  }
  return [...counts.values()]
    .map(({ seen, ...flow }) => plain({ ...flow, tokens: seen.size }))
    .sort((a, b) => b.count - a.count || a.to.localeCompare(b.to) || a.from.localeCompare(b.from));
}

function plain(flow: FlowCount): FlowCount {
  const { class: name, from, to, decision, flow: by, count, tokens, lastAt } = flow;
  return { class: name, from, to, decision, flow: by, count, tokens, lastAt };
}

type Flow = Pick<FlowCount, "class" | "from" | "to" | "decision" | "flow"> & { token: string };

function flowsOf(row: TrailRow, wanted: string | undefined): Flow[] {
  const body = readBody(row);
  const restores = objectsIn(body, "restores");
  return objectsIn(body, "tokens")
    .filter((use) => wanted === undefined || textIn(use, "class") === wanted)
    .flatMap((use) => {
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
