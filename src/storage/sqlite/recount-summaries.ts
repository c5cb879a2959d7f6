// Makes every sum of a file again from its events and compares.

import type BetterSqlite3 from "better-sqlite3";
import type { TrailRow } from "../storage.ts";
import { addCountRows, createCountRows } from "../summary/count-rows.ts";
import { tableRows } from "./trail-counts.ts";
import { COUNT_COLUMNS, COUNT_TABLES, type CountTable } from "./trail-schema.ts";
import { joinNodes, leafOf, type SummaryNode, summedThrough } from "./trail-summaries.ts";

/** `end` is the last event there is, where a sum counts events behind it. */
export type FalseSum = { first: number; last: number; table?: string; end?: number };
type Scan = (afterSeq: number, limit: number) => TrailRow[];

export function createRecount(db: BetterSqlite3.Database, scan: Scan) {
  const nextLeaf = db.prepare<[number], SummaryNode>(
    "SELECT * FROM summaries WHERE level = 0 AND first > ? ORDER BY first LIMIT 1",
  );
  const joinedAt = db.prepare<[number], SummaryNode>(
    "SELECT * FROM summaries WHERE level > 0 AND last = ? ORDER BY level",
  );
  const total = db.prepare<[], number>("SELECT count(*) FROM summaries").pluck();
  const summed = db.prepare<[], number>(summedThrough()).pluck();
  const counts = createCountRows();
  let held: TrailRow[] = [];
  let recounted: SummaryNode[] = [];
  let counted = 0;
  let checked = 0;
  let wrong: SummaryNode | null = null;

  function checkLeaf(leaf: SummaryNode): void {
    const rows = held.filter(({ seq }) => seq >= leaf.first && seq <= leaf.last);
    held = held.filter(({ seq }) => seq > leaf.last);
    if (rows.length === 0) {
      wrong ??= leaf;
      return;
    }
    const made = leafOf(rows);
    addCountRows(counts, made.counts);
    counted = leaf.last;
    recounted.push(made.node);
    wrong ??= isSame(made.node, leaf) ? null : leaf;
    checked += 1;
    for (const joined of joinedAt.iterate(leaf.last)) checkJoined(joined);
  }

  function checkJoined(joined: SummaryNode): void {
    const below = recounted.filter(({ level, first }) => level === joined.level - 1 && first >= joined.first);
    recounted = recounted.filter((node) => !below.includes(node));
    const made = below.length > 0 ? joinNodes(below) : null;
    if (made) recounted.push(made);
    wrong ??= made && isSame(made, joined) ? null : joined;
    checked += 1;
  }

  function add(rows: TrailRow[]): void {
    held.push(...rows);
    const last = held.at(-1)?.seq ?? 0;
    for (
      let leaf = nextLeaf.get(counted);
      leaf && leaf.last <= last && !wrong;
      leaf = nextLeaf.get(counted)
    ) {
      checkLeaf(leaf);
    }
  }

  /** What was appended since the last page may have been summed up meanwhile. */
  function finish(): FalseSum | null {
    const last = held.at(-1)?.seq ?? counted;
    const through = summed.get() ?? 0;
    if (through > last) add(scan(last, through - last));
    if (wrong) return { first: wrong.first, last: wrong.last };
    const end = held.at(-1)?.seq ?? counted;
    const beyond = nextLeaf.get(counted);
    if (beyond && beyond.last > end) return { first: beyond.first, last: beyond.last, end };
    // One that lies where none can be was not come by.
    if (total.get() !== checked) return { first: counted, last: counted };
    const table = COUNT_TABLES.find((name) => !isTableSame(db, name, tableRows(counts)[name]));
    return table ? { first: counted, last: counted, table } : null;
  }
  return { add, finish: db.transaction(finish) };
}

const COMPARED = ["first", "last", "earliest", "latest", "tallies", "flows"] as const;

function isSame(made: SummaryNode, kept: SummaryNode): boolean {
  return COMPARED.every((field) => made[field] === kept[field]);
}

function isTableSame(
  db: BetterSqlite3.Database,
  name: CountTable,
  made: Record<string, string | number>[],
): boolean {
  const { key, sums, latest } = COUNT_COLUMNS[name];
  const columns = [...key, ...sums, ...latest];
  const wanted = new Set(made.map((row) => JSON.stringify(columns.map((column) => row[column]))));
  let found = 0;
  for (const row of db
    .prepare<[], unknown[]>(`SELECT ${columns.join(", ")} FROM ${name}`)
    .raw()
    .iterate()) {
    if (!wanted.has(JSON.stringify(row))) return false;
    found += 1;
  }
  return found === wanted.size;
}
