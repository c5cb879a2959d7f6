// One live connection to one server: handshake, tool list, tool calls, and whatever else a conversation asks for.

import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { JsonObject, JsonValue, ToolDefinition } from "../vocabulary.ts";
import { keepStream } from "./keep-stream.ts";
import { listAllTools } from "./list-tools.ts";
import { fitsInBytes } from "./measure-json.ts";
import { closeClient, openClient } from "./open-client.ts";
import { hasHeaderArguments, type Offer, offerOf, type Passed, passRequest } from "./pass-request.ts";
import { resultTooLarge } from "./upstream-error.ts";
import type {
  Backoff,
  CallOptions,
  LinkRequest,
  Peer,
  ServerConfig,
  ToolAnswer,
  UpstreamLogEntry,
  WatchOptions,
} from "./upstreams.ts";
import { watchResources } from "./watch-resources.ts";

export type ConnectionOptions = {
  connectTimeoutMs: number;
  maxMessageBytes: number;
  changeDebounceMs: number;
  closeGraceMs: number;
  /** Between the tries to open a stream again. */
  backoff: Backoff;
  log(level: UpstreamLogEntry["level"], message: string): void;
  onToolsChanged(): void;
  onLost(): void;
  /** Whom the server's own requests and notifications are for; nobody where it is left out. */
  peer?: Peer;
};

export type Connection = {
  era: "legacy" | "modern";
  offer: Offer;
  /** `deadline` is a time of `performance.now()`. */
  listTools(deadline: number): Promise<ToolDefinition[]>;
  /** `definition` is what the server listed; its schema says which arguments also travel as HTTP headers. */
  call(
    definition: ToolDefinition | undefined,
    tool: string,
    args: JsonObject,
    options: CallOptions,
  ): Promise<ToolAnswer>;
  /** Any request of the protocol, answered with the result or with the server's JSON-RPC error. */
  pass(request: LinkRequest): Promise<Passed>;
  /** Exactly these resources are watched from now on, those that come back; for servers of the newest revision. */
  watch(uris: string[], options?: WatchOptions): Promise<string[]>;
  notify(method: string, params: JsonObject): Promise<void>;
  close(): Promise<void>;
};

/** Looser than the SDK's schema: an unknown kind of content block is data for the caller, not a failed call. */
const callResult = z.looseObject({
  content: z.array(z.looseObject({})).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});

export async function connectServer(
  config: ServerConfig,
  options: ConnectionOptions,
  known: "legacy" | undefined,
): Promise<Connection> {
  const opened = await openClient(config, options, known);
  const { client } = opened;
  const era = client.getProtocolEra() === "modern" ? "modern" : "legacy";
  const changes = keepHearing(client, options);
  const watched = watchResources(client, {
    backoff: options.backoff,
    onMaybeChanged: (uri) =>
      options.peer?.notify({ method: "notifications/resources/updated", params: { uri } }),
  });
  return {
    era,
    offer: offerOf(client),
    listTools: (deadline) =>
      listAllTools(client, config.name, { deadline, warn: (message) => options.log("warn", message) }),
    call: (definition, tool, args, callOptions) =>
      callTool(client, { definition, server: config.name, tool, args }, callOptions),
    pass: (request) => passRequest(client, config.name, request),
    watch: watched.set,
    notify: (method, params) => client.notification({ method, params }),
    async close() {
      await Promise.allSettled([watched.set([]), changes?.close()]);
      await closeClient(opened, options.closeGraceMs);
    },
  };
}

/** The stream of changed lists, which the SDK opens once where there is one. */
function keepHearing(
  client: Client,
  { peer, backoff, onToolsChanged }: ConnectionOptions,
): { close(): Promise<void> } | undefined {
  const stream = client.autoOpenedSubscription;
  if (stream === undefined) return undefined;
  const { toolsListChanged, promptsListChanged, resourcesListChanged } = stream.honoredFilter;
  return keepStream(client, stream, {
    filter: stream.honoredFilter,
    backoff,
    onReopened() {
      if (!peer) return onToolsChanged();
      if (toolsListChanged) peer.onChanged("tools");
      if (promptsListChanged) peer.onChanged("prompts");
      if (resourcesListChanged) peer.onChanged("resources");
    },
  });
}

async function callTool(
  client: Client,
  call: { definition: ToolDefinition | undefined; server: string; tool: string; args: JsonObject },
  { signal, timeoutMs, maxResultBytes, ids }: CallOptions,
): Promise<ToolAnswer> {
  const params = { name: call.tool, arguments: call.args, ...(ids ? { _meta: ids } : {}) };
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
