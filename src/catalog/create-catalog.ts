// The catalog itself: the shelves of all servers, found by name and by search.

import { GatewayError } from "../errors.ts";
import { serverIdentifiers } from "../server-identifiers.ts";
import type { Catalog, CatalogOptions, PinnedTool, ServerReport, ToolBindings, Visible } from "./catalog.ts";
import { listSignatures } from "./list-signatures.ts";
import { lookUpTool, serverOf } from "./look-up-tool.ts";
import { nameServer } from "./name-identifiers.ts";
import { printSignature } from "./print-signature.ts";
import { type NameInCode, printTool, SHORT, type TextLengths, WHOLE } from "./print-tool.ts";
import { createToolSearch, type ToolSearcher } from "./search-tools.ts";
import { createShelves, type ServerTools, type Shelf } from "./shelve-tools.ts";

export function createCatalog(options: CatalogOptions): Catalog {
  let searcher: ToolSearcher | undefined;
  const { byServer, current, refresh, restore } = createShelves(options, () => {
    searcher = undefined;
    options.onRenewed?.();
  });
  const isCached = (server: string): boolean => byServer.get(server)?.cached === true;
  options.upstreams.onChange((server) => void refresh(server));
  const servers = [...byServer.keys()];
  const nameOf = ({ server, name }: PinnedTool): NameInCode => [
    nameServer(server, servers),
    byServer.get(server)?.current.identifiers.get(name)?.[0],
  ];
  const observedOf = (tool: PinnedTool) => (tool.outputSchema ? undefined : options.observed?.(tool));
  const typesOf = (tool: PinnedTool, lengths: TextLengths = WHOLE): string =>
    printTool(tool, nameOf(tool), { lengths, observed: observedOf(tool) });

  return {
    async load() {
      await restore();
      await Promise.all([...byServer.keys()].filter((server) => !isCached(server)).map(refresh));
    },
    async refreshCached(signal) {
      for (const server of byServer.keys())
        if (isCached(server) && !signal.aborted) await untilAborted(refresh(server), signal);
    },
    async confirm(id, visible, signal) {
      const server = serverOf(current(), id, visible);
      const shelf = server === undefined ? undefined : byServer.get(server);
      if (server === undefined || !shelf?.cached) return;
      await untilAborted(shelf.refreshing ?? refresh(server), signal);
      if (shelf.cached) throw signal.aborted ? givenUp(server) : unconfirmed(server, shelf);
    },
    refresh,
    serverNames: () => [...byServer.keys()],
    lookup: (id, visible = () => true) => lookUpTool(current(), id, visible),
    search(search, visible) {
      searcher ??= createToolSearch(current(), (tool, whole) => typesOf(tool, whole ? WHOLE : SHORT));
      return searcher(search, visible);
    },
    bindings: (names, visible) => bindServers(current(), names, visible),
    signatures: (visible) =>
      listSignatures(current(), visible, (tool) => printSignature(tool, nameOf(tool), observedOf(tool))),
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

function reportServer(server: string, { current, error, cached }: Shelf): ServerReport {
  const tools = current.tools.size;
  return { server, tools, ...(error === undefined ? {} : { error }), ...(cached ? { cached } : {}) };
}

function unconfirmed(server: string, { error }: Shelf): GatewayError {
  const message = error ?? `The server "${server}" has not said yet which tools it has.`;
  return new GatewayError("UPSTREAM_UNAVAILABLE", message, {
    hint: "Its tools are known from an earlier start only, so the call was never sent; try it again.",
  });
}

function givenUp(server: string): GatewayError {
  return new GatewayError("CANCELLED", `The call was cancelled before the server "${server}" was there.`);
}

/** Gives up the waiting, not the work. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const onAbort = (): void => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  await Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}
