import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Gateway } from "../../gateway.ts";
import type { Principal } from "../../vocabulary.ts";
import { newSessionName } from "./default-sessions.ts";
import { type Exchange, requireSessionName } from "./exchange.ts";
import { openNamedTools } from "./named-tools.ts";
import { createToolServer } from "./tool-server.ts";

export type StdioOptions = {
  stdin?: Readable;
  stdout?: Writable;
  /** Faults and protocol errors, for the operator. Never stdout: that is the protocol's. */
  log?: (message: string) => void;
  /** The gateway's session for the whole connection; a new one when left out. */
  session?: string;
};

/** Serves one client until stdin ends. The connection is the session, in every revision. */
export async function serveMcpOverStdio(
  gateway: Gateway,
  principal: Principal,
  options: StdioOptions = {},
): Promise<void> {
  const log = options.log ?? console.error;
  const fixedSession = requireSessionName(options.session ?? newSessionName(), "The session's name");
  const over = new AbortController();
  const exchange: Exchange = { principal, fixedSession, signal: over.signal };
  const named = openNamedTools(gateway);
  const createServer = () => {
    const server = createToolServer({
      gateway,
      named,
      exchangeOf: () => exchange,
      defaultSession: () => fixedSession,
      log,
    });
    server.onclose = named.watch(
      () => principal,
      () => void server.sendToolListChanged().catch(() => {}),
    );
    return server;
  };
  const transport = new StdioServerTransport(options.stdin, options.stdout);
  const connection = serveStdio(createServer, {
    transport,
    onerror: (error) => log(`stdio: ${error.name}`),
  });
  await new Promise<void>((resolve) => {
    const closeConnection = transport.onclose;
    transport.onclose = () => {
      closeConnection?.();
      resolve();
    };
  });
  over.abort();
  named.close();
  await connection.close();
}
