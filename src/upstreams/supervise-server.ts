// One configured server over its whole life: connected on demand, watched, tried again with growing delays.

import type { ToolDefinition } from "../vocabulary.ts";
import { backoffDelayMs } from "./backoff.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { describe } from "./open-client.ts";
import { type Connection, type ConnectionOptions, connectServer } from "./server-connection.ts";
import { isConnectionLost, type UpstreamError, unavailable } from "./upstream-error.ts";
import type { Peer, ServerConfig, ServerState } from "./upstreams.ts";

export type SupervisorOptions = Omit<ConnectionOptions, "onToolsChanged" | "onLost" | "peer"> & {
  clock: () => number;
  /** The server came back, or announced other tools. */
  onChange(): void;
};

/** A connection that lived this long was healthy: the next failure starts counting anew. */
const STABLE_MS = 30_000;

/** A server may be upgraded while we run: the verdict "speaks only the older protocol" is asked again after this. */
const LEGACY_VERDICT_MS = 3_600_000;

export class SupervisedServer {
  readonly #config: ServerConfig;
  readonly #options: SupervisorOptions;
  readonly breaker: CircuitBreaker;
  #live: { connection: Connection; since: number } | undefined;
  #connecting: Promise<Connection> | undefined;
  #failure: { count: number; error: string; retryAt: number } | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #failedLists = 0;
  #listTimer: NodeJS.Timeout | undefined;
  #legacyUntil = 0;
  #closed = false;
  #listed: { connection: Connection; tools: Map<string, ToolDefinition> } | undefined;

  constructor(config: ServerConfig, options: SupervisorOptions) {
    this.#config = config;
    this.#options = options;
    this.breaker = new CircuitBreaker(options.clock, options.backoff);
  }

  timeoutOf(tool: string): number | undefined {
    const { timeouts = {} } = this.#config;
    if (Object.hasOwn(timeouts, tool)) return timeouts[tool];
    return timeouts["*"];
  }

  state(): ServerState {
    const { name } = this.#config;
    const pausedUntil = this.breaker.openUntil();
    if (this.#live !== undefined && pausedUntil !== undefined)
      return { name, state: "failing", error: "calls find no answer", retryAt: pausedUntil };
    if (this.#live !== undefined) return { name, state: "ready" };
    if (this.#connecting !== undefined) return { name, state: "connecting" };
    if (this.#failure === undefined) return { name, state: "idle" };
    return { name, state: "down", error: this.#failure.error, retryAt: this.#failure.retryAt };
  }

  /** The living connection, or the one attempt under way. Throws UPSTREAM_UNAVAILABLE, at once while backing off. */
  async connect(): Promise<Connection> {
    if (this.#closed) throw this.#downError();
    if (this.#live !== undefined) return this.#live.connection;
    const waiting = this.#failure !== undefined && this.#options.clock() < this.#failure.retryAt;
    if (this.#connecting === undefined && waiting) throw this.#downError();
    return this.#start();
  }

  /** A connection beside the shared one, for one conversation. Whoever asked for it closes it. */
  async connectFor(peer: Peer): Promise<Connection> {
    const { clock } = this.#options;
    const waiting = this.#failure !== undefined && clock() < this.#failure.retryAt;
    if (this.#closed || waiting) throw this.#downError();
    const options = {
      ...this.#options,
      peer,
      onToolsChanged: () => {},
      onLost: () => peer.onLost(),
    };
    const known = clock() < this.#legacyUntil ? "legacy" : this.#config.era;
    try {
      if (peer.era === "modern" || known !== undefined)
        return await connectServer(this.#config, options, known);
      // A server that speaks the newest revision only refuses the older handshake.
      return await connectServer(this.#config, options, "legacy").catch(() =>
        connectServer(this.#config, options, undefined),
      );
    } catch (error) {
      const hint = "The operator's log has the details.";
      this.#options.log("warn", `A conversation found no connection (${describe(error)}).`);
      throw unavailable(this.#config.name, "it does not start, or it ended", hint, error);
    }
  }

  /** Connecting and listing together take at most the connect timeout. */
  async listTools(): Promise<ToolDefinition[]> {
    const deadline = performance.now() + this.#options.connectTimeoutMs;
    const connection = await this.connect();
    try {
      const tools = await connection.listTools(deadline);
      this.#listed = { connection, tools: new Map(tools.map((tool) => [tool.name, tool])) };
      this.#failedLists = 0;
      return tools;
    } catch (error) {
      this.reportFailure(connection, error);
      this.#announceLater();
      throw error;
    }
  }

  definitionOf(tool: string): ToolDefinition | undefined {
    return this.#listed?.tools.get(tool);
  }

  hasListedOn(connection: Connection): boolean {
    return this.#listed?.connection === connection;
  }

  /** Gives the connection up if the error says so: HTTP has no close event, only requests that fail. */
  reportFailure(connection: Connection, error: unknown): void {
    if (this.#live?.connection !== connection || !isConnectionLost(error)) return;
    this.#fail(describe(error));
    void connection.close().catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#listTimer);
    const last = this.#live?.connection;
    this.#live = undefined;
    await Promise.allSettled([last?.close(), this.#connecting]);
  }

  #start(): Promise<Connection> {
    this.#connecting ??= this.#attempt().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #attempt(): Promise<Connection> {
    const { clock, log } = this.#options;
    try {
      const known = clock() < this.#legacyUntil ? "legacy" : this.#config.era;
      const connection = await connectServer(this.#config, this.#connectionOptions(), known);
      if (this.#closed) {
        await connection.close();
        throw new Error("the gateway is shutting down");
      }
      if (connection.era === "legacy" && known === undefined) this.#legacyUntil = clock() + LEGACY_VERDICT_MS;
      this.#live = { connection, since: clock() };
      log("info", `Connected (${connection.era}).`);
      if (this.#failure !== undefined) this.#options.onChange();
      return connection;
    } catch (error) {
      this.#fail(describe(error));
      throw this.#downError(error);
    }
  }

  #connectionOptions(): ConnectionOptions {
    return {
      ...this.#options,
      onToolsChanged: () => this.#options.onChange(),
      onLost: () => this.#fail("the connection was closed"),
    };
  }

  /** A list that failed on a living connection is asked for again; a lost connection announces its own return. */
  #announceLater(): void {
    if (this.#live === undefined || this.#closed) return;
    this.#failedLists += 1;
    clearTimeout(this.#listTimer);
    this.#listTimer = setTimeout(
      () => this.#options.onChange(),
      backoffDelayMs(this.#failedLists, this.#options.backoff),
    );
    this.#listTimer.unref();
  }

  #fail(error: string): void {
    const { clock, backoff, log } = this.#options;
    const lived = this.#live === undefined ? 0 : clock() - this.#live.since;
    this.#live = undefined;
    if (this.#closed) return;
    const count = lived >= STABLE_MS ? 1 : (this.#failure?.count ?? 0) + 1;
    const delayMs = backoffDelayMs(count, backoff);
    this.#failure = { count, error, retryAt: clock() + delayMs };
    log("warn", `The server is down (${error}); next try in ${delayMs} ms.`);
    clearTimeout(this.#retryTimer);
    // Never given up: a server whose tools were never listed gets no calls that could wake it.
    this.#retryTimer = setTimeout(() => void this.#start().catch(() => {}), delayMs);
    this.#retryTimer.unref();
  }

  #downError(cause?: unknown): UpstreamError {
    const { name } = this.#config;
    if (this.#closed || this.#failure === undefined) return unavailable(name, "the gateway is shutting down");
    const next = new Date(this.#failure.retryAt).toISOString();
    return unavailable(
      name,
      "it does not start, or it ended",
      `The next try is at ${next}; the operator's log has the details.`,
      cause,
    );
  }
}
