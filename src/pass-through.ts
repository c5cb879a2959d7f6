// A conversation between an MCP client and one server behind the gateway, request by request through the one gate.

import type { CallError } from "./call/tool-refusal.ts";
import type { WorkUnderWay } from "./call/work-under-way.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { GatewayError } from "./errors.ts";
import type { PassedMethod } from "./passing/client-request.ts";
import { Conversation } from "./passing/conversation.ts";
import { mayAskAnything, toolsOf } from "./passing/offer.ts";
import { createSealer, type Sealer } from "./passing/sealer.ts";
import type { AskingParts } from "./passing/server-asks.ts";
import type { Told } from "./passing/server-tells.ts";
import type { RequestOrigin } from "./request-origin.ts";
import type { ScopeParts } from "./run/open-scope.ts";
import type { Workspace } from "./run/workspace.ts";
import type { Upstreams } from "./upstreams/upstreams.ts";
import type { JsonObject, JsonValue, Principal } from "./vocabulary.ts";

/** What changed at the server, so that the client may ask again. */
export type Changed = { what: "tools" | "prompts" | "resources" } | { uri: string };

export type ConversationWish = {
  principal: Principal;
  server: string;
  session: string;
  /** Of the client: with sessions and requests of servers, or without both. */
  era: "legacy" | "modern";
  /** What the client can do in every request of the conversation; requests may say more. */
  capabilities: JsonObject;
  onChanged(changed: Changed): void;
  /** A log message of the server while no request is under way. */
  onTold(told: Told): void;
  /** The key is no longer good, or the gateway stops: what is still open must be closed. */
  onEnd(): void;
};

/** One request of the client, and the ways back to it while it is under way. */
export type Passing = {
  method: PassedMethod;
  params: JsonObject;
  request?: RequestOrigin;
  signal: AbortSignal;
  /** What the caller of this request can do, where each request says so. */
  capabilities?: JsonObject;
  /** The least severe log messages that the caller wants, where each request says so. */
  logLevel?: string;
  inputResponses?: JsonObject;
  /** As it was before it was sealed. */
  requestState?: string;
  tell(told: Told): Promise<void> | void;
  /** Asks the client in the middle of its request, in the revisions that have this. */
  ask?(asked: Told, signal: AbortSignal): Promise<JsonObject>;
  onProgress?(progress: JsonObject): Promise<void> | void;
};

export type Passed =
  | { result: JsonObject }
  /** The server's own JSON-RPC error. */
  | { failure: { code: number; message: string; data?: JsonValue } }
  /** The gateway's refusal. */
  | { error: CallError };

export type PassedConversation = {
  /** What the client may know of the server: a rule of policy could grant it. */
  offer(): Promise<{ capabilities: JsonObject; instructions?: string }>;
  listTools(): Promise<JsonObject[]>;
  /** The arguments of a tool that the client may call. */
  schemaOf(tool: string): JsonObject | undefined;
  pass(passing: Passing): Promise<Passed>;
  /** The state of a question, as the server gave it; undefined for anything that was not sealed for this conversation. */
  openState(sealed: string): string | undefined;
  /** The client's roots have changed. */
  rootsChanged(): Promise<void>;
  close(): Promise<void>;
};

export type PassThroughs = {
  /** Throws NOT_FOUND for a server that does not exist or that policy keeps from the principal: nobody learns which. */
  open(wish: ConversationWish): PassedConversation;
};

export type PassThroughParts = ScopeParts &
  AskingParts & {
    upstreams: Pick<Upstreams, "openLink" | "servers">;
    catalog: Pick<Catalog, "refresh" | "bindings" | "lookup" | "serverReport">;
    workspace: Workspace;
    underWay: WorkUnderWay;
  };

export function createPassThroughs(parts: PassThroughParts, sealer: Sealer = createSealer()): PassThroughs {
  return {
    open(wish) {
      const viewer = { policies: parts.policies(), principal: wish.principal, server: wish.server };
      const exists = parts.upstreams.servers().some(({ name }) => name === wish.server);
      const isVisible = (tool: string) => viewer.policies.mayCall(wish.principal, tool);
      const hasTools = exists && toolsOf(parts.catalog, wish.server, isVisible).length > 0;
      if (exists && (hasTools || mayAskAnything(viewer))) return new Conversation(parts, wish, sealer);
      throw new GatewayError("NOT_FOUND", "There is no such server for this key.", {
        hint: "search_tools names the servers that you may use, before the dot.",
      });
    },
  };
}
