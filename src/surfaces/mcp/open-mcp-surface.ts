import { isLegacyRequest } from "@modelcontextprotocol/server";
import type { Gateway } from "../../gateway.ts";
import { createDefaultSessions } from "./default-sessions.ts";
import type { Exchange } from "./exchange.ts";
import { LegacySessions } from "./legacy-sessions.ts";
import type { McpOptions, McpSurface } from "./mcp.ts";
import { openNamedTools } from "./named-tools.ts";
import { openPassSurface } from "./pass/open-pass-surface.ts";
import { requireExchange, type Serve, serveRequest } from "./serve-request.ts";
import { StatelessHandlers } from "./stateless-handlers.ts";
import { createToolServer } from "./tool-server.ts";

const IDLE_MS = 60 * 60_000;
const MAX_SESSIONS = 1024;
const MAX_SESSIONS_PER_PRINCIPAL = 64;

export function openMcpSurface(gateway: Gateway, options: McpOptions = {}): McpSurface {
  const now = options.now ?? (() => performance.now());
  const idleMs = options.idleMs ?? IDLE_MS;
  const defaults = createDefaultSessions(now, idleMs);
  const exchanges = new WeakMap<Request, Exchange>();
  const named = openNamedTools(gateway);
  const createServer = () =>
    createToolServer({
      gateway,
      named,
      exchangeOf: ({ http }) => requireExchange(http?.req && exchanges.get(http.req)),
      defaultSession: (principal) => defaults.nameFor(principal),
      log: options.log ?? console.error,
    });
  const stateless = new StatelessHandlers(createServer, named);
  const sessions = new LegacySessions({
    createServer({ principal }) {
      const server = createServer();
      server.onclose = named.watch(
        () => principal,
        () => void server.sendToolListChanged().catch(() => {}),
      );
      return server;
    },
    announce: (request, exchange) => exchanges.set(request, exchange),
    now,
    idleMs,
    maxSessions: options.maxSessions ?? MAX_SESSIONS,
    maxSessionsPerPrincipal: options.maxSessionsPerPrincipal ?? MAX_SESSIONS_PER_PRINCIPAL,
  });
  const serve: Serve = async (request, body, exchange) => {
    if (await isLegacyRequest(request, body)) return sessions.handle(request, body, exchange);
    exchanges.set(request, exchange);
    return stateless.handlerFor(exchange.principal).fetch(request, { parsedBody: body });
  };
  const pass = openPassSurface(gateway, {
    defaultSession: (principal) => defaults.nameFor(principal),
    log: options.log ?? console.error,
    now,
    idleMs,
  });
  return {
    handle: (request, principal, origin) =>
      serveRequest(serve, request, { principal, ...(origin ? { request: origin } : {}) }),
    handleFor: (server, request, caller) => pass.handle(server, request, caller),
    async close() {
      named.close();
      await Promise.all([sessions.close(), stateless.close(), pass.close()]);
    },
  };
}
