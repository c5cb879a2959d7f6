// The trail over HTTP, for auditors and admins; only admins may prune.

import type { Context, Hono } from "hono";
import { stream, streamSSE } from "hono/streaming";
import { type Permission, requirePermission } from "../../admit/admit.ts";
import { GatewayError } from "../../errors.ts";
import { cellOf, pickColumns, USUAL_COLUMNS } from "../../event-columns.ts";
import type { Gateway } from "../../gateway.ts";
import type { EventPage, ExportFormat } from "../../record/record.ts";
import { csvLine } from "../../text/csv-line.ts";
import {
  type EventForm,
  readEventQuery,
  readExportQuery,
  readFlowQuery,
  readFollowQuery,
  readPruneBody,
  readSqlBody,
  readStatsQuery,
} from "./audit-queries.ts";
import { withHeartbeat } from "./heartbeat.ts";
import type { Env } from "./http-env.ts";
import { readQuery } from "./request-shapes.ts";

const CONTENT_TYPES: Record<ExportFormat, string> = {
  jsonl: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
  ocsf: "application/x-ndjson",
};

export function addAuditRoutes(app: Hono<Env>, gateway: Gateway): void {
  const { audit } = gateway;
  app.get("/v1/audit/events", async function readEvents(c) {
    const reader = nameOf(c, "read the trail");
    if (c.req.header("accept")?.includes("text/event-stream")) return followEvents(c, gateway, reader);
    const { question, form } = readEventQuery(readQuery(c.req.url));
    return answerEvents(c, await audit.events(reader, question), form);
  });
  app.get("/v1/audit/runs/:id", async function tellRun(c) {
    return c.json(await audit.run(nameOf(c, "read the trail"), c.req.param("id")));
  });
  app.get("/v1/audit/flows", async function countFlows(c) {
    const reader = nameOf(c, "read the trail");
    return c.json({ flows: await audit.flows(reader, readFlowQuery(readQuery(c.req.url))) });
  });
  app.get("/v1/stats", async function countStats(c) {
    const reader = nameOf(c, "read the trail");
    return c.json(await audit.stats(reader, readStatsQuery(readQuery(c.req.url))));
  });
  app.get("/v1/audit/verify", async function verify(c) {
    return c.json(await audit.verify(nameOf(c, "read the trail")));
  });
  app.get("/v1/audit/keys", async function listPublicKeys(c) {
    nameOf(c, "read the trail");
    return c.json({ keys: await audit.keys() });
  });
  addBulkRoutes(app, gateway);
}

function addBulkRoutes(app: Hono<Env>, { audit, metrics }: Gateway): void {
  app.post("/v1/audit/sql", async function askSql(c) {
    const reader = nameOf(c, "read the trail");
    const { sql, limit } = await readSqlBody(c.req.raw);
    return c.json(await audit.sql(reader, sql, limit));
  });
  app.get("/v1/audit/export", async function exportEvents(c) {
    const reader = nameOf(c, "read the trail");
    const { filter, format } = readExportQuery(readQuery(c.req.url));
    const lines = audit.export(reader, filter, format);
    // The first line is asked for before the reply begins: a reading that cannot be recorded is refused whole.
    const first = await lines.next();
    c.header("content-type", CONTENT_TYPES[format]);
    return stream(c, async (out) => {
      if (!first.done) await out.write(first.value);
      for await (const line of lines) {
        if (out.aborted) return;
        await out.write(line);
      }
    });
  });
  app.post("/v1/audit/prune", async function prune(c) {
    const reader = nameOf(c, "prune the trail");
    return c.json(await audit.prune(reader, await readPruneBody(c.req.raw)));
  });
  app.get("/metrics", async function showMetrics(c) {
    nameOf(c, "read the trail");
    const page = await metrics?.();
    if (!page) throw new GatewayError("NOT_FOUND", "This gateway keeps no metrics.");
    return c.body(page.text, 200, { "content-type": page.contentType });
  });
}

/** As JSON, whole or in columns; as CSV where the query or the header asks for it. */
function answerEvents(c: Context<Env>, { events, next }: EventPage, form: EventForm): Response {
  const { columns, format = c.req.header("accept")?.includes("text/csv") ? "csv" : "json" } = form;
  if (next !== undefined) c.header("Sallyport-Next", next);
  if (format === "csv") {
    const names = columns ?? USUAL_COLUMNS;
    const lines = [names, ...events.map((event) => names.map((name) => cellOf(event, name)))];
    c.header("content-type", CONTENT_TYPES.csv);
    return c.body(lines.map((cells) => `${csvLine([...cells])}\r\n`).join(""));
  }
  const shown = columns ? events.map((event) => pickColumns(event, columns)) : events;
  return c.json({ events: shown, ...(next === undefined ? {} : { next }) });
}

/** Events as they come. `Last-Event-ID` (or `cursor`) goes on after an event; without it only new ones are sent. */
function followEvents(c: Context<Env>, { audit }: Gateway, reader: string): Response {
  const filter = readFollowQuery(readQuery(c.req.url), c.req.header("last-event-id"));
  const stopped = new AbortController();
  return streamSSE(c, (out) => {
    out.onAbort(() => stopped.abort());
    const signal = AbortSignal.any([stopped.signal, c.req.raw.signal]);
    return withHeartbeat(out, async () => {
      for await (const event of audit.follow(reader, filter, signal)) {
        await out.writeSSE({
          event: String(event["kind"]),
          id: String(event["seq"]),
          data: JSON.stringify(event),
        });
      }
    });
  });
}

function nameOf(c: Context<Env>, permission: Permission): string {
  const principal = c.get("principal");
  requirePermission(principal, permission);
  return principal.name;
}
