// The lists of tools from the last time, each for the configuration that it was listed with.

import type { ListCache } from "../catalog/catalog.ts";
import type { StateStore } from "../storage/storage.ts";
import { canonicalJson, sha256Hex } from "../text/canonical-json.ts";
import type { ServerConfig } from "../upstreams/upstreams.ts";
import { VERSION } from "../version.ts";

/** Larger lists are not kept: the server is asked at each start, as if it were new. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

type ListStore = Pick<StateStore, "toolList" | "saveToolList" | "keepToolLists">;

/**
 * The configuration holds secrets, so only its hash is kept. The gateway's version is part of it, because another
 * version may read the same definitions differently.
 */
export function configurationHash(config: ServerConfig): string {
  return sha256Hex(canonicalJson({ version: VERSION, config }));
}

export async function keepToolLists(
  store: ListStore,
  configs: ServerConfig[],
  { writeOnly }: { writeOnly: boolean },
): Promise<ListCache> {
  const hashes = new Map(configs.map((config) => [config.name, configurationHash(config)]));
  const hashOf = (server: string): string => hashes.get(server) ?? "";
  // A gateway that is opened without servers, as `init` does, must not cost the next one its lists.
  if (hashes.size > 0) await store.keepToolLists([...hashes.keys()]);
  return {
    read: async (server) => (writeOnly ? null : store.toolList(server, hashOf(server))),
    async write(server, text) {
      const fits = Buffer.byteLength(text) <= MAX_LIST_BYTES;
      await store.saveToolList(server, hashOf(server), fits ? text : null);
    },
  };
}
