// Where auditors ask. Guarantees: every question is itself recorded, under the name of whoever asked, before the
// answer leaves.

import { setTimeout as delay } from "node:timers/promises";
import { GatewayError } from "../../errors.ts";
import type { SqlAnswer, TrailFilter, TrailRow, TrailStore } from "../../storage/storage.ts";
import { readBody, textIn } from "../../text/read-body.ts";
import type { JsonObject } from "../../vocabulary.ts";
import type { CheckpointEvidence } from "../chain/checkpoints.ts";
import { type VerifyProgress, verifyTrail } from "../chain/verify-trail.ts";
import type { Pruned, VerifyResult } from "../record.ts";
import { countFlows, type FlowCount, type FlowQuestion } from "./count-flows.ts";
import { countStats, type StatsQuestion, type TrailStats } from "./count-stats.ts";
import { type ExportFormat, exportEvents } from "./export-events.ts";
import { presentRow } from "./present-row.ts";
import { type EventQuestion, queryEvents } from "./sort-events.ts";
import { type RunStory, tellRun } from "./tell-run.ts";
import { walkEvents } from "./walk-events.ts";

export type EventPage = { events: JsonObject[]; next?: string };
export type ExportFilter = Omit<TrailFilter, "limit" | "order">;

/** The same questions whether a gateway runs or only its files are there. `reader` is who asks. */
export type AuditDesk = {
  events(reader: string, question: EventQuestion): Promise<EventPage>;
  /** Events as they come, from `filter.cursor` on (else from now on), until the signal. */
  follow(reader: string, filter: ExportFilter, signal: AbortSignal): AsyncGenerator<JsonObject>;
  run(reader: string, id: string): Promise<RunStory>;
  flows(reader: string, question: FlowQuestion): Promise<FlowCount[]>;
  stats(reader: string, question: StatsQuestion): Promise<TrailStats>;
  sql(reader: string, sql: string, maxRows: number): Promise<SqlAnswer>;
  export(reader: string, filter: ExportFilter, format: ExportFormat): AsyncGenerator<string>;
  verify(reader: string, onProgress?: VerifyProgress): Promise<VerifyResult>;
  /** The public keys that checkpoints can be checked with, as PEM. */
  keys(): Promise<{ keyId: string; pem: string }[]>;
  /** Deletes old segments; only where the trail can say so. */
  prune(reader: string, before: Date): Promise<Pruned>;
};

export type AuditDeskParts = {
  store: TrailStore;
  evidence(): Promise<CheckpointEvidence>;
  /** Rejects when it cannot be recorded; then there is no answer. */
  recordRead(reader: string, body: JsonObject): Promise<void>;
  /** Absent where only files are read. */
  prune?(order: { before: Date; by: string }): Promise<Pruned>;
  followMs?: number;
};

const FOLLOW_MS = 500;
const FOLLOW_ROWS = 500;
const PUBLIC_PEM = { type: "spki", format: "pem" } as const;
const SQL_TIMEOUT_MS = 10_000;

export function createAuditDesk(parts: AuditDeskParts): AuditDesk {
  const { store, evidence, recordRead } = parts;
  return {
    async events(reader, filter) {
      const rows = await queryEvents(store, filter);
      await recordRead(reader, { what: "events", filter: { ...filter }, rows: rows.length });
      const last = rows.length === filter.limit ? rows.at(-1)?.seq : undefined;
      return { events: await presentAll(store, rows), ...(last !== undefined && { next: String(last) }) };
    },
    follow: (reader, filter, signal) => followEvents(parts, { reader, filter, signal }),
    async run(reader, id) {
      const rows: TrailRow[] = [];
      for await (const row of walkEvents(store, { run: id })) rows.push(row);
      await recordRead(reader, { what: "run", filter: { run: id }, rows: rows.length });
      const story = tellRun(rows, await codeOf(store, rows));
      if (story) return story;
      throw new GatewayError("NOT_FOUND", "The trail knows no run of this id.", {
        hint: "`sallyport audit query --kind run.submitted` lists runs.",
      });
    },
    async flows(reader, question) {
      const flows = await countFlows(store, question);
      await recordRead(reader, { what: "flows", filter: { ...question }, rows: flows.length });
      return flows;
    },
    async stats(reader, question) {
      const stats = await countStats(store, question);
      await recordRead(reader, { what: "stats", filter: { ...question }, rows: stats.events });
      return stats;
    },
    async sql(reader, sql, maxRows) {
      const answer = await store.sql({ sql, maxRows, timeoutMs: SQL_TIMEOUT_MS });
      await recordRead(reader, {
        what: "sql",
        filter: { sql: sql.slice(0, 4000) },
        rows: answer.rows.length,
      });
      return answer;
    },
    async *export(reader, filter, format) {
      await recordRead(reader, { what: "export", filter: { ...filter, format } });
      yield* exportEvents(walkEvents(store, filter), format);
    },
    async verify(reader, onProgress) {
      const verified = await verifyTrail(store, await evidence(), onProgress);
      await recordRead(reader, { what: "verify", verified: verified.ok, rows: verified.events });
      return verified;
    },
    async keys() {
      const { publicKeys } = await evidence();
      return [...publicKeys].map(([keyId, key]) => ({ keyId, pem: String(key.export(PUBLIC_PEM)) }));
    },
    async prune(reader, before) {
      if (parts.prune) return parts.prune({ before, by: reader });
      throw new GatewayError("STORAGE_UNAVAILABLE", "Files that are only read cannot be pruned.");
    },
  };
}

/** Recorded once, at its beginning: a recorded look a second would be what one sees most. */
async function* followEvents(
  { store, recordRead, followMs = FOLLOW_MS }: AuditDeskParts,
  { reader, filter, signal }: { reader: string; filter: ExportFilter; signal: AbortSignal },
): AsyncGenerator<JsonObject> {
  let cursor = filter.cursor ?? (await store.head())?.seq ?? 0;
  await recordRead(reader, { what: "follow", filter: { ...filter } });
  while (!signal.aborted) {
    const rows = await store.query({ ...filter, cursor, limit: FOLLOW_ROWS, order: "asc" });
    for (const event of await presentAll(store, rows)) yield event;
    cursor = rows.at(-1)?.seq ?? cursor;
    if (rows.length < FOLLOW_ROWS) await delay(followMs, undefined, { signal }).catch(() => {});
  }
}

/** With the program's text where the event holds only its hash. */
async function presentAll(store: TrailStore, rows: TrailRow[]): Promise<JsonObject[]> {
  return Promise.all(
    rows.map(async (row) => {
      const event = presentRow(row);
      if (row.kind !== "run.submitted") return event;
      const code = await codeOf(store, [row]);
      return code === null ? event : { ...event, code };
    }),
  );
}

async function codeOf(store: TrailStore, rows: TrailRow[]): Promise<string | null> {
  const submitted = rows.find((row) => row.kind === "run.submitted");
  if (!submitted) return null;
  const body = readBody(submitted);
  const sha256 = body["codeKept"] === true ? textIn(body, "codeSha256") : null;
  return sha256 === null ? null : store.codeText(sha256);
}
