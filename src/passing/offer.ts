// What of a server a principal gets to know: only what some rule of policy could grant.

import type { Catalog, PinnedTool } from "../catalog/catalog.ts";
import type { PolicySnapshot } from "../decide/decide.ts";
import type { Offer } from "../upstreams/upstreams.ts";
import {
  type JsonObject,
  type Principal,
  SERVER_OPERATIONS,
  SERVER_REQUESTS,
  type ServerOperation,
} from "../vocabulary.ts";

export type Viewer = { policies: PolicySnapshot; principal: Principal; server: string };

/** The server's pinned tools that the principal may call. */
export function toolsOf(
  { bindings, lookup }: Pick<Catalog, "bindings" | "lookup">,
  server: string,
  isVisible: (tool: string) => boolean,
): PinnedTool[] {
  const names = bindings([server], isVisible).flatMap(({ tools }) => tools.map(({ name }) => name));
  return names.flatMap((name) => {
    const looked = lookup(`${server}.${name}`);
    return "found" in looked ? [looked.found] : [];
  });
}

export function mayAsk({ policies, principal, server }: Viewer, operation: ServerOperation): boolean {
  return policies.mayCall(principal, `${server}.${operation}`);
}

export function mayAskAnything(viewer: Viewer): boolean {
  return SERVER_OPERATIONS.some((operation) => mayAsk(viewer, operation));
}

export function offeredCapabilities({ capabilities }: Offer, viewer: Viewer): JsonObject {
  const may = (operation: ServerOperation) => mayAsk(viewer, operation);
  const { tools, resources, prompts, completions, logging } = capabilities as Record<string, JsonObject>;
  const offered: JsonObject = {};
  if (tools) offered["tools"] = { listChanged: true };
  if (resources && (may("resources/read") || may("resources/list"))) {
    const subscribe = resources["subscribe"] === true && may("resources/subscribe");
    offered["resources"] = { listChanged: resources["listChanged"] === true, subscribe };
  }
  if (prompts && (may("prompts/get") || may("prompts/list")))
    offered["prompts"] = { listChanged: prompts["listChanged"] === true };
  if (completions && may("completion/complete")) offered["completions"] = {};
  if (logging && may("logging/setLevel")) offered["logging"] = {};
  return offered;
}

/** What the server is told about its client: what the client can do, and policy lets the server ask for. */
export function declaredCapabilities(
  client: JsonObject,
  { policies, principal, server }: Viewer,
): JsonObject {
  const allowed = SERVER_REQUESTS.filter(
    (request) => policies.decideRequest(principal, server, request).effect === "allow",
  );
  return Object.fromEntries(allowed.flatMap((name) => (client[name] ? [[name, client[name]]] : [])));
}
