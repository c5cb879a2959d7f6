// One gateway per data folder. The lock is an open transaction on its own small database: the operating
// system releases it when the process ends, however it ends, so no stale lock is ever left behind.

import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { GatewayError } from "../../errors.ts";
import { createPrivateFile } from "./private-file.ts";
import { toOpeningError } from "./storage-errors.ts";

export type FolderLock = { release(): void };

export function lockFolder(path: string): FolderLock {
  let db: BetterSqlite3.Database | undefined;
  try {
    createPrivateFile(path);
    db = new BetterSqlite3(path, { timeout: 0 });
    const lock = db;
    // The holder's id is committed first: others may read it while the second transaction holds the write lock.
    lock.exec("BEGIN IMMEDIATE");
    lock.exec("CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL)");
    lock.exec("DELETE FROM holder");
    lock.prepare("INSERT INTO holder (pid) VALUES (?)").run(process.pid);
    lock.exec("COMMIT");
    lock.exec("BEGIN IMMEDIATE");
    return { release: () => void lock.close() };
  } catch (error) {
    const holder = isBusy(error) ? readHolder(db) : null;
    db?.close();
    if (holder !== null) throw folderInUse(dirname(path), holder, error);
    throw toOpeningError(path, error);
  }
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code ?? "").startsWith("SQLITE_BUSY");
}

function readHolder(db: BetterSqlite3.Database | undefined): string | null {
  try {
    return `process ${String(db?.prepare("SELECT pid FROM holder").pluck().get())}`;
  } catch {
    return "another process";
  }
}

function folderInUse(folder: string, holder: string, cause: unknown): GatewayError {
  return new GatewayError(
    "STORAGE_UNAVAILABLE",
    `The data folder ${folder} is in use by another gateway (${holder}).`,
    {
      hint: "Stop that gateway first, or give this one a data folder of its own.",
      cause,
    },
  );
}
