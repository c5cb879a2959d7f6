// What an intruder with write access to the disk would do: quietly change one row of the trail.

import { join } from "node:path";
import Database from "better-sqlite3";

/** Drops the guard that forbids updates, edits the first restored-token event, and returns its number. */
export function editOneEvent(folder: string): number {
  const db = new Database(join(folder, "data", "trail.db"));
  try {
    const triggers = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
      .pluck()
      .all() as string[];
    for (const name of triggers) db.exec(`DROP TRIGGER "${name}"`);
    const [table] = db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%prev%' AND sql LIKE '%hash%'",
      )
      .pluck()
      .all() as string[];
    const seq = db
      .prepare(`SELECT min(seq) FROM "${table}" WHERE kind = 'token.restored'`)
      .pluck()
      .get() as number;
    db.prepare(
      `UPDATE "${table}" SET body = replace(body, 'mail', 'note'), tool = 'crm.read' WHERE seq = ?`,
    ).run(seq);
    return seq;
  } finally {
    db.close();
  }
}
