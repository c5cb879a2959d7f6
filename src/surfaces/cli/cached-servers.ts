// Which servers of the file have a list of tools from an earlier start, read beside a running gateway or without one.

import { existsSync } from "node:fs";
import { configurationHash } from "../../services/keep-tool-lists.ts";
import type { ServerConfig } from "../../upstreams/upstreams.ts";

/** Nothing is cached where the data folder is not there yet, or is of an older version. */
export async function readCachedServers(data: string, configs: ServerConfig[]): Promise<Set<string>> {
  if (!existsSync(data)) return new Set();
  const { openSqliteStorageReadOnly } = await import("../../storage/storage.ts");
  const storage = await openSqliteStorageReadOnly(data).catch(() => null);
  if (!storage) return new Set();
  try {
    const lists = configs.map(async (config) => {
      const kept = await storage.state.toolList(config.name, configurationHash(config));
      return kept === null ? [] : [config.name];
    });
    return new Set((await Promise.all(lists)).flat());
  } finally {
    await storage.close();
  }
}
