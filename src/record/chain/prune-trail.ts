// Retention: whole old segments go, and the trail says which, before they do.

import { z } from "zod";
import type { TrailSegment, TrailStore } from "../../storage/storage.ts";
import type { AnyEvent } from "../prepare-event.ts";
import type { Pruned, Trail } from "../record.ts";

export async function pruneTrail(
  store: TrailStore,
  { before, by, keepAfter = Number.POSITIVE_INFINITY }: Parameters<Trail["prune"]>[0],
  append: (event: AnyEvent) => Promise<void>,
): Promise<Pruned> {
  const moment = before.toISOString();
  const old = leadingSegments(await store.segments(), (segment) => {
    return segment.to !== null && segment.to < moment && segment.lastSeq <= keepAfter;
  });
  const last = old.at(-1);
  if (!last) return { segments: 0, events: 0, throughSeq: 0 };
  const { lastSeq: throughSeq, lastHash: throughHash } = last;
  const events = old.reduce((sum, segment) => sum + segment.lastSeq - segment.firstSeq + 1, 0);
  const body = { before: moment, throughSeq, throughHash, segments: old.length, events };
  await append({ kind: "trail.pruned", principal: by, body });
  await store.dropSegments(throughSeq);
  return { segments: old.length, events, throughSeq };
}

/** The newest segment is never among them. */
function leadingSegments(all: TrailSegment[], isOld: (segment: TrailSegment) => boolean): TrailSegment[] {
  const kept = all.findIndex((segment) => !isOld(segment));
  return all.slice(0, Math.min(kept === -1 ? all.length : kept, all.length - 1));
}

const prunedShape = z.object({ throughSeq: z.number().int(), throughHash: z.string() });
export type PrunedThrough = z.infer<typeof prunedShape>;

export function parsePruned(body: string): PrunedThrough | null {
  try {
    return prunedShape.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** What a stop between the event and the deletion left lying is deleted now. */
export async function finishPruning(store: TrailStore): Promise<void> {
  const [last] = await store.query({ kind: "trail.pruned", limit: 1, order: "desc" });
  const pruned = last && parsePruned(last.body);
  if (pruned) await store.dropSegments(pruned.throughSeq);
}
