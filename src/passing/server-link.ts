// The conversation's connection to the server: opened when it is first needed, opened again after it was lost. What the
// server asks and tells in between goes to the request that is under way.

import { type PinnedTool, pinOf } from "../catalog/catalog.ts";
import { GatewayError, toGatewayError } from "../errors.ts";
import type { ConversationWish, Passing, PassThroughParts } from "../pass-through.ts";
import type { CallScope } from "../tool-gate.ts";
import {
  backoffDelayMs,
  DEFAULT_BACKOFF,
  type LinkRequest,
  type Passed,
  type Peer,
  type UpstreamLink,
} from "../upstreams/upstreams.ts";
import { type JsonObject, LOG_LEVELS, type LogLevel } from "../vocabulary.ts";
import { declaredCapabilities, mayAsk } from "./offer.ts";
import { type Asked, admitAnswer, admitRequest } from "./server-asks.ts";
import { createTeller, type Teller, type Told } from "./server-tells.ts";
import { WatchedResources } from "./watched-resources.ts";

const UPDATED = "notifications/resources/updated";
const LIST_MS = 10_000;
/** A connection that lived this long was healthy. */
const STABLE_MS = 30_000;

type UnderWay = { scope: CallScope; passing: Passing; teller: Teller };

export class ServerLink {
  readonly #parts: PassThroughParts;
  readonly #wish: ConversationWish;
  readonly #openScope: () => Promise<CallScope>;
  readonly #underWay = new Set<UnderWay>();
  readonly #watched = new WatchedResources();
  #link: Promise<UpstreamLink> | undefined;
  #closed = false;
  /** In a row, of opening the connection and of keeping it. */
  #failures = 0;
  #openedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PassThroughParts, wish: ConversationWish, openScope: () => Promise<CallScope>) {
    this.#parts = parts;
    this.#wish = wish;
    this.#openScope = openScope;
  }

  opened(): Promise<UpstreamLink> {
    if (this.#closed) throw new GatewayError("UPSTREAM_UNAVAILABLE", "This conversation has ended.");
    if (this.#link) return this.#link;
    const forget = () => {
      if (this.#link !== link) return;
      this.#link = undefined;
      this.#openForWatched();
    };
    const link: Promise<UpstreamLink> = this.#open(forget);
    this.#link = link;
    link.catch(forget);
    return link;
  }

  async pass(request: LinkRequest): Promise<Passed> {
    const link = await this.opened();
    if (this.#watched.isAbout(request)) return this.#watched.pass(link, request);
    if (link.era === "modern" && request.method === "logging/setLevel") return { result: {}, executed: "no" };
    return link.pass(request);
  }

  /**
   * Does the server list this pinned tool, as it is, to this very client? Where the server does not say, the pin alone
   * counts: listing is not calling.
   */
  async listedHere(): Promise<(tool: PinnedTool) => boolean> {
    try {
      const listed = await (await this.opened()).listed(LIST_MS);
      return ({ name, pin }) => {
        const live = listed.get(name);
        return live !== undefined && pinOf(live) === pin;
      };
    } catch {
      return () => true;
    }
  }

  /** Until the returned function is called, the server's messages belong to this request, or to one that came later. */
  enter(underWay: UnderWay): () => void {
    this.#underWay.add(underWay);
    return () => this.#underWay.delete(underWay);
  }

  async rootsChanged(): Promise<void> {
    const link = await this.#link?.catch(() => undefined);
    if (link?.era === "legacy") await link.notify("notifications/roots/list_changed", {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const link = await this.#link?.catch(() => undefined);
    await link?.close();
  }

  async #open(onLost: () => void): Promise<UpstreamLink> {
    const { server, principal, capabilities, era } = this.#wish;
    const viewer = { policies: this.#parts.policies(), principal, server };
    const peer: Peer = {
      era,
      capabilities: declaredCapabilities(capabilities, viewer),
      answer: (asked, signal) => this.#answer(asked, signal),
      notify: (told) => void this.#hear(told).catch(() => {}),
      onChanged: (what) => void this.#change(what).catch(() => {}),
      onLost,
    };
    const link = await this.#parts.upstreams.openLink(server, peer);
    this.#openedAt = performance.now();
    const missed = (uri: string) => peer.notify({ method: UPDATED, params: { uri } });
    this.#watched.resume(link, missed).catch(() => {});
    return link;
  }

  /** A client that watches waits for news and makes no request that would open a lost connection again. */
  #openForWatched(): void {
    if (this.#closed || this.#watched.size === 0) return;
    const lived = this.#openedAt === undefined ? 0 : performance.now() - this.#openedAt;
    this.#failures = lived >= STABLE_MS ? 1 : this.#failures + 1;
    this.#openedAt = undefined;
    const again = () => {
      if (!this.#closed) this.opened().catch(() => {});
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(again, backoffDelayMs(this.#failures, DEFAULT_BACKOFF)).unref();
  }

  /** What it throws is the server's JSON-RPC error: the refusal, without the reasons of policy. */
  async #answer(asked: Asked, signal: AbortSignal): Promise<JsonObject> {
    const { server } = this.#wish;
    const latest = this.#latest();
    if (!latest?.passing.ask) throw refused(asked.method);
    const { scope, passing } = latest;
    try {
      const admitted = await admitRequest(this.#parts, { scope, server }, asked);
      const answer = (await passing.ask?.(admitted, signal)) ?? {};
      return await admitAnswer(
        this.#parts,
        { scope, server, signal },
        { method: asked.method, params: answer },
      );
    } catch (error) {
      if (toGatewayError(error).code === "INTERNAL") throw error;
      throw refused(asked.method);
    }
  }

  async #hear(told: Told): Promise<void> {
    const { method, params } = told;
    const { principal, server } = this.#wish;
    const viewer = { policies: this.#parts.policies(), principal, server };
    const isLog = method === "notifications/message";
    if (isLog && !mayAsk(viewer, "logging/setLevel")) return;
    const latest = this.#latest();
    if (isLog && latest)
      return this.#wants(latest.passing, params["level"]) ? latest.teller.tell(told) : undefined;
    if (!isLog && method !== UPDATED) return;
    const scope = await this.#openScope();
    const teller = createTeller(this.#parts.trail, { scope, server }, (safe) => this.#send(safe));
    teller.tell({ method, params });
    await teller.settled();
    await this.#parts.sessionLabels.add(scope.session, scope.labels);
  }

  /** In the newest revision each request says which log messages it wants; servers of older ones do not know of that. */
  #wants({ logLevel }: Passing, level: unknown): boolean {
    if (this.#wish.era === "legacy") return true;
    const least = LOG_LEVELS.indexOf(logLevel as LogLevel);
    return least >= 0 && LOG_LEVELS.indexOf(level as LogLevel) >= least;
  }

  #send({ method, params }: Told): void {
    if (method === "notifications/message") this.#wish.onTold({ method, params });
    else if (typeof params["uri"] === "string") this.#wish.onChanged({ uri: params["uri"] });
  }

  async #change(what: "tools" | "prompts" | "resources"): Promise<void> {
    if (what === "tools") await this.#parts.catalog.refresh(this.#wish.server);
    this.#wish.onChanged({ what });
  }

  #latest(): UnderWay | undefined {
    return [...this.#underWay].at(-1);
  }
}

function refused(method: string): Error {
  return Object.assign(new Error(`${method} is not answered here.`), { code: -32601 });
}
