// One file of the trail: its rows, its programs and what is open in it.

import { GatewayError } from "../../errors.ts";
import type { CodeText, PlacedCode, TrailFilter, TrailRow, TrailSegment } from "../storage.ts";
import { TRAIL_COLUMNS } from "../trail-columns.ts";
import { type DatabaseFile, openDatabase, versionOf } from "./open-database.ts";
import { createRecentRows, type RecentRows } from "./recent-rows.ts";
import { createRecount } from "./recount-summaries.ts";
import { createTrailBlocks, type SeqRange } from "./trail-blocks.ts";
import { boundsOf, filterSql, hasOwnIndex, limitOf, rangeSql } from "./trail-filter.ts";
import { absentTables, TRAIL_MIGRATIONS, TRAIL_READABLE_FROM } from "./trail-schema.ts";
import { createTrailSummaries } from "./trail-summaries.ts";

const SELECT = `SELECT ${TRAIL_COLUMNS.join(", ")} FROM events`;

/** Nobody else writes the trail, so whoever holds it locked is a fault; waiting for that would stop everything else. */
const LOCKED_MS = 250;

export type RangeFilter = Omit<TrailFilter, "order" | "limit" | "cursor">;
export type OpenWork = { run: string; call: string; seq: number };

export function openTrailFile(path: string, readOnly: boolean): DatabaseFile {
  const file = openDatabase({
    path,
    migrations: TRAIL_MIGRATIONS,
    synchronous: "FULL",
    readOnly,
    readableFrom: TRAIL_READABLE_FROM,
  });
  file.db.pragma(`busy_timeout = ${LOCKED_MS}`);
  file.db.exec(absentTables(versionOf(file.db)));
  return file;
}

export type TrailFile = ReturnType<typeof trailFileOn>;

export function trailFileOn({ db, attempt, close }: DatabaseFile) {
  const head = db.prepare<[], { seq: number; hash: string }>(
    "SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1",
  );
  const scan = db.prepare<[number, number], TrailRow>(`${SELECT} WHERE seq > ? ORDER BY seq LIMIT ?`);
  const openWork = db.prepare<[], OpenWork>("SELECT run, call, seq FROM open_work ORDER BY seq");
  const scanCode = db.prepare<[string, number], CodeText>(
    "SELECT sha256, text FROM code WHERE sha256 > ? ORDER BY sha256 LIMIT ?",
  );
  const codeText = db.prepare<[string], string>("SELECT text FROM code WHERE sha256 = ?").pluck();
  const bytes = db
    .prepare<[], number>("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    .pluck();
  const extent = db.prepare<[], { first: number | null; from: string | null; to: string | null }>(
    `SELECT (SELECT min(seq) FROM events) AS first, (SELECT min(at) FROM events) AS "from",
       (SELECT at FROM events WHERE kind <> 'checkpoint' ORDER BY at DESC LIMIT 1) AS "to"`,
  );
  const recent = createRecentRows(db);
  const blocks = createTrailBlocks(db, recent);
  const summaries = createTrailSummaries(db, recent);
  const addDue = (isLast = false) => {
    const last = head.get()?.seq ?? 0;
    blocks.addDue(last);
    summaries.addDue(last, isLast);
  };
  if (!db.readonly) sumUpOldRows(db, addDue);
  let firstAt: string | null = null;
  return {
    /** When the file's first event happened; it never changes, and is asked for at every commit. */
    firstAt(): string | null {
      firstAt ??= scan.all(0, 1)[0]?.at ?? null;
      return firstAt;
    },
    db,
    attempt,
    close,
    head: () => head.get() ?? null,
    scan: (afterSeq: number, limit: number) => scan.all(afterSeq, limit),
    scanCode: (afterSha256: string, limit: number) => scanCode.all(afterSha256, limit),
    codeText: (sha256: string) => codeText.get(sha256) ?? null,
    openWork: () => openWork.all(),
    bytes: () => bytes.get() ?? 0,
    ...writingOn(db, { recent, addDue }),
    /** No more rows follow in this file. */
    sumUpRest: () => sumUpOldRows(db, () => addDue(true)),
    partsOf: summaries.partsOf,
    recount: () => createRecount(db, (afterSeq, limit) => scan.all(afterSeq, limit)),
    /** One page of a filter's events within a range, the oldest first. */
    scanRange: (filter: RangeFilter, { first, last }: SeqRange, limit: number): TrailRow[] => {
      const { text, values } = rangeSql({ ...filter, order: "asc", limit });
      return db.prepare<unknown[], TrailRow>(`${SELECT}${text}`).all(...values, first, last, limit);
    },
    query(filter: TrailFilter): TrailRow[] {
      if (!hasOwnIndex(filter)) return queryRanges(db, filter, blocks.rangesOf(filter, boundsOf(filter)));
      const { text, values } = filterSql(filter);
      return db.prepare<unknown[], TrailRow>(`${SELECT}${text}`).all(...values);
    },
    describe(number: number): TrailSegment {
      const last = head.get();
      const { first, from, to } = extent.get() ?? { first: null, from: null, to: null };
      const lastSeq = last?.seq ?? 0;
      const firstSeq = first ?? lastSeq + 1;
      return { number, firstSeq, lastSeq, lastHash: last?.hash ?? null, from, to, bytes: bytes.get() ?? 0 };
    },
  };
}

/** What an older version wrote is not summed up yet. It can be read without that. */
function sumUpOldRows(db: DatabaseFile["db"], add: () => void): void {
  try {
    db.transaction(add).immediate();
  } catch {
    // The next append tries again, and says what is wrong with the disk.
  }
}

function queryRanges(db: DatabaseFile["db"], filter: TrailFilter, ranges: SeqRange[]): TrailRow[] {
  const { text, values } = rangeSql(filter);
  const select = db.prepare<unknown[], TrailRow>(`${SELECT}${text}`);
  const { order, cursor } = filter;
  const isBeyond = ({ first, last }: SeqRange) =>
    cursor !== undefined && (order === "asc" ? last <= cursor : first >= cursor);
  const limit = limitOf(filter);
  const rows: TrailRow[] = [];
  for (const range of order === "asc" ? ranges : ranges.reverse()) {
    if (isBeyond(range)) continue;
    rows.push(...select.all(...values, range.first, range.last, limit - rows.length));
    if (rows.length >= limit) break;
  }
  return rows;
}

type Written = { recent: RecentRows; addDue(): void };

function writingOn(db: DatabaseFile["db"], { recent, addDue }: Written) {
  const insert = db.prepare(`INSERT INTO events VALUES (${TRAIL_COLUMNS.map(() => "?").join(", ")})`);
  const insertCode = db.prepare(
    "INSERT INTO code (sha256, text) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING",
  );
  const insertSearch = db.prepare("INSERT INTO code_search (rowid, text) VALUES (?, ?)");
  const insertUse = db.prepare("INSERT OR IGNORE INTO code_uses VALUES (?, ?)");
  const setBase = db.prepare("UPDATE segment SET base_seq = ?");
  const insertOpen = db.prepare("INSERT INTO open_work VALUES (?, ?, ?)");
  const countKept = db
    .prepare<[number, number], number>("SELECT count(*) FROM events WHERE seq BETWEEN ? AND ?")
    .pluck();
  const insertAll = (rows: TrailRow[], codes: PlacedCode[]) => {
    for (const row of rows) insert.run(...TRAIL_COLUMNS.map((column) => row[column]));
    requireKept(rows, countKept);
    for (const { sha256, text, seq } of codes) {
      const { changes, lastInsertRowid } = insertCode.run(sha256, text);
      if (changes === 1) insertSearch.run(lastInsertRowid, text);
      insertUse.run(sha256, seq);
    }
    recent.add(rows);
    addDue();
  };
  const append = db.transaction(insertAll);
  const begin = db.transaction((rows: TrailRow[], codes: PlacedCode[], open: OpenWork[]) => {
    setBase.run((rows[0]?.seq ?? 1) - 1);
    // What is still open in the segment before stays known: it may end in this one.
    for (const { run, call, seq } of open) insertOpen.run(run, call, seq);
    insertAll(rows, codes);
  });
  const orForget = (write: () => void) => {
    try {
      write();
    } catch (error) {
      recent.forget();
      throw error;
    }
  };
  return {
    append: (rows: TrailRow[], codes: PlacedCode[]) => orForget(() => append.immediate(rows, codes)),
    begin: (rows: TrailRow[], codes: PlacedCode[], open: OpenWork[]) =>
      orForget(() => begin.immediate(rows, codes, open)),
  };
}

/** A trigger that somebody planted may swallow an event without an error; then its effect must not happen. */
function requireKept(
  rows: TrailRow[],
  countKept: { get(first: number, last: number): number | undefined },
): void {
  const [first, last] = [rows[0]?.seq, rows.at(-1)?.seq];
  if (first === undefined || last === undefined || countKept.get(first, last) === rows.length) return;
  throw new GatewayError("AUDIT_UNAVAILABLE", "The trail did not keep what was written to it.", {
    hint: "Somebody may have changed the file: run `sallyport audit verify`, and restore it from a backup.",
  });
}
