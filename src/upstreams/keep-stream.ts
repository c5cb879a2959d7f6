// A stream of changes, as the newest revision has them. Proxies cut streams and servers end them: it is opened again for
// as long as it is wanted, and whoever listens is told that something may have been missed.

import type { Client } from "@modelcontextprotocol/client";
import { backoffDelayMs } from "./backoff.ts";
import type { Backoff } from "./upstreams.ts";

export type Stream = Awaited<ReturnType<Client["listen"]>>;
export type StreamFilter = Parameters<Client["listen"]>[0];

/** A stream that lived this long was healthy: the next end starts counting anew. */
const STABLE_MS = 30_000;

export function keepStream(
  client: Client,
  first: Stream,
  { filter, backoff, onReopened }: { filter: StreamFilter; backoff: Backoff; onReopened(): void },
): { close(): Promise<void> } {
  let stream = first;
  let isWanted = true;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  function follow(): void {
    const openedAt = performance.now();
    void stream.closed.then((cause) => {
      if (cause === "local") return;
      if (performance.now() - openedAt >= STABLE_MS) failures = 0;
      openLater();
    });
  }
  function openLater(): void {
    if (!isWanted || client.transport === undefined) return;
    failures += 1;
    timer = setTimeout(() => void open().catch(openLater), backoffDelayMs(failures, backoff));
    timer.unref();
  }
  async function open(): Promise<void> {
    const opened = await client.listen(filter);
    if (!isWanted) return opened.close();
    stream = opened;
    onReopened();
    follow();
  }

  follow();
  return {
    async close() {
      isWanted = false;
      clearTimeout(timer);
      await stream.close();
    },
  };
}
