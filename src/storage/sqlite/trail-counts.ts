// The tables that answer usual aggregates in SQL.

import type BetterSqlite3 from "better-sqlite3";
import type { CountRows, FlowRow, HourRow } from "../summary/count-rows.ts";
import { COUNT_COLUMNS, COUNT_TABLES, type CountTable } from "./trail-schema.ts";

type CountRow = Record<string, string | number>;

const DAY = "2026-01-31".length;

/** Adds rows to the tables. */
export function createCountWriter(db: BetterSqlite3.Database): (counts: CountRows) => void {
  const adders = COUNT_TABLES.map((name) => [name, db.prepare(addStatement(name))] as const);
  return (counts) => {
    const rows = tableRows(counts);
    for (const [name, add] of adders) for (const row of rows[name]) add.run(row);
  };
}

export function tableRows({ hours, flows }: CountRows): Record<CountTable, CountRow[]> {
  const hourly = [...hours.values()];
  return {
    hour_counts: hourly,
    day_counts: daysOf(hourly),
    flow_counts: [...flows.values()] satisfies FlowRow[],
  };
}

/** The whole of a table of another file, added to that of this one. */
export function copyCounts(db: BetterSqlite3.Database, from: string): void {
  for (const name of COUNT_TABLES) {
    const { key, sums, latest } = COUNT_COLUMNS[name];
    const columns = [...key, ...sums, ...latest].join(", ");
    // WHERE: without it ON CONFLICT would be read as the condition of a join.
    db.exec(
      `INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM ${from}.${name} WHERE true ${onConflict(name)}`,
    );
  }
}

function addStatement(name: CountTable): string {
  const { key, sums, latest } = COUNT_COLUMNS[name];
  const columns = [...key, ...sums, ...latest];
  const places = columns.map((column) => `@${column}`).join(", ");
  return `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${places}) ${onConflict(name)}`;
}

function onConflict(name: CountTable): string {
  const { key, sums, latest } = COUNT_COLUMNS[name];
  const changes = [
    ...sums.map((column) => `${column} = ${column} + excluded.${column}`),
    ...latest.map((column) => `${column} = max(${column}, excluded.${column})`),
  ];
  return `ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${changes.join(", ")}`;
}

function daysOf(hourly: HourRow[]): CountRow[] {
  const days = new Map<string, CountRow & Pick<HourRow, "events" | "duration_ms" | "saved_tokens">>();
  for (const { hour, events, duration_ms, saved_tokens, ...sort } of hourly) {
    const place = { day: hour.slice(0, DAY), ...sort };
    const key = Object.values(place).join("\n");
    const known = days.get(key) ?? { ...place, events: 0, duration_ms: 0, saved_tokens: 0 };
    known.events += events;
    known.duration_ms += duration_ms;
    known.saved_tokens += saved_tokens;
    days.set(key, known);
  }
  return [...days.values()];
}
