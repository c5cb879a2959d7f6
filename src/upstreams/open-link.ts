// A conversation's own connection, under the same breaker and timeouts as everybody's.

import type { SupervisedServer } from "./supervise-server.ts";
import { isConnectionLost, toCallError, type UpstreamError, unavailable } from "./upstream-error.ts";
import type { LinkRequest, Peer, UpstreamLink } from "./upstreams.ts";

export async function openLink(name: string, server: SupervisedServer, peer: Peer): Promise<UpstreamLink> {
  const connection = await server.connectFor(peer);
  return {
    era: connection.era,
    offer: connection.offer,
    watch: connection.watch,
    notify: connection.notify,
    close: connection.close,
    async pass(request) {
      if (!server.breaker.admits()) throw refusedForNow(name, server);
      const limited = { ...request, timeoutMs: timeoutOf(server, request) };
      try {
        const passed = await connection.pass(limited);
        server.breaker.answered();
        return passed;
      } catch (error) {
        const { method, params, signal, timeoutMs, maxResultBytes: maxBytes } = limited;
        const tool = typeof params["name"] === "string" ? params["name"] : method;
        const known = toCallError(error, { server: name, tool, timeoutMs, signal, maxBytes });
        server.breaker.failed(known);
        if (isConnectionLost(error)) {
          peer.onLost();
          void connection.close().catch(() => {});
        }
        throw known;
      }
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
