// What a server listed at an earlier start, kept for the next one. It is good for finding tools, never for calling them:
// each kept definition still has to be the pinned one, and nothing is pinned from here.

import { z } from "zod";
import type { CatalogOptions, Drift, PinnedTool } from "./catalog.ts";
import { nameIdentifiers } from "./name-identifiers.ts";
import type { ServerTools } from "./shelve-tools.ts";

const record = z.record(z.string(), z.json());
const keptTool = z.strictObject({
  server: z.string(),
  name: z.string(),
  id: z.string(),
  pin: z.string(),
  title: z.string().optional(),
  description: z.string(),
  inputSchema: record,
  outputSchema: record.optional(),
  annotations: record.optional(),
  flagged: z.literal(true).optional(),
});
const keptList = z.strictObject({
  tools: z.array(keptTool),
  drifted: z.array(z.strictObject({ id: z.string(), pinned: z.string().nullable(), live: z.string() })),
  /** All that the server listed, in its order. */
  names: z.array(z.string()),
});

export async function readCachedList(
  server: string,
  options: CatalogOptions,
): Promise<ServerTools | undefined> {
  const text = await options.cache?.read(server);
  if (!text) return undefined;
  const { tools, drifted, names } = keptList.parse(JSON.parse(text));
  const pins = options.lockFile ?? (await options.pins.pins());
  const kept = tools as PinnedTool[];
  const differing = [...kept.map(({ id, pin }) => ({ id, live: pin })), ...drifted]
    .map(({ id, live }): Drift => ({ id, live, pinned: pins.get(id) ?? null }))
    .filter(({ id, live }) => pins.get(id) !== live || drifted.some((drift) => drift.id === id));
  return {
    tools: new Map(kept.filter(({ id, pin }) => pins.get(id) === pin).map((tool) => [tool.name, tool])),
    drifted: new Map(differing.map((drift) => [drift.id.slice(server.length + 1), drift])),
    identifiers: nameIdentifiers(names),
  };
}

/** Personal values are out of the definitions by now, as everywhere on disk. */
export async function writeCachedList(
  server: string,
  { tools, drifted, identifiers }: ServerTools,
  { cache, log }: CatalogOptions,
): Promise<void> {
  const list = {
    tools: [...tools.values()],
    drifted: [...drifted.values()],
    names: [...identifiers.keys()],
  };
  try {
    await cache?.write(server, JSON.stringify(list));
  } catch {
    log({ level: "warn", server, message: "Its list of tools could not be kept for the next start." });
  }
}
