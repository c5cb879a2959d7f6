// `/mcp/<server>`: the server's own tools, resources and prompts, under their own names, in every revision.

import { isInitializeRequest, isLegacyRequest, type Server } from "@modelcontextprotocol/server";
import { toGatewayError } from "../../../errors.ts";
import type { Gateway } from "../../../gateway.ts";
import type { Changed, PassedConversation } from "../../../pass-through.ts";
import type { JsonObject, Principal } from "../../../vocabulary.ts";
import type { Caller, Exchange } from "../exchange.ts";
import { LegacySessions } from "../legacy-sessions.ts";
import { RPC, rpcError } from "../rpc-error.ts";
import { requireExchange, serveRequest } from "../serve-request.ts";
import { paramHeaderProblem } from "./check-param-headers.ts";
import { createPassServer } from "./create-pass-server.ts";
import { StatelessConversations } from "./stateless-conversations.ts";
import { watchResources } from "./watch-resources.ts";

export type PassOptions = {
  defaultSession(principal: Principal): string;
  log: (message: string) => void;
  now: () => number;
  idleMs: number;
};

export type PassSurface = {
  handle(server: string, request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
};

/** Each holds a connection to its server, and for some of them a process. */
const MOST_SESSIONS = 256;
const MOST_SESSIONS_PER_PRINCIPAL = 16;

type Endpoint = { sessions: LegacySessions; stateless: StatelessConversations };
type Announced = { exchange: Exchange; method: unknown };

export function openPassSurface(gateway: Gateway, options: PassOptions): PassSurface {
  const endpoints = new Map<string, Endpoint>();
  const announced = new WeakMap<Request, Announced>();
  const endpointOf = (server: string): Endpoint => {
    const known = endpoints.get(server);
    if (known) return known;
    const opened = openEndpoint(server, { gateway, options, announced });
    endpoints.set(server, opened);
    return opened;
  };
  return {
    async handle(server, request, caller) {
      try {
        // Before anything is kept under this name: names are the caller's to invent.
        gateway.openPassThrough({ ...QUIET, principal: caller.principal, server, session: "probe" });
        return await serveRequest(
          (read, body, exchange) =>
            serve({ gateway, options, announced, server }, endpointOf(server), { read, body, exchange }),
          request,
          caller,
        );
      } catch (error) {
        return refusal(error);
      }
    },
    async close() {
      const all = [...endpoints.values()];
      await Promise.all(all.flatMap(({ sessions, stateless }) => [sessions.close(), stateless.close()]));
    },
  };
}

const QUIET = { era: "modern" as const, capabilities: {}, onChanged() {}, onTold() {}, onEnd() {} };

type Parts = { gateway: Gateway; options: PassOptions; announced: WeakMap<Request, Announced> };

function openEndpoint(name: string, { gateway, options, announced }: Parts): Endpoint {
  const { now, idleMs } = options;
  const sessions = new LegacySessions({
    createServer: (exchange, initialize) =>
      createLegacyServer({ gateway, options, announced }, name, { exchange, initialize }),
    announce: (request, exchange) => announced.set(request, { exchange, method: undefined }),
    now,
    idleMs,
    maxSessions: MOST_SESSIONS,
    maxSessionsPerPrincipal: MOST_SESSIONS_PER_PRINCIPAL,
  });
  return {
    sessions,
    stateless: new StatelessConversations({ now, idleMs, most: MOST_SESSIONS_PER_PRINCIPAL }),
  };
}

async function createLegacyServer(
  { gateway, options, announced }: Parts,
  name: string,
  { exchange, initialize }: { exchange: Exchange; initialize: unknown },
): Promise<Server> {
  const { principal, fixedSession = "" } = exchange;
  const capabilities = isInitializeRequest(initialize) ? initialize.params.capabilities : {};
  let server: Server | undefined;
  const conversation = gateway.openPassThrough({
    principal,
    server: name,
    session: fixedSession,
    era: "legacy",
    capabilities: capabilities as JsonObject,
    onChanged: (changed) => void tellChange(server, changed).catch(() => {}),
    onTold: (told) => void server?.notification(told as never).catch(() => {}),
    onEnd: () => void server?.close().catch(() => {}),
  });
  try {
    server = createPassServer({
      name,
      conversation,
      ...(await conversation.offer()),
      exchangeOf: ({ http }) => requireExchange(http?.req && announced.get(http.req)?.exchange),
      log: options.log,
    });
  } catch (error) {
    await conversation.close();
    throw error;
  }
  server.onclose = () => void conversation.close().catch(() => {});
  return server;
}

async function tellChange(server: Server | undefined, changed: Changed): Promise<void> {
  if ("uri" in changed) await server?.sendResourceUpdated({ uri: changed.uri });
  else await server?.notification({ method: `notifications/${changed.what}/list_changed` });
}

type Served = { read: Request; body: unknown; exchange: Exchange };

async function serve(
  parts: Parts & { server: string },
  { sessions, stateless }: Endpoint,
  { read, body, exchange }: Served,
): Promise<Response> {
  if (await isLegacyRequest(read, body)) return sessions.handle(read, body, exchange);
  const { gateway, options, announced, server: name } = parts;
  const { principal } = exchange;
  const session = exchange.fixedSession ?? options.defaultSession(principal);
  const entry = await stateless.enter(principal, `${principal.name}/${session}`, {
    open: (onChanged, onEnd) =>
      gateway.openPassThrough({
        ...QUIET,
        principal,
        server: name,
        session,
        // A server of an older revision learns once what its client can do.
        capabilities: declaredBy(body),
        onChanged,
        onEnd,
      }),
    async createServer(conversation, request) {
      const told = request && announced.get(request);
      const { instructions, capabilities } = await conversation.offer();
      const introduces = told?.method === "server/discover" && instructions !== undefined;
      return createPassServer({
        name,
        conversation,
        capabilities,
        ...(introduces ? { instructions } : {}),
        exchangeOf: () => requireExchange(told?.exchange),
        log: options.log,
      });
    },
  });
  exchange.signal.addEventListener("abort", () => stateless.leave(entry), { once: true });
  announced.set(read, { exchange, method: (body as { method?: unknown } | undefined)?.method });
  const mismatch = headersAgainst(entry.conversation, read, body);
  if (mismatch) return mismatch;
  const parsedBody = await watchResources(entry, body, exchange.signal);
  return entry.handler.fetch(read, { parsedBody });
}

type Calling = { id?: unknown; method?: unknown; params?: { name?: unknown; arguments?: JsonObject } };
const HEADER_MISMATCH = -32020;

function headersAgainst(conversation: PassedConversation, read: Request, body: unknown): Response | null {
  const { id, method, params } = (body ?? {}) as Calling;
  if (method !== "tools/call" || typeof params?.name !== "string") return null;
  const schema = conversation.schemaOf(params.name);
  const problem = schema ? paramHeaderProblem(schema, params.arguments ?? {}, read.headers) : null;
  if (problem === null) return null;
  return rpcError({ status: 400, rpcCode: HEADER_MISMATCH, code: "BAD_REQUEST", message: problem, id });
}

type Enveloped = { params?: { _meta?: { "io.modelcontextprotocol/clientCapabilities"?: unknown } } };

function declaredBy(body: unknown): JsonObject {
  const declared = (body as Enveloped | undefined)?.params?._meta?.[
    "io.modelcontextprotocol/clientCapabilities"
  ];
  return typeof declared === "object" && declared !== null ? (declared as JsonObject) : {};
}

function refusal(error: unknown): Response {
  const { status, code, message, hint } = toGatewayError(error);
  return rpcError({ status, rpcCode: RPC.refused, code, message, ...(hint ? { hint } : {}) });
}
