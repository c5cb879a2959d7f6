// From a name as code or a person wrote it to the one tool it means. A name that could mean two means none.

import { didYouMean } from "../text/did-you-mean.ts";
import type { Drift, Lookup, PinnedTool, Visible } from "./catalog.ts";
import type { ServerTools } from "./shelve-tools.ts";

const MCP_PREFIX = "mcp__";
const MAX_NAME = 256;

type Entry = { id: string; tool: PinnedTool } | { id: string; drift: Drift };

export function lookUpTool(servers: Map<string, ServerTools>, written: string, visible: Visible): Lookup {
  if (written.length > MAX_NAME) return { missing: "unknown" };
  const entry = resolve(servers, written);
  if (entry !== undefined && "tool" in entry) return { found: entry.tool };
  // Even that a tool has changed is no news for those who may not call it.
  if (entry !== undefined && visible(entry.id)) return { missing: "drift" };
  const near = suggest(servers, written, visible);
  return near === undefined ? { missing: "unknown" } : { missing: "unknown", didYouMean: near };
}

/** The server of the tool that a name means, if it is visible. */
export function serverOf(
  servers: Map<string, ServerTools>,
  written: string,
  visible: Visible,
): string | undefined {
  const entry = written.length > MAX_NAME ? undefined : resolve(servers, written);
  return entry !== undefined && visible(entry.id) ? entry.id.slice(0, entry.id.indexOf(".")) : undefined;
}

/** The server that a name stands for: its own name first, then the identifier forms. */
export function resolveServer(servers: Iterable<string>, written: string): string | undefined {
  const names = [...servers];
  if (names.includes(written)) return written;
  const claimants = names.filter((name) => formsOf(name).includes(written));
  return claimants.length === 1 ? claimants[0] : undefined;
}

/** `google-drive` is no identifier: `google_drive` and `googleDrive` stand for it. */
function formsOf(server: string): string[] {
  const camel = server.replaceAll(/[-_]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [server.replaceAll("-", "_"), camel];
}

function resolve(servers: Map<string, ServerTools>, written: string): Entry | undefined {
  if (!written.startsWith(MCP_PREFIX)) {
    const dot = written.indexOf(".");
    return dot < 0 ? undefined : entryOf(servers, written.slice(0, dot), written.slice(dot + 1));
  }
  // Server and tool names may hold "__" themselves, so every way to split counts.
  const found = new Map<string, Entry>();
  const rest = written.slice(MCP_PREFIX.length);
  for (let at = rest.indexOf("__", 1); at > 0; at = rest.indexOf("__", at + 1)) {
    const entry = entryOf(servers, rest.slice(0, at), rest.slice(at + 2));
    if (entry !== undefined) found.set(entry.id, entry);
  }
  return found.size === 1 ? found.values().next().value : undefined;
}

function entryOf(
  servers: Map<string, ServerTools>,
  writtenServer: string,
  writtenTool: string,
): Entry | undefined {
  const server = resolveServer(servers.keys(), writtenServer);
  const known = server === undefined ? undefined : servers.get(server);
  if (known === undefined) return undefined;
  const name = known.identifiers.has(writtenTool) ? writtenTool : nameOf(known, writtenTool);
  if (name === undefined) return undefined;
  const tool = known.tools.get(name);
  if (tool !== undefined) return { id: tool.id, tool };
  const drift = known.drifted.get(name);
  return drift === undefined ? undefined : { id: drift.id, drift };
}

function nameOf(known: ServerTools, identifier: string): string | undefined {
  for (const [name, identifiers] of known.identifiers) if (identifiers.includes(identifier)) return name;
  return undefined;
}

/**
 * The nearest visible tool of the server that was meant, or the tool of that bare name. One server at a time:
 * over 3,600 tools a comparison with all of them took 20 ms, which code could ask for a thousand times.
 */
function suggest(servers: Map<string, ServerTools>, written: string, visible: Visible): string | undefined {
  const isMcp = written.startsWith(MCP_PREFIX);
  const rest = isMcp ? written.slice(MCP_PREFIX.length) : written;
  const at = rest.indexOf(isMcp ? "__" : ".");
  if (at < 0) return toolOfBareName(servers, rest, visible);
  const shown = (name: string): string[] =>
    [...(servers.get(name)?.tools.values() ?? [])].filter(({ id }) => visible(id)).map((tool) => tool.name);
  const prefix = rest.slice(0, at);
  const server =
    resolveServer(servers.keys(), prefix) ??
    didYouMean(
      prefix,
      [...servers.keys()].filter((name) => shown(name).length > 0),
    );
  const wanted = rest.slice(at + (isMcp ? 2 : 1));
  if (server === undefined) return toolOfBareName(servers, wanted, visible);
  const tool = didYouMean(wanted, shown(server));
  return tool === undefined ? undefined : `${server}.${tool}`;
}

function toolOfBareName(
  servers: Map<string, ServerTools>,
  written: string,
  visible: Visible,
): string | undefined {
  for (const server of servers.keys()) {
    const entry = entryOf(servers, server, written);
    if (entry !== undefined && "tool" in entry && visible(entry.id)) return entry.id;
  }
  return undefined;
}
