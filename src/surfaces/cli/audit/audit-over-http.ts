// The trail of a running gateway.

import { readEvents, readStream } from "../gateway/event-stream.ts";
import { request } from "../gateway/http-request.ts";
import type { AuditAccess } from "./reach-audit.ts";

export function connectAudit(url: string, secret: string): AuditAccess {
  const ask = <T>(path: string, query: object = {}): Promise<T> =>
    request<T>(new URL(path, url), secret, { query });
  const post = <T>(path: string, body: object): Promise<T> =>
    request<T>(new URL(path, url), secret, { method: "POST", body });
  return {
    events: (filter) => ask("/v1/audit/events", filter),
    async *follow(filter, signal) {
      const events = readEvents(new URL("/v1/audit/events", url), secret, { query: filter, signal });
      for await (const { data } of events) yield data;
    },
    run: (id) => ask(`/v1/audit/runs/${encodeURIComponent(id)}`),
    flows: async (question) => (await ask<{ flows: never }>("/v1/audit/flows", question)).flows,
    stats: (question) => ask("/v1/stats", question),
    sql: (sql, limit) => post("/v1/audit/sql", { sql, limit }),
    export: (filter, format) =>
      readStream(new URL("/v1/audit/export", url), secret, { query: { ...filter, format } }),
    verify: () => ask("/v1/audit/verify"),
    keys: async () => (await ask<{ keys: never }>("/v1/audit/keys")).keys,
    prune: (before) => post("/v1/audit/prune", { before: before.toISOString() }),
    close: async () => {},
  };
}
