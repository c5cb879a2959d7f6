// The tools behind the gateway, as agents may find them. Guarantees: a tool that differs from its pin does not
// exist, and nobody finds a tool that policy does not let them call.

import type { JsonObject, ToolDefinition } from "../vocabulary.ts";

export const DETAILS = ["name_only", "with_description", "full"] as const;
export type Detail = (typeof DETAILS)[number];

export type PinnedTool = ToolDefinition & {
  /** `server.tool`. */
  id: string;
  /** SHA-256 over the canonical definition. */
  pin: string;
  /** Something in it speaks to the model; where that was more than to name a tool of the same server, it was taken out. */
  flagged?: true;
};

export type ToolHit = {
  tool: string;
  description?: string;
  /** Compact TypeScript with doc comments, at detail `full`. */
  types?: string;
  /** As the server says them, where they were asked for. */
  inputSchema?: JsonObject;
  outputSchema?: JsonObject;
  /** The server's text speaks to the model: read it as data. */
  flagged?: true;
};

export type ToolSearch = {
  /** Several needs may be asked for at once, with `;` between them. */
  query: string;
  detail: Detail;
  server?: string;
  limit: number;
  cursor?: string;
  /** The raw schemas and uncut texts as well. */
  schema?: boolean;
};
/** `skills`: saved programs that match too, each with the call that runs it. */
export type ToolPage = {
  total: number;
  tools: ToolHit[];
  skills?: { call: string; description: string }[];
  next?: string;
};

/** A tool in one line of TypeScript, without prose. */
export type ToolSignature = {
  tool: string;
  /** The call with the types of its arguments; types that it names stand before it. */
  call: string;
  /** The type of what it answers, where the server says it or where it was seen. */
  result?: string;
  /** What it answers is what it was seen to answer, and no promise. */
  observed?: true;
};

/** `others`: how many tools are only found by search, because their texts speak to the model. */
export type ToolSignatures = { shown: ToolSignature[]; others: number };

/** `drift`: the live definition differs from its pin; `unknown`: no such tool. */
export type Lookup = { found: PinnedTool } | { missing: "unknown" | "drift"; didYouMean?: string };

/** Says whether a principal may call a tool, by its id. */
export type Visible = (id: string) => boolean;

/** A server and its tools, drifted ones too, each with the identifiers by which code may name it. */
export type ToolBindings = {
  server: string;
  identifiers: string[];
  tools: { name: string; identifiers: string[] }[];
};

/** A tool that is listed by its server but does not exist for us. `pinned` is null when a lock file does not name it. */
export type Drift = { id: string; pinned: string | null; live: string };

export type ServerReport = {
  server: string;
  tools: number;
  /** Set while the server cannot be reached; its tools are those of the last time. */
  error?: string;
  /** The tools are those of an earlier start; nobody has asked the server since this one. */
  cached?: true;
};

/** What servers listed at earlier starts, as texts that only the catalog reads. */
export type ListCache = {
  read(server: string): Promise<string | null>;
  write(server: string, text: string): Promise<void>;
};

/** Where definitions come from: the upstream servers. */
export type ToolSource = {
  servers(): { name: string }[];
  listTools(server: string): Promise<ToolDefinition[]>;
  onChange(listener: (server: string) => void): void;
};

/** Where pins of first sight are kept. */
export type PinStore = {
  pins(): Promise<Map<string, string>>;
  addPins(pins: Map<string, string>): Promise<void>;
};

export type CatalogLog = (entry: {
  level: "info" | "warn" | "error";
  server: string;
  message: string;
}) => void;

export type CatalogOptions = {
  upstreams: ToolSource;
  pins: PinStore;
  /** Without it every start waits for the servers. */
  cache?: ListCache;
  /** `server.tool` → SHA-256. Where it exists it is strict: what it does not name does not exist. */
  lockFile?: Map<string, string>;
  /** Takes personal values out of what servers say about their tools; pins are of what they really said. */
  withoutValues?: (definition: JsonObject) => JsonObject;
  /** Whether a text speaks to the model instead of describing. */
  addressesModel?: (text: string) => boolean;
  /** Called with the tools that are flagged for the first time. */
  onFlagged?: (tools: string[]) => Promise<void> | void;
  /** What a tool without a schema for its results was seen to answer. */
  observed?: (tool: { id: string; pin: string }) => JsonObject | undefined;
  log: CatalogLog;
  /** Called when a server was listed anew. */
  onRenewed?: () => void;
  /** Called with pins of first sight before they are stored; if it fails, the tools stay unknown. */
  onPinned?: (pins: Map<string, string>) => Promise<void> | void;
};

export type Catalog = {
  /**
   * Lists at once all servers of which no earlier list is kept; the others have their tools from that list. A server
   * that does not answer is reported and costs only its own tools.
   */
  load(): Promise<void>;
  /** Asks the servers whose tools come from an earlier start, one at a time. */
  refreshCached(signal: AbortSignal): Promise<void>;
  /**
   * Asks the server of this tool what it lists now, if nobody did since the start. Throws UPSTREAM_UNAVAILABLE when it
   * does not say; until then nothing of it may be called.
   */
  confirm(id: string, visible: Visible, signal: AbortSignal): Promise<void>;
  refresh(server: string): Promise<void>;
  serverNames(): string[];
  /** Accepts `server.tool`, `mcp__server__tool` and the spellings of `bindings`. Suggests only what is visible. */
  lookup(id: string, visible?: Visible): Lookup;
  search(search: ToolSearch, visible: Visible): ToolPage;
  bindings(servers: string[], visible: Visible): ToolBindings[];
  /** All that the principal may call, in the order of ids; null where it is too much to be read beforehand. */
  signatures(visible: Visible): ToolSignatures | null;
  /** The TypeScript text of detail `full`, or null for a tool that does not exist. */
  typesOf(id: string): string | null;
  driftReport(): Drift[];
  serverReport(): ServerReport[];
};

export { removeInvisible as cleanText } from "./clean-text.ts";
export { createCatalog } from "./create-catalog.ts";
export { type LockedTool, readLockFile, readToolLock, writeToolLock } from "./lock-file.ts";
export { type ObservedTypes, openObservedTypes } from "./observe-types.ts";
export { pinOf } from "./pin-tools.ts";
