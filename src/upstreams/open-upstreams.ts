// All configured servers behind one door, each with its own connection and its own troubles.

import { GatewayError } from "../errors.ts";
import type { JsonObject, ToolDefinition } from "../vocabulary.ts";
import { DEFAULT_BACKOFF } from "./backoff.ts";
import { openLink, refusedForNow } from "./open-link.ts";
import type { Connection } from "./server-connection.ts";
import { SupervisedServer } from "./supervise-server.ts";
import { toCallError, toolDrifted, unavailable } from "./upstream-error.ts";
import type { CallOptions, ServerConfig, ToolAnswer, Upstreams, UpstreamsOptions } from "./upstreams.ts";
import { within } from "./within.ts";

/** Over any default limit of a call's result, so that the limit answers and not the transport. */
const DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export function openUpstreams(configs: ServerConfig[], options: UpstreamsOptions): Upstreams {
  const listeners: ((server: string) => void)[] = [];
  const servers = new Map<string, SupervisedServer>();
  for (const config of configs) {
    const server = new SupervisedServer(config, {
      connectTimeoutMs: options.connectTimeoutMs,
      maxMessageBytes: options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
      changeDebounceMs: options.changeDebounceMs ?? 300,
      closeGraceMs: options.closeGraceMs ?? 1000,
      clock: options.clock ?? Date.now,
      backoff: { ...DEFAULT_BACKOFF, ...options.backoff },
      log: (level, message) => options.log({ level, server: config.name, message }),
      onChange: () => {
        for (const listener of listeners) listener(config.name);
      },
    });
    servers.set(config.name, server);
  }

  function find(name: string): SupervisedServer {
    const server = servers.get(name);
    if (server === undefined) throw unavailable(name, "no server has this name");
    return server;
  }

  return {
    servers: () => [...servers.values()].map((server) => server.state()),
    listTools: async (name) => listTools(name, find(name)),
    async call(name, tool, args, callOptions) {
      const server = find(name);
      if (!server.breaker.admits()) throw refusedForNow(name, server);
      const { mostMs = Number.POSITIVE_INFINITY } = callOptions;
      const timeoutMs = Math.min(server.timeoutOf(tool) ?? callOptions.timeoutMs, mostMs);
      try {
        const answer = await callOnce(name, server, { tool, args }, { ...callOptions, timeoutMs });
        server.breaker.answered();
        return answer;
      } catch (error) {
        server.breaker.failed(error);
        throw error;
      }
    },
    openLink: (name, peer) => openLink(name, find(name), peer),
    onChange(listener) {
      listeners.push(listener);
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

async function callOnce(
  name: string,
  server: SupervisedServer,
  { tool, args }: { tool: string; args: JsonObject },
  options: CallOptions,
): Promise<ToolAnswer> {
  const startedAt = performance.now();
  const id = `${name}.${tool}`;
  const connection = await within(server.connect(), id, options);
  if (options.agrees) {
    const definition = await within(listedOn(name, server, connection, tool), id, options);
    if (!options.agrees(definition)) throw toolDrifted(id, definition !== undefined);
  }
  const timeoutMs = Math.max(1, options.timeoutMs - (performance.now() - startedAt));
  try {
    return await connection.call(server.definitionOf(tool), tool, args, { ...options, timeoutMs });
  } catch (error) {
    const { signal, timeoutMs, maxResultBytes: maxBytes } = options;
    server.reportFailure(connection, error);
    throw toCallError(error, { server: name, tool, timeoutMs, signal, maxBytes });
  }
}

async function listTools(name: string, server: SupervisedServer): Promise<ToolDefinition[]> {
  try {
    return await server.listTools();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw unavailable(name, "it did not list its tools", "The operator's log has the details.", error);
  }
}

/** What the server lists on this connection: after a restart it may be another program. */
async function listedOn(
  name: string,
  server: SupervisedServer,
  connection: Connection,
  tool: string,
): Promise<ToolDefinition | undefined> {
  if (!server.hasListedOn(connection)) await listTools(name, server);
  if (server.hasListedOn(connection)) return server.definitionOf(tool);
  throw unavailable(
    name,
    "the connection was lost before the call",
    "The call was never sent; try it again.",
  );
}
