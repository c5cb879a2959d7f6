// MCP: tools/list and tools/call → gateway, in every revision that agents speak. Guarantees: a session serves only
// the principal that opened it, and a client that is gone leaves no run behind.

import type { RequestOrigin } from "../../request-origin.ts";
import type { Principal } from "../../vocabulary.ts";
import type { Caller } from "./exchange.ts";

export type McpSurface = {
  /** One HTTP request whose Host, Origin, key, role, rate and size are already checked. */
  handle(request: Request, principal: Principal, origin?: RequestOrigin): Promise<Response>;
  /** The same for the pass-through of one server. */
  handleFor(server: string, request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
};

export type McpOptions = {
  /** Faults that are the gateway's own, for the operator. */
  log?: (message: string) => void;
  /** Milliseconds; only differences count. */
  now?: () => number;
  /** How long a session lives without a request. */
  idleMs?: number;
  maxSessions?: number;
  maxSessionsPerPrincipal?: number;
};

export { INSTRUCTIONS } from "./instructions.ts";
export { openMcpSurface } from "./open-mcp-surface.ts";
export { type StdioOptions, serveMcpOverStdio } from "./serve-stdio.ts";
