// What a start does not wait for, or not for long.

import type { Catalog } from "../catalog/catalog.ts";
import type { Opened } from "./opened-parts.ts";

/** Nothing waits for it, and whoever needs a server sooner asks it directly. */
export function refreshInBackground(catalog: Pick<Catalog, "refreshCached">): Opened[number] {
  const ending = new AbortController();
  const done = catalog.refreshCached(ending.signal);
  return {
    close() {
      ending.abort();
      return done;
    },
  };
}

/** Whatever is not done by then goes on, and nobody waits for it any more. */
export async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
