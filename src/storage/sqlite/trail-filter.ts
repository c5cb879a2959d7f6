// A filter as SQL. Every value is bound, never written into the statement.

import { GatewayError } from "../../errors.ts";
import type { TrailFilter, TrailRow } from "../storage.ts";

const EQUAL_COLUMNS = [
  "principal",
  "session",
  "run",
  "call",
  "decision",
  "rule",
  "status",
] as const satisfies readonly (keyof TrailFilter & keyof TrailRow)[];

const HOLDS_CLASS = `kind IN ('token.created', 'token.restored', 'call.decided')
  AND instr(body, '"class":"' || ? || '"') > 0 AND json_valid(body)
  AND EXISTS (SELECT 1 FROM json_each(body, '$.tokens') WHERE json_extract(value, '$.class') = ?)`;

const USES_CODE = (found: string) =>
  `seq IN (SELECT seq FROM code_uses WHERE sha256 IN (SELECT sha256 FROM code WHERE ${found}))`;
const FOUND_BY_SEARCH = "number IN (SELECT rowid FROM code_search WHERE code_search MATCH ?)";
const FOUND_BY_READING = "instr(lower(text), lower(?)) > 0";
const SHORTEST_SEARCH = 3;

export type FilterSql = { text: string; values: (string | number)[] };

/** Selective by an index of their own; without one of them, blocks tell where to read. */
export function hasOwnIndex({ run, call, session, code }: TrailFilter): boolean {
  return run !== undefined || call !== undefined || session !== undefined || code !== undefined;
}

/** The filter's times as they are stored. */
export function boundsOf({ since, until }: Pick<TrailFilter, "since" | "until">): {
  since?: string;
  until?: string;
} {
  const bounds = { since: toStoredTime("since", since), until: toStoredTime("until", until) };
  return Object.fromEntries(Object.entries(bounds).filter(([, time]) => time !== undefined));
}

/** The part of the statement after the table: WHERE, ORDER BY and LIMIT. */
export function filterSql(filter: TrailFilter): FilterSql {
  const { conditions, values } = conditionsOf(filter);
  const restriction = conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
  return { text: `${restriction}${orderOf(filter)}`, values: [...values, limitOf(filter)] };
}

/** The same within one range of sequence numbers, which is read from end to end; range and limit are bound last. */
export function rangeSql(filter: TrailFilter): FilterSql {
  const { conditions, values } = conditionsOf(filter);
  const all = [...conditions, "seq >= ?", "seq <= ?"].join(" AND ");
  return { text: ` NOT INDEXED WHERE ${all}${orderOf(filter)}`, values };
}

function orderOf({ order }: TrailFilter): string {
  return ` ORDER BY seq ${order === "asc" ? "ASC" : "DESC"} LIMIT ?`;
}

/** SQLite reads a negative limit as "no limit". */
export function limitOf({ limit }: TrailFilter): number {
  return Math.min(Math.max(0, Math.trunc(limit)), Number.MAX_SAFE_INTEGER);
}

function conditionsOf(filter: TrailFilter): { conditions: string[]; values: (string | number)[] } {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, ...bound: (string | number | undefined)[]) => {
    if (bound.some((value) => value === undefined)) return;
    conditions.push(condition);
    values.push(...(bound as (string | number)[]));
  };
  for (const column of EQUAL_COLUMNS) where(`${column} = ?`, filter[column]);
  for (const column of ["kind", "tool"] as const) {
    const pattern = filter[column];
    const isPattern = pattern?.includes("*") ?? false;
    where(isPattern ? `${column} GLOB ?` : `${column} = ?`, isPattern ? toGlob(pattern) : pattern);
  }
  const { since, until } = boundsOf(filter);
  where("at >= ?", since);
  where("at < ?", until);
  where(filter.order === "asc" ? "seq > ?" : "seq < ?", filter.cursor);
  const { class: name, code } = filter;
  if (name !== undefined) where(HOLDS_CLASS, name, name);
  if (code !== undefined) whereCode(where, code);
  return { conditions, values };
}

function whereCode(where: (condition: string, value: string) => void, text: string): void {
  const isLong = [...text].length >= SHORTEST_SEARCH;
  // In quotes it is one phrase, whatever words of the search language it holds.
  if (isLong) where(USES_CODE(FOUND_BY_SEARCH), `"${text.replaceAll('"', '""')}"`);
  else where(USES_CODE(FOUND_BY_READING), text);
}

// Only the star is special in a pattern; GLOB knows two more characters.
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
