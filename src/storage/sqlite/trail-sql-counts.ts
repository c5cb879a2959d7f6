// The views of counts. What no file has counted yet, the newest events at least, is counted now, beside the files.

import type BetterSqlite3 from "better-sqlite3";
import type { TrailRow } from "../storage.ts";
import { summarizeRows } from "../summary/summarize.ts";
import { createCountWriter } from "./trail-counts.ts";
import { TEMPORARY_COUNTS } from "./trail-schema.ts";
import { LEAF_ROWS, summedThrough } from "./trail-summaries.ts";
import { countViewStatements } from "./trail-views.ts";

export function addCountViews(db: BetterSqlite3.Database, attached: string[]): void {
  db.exec(TEMPORARY_COUNTS);
  const add = createCountWriter(db);
  const isCounted = (name: string) =>
    db.prepare(`SELECT 1 FROM ${name}.sqlite_schema WHERE name = 'summaries'`).get() !== undefined;
  db.transaction(() => {
    for (const name of attached) {
      const counted = isCounted(name)
        ? db
            .prepare<[], number>(summedThrough(`${name}.`))
            .pluck()
            .get()
        : 0;
      for (const rows of pagesAfter(db, name, counted ?? 0)) add(summarizeRows(rows).counts);
    }
  })();
  for (const statement of countViewStatements([...attached.filter(isCounted), "temp"])) db.exec(statement);
}

function* pagesAfter(db: BetterSqlite3.Database, name: string, seq: number): Generator<TrailRow[]> {
  const read = db.prepare<[number, number], TrailRow>(
    `SELECT * FROM ${name}.events WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  for (let from = seq; ; ) {
    const rows = read.all(from, LEAF_ROWS);
    if (rows.length > 0) yield rows;
    if (rows.length < LEAF_ROWS) return;
    from = rows.at(-1)?.seq ?? from;
  }
}
