// What the audit routes accept.

import { z } from "zod";
import { GatewayError } from "../../errors.ts";
import { EVENT_COLUMNS, type EventColumn, SORT_KEYS } from "../../event-columns.ts";
import {
  type EventQuestion,
  EXPORT_FORMATS,
  type ExportFilter,
  type ExportFormat,
} from "../../record/record.ts";
import { readBody, readShape } from "./request-shapes.ts";

const text = z.string().max(500).optional();
/** The trail's times are UTC and compared as text. */
const instant = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());
const columns = z
  .string()
  .transform((names) => names.split(",").map((name) => name.trim()))
  .pipe(
    z.array(z.enum(EVENT_COLUMNS)).refine((names) => new Set(names).size === names.length, "a column twice"),
  );
const span = { since: instant.optional(), until: instant.optional() };

const filterFields = {
  kind: text,
  principal: text,
  session: text,
  run: text,
  call: text,
  tool: text,
  decision: text,
  rule: text,
  status: text,
  class: text,
  code: z.string().min(1).max(2000).optional(),
  ...span,
  cursor: z.coerce.number().int().min(0).optional(),
};

export const eventQuery = z.strictObject({
  ...filterFields,
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  order: z.enum(["asc", "desc"]).default("desc"),
  sort: z.enum(SORT_KEYS).default("seq"),
  columns: columns.optional(),
  format: z.enum(["json", "csv"]).optional(),
});
export const exportQuery = z.strictObject({
  ...filterFields,
  format: z.enum(EXPORT_FORMATS).default("jsonl"),
});
export const flowQuery = z.strictObject({ class: text, tool: text, principal: text, ...span });
export const statsQuery = z.strictObject({
  principal: text,
  ...span,
  price: z.coerce.number().min(0).max(1_000_000).optional(),
});
export const sqlBody = z.strictObject({
  sql: z.string().min(1).max(20_000),
  limit: z.number().int().min(1).max(10_000).default(1000),
});
export const pruneBody = z.strictObject({ before: instant });

type Query = Record<string, string>;

export type EventForm = { columns?: EventColumn[]; format?: "json" | "csv" };

export function readEventQuery(query: Query): { question: EventQuestion; form: EventForm } {
  const { columns: wanted, format, ...question } = readShape(query, eventQuery, "query");
  return { question: filled(question), form: filled({ columns: wanted, format }) };
}

/** The same filters for a stream, which has an order and no end. */
export function readFollowQuery(query: Query, lastEventId: string | undefined): ExportFilter {
  const { limit: _endless, order: _asc, sort, ...more } = readShape(query, eventQuery, "query");
  const { columns: wanted, format, ...given } = more;
  if (sort !== "seq" || wanted || format)
    throw new GatewayError("BAD_REQUEST", "A stream of events takes no `sort`, `columns` or `format`.");
  const filter = filled(given);
  return /^\d{1,15}$/.test(lastEventId ?? "") ? { ...filter, cursor: Number(lastEventId) } : filter;
}

export function readExportQuery(query: Query): { filter: ExportFilter; format: ExportFormat } {
  const { format, ...filter } = readShape(query, exportQuery, "query");
  return { filter: filled(filter), format };
}

export function readFlowQuery(query: Query) {
  return filled(readShape(query, flowQuery, "query"));
}

export function readStatsQuery(query: Query) {
  return filled(readShape(query, statsQuery, "query"));
}

export function readSqlBody(request: Request): Promise<{ sql: string; limit: number }> {
  return readBody(request, sqlBody);
}

export async function readPruneBody(request: Request): Promise<Date> {
  return new Date((await readBody(request, pruneBody)).before);
}

type Filled<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without the fields that were not given, which is what optional fields mean to the trail. */
function filled<T extends object>(value: T): Filled<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Filled<T>;
}
