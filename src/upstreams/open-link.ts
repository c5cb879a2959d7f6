// A conversation's own connection, under the same breaker, timeouts and pins as everybody's.

import type { ToolDefinition } from "../vocabulary.ts";
import type { Connection } from "./server-connection.ts";
import type { SupervisedServer } from "./supervise-server.ts";
import {
  isConnectionLost,
  toCallError,
  toolDrifted,
  type UpstreamError,
  unavailable,
} from "./upstream-error.ts";
import type { LinkRequest, Peer, UpstreamLink } from "./upstreams.ts";
import { within } from "./within.ts";

export async function openLink(name: string, server: SupervisedServer, peer: Peer): Promise<UpstreamLink> {
  const listing = { forget: () => {} };
  const connection = await server.connectFor({
    ...peer,
    onChanged(what) {
      if (what === "tools") listing.forget();
      peer.onChanged(what);
    },
  });
  const listed = listOnce(connection);
  listing.forget = listed.forget;

  async function send(request: LinkRequest) {
    const { method, params, agrees } = request;
    if (method !== "tools/call" || !agrees) return connection.pass(request);
    const tool = `${name}.${String(params["name"])}`;
    const startedAt = performance.now();
    const tools = await within(listed.tools(request.timeoutMs), tool, request);
    const definition = tools.get(String(params["name"]));
    if (!agrees(definition)) throw toolDrifted(tool, definition !== undefined);
    const timeoutMs = Math.max(1, request.timeoutMs - (performance.now() - startedAt));
    return connection.pass({ ...request, timeoutMs });
  }

  return {
    era: connection.era,
    offer: connection.offer,
    listed: (timeoutMs) => listed.tools(timeoutMs),
    async watch(uris, options = {}) {
      try {
        return await connection.watch(uris, options);
      } catch (error) {
        const { signal = new AbortController().signal, timeoutMs = 0 } = options;
        const asked = { server: name, tool: "subscriptions/listen", timeoutMs, signal, maxBytes: 0 };
        throw toCallError(error, asked);
      }
    },
    notify: connection.notify,
    close: connection.close,
    async pass(request) {
      if (!server.breaker.admits()) throw refusedForNow(name, server);
      const limited = { ...request, timeoutMs: timeoutOf(server, request) };
      try {
        const passed = await send(limited);
        server.breaker.answered();
        return passed;
      } catch (error) {
        const { method, params, signal, timeoutMs, maxResultBytes: maxBytes } = limited;
        const tool = typeof params["name"] === "string" ? params["name"] : method;
        const cause = error instanceof NotListed ? error.cause : error;
        const known =
          error instanceof NotListed
            ? unavailable(name, "it did not list its tools", "The call was never sent; try it again.", cause)
            : toCallError(error, { server: name, tool, timeoutMs, signal, maxBytes });
        server.breaker.failed(known);
        if (isConnectionLost(cause)) {
          peer.onLost();
          void connection.close().catch(() => {});
        }
        throw known;
      }
    },
  };
}

class NotListed extends Error {}

/** Asked for when it is first needed on this connection, and again after the server has said that it changed. */
function listOnce(connection: Connection) {
  let listed: Promise<Map<string, ToolDefinition>> | undefined;
  return {
    forget() {
      listed = undefined;
    },
    tools(timeoutMs: number): Promise<Map<string, ToolDefinition>> {
      if (listed) return listed;
      const asked = connection.listTools(performance.now() + timeoutMs).then(
        (tools) => new Map(tools.map((tool) => [tool.name, tool])),
        (cause) => {
          if (listed === asked) listed = undefined;
          throw new NotListed("not listed", { cause });
        },
      );
      listed = asked;
      return asked;
    },
  };
}

function timeoutOf(server: SupervisedServer, { method, params, timeoutMs, mostMs }: LinkRequest): number {
  const tool = method === "tools/call" ? String(params["name"]) : method;
  return Math.min(server.timeoutOf(tool) ?? timeoutMs, mostMs ?? Number.POSITIVE_INFINITY);
}

export function refusedForNow(name: string, server: SupervisedServer): UpstreamError {
  const next = new Date(server.breaker.openUntil() ?? 0).toISOString();
  return unavailable(
    name,
    "its last calls found no answer",
    `The next call goes out after ${next}; this one was never sent.`,
  );
}
