// What the search for tools writes down.

import { isCall, type Node } from "../parse/syntax.ts";
import type { Visit, Walked } from "../parse/walk.ts";
import type { ServerNames } from "./server-names.ts";

export type ToolCall = {
  visit: Visit;
  /** `server.tool` as written; null when it may be one of several, or nobody knows. */
  tool: string | null;
  /** What is passed to the tool. */
  argument: Node | null;
};

export type ToolMentions = {
  /** `server.tool` as written. */
  tools: Set<string>;
  servers: Set<string>;
  /** Uses of a tool, by call or as a value. */
  sites: Visit[];
  /** Calls of tools, by their nodes. */
  calls: Map<Node, ToolCall>;
  /** `escapes`: a server object or `callTool` itself goes where the text cannot follow it. */
  dynamic: { visit: Visit; what: string; escapes: boolean }[];
  unknown: { at: number; server: string; written: string }[];
  /** Local names of imports that the program never uses as values: types, or nothing. */
  unusedImports: Set<string>;
};

export type Search = { found: ToolMentions; names: ServerNames; walked: Walked; followed: Set<Visit> };

export function openSearch(walked: Walked, names: ServerNames): Search {
  const found: ToolMentions = {
    tools: new Set(),
    servers: new Set(),
    sites: [],
    calls: new Map(),
    dynamic: [],
    unknown: [],
    unusedImports: new Set(),
  };
  return { found, names, walked, followed: new Set() };
}

export function noteNamed(written: string, visit: Visit, search: Search): void {
  const named = search.names.ofTool(written);
  if (named.known) {
    noteTool(named, visit, search);
    return;
  }
  noteSite(visit, search);
  search.found.unknown.push({ at: visit.node.start ?? 0, server: named.server, written });
}

export function noteFolded(written: string, search: Search): void {
  const named = search.names.ofTool(written);
  if (!named.known) return;
  search.found.tools.add(named.tool);
  search.found.servers.add(named.server);
}

export function noteTool(named: { server: string; tool: string }, visit: Visit, search: Search): void {
  search.found.tools.add(named.tool);
  search.found.servers.add(named.server);
  noteSite(visit, search, named.tool);
}

export function noteSite(visit: Visit, search: Search, tool: string | null = null): void {
  if (search.found.sites.at(-1) !== visit) search.found.sites.push(visit);
  noteCall(visit, search, tool);
}

/** `visit` is the call, or what is called in it. */
export function noteCall(visit: Visit, { found }: Search, tool: string | null): void {
  const call = isCall(visit.node) || visit.key !== "callee" ? visit : visit.parent;
  if (call === null || !isCall(call.node)) return;
  const { callee } = call.node;
  const isByName = callee.type === "Identifier" && callee.name === "callTool";
  const argument = call.node.arguments[isByName ? 1 : 0] ?? null;
  const noted = found.calls.get(call.node);
  const isSame = noted === undefined || noted.tool === tool;
  found.calls.set(call.node, { visit: call, tool: isSame ? tool : null, argument });
}

export function noteDynamic(visit: Visit, what: string, search: Search): void {
  search.found.dynamic.push({ visit, what, escapes: false });
  noteSite(visit, search);
}

export function noteEscape(visit: Visit, what: string, search: Search): void {
  search.found.dynamic.push({ visit, what, escapes: true });
  noteSite(visit, search);
}
