// A catalog over servers that live in memory and change when a test says so.

import { type Catalog, type CatalogOptions, createCatalog, type Visible } from "../../src/catalog/catalog.ts";
import type { ToolDefinition } from "../../src/vocabulary.ts";

export type FakeServers = {
  catalog: Catalog;
  /** Server name → what it lists; an Error is thrown instead, a promise is waited for. */
  lists: Map<string, ToolDefinition[] | Error | Promise<ToolDefinition[]>>;
  stored: Map<string, string>;
  log: string[];
  announce(server: string): void;
};

export const everything: Visible = () => true;

export function define(id: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  const dot = id.indexOf(".");
  return {
    server: id.slice(0, dot),
    name: id.slice(dot + 1),
    description: `Does ${id}.`,
    inputSchema: { type: "object" },
    ...more,
  };
}

export function openCatalog(
  tools: ToolDefinition[],
  options: Partial<Pick<CatalogOptions, "lockFile" | "onPinned" | "addressesModel" | "onFlagged">> = {},
): FakeServers {
  const listeners: ((server: string) => void)[] = [];
  const lists: FakeServers["lists"] = new Map();
  for (const tool of tools)
    lists.set(
      tool.server,
      tools.filter((other) => other.server === tool.server),
    );
  const stored = new Map<string, string>();
  const log: string[] = [];
  const catalog = createCatalog({
    upstreams: {
      servers: () => [...lists.keys()].map((name) => ({ name })),
      async listTools(server) {
        const list = await lists.get(server);
        if (list === undefined || list instanceof Error) throw list;
        return structuredClone(list);
      },
      onChange: (listener) => listeners.push(listener),
    },
    pins: {
      pins: async () => new Map(stored),
      async addPins(pins) {
        for (const [id, pin] of pins) if (!stored.has(id)) stored.set(id, pin);
      },
    },
    log: ({ level, server, message }) => log.push(`${level} ${server}: ${message}`),
    ...options,
  });
  return {
    catalog,
    lists,
    stored,
    log,
    announce(server) {
      for (const listener of listeners) listener(server);
    },
  };
}

/** Waits until everything that is already under way has settled. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
