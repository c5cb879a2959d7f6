// What a conversation watches at its server: asked for in the server's revision, and asked for again on the connection
// that replaces a lost one.

import { type LinkRequest, type Passed, UpstreamError, type UpstreamLink } from "../upstreams/upstreams.ts";

const MOST_WATCHED = 256;
const RESUME_MS = 30_000;
const MAX_RESULT_BYTES = 64 * 1024;
const INVALID_PARAMS = -32602;

export class WatchedResources {
  readonly #uris = new Set<string>();

  get size(): number {
    return this.#uris.size;
  }

  isAbout({ method }: LinkRequest): boolean {
    return method === "resources/subscribe" || method === "resources/unsubscribe";
  }

  /** A request that `isAbout` says yes to. What the server does not agree to is not kept. */
  async pass(link: UpstreamLink, request: LinkRequest): Promise<Passed> {
    const uri = String(request.params["uri"]);
    if (request.method === "resources/unsubscribe") {
      this.#uris.delete(uri);
      return link.era === "modern" ? this.#listen(link, request) : link.pass(request);
    }
    if (this.#uris.has(uri) && link.era === "modern") return { result: {}, executed: "no" };
    if (!this.#uris.has(uri) && this.#uris.size >= MOST_WATCHED) throw tooMany();
    this.#uris.add(uri);
    const passed = await this.#subscribe(link, uri, request).catch((error: unknown) => {
      this.#uris.delete(uri);
      throw error;
    });
    if ("failure" in passed) this.#uris.delete(uri);
    return passed;
  }

  /** Asks a new connection for all of them; calls `missed` for each, because nobody knows what happened meanwhile. */
  async resume(link: UpstreamLink, missed: (uri: string) => void): Promise<void> {
    const limits = { timeoutMs: RESUME_MS, signal: AbortSignal.timeout(RESUME_MS) };
    const uris = [...this.#uris];
    if (uris.length === 0) return;
    if (link.era === "modern") await link.watch(uris, limits);
    else {
      const request = { ...limits, method: "resources/subscribe", maxResultBytes: MAX_RESULT_BYTES };
      // One after the other: hundreds at once are a burst that servers limit.
      for (const uri of uris) await link.pass({ ...request, params: { uri } });
    }
    for (const uri of uris) missed(uri);
  }

  async #subscribe(link: UpstreamLink, uri: string, request: LinkRequest): Promise<Passed> {
    if (link.era === "legacy") return link.pass(request);
    const watched = await link.watch([...this.#uris], request);
    if (watched.includes(uri)) return { result: {}, executed: "yes" };
    const message = "The server does not tell when this resource changes.";
    return { failure: { code: INVALID_PARAMS, message }, executed: "yes" };
  }

  async #listen(link: UpstreamLink, request: LinkRequest): Promise<Passed> {
    await link.watch([...this.#uris], request);
    return { result: {}, executed: "yes" };
  }
}

function tooMany(): UpstreamError {
  return new UpstreamError("BUSY", `One conversation watches at most ${MOST_WATCHED} resources.`, {
    executed: "no",
    hint: "Unsubscribe from some of them first.",
  });
}
