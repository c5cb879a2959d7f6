// Clients of the newest revision: one handler for each principal, so that the streams of one hear nothing of another's tools.

import { createMcpHandler, type McpHttpHandler, type Server } from "@modelcontextprotocol/server";
import type { Principal } from "../../vocabulary.ts";
import type { NamedTools } from "./named-tools.ts";

type Entry = { handler: McpHttpHandler; principal: Principal };

export class StatelessHandlers {
  readonly #createServer: () => Server;
  readonly #named: Pick<NamedTools, "watch">;
  /** As many as there are keys. */
  readonly #byName = new Map<string, Entry>();

  constructor(createServer: () => Server, named: Pick<NamedTools, "watch">) {
    this.#createServer = createServer;
    this.#named = named;
  }

  handlerFor(principal: Principal): McpHttpHandler {
    const known = this.#byName.get(principal.name);
    if (known) {
      known.principal = principal;
      return known.handler;
    }
    const handler = createMcpHandler(this.#createServer, { legacy: "reject" });
    const entry = { handler, principal };
    this.#byName.set(principal.name, entry);
    this.#named.watch(
      () => entry.principal,
      () => handler.notify.toolsChanged(),
    );
    return handler;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byName.values()].map(({ handler }) => handler.close()));
  }
}
