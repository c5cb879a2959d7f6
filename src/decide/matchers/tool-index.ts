// Rules by the tools they can match: a look-up touches the rules of one tool and of its server, not all rules.

import type { ToolPattern } from "./tool-pattern.ts";
import { matchesTool, splitTool } from "./tool-pattern.ts";

export type ToolIndex<T> = {
  /** Every rule with a pattern that matches the tool, once. */
  rulesFor(tool: string): T[];
};

type Entry<T> = { rule: T; patterns: readonly ToolPattern[] };
type Candidate<T> = { rule: T; pattern: ToolPattern };

export function indexByTool<T>(entries: readonly Entry<T>[]): ToolIndex<T> {
  const byTool = new Map<string, Candidate<T>[]>();
  const byServer = new Map<string, Candidate<T>[]>();
  const anywhere: Candidate<T>[] = [];
  for (const { rule, patterns } of entries) {
    for (const pattern of patterns) {
      const candidate = { rule, pattern };
      if (pattern.server.includes("*")) anywhere.push(candidate);
      else if (pattern.tool.includes("*")) add(byServer, pattern.server, candidate);
      else add(byTool, pattern.text, candidate);
    }
  }
  return {
    rulesFor(tool) {
      const { server } = splitTool(tool);
      const found = new Set<T>();
      for (const { rule } of byTool.get(tool) ?? []) found.add(rule);
      for (const list of [byServer.get(server) ?? [], anywhere]) {
        for (const { rule, pattern } of list) if (matchesTool(pattern, tool)) found.add(rule);
      }
      return [...found];
    },
  };
}

function add<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
