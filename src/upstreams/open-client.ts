// The SDK's client on a transport of ours: one handshake in one protocol era.

import {
  Client,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { VERSION } from "../version.ts";
import type { JsonObject } from "../vocabulary.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { clientCredentials } from "./client-credentials.ts";
import type { ConnectionOptions } from "./server-connection.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { traceFetch } from "./trace-fetch.ts";
import type { ServerConfig } from "./upstreams.ts";

export type OpenedClient = { client: Client; transport: Transport };

type Attempt = { legacy: boolean; timeoutMs: number };

/**
 * Connects in the newest protocol era that the server speaks. Servers that die, hang or answer 5xx on the
 * unknown first message get a second, legacy handshake on a fresh connection.
 */
export async function openClient(
  config: ServerConfig,
  options: ConnectionOptions,
  known: "legacy" | undefined,
): Promise<OpenedClient> {
  const deadline = performance.now() + options.connectTimeoutMs;
  if (known === undefined) {
    try {
      return await openOnce(config, options, { legacy: false, timeoutMs: options.connectTimeoutMs });
    } catch (error) {
      if (!mayBeLegacy(error) || performance.now() >= deadline) throw error;
      options.log("debug", "The server does not answer server/discover; trying the older handshake.");
    }
  }
  return openOnce(config, options, { legacy: true, timeoutMs: Math.max(1, deadline - performance.now()) });
}

async function openOnce(
  config: ServerConfig,
  options: ConnectionOptions,
  attempt: Attempt,
): Promise<OpenedClient> {
  const transport = openTransport(config, options);
  const client = createClient(config, options, attempt);
  const timeout = rejectAfter(attempt.timeoutMs);
  try {
    const connected = client.connect(transport, {
      timeout: attempt.timeoutMs,
      ...(attempt.legacy ? { prior: { kind: "legacy" } as const } : {}),
    });
    await Promise.race([connected, timeout.expired]);
  } catch (error) {
    await transport.close().catch(() => {});
    throw error;
  } finally {
    timeout.clear();
  }
  client.onclose = () => options.onLost();
  return { client, transport };
}

function createClient(config: ServerConfig, options: ConnectionOptions, attempt: Attempt): Client {
  const { peer, changeDebounceMs: debounceMs } = options;
  const watch = (what: "tools" | "prompts" | "resources") => ({
    autoRefresh: false,
    debounceMs,
    onChanged: () => (peer ? peer.onChanged(what) : options.onToolsChanged()),
  });
  const client = new Client(
    { name: "sallyport", version: VERSION },
    {
      // Without a peer nobody answers: the SDK refuses requests of the server with "method not found".
      capabilities:
        peer?.capabilities ?? Object.fromEntries((config.declare ?? []).map((name) => [name, {}])),
      versionNegotiation: { mode: "auto", probe: probeOptions(config, attempt.timeoutMs) },
      inputRequired: { autoFulfill: false },
      listChanged: peer
        ? { tools: watch("tools"), prompts: watch("prompts"), resources: watch("resources") }
        : { tools: watch("tools") },
    },
  );
  client.onerror = (error) => options.log("debug", `Connection: ${describe(error)}`);
  if (!peer) return client;
  client.fallbackRequestHandler = async ({ method, params }, { mcpReq }) =>
    peer.answer({ method, params: (params ?? {}) as JsonObject }, mcpReq.signal);
  client.fallbackNotificationHandler = async ({ method, params }) =>
    peer.notify({ method, params: (params ?? {}) as JsonObject });
  return client;
}

function openTransport(config: ServerConfig, options: ConnectionOptions): Transport {
  if (config.transport === "stdio") {
    const { maxMessageBytes, closeGraceMs, log } = options;
    return new StdioTransport({ config, maxMessageBytes, closeGraceMs, log });
  }
  const http = {
    requestInit: { headers: config.headers },
    fetch: traceFetch(boundedFetch(options.maxMessageBytes)),
    redirectPolicy: "same-origin" as const,
    ...(config.oauth === undefined ? {} : { authProvider: clientCredentials(config.name, config.oauth) }),
  };
  const url = new URL(config.url);
  return config.sse ? new SSEClientTransport(url, http) : new StreamableHTTPClientTransport(url, http);
}

/** Silence on a pipe means an old server, so the older handshake must still have time; on HTTP it means an outage. */
function probeOptions(config: ServerConfig, timeoutMs: number): { timeoutMs: number } {
  return { timeoutMs: config.transport === "stdio" ? Math.min(10_000, timeoutMs / 2) : timeoutMs };
}

function mayBeLegacy(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status !== undefined && error.status >= 500;
  if (!(error instanceof SdkError)) return false;
  return error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.ConnectionClosed;
}

/** Ends the session at the server, where there is one, and then the connection; never waits longer than the grace time. */
export async function closeClient({ client, transport }: OpenedClient, graceMs: number): Promise<void> {
  client.onclose = () => {};
  if (transport instanceof StreamableHTTPClientTransport) {
    const timeout = rejectAfter(graceMs);
    await Promise.race([transport.terminateSession(), timeout.expired]).catch(() => {});
    timeout.clear();
  }
  await client.close();
}

function rejectAfter(ms: number): { expired: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(ms)} ms`)), ms);
  });
  return { expired, clear: () => clearTimeout(timer) };
}

/** The first line of an error, short: servers put whole pages into HTTP error texts. */
export function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").slice(0, 300);
}
