// The trail of a gateway that is not running, read from its files. Nothing of it is written: an auditor may hold a
// copy of the folder, and a broken trail must stay as it was found.

import { createRedactor } from "../../../protect/protect.ts";
import {
  createAuditDesk,
  openCheckpointKeys,
  openTrail,
  type Pruned,
  readCheckpointKeys,
  readNote,
} from "../../../record/record.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { openSqliteStorage, openSqliteTrailStore } from "../../../storage/storage.ts";
import type { AuditAccess } from "./reach-audit.ts";

export async function openAuditFiles(settings: LoadedSettings, reader: string): Promise<AuditAccess> {
  const { data } = settings;
  const withoutValues = createRedactor(settings.defaultRegion, { keepTokens: true });
  const store = openSqliteTrailStore(data, { readOnly: true });
  const desk = createAuditDesk({
    store,
    evidence: () => readCheckpointKeys(data),
    recordRead: (by, body) => store.noteRead(readNote(by, new Date(), withoutValues(body))),
  });
  return {
    events: (filter) => desk.events(reader, filter),
    follow: (filter, signal) => desk.follow(reader, filter, signal),
    run: (id) => desk.run(reader, id),
    flows: (question) => desk.flows(reader, question),
    stats: (question) => desk.stats(reader, question),
    sql: (sql, maxRows) => desk.sql(reader, sql, maxRows),
    export: (filter, format) => desk.export(reader, filter, format),
    verify: (onProgress) => desk.verify(reader, onProgress),
    keys: () => desk.keys(),
    prune: (before) => pruneFolder(settings, before, reader),
    close: () => store.close(),
  };
}

/** The one thing that writes: it takes the folder, as a gateway would, for as long as it lasts. */
async function pruneFolder(settings: LoadedSettings, before: Date, by: string): Promise<Pruned> {
  const { data, trailSegmentMb, auditSinks } = settings;
  const storage = await openSqliteStorage(data, { segmentMb: trailSegmentMb });
  try {
    const trail = await openTrail(storage.trail, undefined, { keys: await openCheckpointKeys(data) });
    const taken = await Promise.all(auditSinks.map(({ name }) => storage.state.sinkCursor(name)));
    const pruned = await trail.prune({ before, by, keepAfter: Math.min(...taken) });
    await trail.close();
    return pruned;
  } finally {
    await storage.close();
  }
}
