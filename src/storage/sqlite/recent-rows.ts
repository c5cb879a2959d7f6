// The newest rows of the file that is written, so that what is made of each thousand of them need not read them again.

import type BetterSqlite3 from "better-sqlite3";
import type { TrailRow } from "../storage.ts";
import { TRAIL_COLUMNS } from "../trail-columns.ts";

const MOST_ROWS = 5000;

export type RecentRows = {
  /** In the transaction that inserts them. */
  add(rows: TrailRow[]): void;
  /** That transaction failed. */
  forget(): void;
  after(seq: number, count: number): TrailRow[];
};

export function createRecentRows(db: BetterSqlite3.Database): RecentRows {
  const read = db.prepare<[number, number], TrailRow>(
    `SELECT ${TRAIL_COLUMNS.join(", ")} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  let recent: TrailRow[] = [];
  return {
    add(rows) {
      recent.push(...rows);
      if (recent.length > MOST_ROWS) recent = recent.slice(-1000);
    },
    forget() {
      recent = [];
    },
    after(seq, count) {
      const from = seq + 1 - (recent[0]?.seq ?? Number.POSITIVE_INFINITY);
      const held = from >= 0 ? recent.slice(from, from + count) : [];
      return held.length === count ? held : read.all(seq, count);
    },
  };
}
