// Conversations of clients that keep no session: one for each gateway session that they name, for as long as they use it.

import { createMcpHandler, type McpHttpHandler, type Server } from "@modelcontextprotocol/server";
import { GatewayError } from "../../../errors.ts";
import type { Changed, PassedConversation } from "../../../pass-through.ts";
import type { Principal } from "../../../vocabulary.ts";

export type Stateless = {
  owner: string;
  conversation: PassedConversation;
  handler: McpHttpHandler;
  /** How many open streams watch each resource. */
  watched: Map<string, number>;
  exchanges: number;
  usedAt: number;
};

export type StatelessParts = {
  open(onChanged: (changed: Changed) => void, onEnd: () => void): PassedConversation;
  /** Called for each request. */
  createServer(conversation: PassedConversation, request: Request | undefined): Promise<Server>;
};

export type StatelessOptions = { now: () => number; idleMs: number; most: number };

export class StatelessConversations {
  readonly #options: StatelessOptions;
  /** Least recently used first. */
  readonly #open = new Map<string, Stateless>();

  constructor(options: StatelessOptions) {
    this.#options = options;
  }

  async enter(principal: Principal, key: string, parts: StatelessParts): Promise<Stateless> {
    await this.#endIdle(principal.name);
    if (!this.#open.has(key)) this.#requireRoom(principal.name);
    const entry = this.#open.get(key) ?? create(principal.name, parts, () => this.#forget(key));
    this.#open.delete(key);
    this.#open.set(key, entry);
    entry.exchanges += 1;
    entry.usedAt = this.#options.now();
    return entry;
  }

  leave(entry: Stateless): void {
    entry.exchanges -= 1;
    entry.usedAt = this.#options.now();
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map(end));
  }

  #forget(key: string): void {
    const entry = this.#open.get(key);
    this.#open.delete(key);
    if (entry) void end(entry);
  }

  /** Asked without a wait before a new one is kept: those that arrive together must not pass the limit together. */
  #requireRoom(owner: string): void {
    if (this.#countOf(owner) < this.#options.most) return;
    throw new GatewayError("BUSY", `This key has ${this.#options.most} conversations with this server.`, {
      hint: "End a stream of one of them, or use its session.",
    });
  }

  #countOf(owner: string): number {
    return [...this.#open.values()].filter((entry) => entry.owner === owner).length;
  }

  /** Those that nobody uses, and, where a principal has too many, the one that was idle longest. */
  async #endIdle(owner: string): Promise<void> {
    const { now, idleMs, most } = this.#options;
    const idle = [...this.#open].filter(([, { exchanges }]) => exchanges === 0);
    const own = this.#countOf(owner);
    const ended = idle.filter(([, { usedAt }]) => now() - usedAt >= idleMs);
    const oldest = idle.find(([, entry]) => entry.owner === owner);
    if (own >= most && ended.length === 0 && oldest) ended.push(oldest);
    for (const [key] of ended) this.#open.delete(key);
    await Promise.all(ended.map(([, entry]) => end(entry)));
  }
}

function create(owner: string, parts: StatelessParts, onEnd: () => void): Stateless {
  const conversation = parts.open((changed) => {
    if ("uri" in changed) handler.notify.resourceUpdated(changed.uri);
    else if (changed.what === "tools") handler.notify.toolsChanged();
    else if (changed.what === "prompts") handler.notify.promptsChanged();
    else handler.notify.resourcesChanged();
  }, onEnd);
  const handler = createMcpHandler(({ requestInfo }) => parts.createServer(conversation, requestInfo), {
    legacy: "reject",
  });
  return { owner, conversation, handler, watched: new Map(), exchanges: 0, usedAt: 0 };
}

async function end({ conversation, handler }: Stateless): Promise<void> {
  await Promise.allSettled([handler.close(), conversation.close()]);
}
