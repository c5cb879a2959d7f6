// How long a session has lived: since the first event that the trail has of it.

import type { TrailStore } from "../storage/storage.ts";
import type { Session } from "../vocabulary.ts";

const MOST_REMEMBERED = 10_000;

export type SessionAges = (session: Session, now: Date) => Promise<number>;

export function createSessionAges(trail: Pick<TrailStore, "query">): SessionAges {
  const starts = new Map<string, number>();
  return async ({ key, name, principal }, now) => {
    let start = starts.get(key);
    if (start === undefined) {
      const [first] = await trail.query({ session: name, principal, limit: 1, order: "asc" });
      start = first ? Date.parse(first.at) : now.getTime();
      if (starts.size >= MOST_REMEMBERED) starts.clear();
      starts.set(key, start);
    }
    return Math.max(0, now.getTime() - start);
  };
}
