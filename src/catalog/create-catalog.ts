// The catalog itself: the shelves of all servers, found by name and by search.

import { serverIdentifiers } from "../server-identifiers.ts";
import type { Catalog, CatalogOptions, PinnedTool, ServerReport, ToolBindings, Visible } from "./catalog.ts";
import { lookUpTool } from "./look-up-tool.ts";
import { printTool, SHORT, type TextLengths, WHOLE } from "./print-tool.ts";
import { createToolSearch, type ToolSearcher } from "./search-tools.ts";
import { createShelves, type ServerTools, type Shelf } from "./shelve-tools.ts";

export function createCatalog(options: CatalogOptions): Catalog {
  let searcher: ToolSearcher | undefined;
  const { byServer, current, refresh } = createShelves(options, () => {
    searcher = undefined;
  });
  options.upstreams.onChange((server) => void refresh(server));
  const typesOf = (tool: PinnedTool, lengths: TextLengths = WHOLE): string =>
    printTool(tool, byServer.get(tool.server)?.current.identifiers.get(tool.name) ?? [], {
      lengths,
      observed: tool.outputSchema ? undefined : options.observed?.(tool),
    });

  return {
    async load() {
      await Promise.all([...byServer.keys()].map(refresh));
    },
    refresh,
    serverNames: () => [...byServer.keys()],
    lookup: (id, visible = () => true) => lookUpTool(current(), id, visible),
    search(search, visible) {
      searcher ??= createToolSearch(current(), (tool, whole) => typesOf(tool, whole ? WHOLE : SHORT));
      return searcher(search, visible);
    },
    bindings: (names, visible) => bindServers(current(), names, visible),
    typesOf(id) {
      const found = lookUpTool(current(), id, () => false);
      return "found" in found ? typesOf(found.found) : null;
    },
    driftReport: () => [...current().values()].flatMap((server) => [...server.drifted.values()]),
    serverReport: () => [...byServer].map(([server, shelf]) => reportServer(server, shelf)),
  };
}

function bindServers(servers: Map<string, ServerTools>, names: string[], visible: Visible): ToolBindings[] {
  return [...new Set(names)].flatMap((server) => {
    const known = servers.get(server);
    if (known === undefined) return [];
    // A drifted tool keeps its place, so that a call of it reaches the gate, which refuses it by its right name.
    const ids = [...known.tools.values(), ...known.drifted.values()].map(({ id }) => id);
    const names = ids.filter(visible).map((id) => id.slice(server.length + 1));
    const tools = names.map((name) => ({ name, identifiers: known.identifiers.get(name) ?? [] }));
    // An exact name wins over another server's derived one.
    const identifiers = serverIdentifiers(server).filter((name) => name === server || !servers.has(name));
    return [{ server, identifiers, tools }];
  });
}

function reportServer(server: string, shelf: Shelf): ServerReport {
  const tools = shelf.current.tools.size;
  return shelf.error === undefined ? { server, tools } : { server, tools, error: shelf.error };
}
