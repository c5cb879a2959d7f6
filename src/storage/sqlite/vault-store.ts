// The vault's encrypted rows in SQLite. Forgetting overwrites the bytes, not only the index to them.

import type { PiiClass, TokenSource } from "../../vocabulary.ts";
import type { VaultRow, VaultStore } from "../storage.ts";
import { openDatabase } from "./open-database.ts";

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
  const createSession = db.prepare("INSERT INTO sessions VALUES (?, ?) ON CONFLICT (session) DO NOTHING");
  const load = db.prepare<[string], StoredToken>(
    "SELECT * FROM tokens WHERE session = ? ORDER BY class, number",
  );
  const remove = db.prepare("DELETE FROM sessions WHERE session = ?");
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
    sessionKey: (session) => attempt(() => sessionKey.get(session) ?? null),
    createSession: (session, wrappedKey) => attempt(() => void createSession.run(session, wrappedKey)),
    load: (session) => attempt(() => load.all(session).map(toVaultRow)),
    save: (rows) => attempt(() => saveAll.immediate(rows)),
    forget: (session) =>
      attempt(() => {
        remove.run(session);
        // The write-ahead log still holds the old pages until it is folded into the file and cut.
        db.pragma("wal_checkpoint(TRUNCATE)");
      }),
    close: file.close,
  };
}

function toVaultRow(stored: StoredToken): VaultRow {
  return { ...stored, class: stored.class as PiiClass, sources: JSON.parse(stored.sources) as TokenSource[] };
}
