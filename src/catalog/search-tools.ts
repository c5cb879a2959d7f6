// Search over names, descriptions and argument names. What the caller may not call is not in the count either.

import { GatewayError } from "../errors.ts";
import { sha256Hex } from "../text/canonical-json.ts";
import type { PinnedTool, ToolHit, ToolPage, ToolSearch, Visible } from "./catalog.ts";
import { foldText } from "./clean-text.ts";
import { resolveServer } from "./look-up-tool.ts";
import { createToolRanking } from "./rank-tools.ts";
import type { ServerTools } from "./shelve-tools.ts";

export type ToolSearcher = (search: ToolSearch, visible: Visible) => ToolPage;
type TypesOf = (tool: PinnedTool, whole: boolean) => string;

const MAX_SHOWN_DESCRIPTION = 280;
/** A page shows this much TypeScript; tools that come after it are described, and shown when they are asked for. */
const MAX_SHOWN_TYPES = 4000;
const MAX_NEEDS = 8;

export function createToolSearch(servers: Map<string, ServerTools>, typesOf: TypesOf): ToolSearcher {
  const tools = new Map<string, PinnedTool>();
  for (const server of servers.values()) for (const tool of server.tools.values()) tools.set(tool.id, tool);
  const ranking = createToolRanking(tools.values());
  // Ids are compared by code unit, so that the order is the same on every machine.
  const listed = [...tools.keys()].sort();

  return (search, visible) => {
    const needs = search.query.split(";", MAX_NEEDS).map(ranking.wordsOf);
    const asked = needs.filter((words) => words.length > 0);
    const ids = asked.length === 0 ? listed : inTurn(asked.map(ranking.rank));
    const server = search.server === undefined ? undefined : resolveServer(servers.keys(), search.server);
    const matching = ids.filter((id) => {
      const inServer = search.server === undefined || tools.get(id)?.server === server;
      return inServer && visible(id);
    });
    const start = search.cursor === undefined ? 0 : readCursor(search.cursor, search, matching);
    const page = matching.slice(start, start + Math.max(1, search.limit));
    const end = start + page.length;
    const shown = page.flatMap((id) => tools.get(id) ?? []);
    const hits = presentPage(shown, search, typesOf);
    const last = page.at(-1);
    return end < matching.length && last !== undefined
      ? { total: matching.length, tools: hits, next: writeCursor(search, { after: last, position: end }) }
      : { total: matching.length, tools: hits };
  };
}

/** The best of each list, then the second of each, and so on; every id once. */
function inTurn(lists: string[][]): string[] {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  const longest = Math.max(...lists.map(({ length }) => length));
  const merged = new Set<string>();
  for (let at = 0; at < longest; at++)
    for (const list of lists) for (const id of list.slice(at, at + 1)) merged.add(id);
  return [...merged];
}

function presentPage(tools: PinnedTool[], search: ToolSearch, typesOf: TypesOf): ToolHit[] {
  let characters = 0;
  return tools.map((tool) => {
    const flagged = tool.flagged ? { flagged: tool.flagged } : {};
    const schemas = search.schema ? schemasOf(tool) : {};
    if (search.detail === "name_only") return { tool: tool.id, ...schemas, ...flagged };
    const described = { tool: tool.id, description: foldText(tool.description, MAX_SHOWN_DESCRIPTION) };
    if (search.detail !== "full") return { ...described, ...schemas, ...flagged };
    const types = typesOf(tool, search.schema === true || tools.length === 1);
    const fits = characters === 0 || characters + types.length <= MAX_SHOWN_TYPES || search.schema === true;
    if (fits) characters += types.length;
    return fits ? { tool: tool.id, types, ...schemas, ...flagged } : { ...described, ...flagged };
  });
}

function schemasOf({ inputSchema, outputSchema }: PinnedTool): Partial<ToolHit> {
  return { inputSchema, ...(outputSchema ? { outputSchema } : {}) };
}

/** A cursor names the last tool seen, so that a walk goes on at the right place when tools come or go. */
function writeCursor(search: ToolSearch, at: { after: string; position: number }): string {
  return [digestOf(search), at.position, at.after].join("~");
}

function readCursor(cursor: string, search: ToolSearch, matching: string[]): number {
  const [, digest, position, after] = /^([0-9a-f]+)~(\d{1,9})~(.+)$/s.exec(cursor) ?? [];
  if (digest !== digestOf(search) || after === undefined) {
    throw new GatewayError("BAD_REQUEST", "The cursor does not belong to this search.", {
      hint: "Pass `next` of the page before, with the same query and server; or leave the cursor out.",
    });
  }
  const found = matching.indexOf(after);
  return found >= 0 ? found + 1 : Number(position);
}

/** Long enough to tell one search from another by accident, and no longer: models read it. */
function digestOf({ query, server }: ToolSearch): string {
  return sha256Hex(JSON.stringify([query, server ?? null])).slice(0, 6);
}
