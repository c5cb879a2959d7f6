// The whole trail as one file, by SQLite's online backup: the gateway goes on writing meanwhile.

import { existsSync, rmSync } from "node:fs";
import type BetterSqlite3 from "better-sqlite3";
import { GatewayError } from "../../errors.ts";
import { TRAIL_COLUMNS } from "../trail-columns.ts";
import { createPrivateFile } from "./private-file.ts";
import { toOpeningError } from "./storage-errors.ts";
import { copyCounts } from "./trail-counts.ts";
import { openTrailFile, type TrailFile, trailFileOn } from "./trail-file.ts";
import type { Segment } from "./trail-segments.ts";

export async function backupTrail(segments: Segment[], target: string): Promise<void> {
  if (existsSync(target)) {
    throw new GatewayError("BAD_REQUEST", `${target} exists already.`, {
      hint: "Name a file that is not there yet; a backup replaces nothing.",
    });
  }
  try {
    createPrivateFile(target);
    const [first, ...later] = segments;
    // All pages in one step: a copy in several would begin anew whenever another process writes.
    await first?.file().db.backup(target, { progress: () => 0x7fffffff });
    const file = trailFileOn(openTrailFile(target, false));
    try {
      // Without a log beside it the file can be carried anywhere and opened where nothing may be written.
      file.db.pragma("journal_mode = DELETE");
      for (const { path } of later) addSegment(file, path);
    } finally {
      file.db.close();
    }
  } catch (error) {
    rmSync(target, { force: true });
    throw toOpeningError(target, error);
  }
}

function addSegment({ db, sumUpRest }: TrailFile, path: string): void {
  const columns = TRAIL_COLUMNS.join(", ");
  db.prepare("ATTACH ? AS later").run(path);
  // The sums of both then stand side by side, without a gap.
  sumUpRest();
  const copy = db.transaction(() => {
    db.exec("DELETE FROM open_work; INSERT INTO open_work SELECT * FROM later.open_work");
    db.exec(`INSERT INTO events SELECT ${columns} FROM later.events ORDER BY seq`);
    db.exec("INSERT OR IGNORE INTO code (sha256, text) SELECT sha256, text FROM later.code ORDER BY number");
    db.exec("INSERT OR IGNORE INTO code_uses SELECT * FROM later.code_uses");
    if (!isSummedUp(db)) return;
    db.exec(
      "INSERT INTO blocks SELECT * FROM later.blocks; INSERT INTO summaries SELECT * FROM later.summaries",
    );
    copyCounts(db, "later");
  });
  copy();
  db.exec("DETACH later");
  db.exec("INSERT INTO code_search (code_search) VALUES ('rebuild')");
  sumUpRest();
}

/** A file of an older version is not; its events are summed up once they are here. */
function isSummedUp(db: BetterSqlite3.Database): boolean {
  return db.prepare("SELECT 1 FROM later.sqlite_schema WHERE name = 'summaries'").get() !== undefined;
}
