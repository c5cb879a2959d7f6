import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import BetterSqlite3 from "better-sqlite3";
import {
  openCheckpointKeys,
  openTrail,
  readCheckpointKeys,
  type Trail,
  type TrailEvent,
  type TrailOptions,
  type VerifyResult,
  verifyTrail,
} from "../../src/record/record.ts";
import {
  openSqliteStorage,
  openSqliteStorageReadOnly,
  type TrailFilter,
  type TrailRow,
  type TrailStore,
} from "../../src/storage/storage.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";

export const NOON = new Date("2026-03-01T12:00:00.000Z");

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-test-"));
  // Hooks run in the order of their registration: what is still open in the folder closes after this has begun.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}

export type OpenedTrail = { folder: string; trail: Trail; store: TrailStore; close(): Promise<void> };

type FixtureOptions = { clock?: () => Date; segmentMb?: number };

/** A signed trail on real files. Closing twice is harmless, so tests may close early. */
export async function openSignedTrail(
  t: TestContext,
  folder: string,
  { clock = () => NOON, segmentMb, ...options }: TrailOptions & FixtureOptions = {},
): Promise<OpenedTrail> {
  const storage = await openSqliteStorage(folder, segmentMb === undefined ? {} : { segmentMb });
  const keys = await openCheckpointKeys(folder);
  const trail = await openTrail(storage.trail, clock, { keys, ...options });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await trail.close().finally(() => storage.close());
  };
  t.after(close);
  return { folder, trail, store: storage.trail, close };
}

/** Twelve events and a checkpoint after every fifth row, closed in good order. */
export async function writeSampleTrail(t: TestContext, folder: string): Promise<void> {
  const { trail, close } = await openSignedTrail(t, folder, { checkpointEvery: 5 });
  for (let turn = 1; turn <= 12; turn += 1) await trail.append(callDecided(`call_${turn}`));
  await close();
}

export function callDecided(call: string, changes: Partial<TrailEvent> = {}): TrailEvent {
  return {
    kind: "call.decided",
    principal: "support-bot",
    session: "main",
    run: "run_1",
    call,
    tool: "crm.list_contacts",
    decision: "allow",
    rule: "reads",
    body: { args: { limit: 5 } },
    ...changes,
  };
}

export function runSubmitted(run: string, code: string, changes: Partial<TrailEvent> = {}): TrailEvent {
  const body = { surface: "http", codeBytes: Buffer.byteLength(code), codeSha256: sha256Hex(code), code };
  return { kind: "run.submitted", principal: "support-bot", session: "main", run, body, ...changes };
}

/** Edits trail.db as somebody with the file in hand would: triggers and checks out of the way first. */
export function tamper(folder: string, edit: (db: BetterSqlite3.Database) => void, file = "trail.db"): void {
  const db = new BetterSqlite3(join(folder, file));
  const triggers = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all();
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.pragma("ignore_check_constraints = ON");
  edit(db);
  db.close();
}

export async function verifyFolder(folder: string): Promise<VerifyResult> {
  const storage = await openSqliteStorageReadOnly(folder);
  try {
    return await verifyTrail(storage.trail, await readCheckpointKeys(folder));
  } finally {
    await storage.close();
  }
}

export function allRows(store: TrailStore, filter: Partial<TrailFilter> = {}): Promise<TrailRow[]> {
  return store.query({ limit: 10_000, order: "asc", ...filter });
}
