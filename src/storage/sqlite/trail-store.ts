// The trail's rows in SQLite.

import { GatewayError } from "../../errors.ts";
import type { TrailFilter, TrailRow, TrailStore } from "../storage.ts";
import { type DatabaseFile, openDatabase } from "./open-database.ts";
import { TRAIL_MIGRATIONS } from "./trail-schema.ts";

const COLUMNS = [
  "seq",
  "at",
  "kind",
  "principal",
  "session",
  "run",
  "call",
  "tool",
  "decision",
  "rule",
  "status",
  "body",
  "prev",
  "hash",
] as const satisfies readonly (keyof TrailRow)[];

const EQUAL_COLUMNS = [
  "kind",
  "principal",
  "session",
  "run",
  "call",
  "decision",
  "rule",
  "status",
] as const satisfies readonly (keyof TrailFilter & keyof TrailRow)[];

const SELECT = `SELECT ${COLUMNS.join(", ")} FROM events`;

export function openSqliteTrailStore(path: string, readOnly: boolean): TrailStore {
  return trailStoreOn(openTrailFile(path, readOnly));
}

export function openTrailFile(path: string, readOnly: boolean): DatabaseFile {
  return openDatabase({ path, migrations: TRAIL_MIGRATIONS, synchronous: "FULL", readOnly });
}

export function trailStoreOn(file: DatabaseFile): TrailStore {
  const { db, attempt } = file;
  const insert = db.prepare(`INSERT INTO events VALUES (${COLUMNS.map(() => "?").join(", ")})`);
  const insertAll = db.transaction((rows: TrailRow[]) => {
    for (const row of rows) insert.run(...COLUMNS.map((column) => row[column]));
  });
  const head = db.prepare<[], { seq: number; hash: string }>(
    "SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1",
  );
  const scan = db.prepare<[number, number], TrailRow>(`${SELECT} WHERE seq > ? ORDER BY seq LIMIT ?`);
  const openWork = (isRun: boolean) =>
    db.prepare<[], TrailRow>(
      `${SELECT} WHERE seq IN (SELECT seq FROM open_work WHERE call ${isRun ? "=" : "<>"} '') ORDER BY seq`,
    );
  const openCalls = openWork(false);
  const openRuns = openWork(true);

  return {
    head: () => attempt(() => head.get() ?? null),
    append: (rows) => attempt(() => insertAll.immediate(rows)),
    query: (filter) => attempt(() => runQuery(file, filter)),
    scan: (afterSeq, limit) => attempt(() => scan.all(afterSeq, limit)),
    openCalls: () => attempt(() => openCalls.all()),
    openRuns: () => attempt(() => openRuns.all()),
    close: file.close,
  };
}

function runQuery({ db }: DatabaseFile, filter: TrailFilter): TrailRow[] {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  for (const column of EQUAL_COLUMNS) where(`${column} = ?`, filter[column]);
  const isPattern = filter.tool?.includes("*") ?? false;
  where(isPattern ? "tool GLOB ?" : "tool = ?", isPattern ? toGlob(filter.tool) : filter.tool);
  where("at >= ?", toStoredTime("since", filter.since));
  where("at < ?", toStoredTime("until", filter.until));
  where(filter.order === "asc" ? "seq > ?" : "seq < ?", filter.cursor);

  const restriction = conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
  const direction = filter.order === "asc" ? "ASC" : "DESC";
  // SQLite reads a negative limit as "no limit".
  const limit = Math.min(Math.max(0, Math.trunc(filter.limit)), Number.MAX_SAFE_INTEGER);
  return db
    .prepare<unknown[], TrailRow>(`${SELECT}${restriction} ORDER BY seq ${direction} LIMIT ?`)
    .all(...values, limit);
}

// Only the star is special in a tool pattern; GLOB knows two more characters.
function toGlob(pattern: string | undefined): string | undefined {
  return pattern?.replaceAll(/[[?]/g, "[$&]");
}

// Times are compared as text, so other spellings of a moment (an offset, no fraction) become the stored one.
function toStoredTime(name: string, time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const moment = new Date(time);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  throw new GatewayError("BAD_REQUEST", `The filter ${name} is not a time.`, {
    hint: "Write it like 2026-01-31T12:00:00Z.",
  });
}
