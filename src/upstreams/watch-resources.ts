// The resources that a conversation watches at a server of the newest revision, which knows no other way than one stream
// for all of them.

import type { Client } from "@modelcontextprotocol/client";
import { keepStream } from "./keep-stream.ts";
import type { Backoff, WatchOptions } from "./upstreams.ts";

export type WatchedResources = {
  /** Exactly these are watched from now on; answered with those that the server agreed to. */
  set(uris: string[], options?: WatchOptions): Promise<string[]>;
};

export function watchResources(
  client: Client,
  { backoff, onMaybeChanged }: { backoff: Backoff; onMaybeChanged(uri: string): void },
): WatchedResources {
  let open: { close(): Promise<void> } | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function replace(uris: string[], options: WatchOptions): Promise<string[]> {
    const before = open;
    if (uris.length === 0) {
      open = undefined;
      await before?.close();
      return [];
    }
    const { signal, timeoutMs: timeout } = options;
    const filter = { resourceSubscriptions: uris };
    const stream = await client.listen(filter, {
      ...(signal ? { signal } : {}),
      ...(timeout === undefined ? {} : { timeout }),
    });
    const watched = stream.honoredFilter.resourceSubscriptions ?? [];
    open = keepStream(client, stream, { filter, backoff, onReopened: () => watched.forEach(onMaybeChanged) });
    await before?.close();
    return watched;
  }
  return {
    set(uris, options = {}) {
      const replaced = turn.catch(() => {}).then(() => replace(uris, options));
      turn = replaced;
      return replaced;
    },
  };
}
