// Notes of workspaces in SQLite. How much a space holds is counted beside it, so that a quota costs no sum over its notes.

import type { NoteLimits, NoteRow, NoteStore } from "../storage.ts";
import type { DatabaseFile } from "./open-database.ts";

export const NOTE_TABLES = `
  CREATE TABLE notes (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    labels TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    UNIQUE (space, key)
  ) STRICT;
  CREATE TABLE spaces (
    space TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    keys INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spaces_by_use ON spaces (used_at);
`;

type StoredNote = Omit<NoteRow, "labels"> & { labels: string; bytes: number };
type Space = { space: string; bytes: number; keys: number };

/** Reading is noted no more often than this. */
const USE_NOTED_MS = 60_000;

export function createNoteTable({ db, attempt }: DatabaseFile): NoteStore {
  const find = db.prepare<[string, string], StoredNote>("SELECT * FROM notes WHERE space = ? AND key = ?");
  const list = db.prepare<[string], StoredNote>(
    "SELECT key, kind, '' AS text, labels, bytes FROM notes WHERE space = ? ORDER BY key",
  );
  const put = db.prepare(
    `INSERT INTO notes (space, key, kind, text, labels, bytes) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (space, key) DO UPDATE SET kind = excluded.kind, text = excluded.text,
       labels = excluded.labels, bytes = excluded.bytes`,
  );
  const remove = db.prepare("DELETE FROM notes WHERE space = ? AND key = ?");
  const removeAll = db.prepare("DELETE FROM notes WHERE space = ?");
  const space = db.prepare<[string], Space>("SELECT space, bytes, keys FROM spaces WHERE space = ?");
  const count = db.prepare(
    `INSERT INTO spaces VALUES (?, ?, ?, ?, ?) ON CONFLICT (space) DO UPDATE SET
       bytes = bytes + excluded.bytes, keys = keys + excluded.keys, used_at = excluded.used_at`,
  );
  const touch = db.prepare("UPDATE spaces SET used_at = ? WHERE space = ? AND used_at < ?");
  const removeSpace = db.prepare("DELETE FROM spaces WHERE space = ?");
  const total = db.prepare<[], { bytes: number | null; spaces: number }>(
    "SELECT SUM(bytes) AS bytes, COUNT(*) AS spaces FROM spaces",
  );
  const oldest = db
    .prepare<[string, string], string>(
      "SELECT space FROM spaces WHERE space <> ? ORDER BY owner <> ?, used_at LIMIT 1",
    )
    .pluck();
  const idle = db.prepare<[number], string>("SELECT space FROM spaces WHERE used_at < ?").pluck();

  const forget = (name: string): void => {
    removeAll.run(name);
    removeSpace.run(name);
  };
  /** Session names are the caller's to choose, so an owner who opens many pushes out its own first. */
  const makeRoom = (name: string, owner: string, { totalBytes, spaces }: NoteLimits): void => {
    for (
      let all = total.get();
      all && ((all.bytes ?? 0) > totalBytes || all.spaces > spaces);
      all = total.get()
    ) {
      const victim = oldest.get(name, owner);
      if (victim === undefined) return;
      forget(victim);
    }
  };
  const save: NoteStore["saveNote"] = (where, note, limits, now) => {
    const work = db.transaction((): boolean => {
      const { name, owner } = where;
      const bytes = Buffer.byteLength(note.key) + Buffer.byteLength(note.text);
      const old = find.get(name, note.key);
      const held = space.get(name) ?? { bytes: 0, keys: 0 };
      const growth = bytes - (old?.bytes ?? 0);
      const keys = old ? 0 : 1;
      if (held.bytes + growth > limits.bytes || held.keys + keys > limits.keys) return false;
      put.run(name, note.key, note.kind, note.text, JSON.stringify(note.labels), bytes);
      count.run(name, owner, growth, keys, now);
      makeRoom(name, owner, limits);
      return true;
    });
    return attempt(() => work.immediate());
  };
  const drop = db.transaction((name: string, key: string): boolean => {
    const old = find.get(name, key);
    if (!old) return false;
    remove.run(name, key);
    count.run(name, "", -old.bytes, -1, Date.now());
    if (space.get(name)?.keys === 0) removeSpace.run(name);
    return true;
  });

  return {
    findNote: (name, key, now) =>
      attempt(() => {
        touch.run(now, name, now - USE_NOTED_MS);
        const found = find.get(name, key);
        return found ? toRow(found) : null;
      }),
    saveNote: save,
    listNotes: (name) =>
      attempt(() =>
        list.all(name).map(({ key, kind, labels, bytes }) => {
          return { key, kind, labels: JSON.parse(labels) as string[], bytes: bytes - Buffer.byteLength(key) };
        }),
      ),
    deleteNote: (name, key) => attempt(() => drop.immediate(name, key)),
    forgetNotes: (names) => attempt(() => db.transaction(() => names.forEach(forget)).immediate()),
    idleSpaces: (before) => attempt(() => idle.all(before)),
  };
}

function toRow({ key, kind, text, labels }: StoredNote): NoteRow {
  return { key, kind, text, labels: JSON.parse(labels) as string[] };
}
