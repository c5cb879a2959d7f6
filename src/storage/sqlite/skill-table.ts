// Skills in SQLite: one row a version.

import type { SkillRow, SkillStore } from "../storage.ts";
import { type DatabaseFile, durably } from "./open-database.ts";

export const SKILL_TABLE = `
  CREATE TABLE skills (
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    runs INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    last_run_at TEXT,
    PRIMARY KEY (name, version)
  ) STRICT, WITHOUT ROWID;
`;

const COLUMNS = "name, version, text, runs, failed, last_run_at AS lastRunAt";

export function createSkillTable(file: DatabaseFile): SkillStore {
  const { db, attempt } = file;
  const add = db.prepare(
    "INSERT INTO skills (name, version, text) VALUES (?, ?, ?) ON CONFLICT (name, version) DO NOTHING",
  );
  const save = db.prepare("UPDATE skills SET text = ? WHERE name = ? AND version = ?");
  const versions = db.prepare<[string], SkillRow>(
    `SELECT ${COLUMNS} FROM skills WHERE name = ? ORDER BY version DESC`,
  );
  const all = db.prepare<[], SkillRow>(`SELECT ${COLUMNS} FROM skills ORDER BY name, version DESC`);
  const count = db.prepare(
    "UPDATE skills SET runs = runs + ?, failed = failed + ?, last_run_at = ? WHERE name = ? AND version = ?",
  );
  return {
    addSkill: (name, version, text) =>
      attempt(() => durably(file, () => add.run(name, version, text).changes === 1)),
    saveSkill: (name, version, text) =>
      attempt(() => durably(file, () => void save.run(text, name, version))),
    skillVersions: (name) => attempt(() => versions.all(name)),
    listSkills: () => attempt(() => all.all()),
    countSkillRun: (name, version, { runs, failed, at }) =>
      attempt(() => void count.run(runs, failed, at, name, version)),
  };
}
