// One live connection to one server: handshake, tool list, tool calls.

import {
  Client,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import type { JsonObject, JsonValue, ToolDefinition } from "../vocabulary.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { clientCredentials } from "./client-credentials.ts";
import { listAllTools } from "./list-tools.ts";
import { fitsInBytes } from "./measure-json.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { resultTooLarge } from "./upstream-error.ts";
import type { CallOptions, ServerConfig, ToolAnswer, UpstreamLogEntry } from "./upstreams.ts";

export type ConnectionOptions = {
  connectTimeoutMs: number;
  maxMessageBytes: number;
  changeDebounceMs: number;
  closeGraceMs: number;
  log(level: UpstreamLogEntry["level"], message: string): void;
  onToolsChanged(): void;
  onLost(): void;
};

export type Connection = {
  era: "legacy" | "modern";
  /** `deadline` is a time of `performance.now()`. */
  listTools(deadline: number): Promise<ToolDefinition[]>;
  /** `definition` is what the server listed; its schema says which arguments also travel as HTTP headers. */
  call(
    definition: ToolDefinition | undefined,
    tool: string,
    args: JsonObject,
    options: CallOptions,
  ): Promise<ToolAnswer>;
  close(): Promise<void>;
};

/** Looser than the SDK's schema: an unknown kind of content block is data for the caller, not a failed call. */
const callResult = z.looseObject({
  content: z.array(z.looseObject({})).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});

const CLIENT_INFO = { name: "sallyport", version: "0.1.0" };

/**
 * Connects in the newest protocol era that the server speaks. Servers that die, hang or answer 5xx on the
 * unknown first message get a second, legacy handshake on a fresh connection.
 */
export async function connectServer(
  config: ServerConfig,
  options: ConnectionOptions,
  known: "legacy" | undefined,
): Promise<Connection> {
  const deadline = performance.now() + options.connectTimeoutMs;
  if (known === undefined) {
    try {
      return await connectOnce(config, options, { legacy: false, timeoutMs: options.connectTimeoutMs });
    } catch (error) {
      if (!mayBeLegacy(error) || performance.now() >= deadline) throw error;
      options.log("debug", "The server does not answer server/discover; trying the older handshake.");
    }
  }
  return connectOnce(config, options, { legacy: true, timeoutMs: Math.max(1, deadline - performance.now()) });
}

async function connectOnce(
  config: ServerConfig,
  options: ConnectionOptions,
  attempt: { legacy: boolean; timeoutMs: number },
): Promise<Connection> {
  const transport = openTransport(config, options);
  const client = new Client(CLIENT_INFO, {
    // No roots, sampling or elicitation: the SDK refuses such requests of a server with "method not found".
    capabilities: {},
    versionNegotiation: { mode: "auto", probe: probeOptions(config, attempt.timeoutMs) },
    inputRequired: { autoFulfill: false },
    listChanged: {
      tools: {
        autoRefresh: false,
        debounceMs: options.changeDebounceMs,
        onChanged: () => options.onToolsChanged(),
      },
    },
  });
  client.onerror = (error) => options.log("debug", `Connection: ${describe(error)}`);
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
  return asConnection(client, transport, config, options);
}

function openTransport(config: ServerConfig, options: ConnectionOptions): Transport {
  if (config.transport === "stdio") {
    const { maxMessageBytes, closeGraceMs, log } = options;
    return new StdioTransport({ config, maxMessageBytes, closeGraceMs, log });
  }
  const http = {
    requestInit: { headers: config.headers },
    fetch: boundedFetch(options.maxMessageBytes),
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

function asConnection(
  client: Client,
  transport: Transport,
  config: ServerConfig,
  options: ConnectionOptions,
): Connection {
  return {
    era: client.getProtocolEra() === "modern" ? "modern" : "legacy",
    listTools: (deadline) =>
      listAllTools(client, config.name, { deadline, warn: (message) => options.log("warn", message) }),
    call: (definition, tool, args, callOptions) =>
      callTool(client, { definition, server: config.name, tool, args }, callOptions),
    async close() {
      client.onclose = () => {};
      if (transport instanceof StreamableHTTPClientTransport)
        await endSession(transport, options.closeGraceMs);
      await client.close();
    },
  };
}

async function callTool(
  client: Client,
  call: { definition: ToolDefinition | undefined; server: string; tool: string; args: JsonObject },
  { signal, timeoutMs, maxResultBytes }: CallOptions,
): Promise<ToolAnswer> {
  const params = { name: call.tool, arguments: call.args };
  const request = { signal, timeout: timeoutMs };
  const schema = call.definition?.inputSchema;
  const raw = hasHeaderArguments(schema)
    ? await client.callTool(params, {
        ...request,
        toolDefinition: { name: call.tool, inputSchema: { ...schema, type: "object" } },
      })
    : await client.request({ method: "tools/call", params }, callResult, request);
  const { content, structuredContent, isError } = callResult.parse(raw);
  const answer = { isError, content: content as JsonObject[] };
  // Servers repeat structured content as text; the caller gets one of them, so one of them is measured.
  const passedOn = structuredContent === undefined ? answer.content : (structuredContent as JsonValue);
  if (!fitsInBytes(passedOn, maxResultBytes))
    throw resultTooLarge(`${call.server}.${call.tool}`, maxResultBytes);
  return structuredContent === undefined ? answer : { ...answer, structured: structuredContent as JsonValue };
}

function hasHeaderArguments(schema: JsonObject | undefined): schema is JsonObject {
  return schema !== undefined && JSON.stringify(schema).includes('"x-mcp-header"');
}

async function endSession(transport: StreamableHTTPClientTransport, graceMs: number): Promise<void> {
  const timeout = rejectAfter(graceMs);
  await Promise.race([transport.terminateSession(), timeout.expired]).catch(() => {});
  timeout.clear();
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
