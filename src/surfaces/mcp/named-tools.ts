// What tools/list says to one principal: our own tools and, where there are few, the principal's tools in one line each,
// so that nobody has to search for them. All of it stays below one price.

import type { Tool } from "@modelcontextprotocol/server";
import type { ToolSignature } from "../../catalog/catalog.ts";
import type { Gateway } from "../../gateway.ts";
import { countTokens } from "../../text/count-tokens.ts";
import { shareTypes } from "../../text/share-types.ts";
import type { Principal } from "../../vocabulary.ts";
import { SKILL_TOOLS } from "./skill-tools.ts";
import { TOOLS as PROGRAM_TOOLS, RUN_CODE, runCodeWith } from "./tool-list.ts";

export const OWN_TOOLS: Tool[] = [...PROGRAM_TOOLS, ...SKILL_TOOLS];

/** Of `{"tools": […]}`; what a reply holds beside it still fits below 900. */
const MOST_TOKENS = 850;

export type NamedTools = {
  listFor(principal: Principal): Tool[];
  /** Calls `tell` when the principal's list has changed; returns how to stop. */
  watch(principal: () => Principal, tell: () => void): () => void;
  close(): void;
};

type Watcher = { principal: () => Principal; shown: string; tell: () => void };

export function openNamedTools(gateway: Pick<Gateway, "signatures" | "onToolsChanged">): NamedTools {
  const watchers = new Set<Watcher>();
  const textFor = (principal: Principal): string => nameTools(gateway, principal);
  const stop = gateway.onToolsChanged(() => {
    const texts = new Map<string, string>();
    for (const watcher of [...watchers]) {
      const principal = watcher.principal();
      const text = texts.get(principal.name) ?? textFor(principal);
      texts.set(principal.name, text);
      if (text === watcher.shown) continue;
      watcher.shown = text;
      watcher.tell();
    }
  });
  return {
    listFor: (principal) => listWith(textFor(principal)),
    watch(principal, tell) {
      const watcher = { principal, shown: textFor(principal()), tell };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    close() {
      stop();
      watchers.clear();
    },
  };
}

function listWith(named: string): Tool[] {
  if (named === "") return OWN_TOOLS;
  return OWN_TOOLS.map((tool) => (tool.name === RUN_CODE.name ? runCodeWith(named) : tool));
}

/** Empty where not all of them fit: half of a list would be taken for the whole. */
function nameTools(gateway: Pick<Gateway, "signatures">, principal: Principal): string {
  const signatures = gateway.signatures(principal);
  if (signatures === null || signatures.shown.length === 0) return "";
  const { shown, others } = signatures;
  const learned = shown.filter(({ observed }) => observed).sort(byLength);
  let text = write(shown, others, new Set());
  if (!fits(text)) return "";
  // Types of answers that were only seen come in as far as there is room, the short ones first.
  const told = new Set<string>();
  for (const { tool } of learned) {
    const longer = write(shown, others, new Set([...told, tool]));
    if (!fits(longer)) break;
    told.add(tool);
    text = longer;
  }
  return text;
}

function byLength(
  { result: a = "", tool: x }: ToolSignature,
  { result: b = "", tool: y }: ToolSignature,
): number {
  return a.length - b.length || (x < y ? -1 : 1);
}

function write(shown: readonly ToolSignature[], others: number, told: ReadonlySet<string>): string {
  const lines = shown.map(({ tool, call, result, observed }) => {
    if (result === undefined) return call;
    if (!observed) return `${call}:${result}`;
    return told.has(tool) ? `${call}~${result}` : call;
  });
  const head = told.size > 0 ? "Your tools, all async (~: as seen):" : "Your tools, all async:";
  const more = others > 0 ? [`${others} more: search_tools`] : [];
  return [head, ...shareTypes(lines), ...more].join("\n");
}

function fits(named: string): boolean {
  return countTokens(JSON.stringify({ tools: listWith(named) })) <= MOST_TOKENS;
}
