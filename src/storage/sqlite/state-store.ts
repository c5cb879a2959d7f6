// Keys, pins and rate counters in SQLite.

import type { Role } from "../../vocabulary.ts";
import type { KeyRow, StateStore } from "../storage.ts";
import { createFlowDrawTable, FLOW_DRAW_TABLE } from "./flow-draw-table.ts";
import { createNoteTable, NOTE_TABLES } from "./note-table.ts";
import { durably, openDatabase } from "./open-database.ts";
import { createRateCounter } from "./rate-counter.ts";
import { createShapeTable, SHAPE_TABLE } from "./shape-table.ts";
import { createSkillTable, SKILL_TABLE } from "./skill-table.ts";
import { createToolListTable, TOOL_LIST_TABLE } from "./tool-list-table.ts";

const STATE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    groups TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT;
  CREATE TABLE pins (tool TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE rate_uses (
    key TEXT NOT NULL,
    window_ms INTEGER NOT NULL,
    slice INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (key, window_ms, slice)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE approvals (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX approvals_by_state ON approvals (state, number);
  `,
  `CREATE TABLE sink_cursors (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  SKILL_TABLE,
  NOTE_TABLES,
  SHAPE_TABLE,
  TOOL_LIST_TABLE,
  FLOW_DRAW_TABLE,
];

type StoredKey = {
  id: string;
  name: string;
  role: string;
  groups: string;
  hash: string;
  created_at: string;
  revoked_at: string | null;
};

export function openSqliteStateStore(path: string, readOnly: boolean): StateStore {
  const file = openDatabase({ path, migrations: STATE_MIGRATIONS, synchronous: "NORMAL", readOnly });
  const { db, attempt } = file;
  const listKeys = db.prepare<[], StoredKey>("SELECT * FROM keys ORDER BY created_at, id");
  const findKey = db.prepare<[string], StoredKey>("SELECT * FROM keys WHERE hash = ?");
  const addKey = db.prepare("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?)");
  const revokeKey = db.prepare("UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL");
  const pins = db.prepare<[], [string, string]>("SELECT tool, sha256 FROM pins ORDER BY tool").raw();
  // The first sight counts: a later definition must not replace the pin it differs from.
  const addPin = db.prepare("INSERT INTO pins VALUES (?, ?) ON CONFLICT (tool) DO NOTHING");
  const addAllPins = db.transaction((added: Map<string, string>) => {
    for (const [tool, sha256] of added) addPin.run(tool, sha256);
  });
  const takeRates = createRateCounter(db);
  const saveApproval = db.prepare(
    `INSERT INTO approvals (id, state, text) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, text = excluded.text`,
  );
  const findApproval = db.prepare<[string], string>("SELECT text FROM approvals WHERE id = ?").pluck();
  const listApprovals = db
    .prepare<[string | null, string | null, number], string>(
      "SELECT text FROM approvals WHERE ? IS NULL OR state = ? ORDER BY number DESC LIMIT ?",
    )
    .pluck();
  const sinkCursor = db.prepare<[string], number>("SELECT seq FROM sink_cursors WHERE name = ?").pluck();
  const saveSinkCursor = db.prepare(
    "INSERT INTO sink_cursors VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq",
  );

  return {
    listKeys: () => attempt(() => listKeys.all().map(toKeyRow)),
    findKey: (hash) =>
      attempt(() => {
        const found = findKey.get(hash);
        return found ? toKeyRow(found) : null;
      }),
    addKey: ({ id, name, role, groups, hash, createdAt, revokedAt }) =>
      attempt(() =>
        durably(
          file,
          () => void addKey.run(id, name, role, JSON.stringify(groups), hash, createdAt, revokedAt),
        ),
      ),
    revokeKey: (id, at) => attempt(() => durably(file, () => revokeKey.run(at, id).changes === 1)),
    pins: () => attempt(() => new Map(pins.all())),
    addPins: (added) => attempt(() => durably(file, () => addAllPins.immediate(added))),
    takeRates: (claims, now) => attempt(() => takeRates(claims, now)),
    saveApproval: (id, state, text) =>
      attempt(() => durably(file, () => void saveApproval.run(id, state, text))),
    findApproval: (id) => attempt(() => findApproval.get(id) ?? null),
    listApprovals: (state, limit) => attempt(() => listApprovals.all(state, state, limit)),
    sinkCursor: (name) => attempt(() => sinkCursor.get(name) ?? 0),
    saveSinkCursor: (name, seq) => attempt(() => void saveSinkCursor.run(name, seq)),
    ...createSkillTable(file),
    ...createNoteTable(file),
    ...createShapeTable(file),
    ...createToolListTable(file),
    ...createFlowDrawTable(file),
    close: file.close,
  };
}

function toKeyRow(stored: StoredKey): KeyRow {
  return {
    id: stored.id,
    name: stored.name,
    role: stored.role as Role,
    groups: JSON.parse(stored.groups) as string[],
    hash: stored.hash,
    createdAt: stored.created_at,
    revokedAt: stored.revoked_at,
  };
}
