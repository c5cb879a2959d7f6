// The trail of a running gateway.

import { createParser } from "../gateway/event-stream.ts";
import { connectionLost, errorOf, request } from "../gateway/http-client.ts";
import type { AuditAccess } from "./reach-audit.ts";

export function connectAudit(url: string, secret: string): AuditAccess {
  const ask = <T>(path: string, query: object = {}): Promise<T> =>
    request<T>(new URL(path, url), secret, { query: query as Record<string, unknown> });
  const post = <T>(path: string, body: object): Promise<T> =>
    request<T>(new URL(path, url), secret, { method: "POST", body });
  return {
    events: (filter) => ask("/v1/audit/events", filter),
    async *follow(filter, signal) {
      const parse = createParser();
      const chunks = readStream(new URL("/v1/audit/events", url), {
        secret,
        query: filter,
        accept: "text/event-stream",
        signal,
      });
      for await (const chunk of chunks) yield* parse(chunk);
    },
    run: (id) => ask(`/v1/audit/runs/${encodeURIComponent(id)}`),
    flows: async (question) => (await ask<{ flows: never }>("/v1/audit/flows", question)).flows,
    stats: (question) => ask("/v1/stats", question),
    sql: (sql, limit) => post("/v1/audit/sql", { sql, limit }),
    export: (filter, format) =>
      readStream(new URL("/v1/audit/export", url), { secret, query: { ...filter, format } }),
    verify: () => ask("/v1/audit/verify"),
    keys: async () => (await ask<{ keys: never }>("/v1/audit/keys")).keys,
    prune: (before) => post("/v1/audit/prune", { before: before.toISOString() }),
    close: async () => {},
  };
}

type Streamed = { secret: string; query: object; accept?: string; signal?: AbortSignal };

async function* readStream(url: URL, { secret, query, accept, signal }: Streamed): AsyncGenerator<string> {
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = { authorization: `Bearer ${secret}`, ...(accept ? { accept } : {}) };
  try {
    const reply = await fetch(url, { headers, redirect: "error", ...(signal ? { signal } : {}) });
    if (!reply.ok || !reply.body) throw errorOf(await reply.json().catch(() => null), reply.status);
    const decoder = new TextDecoder();
    for await (const chunk of reply.body) yield decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (signal?.aborted) return;
    throw error instanceof TypeError ? connectionLost(url, error) : error;
  }
}
