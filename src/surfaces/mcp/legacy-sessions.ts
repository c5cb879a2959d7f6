// MCP sessions of the revisions up to 2025-11-25: one server and one transport each. An id that belongs to somebody
// else is answered exactly like one that never was.

import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  isSpecType,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { newSessionName } from "./default-sessions.ts";
import type { Exchange } from "./exchange.ts";
import { misfitOf } from "./misfit.ts";
import { RPC, rpcError } from "./rpc-error.ts";

export type LegacySessionParts = {
  /** `exchange` names the session that the server is for; what it holds is let go when the server closes. */
  createServer(exchange: Exchange, initialize: unknown): Server | Promise<Server>;
  /** Tells the server's handlers on whose behalf a request runs. */
  announce(request: Request, exchange: Exchange): void;
  now: () => number;
  idleMs: number;
  maxSessions: number;
  maxSessionsPerPrincipal: number;
};

type LegacySession = {
  id: string;
  owner: string;
  /** The gateway's session behind it. It differs from the id, which only the client should know. */
  name: string;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Ids of requests that have no answer yet: another request under one of them would take its answer away. */
  inUse: Set<unknown>;
  exchanges: number;
  usedAt: number;
};

export class LegacySessions {
  readonly #parts: LegacySessionParts;
  /** Least recently used first: `#touch` moves a session to the end. */
  readonly #sessions = new Map<string, LegacySession>();

  constructor(parts: LegacySessionParts) {
    this.#parts = parts;
  }

  async handle(request: Request, body: unknown, exchange: Exchange): Promise<Response> {
    await this.#endIdle();
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      if (isInitializeRequest(body)) return this.#open(request, body, exchange);
      return (await initializeMisfit(body)) ?? sessionMissing(body);
    }
    const session = this.#sessions.get(id);
    if (session?.owner !== exchange.principal.name) return sessionUnknown(body);
    return this.#serve(session, request, { body, exchange });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => this.#end(session)));
  }

  async #open(request: Request, body: unknown, exchange: Exchange): Promise<Response> {
    const owner = exchange.principal.name;
    const room = this.#findRoom(owner);
    if (room === "full") return tooManySessions(body);
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const session = {
      id,
      owner,
      name: newSessionName(),
      transport,
      inUse: new Set(),
      exchanges: 0,
      usedAt: this.#parts.now(),
    };
    // Counted before the first await: requests that arrive together must not pass the limit together.
    const replaced = room.replace ? this.#end(room.replace) : undefined;
    this.#sessions.set(id, session);
    await replaced;
    try {
      const fixedSession = exchange.fixedSession ?? session.name;
      const server = await this.#parts.createServer({ ...exchange, fixedSession }, body);
      const close = server.onclose;
      server.onclose = () => {
        this.#sessions.delete(id);
        close?.();
      };
      await server.connect(transport);
    } catch (error) {
      this.#sessions.delete(id);
      throw error;
    }
    const response = await this.#serve(session, request, { body, exchange });
    if (!response.ok) await this.#end(session);
    return response;
  }

  /** Few clients end their sessions, so a full house costs its owner the one that was idle longest. */
  #findRoom(owner: string): { replace?: LegacySession } | "full" {
    const { maxSessions, maxSessionsPerPrincipal } = this.#parts;
    const own = [...this.#sessions.values()].filter((session) => session.owner === owner);
    if (own.length < maxSessionsPerPrincipal && this.#sessions.size < maxSessions) return {};
    const replace = own.find((session) => session.exchanges === 0);
    return replace ? { replace } : "full";
  }

  async #serve(
    session: LegacySession,
    request: Request,
    { body, exchange }: { body: unknown; exchange: Exchange },
  ): Promise<Response> {
    const id = isRequest(body) ? body.id : undefined;
    if (id !== undefined && session.inUse.has(id)) return idInUse();
    this.#touch(session, 1);
    if (id !== undefined) session.inUse.add(id);
    const release = () => {
      session.inUse.delete(id);
      this.#touch(session, -1);
    };
    if (exchange.signal.aborted) release();
    else exchange.signal.addEventListener("abort", release, { once: true });
    this.#parts.announce(request, { ...exchange, fixedSession: exchange.fixedSession ?? session.name });
    const { transport } = session;
    const response = await transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
    // A cancelled request gets no answer, so nothing else would ever end its stream.
    if (response.ok && isSpecType.CancelledNotification(body) && body.params.requestId !== undefined) {
      transport.closeSSEStream(body.params.requestId);
    }
    return response;
  }

  #touch(session: LegacySession, change: 1 | -1): void {
    session.exchanges += change;
    session.usedAt = this.#parts.now();
    if (this.#sessions.delete(session.id)) this.#sessions.set(session.id, session);
  }

  async #end(session: LegacySession): Promise<void> {
    this.#sessions.delete(session.id);
    await session.transport.close();
  }

  async #endIdle(): Promise<void> {
    for (const session of [...this.#sessions.values()]) {
      if (session.exchanges > 0) continue;
      if (this.#parts.now() - session.usedAt < this.#parts.idleMs) return;
      await this.#end(session);
    }
  }
}

function isRequest(body: unknown): body is { id: unknown } {
  return typeof body === "object" && body !== null && "method" in body && "id" in body;
}

/** Under no id: the answer to the first request must stay the only one under its own. */
function idInUse(): Response {
  return rpcError({
    status: 400,
    rpcCode: RPC.invalidRequest,
    code: "BAD_REQUEST",
    message: "The id of this request is in use: the first request under it has no answer yet.",
    hint: "Give each request of a session an id of its own.",
  });
}

async function initializeMisfit(body: unknown): Promise<Response | null> {
  if (!isRequest(body) || !("method" in body) || body.method !== "initialize") return null;
  const { params } = body as { params?: unknown };
  const misfit = await misfitOf({ method: "initialize", params });
  if (misfit === null) return null;
  const { code: rpcCode, message } = misfit;
  return rpcError({ status: 400, rpcCode, code: "BAD_REQUEST", message, id: body.id });
}

function tooManySessions(body: unknown): Response {
  return rpcError({
    status: 429,
    rpcCode: RPC.refused,
    code: "BUSY",
    message: "There are too many open sessions.",
    hint: "End a session with DELETE, or wait until one is idle.",
    id: idOf(body),
  });
}

function sessionMissing(body: unknown): Response {
  return rpcError({
    status: 400,
    rpcCode: RPC.refused,
    code: "BAD_REQUEST",
    message: "The header Mcp-Session-Id is missing.",
    hint: "Send initialize first and repeat the Mcp-Session-Id of its reply, or use revision 2026-07-28.",
    id: idOf(body),
  });
}

function sessionUnknown(body: unknown): Response {
  return rpcError({
    status: 404,
    rpcCode: RPC.noSession,
    code: "NOT_FOUND",
    message: "There is no such session.",
    hint: "Send initialize to open a new one.",
    id: idOf(body),
  });
}

function idOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "id" in body ? body.id : null;
}
