// Opens one database file: private mode, write-ahead log, migrations, and errors that name the file.

import { chmodSync, existsSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { GatewayError } from "../../errors.ts";
import { createPrivateFile } from "./private-file.ts";
import { toOpeningError, toStorageError } from "./storage-errors.ts";

// "SALY": tells our files from any other SQLite database.
const APPLICATION_ID = 0x53414c59;
const BUSY_TIMEOUT_MS = 2000;

export type OpenOptions = {
  path: string;
  /** Entry n brings the file from version n to n + 1. Append, never edit: files out there have run them. */
  migrations: readonly string[];
  /** FULL survives power loss after every commit, NORMAL only a crash of the process. */
  synchronous: "FULL" | "NORMAL";
  readOnly: boolean;
  /** The oldest version that can be read as it is; without it only the newest can. */
  readableFrom?: number;
};

/** A database file with its lifetime; every failure leaves as a GatewayError. */
export type DatabaseFile = {
  db: BetterSqlite3.Database;
  attempt<T>(work: () => T): Promise<T>;
  close(): Promise<void>;
};

export function openDatabase(options: OpenOptions): DatabaseFile {
  try {
    const db = options.readOnly ? openForReading(options) : openForWriting(options);
    return {
      db,
      attempt: (work) => attempt(options.path, work),
      close: () => attempt(options.path, () => void db.close()),
    };
  } catch (error) {
    throw toOpeningError(options.path, error);
  }
}

async function attempt<T>(path: string, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    throw toStorageError(path, error);
  }
}

function openForWriting({ path, migrations, synchronous }: OpenOptions): BetterSqlite3.Database {
  // The log files that SQLite adds later inherit the mode of the main file.
  createPrivateFile(path);
  chmodSync(path, 0o600);
  return guarded(new BetterSqlite3(path, { timeout: BUSY_TIMEOUT_MS }), (db) => {
    refuseForeignFile(db, path, migrations.length);
    db.pragma("journal_mode = WAL");
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma("trusted_schema = OFF");
    db.pragma("cell_size_check = ON");
    migrate(db, migrations);
  });
}

function openForReading({
  path,
  migrations,
  readableFrom = migrations.length,
}: OpenOptions): BetterSqlite3.Database {
  if (!existsSync(path)) {
    throw new GatewayError("STORAGE_UNAVAILABLE", `${path} does not exist.`, {
      hint: "Check the data folder's name; the gateway creates the file when it starts.",
    });
  }
  return guarded(new BetterSqlite3(path, { readonly: true, timeout: BUSY_TIMEOUT_MS }), (db) => {
    refuseForeignFile(db, path, migrations.length);
    db.pragma("trusted_schema = OFF");
    if (versionOf(db) < readableFrom) {
      throw new GatewayError("STORAGE_UNAVAILABLE", `${path} has the format of an older version.`, {
        hint: "Start the gateway once; it brings the file up to date.",
      });
    }
  });
}

function guarded(
  db: BetterSqlite3.Database,
  prepare: (db: BetterSqlite3.Database) => void,
): BetterSqlite3.Database {
  try {
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function versionOf(db: BetterSqlite3.Database): number {
  return db.pragma("user_version", { simple: true }) as number;
}

function refuseForeignFile(db: BetterSqlite3.Database, path: string, newest: number): void {
  const tables = db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() as number;
  if (tables > 0 && db.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
    throw new GatewayError("STORAGE_UNAVAILABLE", `${path} is a database of another program.`, {
      hint: "Point the gateway at its own data folder, or move the file away.",
    });
  }
  if (versionOf(db) > newest) {
    throw new GatewayError("STORAGE_UNAVAILABLE", `${path} was written by a newer version of the gateway.`, {
      hint: "Run the newer version, or restore the data folder from before the upgrade.",
    });
  }
}

function migrate(db: BetterSqlite3.Database, migrations: readonly string[]): void {
  const apply = db.transaction(() => {
    for (const migration of migrations.slice(versionOf(db))) db.exec(migration);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${migrations.length}`);
  });
  if (versionOf(db) < migrations.length) apply.immediate();
}

// Counters may lose their last moments to a power cut, keys and pins may not: a revoked key must not come
// back. Waiting for the disk on every counted use would cost 0.6 ms each.
export function durably<T>({ db }: DatabaseFile, work: () => T): T {
  db.pragma("synchronous = FULL");
  try {
    return work();
  } finally {
    db.pragma("synchronous = NORMAL");
  }
}
