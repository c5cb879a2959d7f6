// The vault's encrypted rows in SQLite. Forgetting overwrites the bytes, not only the index to them.

import type { PiiClass, TokenSource } from "../../vocabulary.ts";
import type { VaultRow, VaultSession, VaultStore } from "../storage.ts";
import { type DatabaseFile, openDatabase } from "./open-database.ts";
import { createRetiredNumbers, RETIRED_NUMBERS } from "./retired-numbers.ts";

const VAULT_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (session TEXT PRIMARY KEY, wrapped_key BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE tokens (
    session TEXT NOT NULL REFERENCES sessions (session) ON DELETE CASCADE,
    token TEXT NOT NULL,
    class TEXT NOT NULL,
    number INTEGER NOT NULL,
    lookup TEXT NOT NULL,
    value BLOB NOT NULL,
    sources TEXT NOT NULL,
    PRIMARY KEY (session, token),
    UNIQUE (session, lookup)
  ) STRICT;
  `,
  // Sessions from before are taken as used now: nobody's values go because of an upgrade.
  `
  ALTER TABLE sessions ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
  UPDATE sessions SET used_at = unixepoch() * 1000;
  CREATE TABLE master_key (only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL) STRICT;
  `,
  RETIRED_NUMBERS,
];

type StoredToken = Omit<VaultRow, "sources" | "class"> & { sources: string; class: string };

export function openSqliteVaultStore(path: string, readOnly: boolean): VaultStore {
  const file = openDatabase({ path, migrations: VAULT_MIGRATIONS, synchronous: "FULL", readOnly });
  const { db, attempt } = file;
  db.pragma("foreign_keys = ON");
  db.pragma("secure_delete = ON");
  const sessionKey = db
    .prepare<[string], Uint8Array>("SELECT wrapped_key FROM sessions WHERE session = ?")
    .pluck();
  const createSession = db.prepare(
    "INSERT INTO sessions (session, wrapped_key, used_at) VALUES (?, ?, unixepoch() * 1000) ON CONFLICT (session) DO NOTHING",
  );
  const load = db.prepare<[string], StoredToken>(
    "SELECT * FROM tokens WHERE session = ? ORDER BY class, number",
  );
  const remove = db.prepare("DELETE FROM sessions WHERE session = ?");
  const retired = createRetiredNumbers(db);
  const retire = db.transaction((session: string) => {
    retired.keep(session);
    remove.run(session);
  });
  // A token never changes the value it stands for: only its sources may grow.
  const upsert = db.prepare(`
    INSERT INTO tokens (session, token, class, number, lookup, value, sources) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (session, token) DO UPDATE SET sources = excluded.sources WHERE lookup = excluded.lookup
  `);
  const saveAll = db.transaction((rows: VaultRow[]) => {
    for (const row of rows) {
      const { session, token, class: piiClass, number, lookup, value, sources } = row;
      const { changes } = upsert.run(
        session,
        token,
        piiClass,
        number,
        lookup,
        value,
        JSON.stringify(sources),
      );
      if (changes !== 1)
        throw Object.assign(new Error("token is taken"), { code: "SQLITE_CONSTRAINT_TOKEN" });
    }
  });

  return {
    ...careOf(file),
    sessionKey: (session) => attempt(() => sessionKey.get(session) ?? null),
    createSession: (session, wrappedKey) => attempt(() => void createSession.run(session, wrappedKey)),
    load: (session) => attempt(() => load.all(session).map(toVaultRow)),
    save: (rows) => attempt(() => saveAll.immediate(rows)),
    forget: (session) =>
      attempt(() => {
        retire.immediate(session);
        // The write-ahead log still holds the old pages until it is folded into the file and cut.
        db.pragma("wal_checkpoint(TRUNCATE)");
      }),
    retiredNumbers: (session) => attempt(() => retired.of(session)),
    close: file.close,
  };
}

type Care = Pick<
  VaultStore,
  "wipe" | "touch" | "usedAt" | "sessions" | "countClasses" | "masterKeyId" | "rewrap"
>;

/** What operators do to a vault. */
function careOf({ db, attempt }: DatabaseFile): Care {
  const wipe = db.prepare(
    "UPDATE tokens SET value = x'', lookup = 'wiped:' || token, sources = '[]' WHERE session = ? AND token = ?",
  );
  const touch = db.prepare("UPDATE sessions SET used_at = max(used_at, ?) WHERE session = ?");
  const usedAt = db.prepare<[string], number>("SELECT used_at FROM sessions WHERE session = ?").pluck();
  const sessions = db.prepare<[], VaultSession>(`
    SELECT session, wrapped_key AS wrappedKey, used_at AS usedAt,
      (SELECT count(*) FROM tokens WHERE tokens.session = sessions.session AND length(value) > 0) AS tokens
    FROM sessions ORDER BY session
  `);
  const classes = db.prepare<[], { class: string; count: number }>(
    "SELECT class, count(*) AS count FROM tokens WHERE length(value) > 0 GROUP BY class ORDER BY class",
  );
  const masterKeyId = db.prepare<[], string>("SELECT id FROM master_key").pluck();
  const setMasterKeyId = db.prepare(
    "INSERT INTO master_key VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET id = excluded.id",
  );
  const setKey = db.prepare("UPDATE sessions SET wrapped_key = ? WHERE session = ?");
  const countSessions = db.prepare<[], number>("SELECT count(*) FROM sessions").pluck();
  const wipeAll = db.transaction((session: string, tokens: readonly string[]) => {
    for (const token of tokens) wipe.run(session, token);
  });
  const rewrapAll = db.transaction((keys: ReadonlyMap<string, Uint8Array>, id: string) => {
    if (countSessions.get() !== keys.size) throw new Error("the sessions have changed");
    for (const [session, key] of keys)
      if (setKey.run(key, session).changes !== 1) throw new Error("the sessions have changed");
    setMasterKeyId.run(id);
  });
  const cutLog = () => void db.pragma("wal_checkpoint(TRUNCATE)");
  return {
    wipe: (session, tokens) =>
      attempt(() => {
        wipeAll.immediate(session, tokens);
        cutLog();
      }),
    touch: (session, at) => attempt(() => void touch.run(at, session)),
    usedAt: (session) => attempt(() => usedAt.get(session) ?? null),
    sessions: () => attempt(() => sessions.all()),
    countClasses: () =>
      attempt(() => Object.fromEntries(classes.all().map(({ class: name, count }) => [name, count]))),
    masterKeyId: () => attempt(() => masterKeyId.get() ?? null),
    rewrap: (keys, id) =>
      attempt(() => {
        rewrapAll.immediate(keys, id);
        cutLog();
      }),
  };
}

function toVaultRow(stored: StoredToken): VaultRow {
  return { ...stored, class: stored.class as PiiClass, sources: JSON.parse(stored.sources) as TokenSource[] };
}
