// What each server listed last, held against its pins and renewed one listing at a time.

import { GatewayError } from "../errors.ts";
import { readCachedList, writeCachedList } from "./cached-list.ts";
import type { CatalogOptions, Drift, PinnedTool } from "./catalog.ts";
import { flagTool } from "./flag-tools.ts";
import { nameIdentifiers } from "./name-identifiers.ts";
import { pinTools } from "./pin-tools.ts";

/** What one server last listed. Replaced as a whole, so that readers never see half of a change. */
export type ServerTools = {
  tools: Map<string, PinnedTool>;
  drifted: Map<string, Drift>;
  /** Tool name → identifiers, over drifted tools too: another tool must not inherit their spellings. */
  identifiers: Map<string, string[]>;
};

export type Shelf = {
  current: ServerTools;
  /** What stands here was listed at an earlier start. */
  cached?: true;
  error?: string;
  refreshing?: Promise<void>;
  again: boolean;
};

const NOTHING: ServerTools = { tools: new Map(), drifted: new Map(), identifiers: new Map() };
const MAX_NAMED_DRIFTS = 10;

export type Shelves = {
  byServer: Map<string, Shelf>;
  /** What every server offers at this moment. */
  current(): Map<string, ServerTools>;
  refresh(server: string): Promise<void>;
  /** Fills the shelves from earlier starts. */
  restore(): Promise<void>;
};

export function createShelves(options: CatalogOptions, onRenewed: () => void): Shelves {
  const byServer = new Map<string, Shelf>();
  for (const { name } of options.upstreams.servers()) byServer.set(name, { current: NOTHING, again: false });
  return {
    byServer,
    current: () => new Map([...byServer].map(([name, shelf]) => [name, shelf.current])),
    /** An older answer must not overwrite a newer one, so a second request waits and then lists again. */
    async refresh(server) {
      const shelf = byServer.get(server);
      if (shelf === undefined) return;
      if (shelf.refreshing !== undefined) shelf.again = true;
      shelf.refreshing ??= renew(server, shelf, { ...options, onRenewed });
      return shelf.refreshing;
    },
    async restore() {
      await Promise.all([...byServer].map(([server, shelf]) => restoreShelf(server, shelf, options)));
      onRenewed();
    },
  };
}

async function restoreShelf(server: string, shelf: Shelf, options: CatalogOptions): Promise<void> {
  try {
    const kept = await readCachedList(server, options);
    if (kept) Object.assign(shelf, { current: kept, cached: true });
  } catch {
    options.log({ level: "warn", server, message: "The list of tools from the last start is not readable." });
  }
}

async function renew(
  server: string,
  shelf: Shelf,
  options: CatalogOptions & { onRenewed(): void },
): Promise<void> {
  do {
    shelf.again = false;
    try {
      const next = await listPinned(server, options);
      // Each start reports anew what it found.
      const before = shelf.cached ? NOTHING : shelf.current;
      reportDrift(server, before, next, options);
      await reportFlags(before, next, options);
      shelf.current = next;
      delete shelf.error;
      delete shelf.cached;
      options.onRenewed();
      await writeCachedList(server, next, options);
    } catch (error) {
      shelf.error =
        error instanceof GatewayError ? error.message : "Its tools could not be listed or pinned.";
      options.log({ level: "warn", server, message: `The tools stay as they were: ${shelf.error}` });
    }
  } while (shelf.again);
  // In the same step as the last look at `again`, so that no request falls between the two.
  delete shelf.refreshing;
}

async function listPinned(server: string, options: CatalogOptions): Promise<ServerTools> {
  const definitions = await options.upstreams.listTools(server);
  const { tools, drifted } = await pinTools(definitions, options);
  const names = tools.map(({ name }) => name);
  const fit = (tool: PinnedTool) => flagTool(withoutValues(tool, options), names, options);
  return {
    tools: new Map(tools.map((tool) => [tool.name, fit(tool)])),
    drifted: new Map(drifted.map((drift) => [drift.id.slice(server.length + 1), drift])),
    identifiers: nameIdentifiers(definitions.map((tool) => tool.name)),
  };
}

/** Names, ids and pins stay what they are: they are addresses, and no text for a model. */
function withoutValues(tool: PinnedTool, { withoutValues: clean }: CatalogOptions): PinnedTool {
  if (!clean) return tool;
  const { server, name, id, pin, ...said } = tool;
  return { ...(clean(said) as typeof said), server, name, id, pin };
}

async function reportFlags(before: ServerTools, next: ServerTools, options: CatalogOptions): Promise<void> {
  const fresh = [...next.tools.values()].filter(
    ({ name, pin, flagged }) => flagged && before.tools.get(name)?.pin !== pin,
  );
  if (fresh.length > 0) await options.onFlagged?.(fresh.map(({ id }) => id));
}

/** Says only what is new, so that a server that lists often does not fill the log. */
function reportDrift(
  server: string,
  before: ServerTools,
  { drifted }: ServerTools,
  options: CatalogOptions,
): void {
  const fresh = [...drifted].filter(([name, drift]) => before.drifted.get(name)?.live !== drift.live);
  if (fresh.length === 0) return;
  const named = fresh.slice(0, MAX_NAMED_DRIFTS).map(([, drift]) => drift.id);
  const more = fresh.length > named.length ? ` and ${fresh.length - named.length} more` : "";
  const message = `Not available because they differ from their pins: ${named.join(", ")}${more}.`;
  options.log({ level: "warn", server, message });
}
