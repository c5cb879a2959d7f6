// Three ways of keeping a record, behind one function: ours, one plain transaction for each event, and none.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { openCheckpointKeys, openTrail, type TrailEvent } from "../../src/record/record.ts";
import { openSqliteStorage } from "../../src/storage/storage.ts";

export type Way = { append(event: TrailEvent): Promise<void>; close(): Promise<void> };

export const WAYS: Record<string, (folder: string) => Promise<Way>> = {
  "no audit": async () => ({ append: async () => {}, close: async () => {} }),
  "plain autocommit": openAutocommit,
  "the trail": openOurs,
};

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "bench-record-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function openTrailParts(folder: string, segmentMb?: number) {
  const storage = await openSqliteStorage(folder, segmentMb === undefined ? {} : { segmentMb });
  const keys = await openCheckpointKeys(folder);
  const trail = await openTrail(storage.trail, undefined, { keys });
  const close = async () => {
    await trail.close();
    await storage.close();
  };
  return { storage, keys, trail, close };
}

async function openOurs(folder: string): Promise<Way> {
  const { trail, close } = await openTrailParts(folder);
  return { append: (event) => trail.append(event), close };
}

/** What one writes first: a table, an insert, a transaction each. Durable, without a chain and without an index. */
async function openAutocommit(folder: string): Promise<Way> {
  const db = new BetterSqlite3(join(folder, "plain.db"));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(
    "CREATE TABLE events (seq INTEGER PRIMARY KEY, at TEXT, kind TEXT, run TEXT, call TEXT, tool TEXT, body TEXT)",
  );
  const insert = db.prepare("INSERT INTO events (at, kind, run, call, tool, body) VALUES (?, ?, ?, ?, ?, ?)");
  return {
    async append({ kind, run = null, call = null, tool = null, body }) {
      insert.run(new Date().toISOString(), kind, run, call, tool, JSON.stringify(body));
    },
    async close() {
      db.close();
    },
  };
}
