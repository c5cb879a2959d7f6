// Connections to the MCP servers behind the gateway. Guarantees: a server that is down costs only its own
// tools, every call ends, and every failure says whether the tool may have run.

import type { JsonObject, JsonValue, ServerRequest, ToolDefinition } from "../vocabulary.ts";
import type { Offer, Passed } from "./pass-request.ts";

/** What any entry may say beside how to reach the server. */
export type ServerOptions = {
  /** `legacy`: never ask for the newest revision; for servers that break on the question. */
  era?: "legacy";
  /** What the server is told that its client can do: some servers list tools only then. Policy decides whether it ever is asked. */
  declare?: ServerRequest[];
  /** Milliseconds by tool name, `*` for all others; they replace the gateway's own timeout of calls. */
  timeouts?: Record<string, number>;
};

/** OAuth 2 client credentials. The secret is in memory only. */
export type OAuthConfig = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string;
  audience?: string;
};

/** One entry of `.mcp.json`, after `${ENV}` expansion. */
export type ServerConfig =
  | (ServerOptions & {
      name: string;
      transport: "stdio";
      command: string;
      args: string[];
      env: Record<string, string>;
      cwd?: string;
    })
  | (ServerOptions & {
      name: string;
      transport: "http";
      url: string;
      headers: Record<string, string>;
      /** The server speaks the older HTTP+SSE transport (`"type": "sse"`). */
      sse?: boolean;
      oauth?: OAuthConfig;
    });

export type ServerState = {
  name: string;
  /** `failing`: connected, but calls find no answer, so they are refused until `retryAt`. */
  state: "idle" | "connecting" | "ready" | "failing" | "down";
  error?: string;
  /** When a server that is down is tried again, in milliseconds since the epoch. */
  retryAt?: number;
};

/** What a tool answered: MCP's shape, reduced to what the gateway passes on. */
export type ToolAnswer = { isError: boolean; structured?: JsonValue; content: JsonObject[] };

export type CallOptions = {
  signal: AbortSignal;
  /** Holds where the server's own `timeouts` say nothing about the tool. */
  timeoutMs: number;
  /** Holds whatever else is said. */
  mostMs?: number;
  maxResultBytes: number;
  /** Keys of `_meta` that name the call, in every revision. */
  ids?: JsonObject;
  /** Asked with what the server lists on the connection that the call goes out on; the call is not sent if it says no. */
  agrees?(definition: ToolDefinition | undefined): boolean;
};

/** The other end of a conversation that the gateway passes on: whom the server's own messages are for. */
export type Peer = {
  /** `legacy`: the client speaks an older revision, so the server is asked for one first; both then have the same ways. */
  era: "legacy" | "modern";
  /** What the client can do for the server; the server is told that it cannot do the rest. */
  capabilities: JsonObject;
  /** A request of the server in the middle of a call; what it throws is the server's error. */
  answer(request: { method: string; params: JsonObject }, signal: AbortSignal): Promise<JsonObject>;
  notify(notification: { method: string; params: JsonObject }): void;
  onChanged(what: "tools" | "prompts" | "resources"): void;
  onLost(): void;
};

export type LinkRequest = {
  method: string;
  params: JsonObject;
  /** Keys of `_meta` in the newest revision, such as what the caller can do. */
  meta?: JsonObject;
  /** Keys of `_meta` that name the call, in every revision. */
  ids?: JsonObject;
  definition?: ToolDefinition;
  signal: AbortSignal;
  timeoutMs: number;
  mostMs?: number;
  maxResultBytes: number;
  /** Of a tool call: asked like `agrees` of CallOptions, with what this very connection lists. */
  agrees?: CallOptions["agrees"];
  onProgress?: (progress: JsonObject) => void;
};

export type WatchOptions = { signal?: AbortSignal; timeoutMs?: number };

/** A connection to one server that serves one conversation. */
export type UpstreamLink = {
  era: "legacy" | "modern";
  offer: Offer;
  /** What the server lists on this very connection, by name. */
  listed(timeoutMs: number): Promise<ReadonlyMap<string, ToolDefinition>>;
  /** Throws UpstreamError where the server gave no answer at all. */
  pass(request: LinkRequest): Promise<Passed>;
  /** For servers of the newest revision: exactly these are watched from now on, those that come back. */
  watch(uris: string[], options?: WatchOptions): Promise<string[]>;
  notify(method: string, params: JsonObject): Promise<void>;
  close(): Promise<void>;
};

export type UpstreamLogEntry = {
  level: "debug" | "info" | "warn" | "error";
  server: string;
  message: string;
};
export type UpstreamLog = (entry: UpstreamLogEntry) => void;

/** Delays between tries double from `baseMs` to `maxMs`; `random` (0 to 1) spreads them. */
export type Backoff = { baseMs: number; maxMs: number; random: () => number };

export type UpstreamsOptions = {
  log: UpstreamLog;
  connectTimeoutMs: number;
  clock?: () => number;
  backoff?: Partial<Backoff>;
  /** Messages over this size are thrown away as they arrive; the connection lives on. */
  maxMessageBytes?: number;
  /** Announcements of other tools within this time count as one. */
  changeDebounceMs?: number;
  /** How long a child may take to end by itself, and again after SIGTERM. */
  closeGraceMs?: number;
};

export type Upstreams = {
  servers(): ServerState[];
  /** Connects on demand. Throws UPSTREAM_UNAVAILABLE when the server does not come up. */
  listTools(server: string): Promise<ToolDefinition[]>;
  /** Throws UpstreamError; `executed` on it says whether the tool may have run. */
  call(server: string, tool: string, args: JsonObject, options: CallOptions): Promise<ToolAnswer>;
  /** Throws UPSTREAM_UNAVAILABLE when the server does not come up. */
  openLink(server: string, peer: Peer): Promise<UpstreamLink>;
  /** Called after a server came back or announced other tools. */
  onChange(listener: (server: string) => void): void;
  close(): Promise<void>;
};

export { backoffDelayMs, DEFAULT_BACKOFF } from "./backoff.ts";
export { openUpstreams } from "./open-upstreams.ts";
export type { Offer, Passed, RpcFailure } from "./pass-request.ts";
export { readServersFile, SERVER_KEYS } from "./read-servers-file.ts";
export { UpstreamError } from "./upstream-error.ts";
