// What the runs of a session have read so far, by label. The model sees their replies and may copy from them into its
// next program, so later runs start with these labels. Kept on the trail: a restart does not wash a session.

import type { TrailFilter, TrailStore } from "../storage/storage.ts";
import type { Session } from "../vocabulary.ts";

export type SessionLabels = {
  of(session: Session): Promise<ReadonlySet<string>>;
  add(session: Session, labels: Iterable<string>): Promise<void>;
};

const MOST_REMEMBERED = 10_000;
/** Each run carries on what the ones before it had; more than one is read for runs that overlapped or were cut off. */
const EVENTS_LOOKED_AT = 200;

export function createSessionLabels(trail: Pick<TrailStore, "query">): SessionLabels {
  const known = new Map<string, Promise<Set<string>>>();

  function recall(session: Session): Promise<Set<string>> {
    let labels = known.get(session.key);
    if (!labels) {
      labels = readLabels(trail, session);
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(session.key, labels);
      labels.catch(() => known.delete(session.key));
    }
    return labels;
  }

  return {
    of: recall,
    async add(session, labels) {
      const all = await recall(session);
      for (const label of labels) all.add(label);
    },
  };
}

async function readLabels(
  trail: Pick<TrailStore, "query">,
  { name, principal }: Session,
): Promise<Set<string>> {
  const newest: TrailFilter = { session: name, principal, limit: EVENTS_LOOKED_AT, order: "desc" };
  const pages = await Promise.all(
    ["run.finished", "call.decided", "workspace.read"].map((kind) => trail.query({ ...newest, kind })),
  );
  return new Set(pages.flat().flatMap(({ body }) => labelsIn(body)));
}

function labelsIn(body: string): string[] {
  const { labels } = JSON.parse(body) as { labels?: unknown };
  return Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [];
}
