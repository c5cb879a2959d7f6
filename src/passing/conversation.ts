// One conversation: its connection to the server, and every request of the client as a call of its own.

import { requireArgumentSize, requireArguments } from "../call/check-arguments.ts";
import { directStarted } from "../call/direct-trail.ts";
import type { Granted, Route } from "../call/route.ts";
import { binaryFor } from "../call/set-binary-aside.ts";
import { settle } from "../call/settle-direct-call.ts";
import { toCallError } from "../call/tool-refusal.ts";
import { toGatewayError } from "../errors.ts";
import type {
  ConversationWish,
  Passed,
  PassedConversation,
  Passing,
  PassThroughParts,
} from "../pass-through.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { openScope } from "../run/open-scope.ts";
import { newRunId } from "../run/run-id.ts";
import type { CallScope, GateOutcome } from "../tool-gate.ts";
import type { JsonObject } from "../vocabulary.ts";
import { AskedQuestions, nameCall } from "./asked-questions.ts";
import { cleanTexts } from "./clean-texts.ts";
import { putTogether, type Taken, takeApart } from "./client-request.ts";
import { describeTools } from "./describe-tools.ts";
import { fitPassed } from "./fit-passed.ts";
import { HeldCalls } from "./held-calls.ts";
import { declaredCapabilities, offeredCapabilities, toolsOf, type Viewer } from "./offer.ts";
import { type Joined, type Read, readPassed } from "./read-passed.ts";
import { type Sealer, type Seals, sealsFor } from "./sealer.ts";
import { type Asked, admitAnswers, admitQuestions } from "./server-asks.ts";
import { ServerLink } from "./server-link.ts";
import { createTeller } from "./server-tells.ts";
import { unsent } from "./unsent.ts";

const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

type UnderWay = { passing: Passing; taken: Taken; scope: CallScope; read?: Read };

export class Conversation implements PassedConversation {
  readonly #parts: PassThroughParts;
  readonly #wish: ConversationWish;
  readonly #seals: Seals;
  readonly #link: ServerLink;
  readonly #held = new HeldCalls();
  readonly #asked = new AskedQuestions();
  #detach: (() => void) | undefined;

  constructor(parts: PassThroughParts, wish: ConversationWish, sealer: Sealer) {
    this.#parts = parts;
    this.#wish = wish;
    const { principal, session, server } = wish;
    this.#seals = sealsFor(sealer, { principal: principal.name, session, server });
    this.#link = new ServerLink(parts, wish, () => this.#openScope());
  }

  async offer(): Promise<{ capabilities: JsonObject; instructions?: string }> {
    const { offer } = await this.#link.opened();
    const { principal, onEnd } = this.#wish;
    this.#detach ??= this.#parts.underWay.onEnd(principal.name, onEnd);
    const capabilities = offeredCapabilities(offer, this.#viewer());
    if (offer.instructions === undefined) return { capabilities };
    const [instructions] = await this.#clean([offer.instructions]);
    return { capabilities, ...(instructions ? { instructions } : {}) };
  }

  async listTools(): Promise<JsonObject[]> {
    const { catalog } = this.#parts;
    const { policies, principal, server } = this.#viewer();
    const isVisible = (tool: string) => policies.mayCall(principal, tool);
    // A server that came up late, that nobody asked since the start, or that has just changed its tools.
    const isCached = catalog.serverReport().some((report) => report.server === server && report.cached);
    if (isCached || toolsOf(catalog, server, () => true).length === 0) await catalog.refresh(server);
    const isListed = await this.#link.listedHere();
    const tools = toolsOf(catalog, server, isVisible).filter(isListed);
    return describeTools(tools, (texts) => this.#clean(texts));
  }

  schemaOf(tool: string): JsonObject | undefined {
    const { policies, principal, server } = this.#viewer();
    const isMeant = (id: string) => id === `${server}.${tool}` && policies.mayCall(principal, id);
    return toolsOf(this.#parts.catalog, server, isMeant)[0]?.inputSchema;
  }

  async pass(passing: Passing): Promise<Passed> {
    try {
      const { era } = await this.#link.opened();
      if (era === "modern" || passing.ask) return await this.#pass(passing);
      const about = nameCall(passing.method, passing.params);
      return this.#sealState(await this.#held.pass(passing, about, (held) => this.#pass(held)));
    } catch (error) {
      return { error: toCallError(toGatewayError(error), "no") };
    }
  }

  async #pass(passing: Passing): Promise<Passed> {
    const { principal, server, session } = this.#wish;
    const started = performance.now();
    const work = this.#parts.underWay.begin(principal, session, passing.signal);
    try {
      const taken = takeApart(server, passing.method, passing.params);
      const args = requireArguments(taken.args);
      const scope = await this.#openScope(passing.request);
      requireArgumentSize(args, scope.limits.argumentBytes);
      await this.#parts.trail.append(...directStarted(scope, "mcp", { server, method: passing.method }));
      const under = { passing: { ...passing, signal: work.signal }, taken, scope };
      const outcome = await this.#throughGate(under, args);
      const reply = await settle(this.#parts, scope, await this.#fit(under, outcome), started);
      if ("error" in reply) return { error: reply.error };
      return this.#finish(under, reply.result as unknown as Joined);
    } catch (error) {
      return { error: toCallError(toGatewayError(error), "no") };
    } finally {
      work.end();
    }
  }

  /** The state of a held call is ours, and is sealed like a server's. */
  #sealState(passed: Passed): Passed {
    if (!("result" in passed) || typeof passed.result["requestState"] !== "string") return passed;
    const requestState = this.#seals.seal("state", passed.result["requestState"]);
    return { result: { ...passed.result, requestState } };
  }

  openState(sealed: string): string | undefined {
    return this.#seals.open("state", sealed);
  }

  rootsChanged(): Promise<void> {
    return this.#link.rootsChanged();
  }

  close(): Promise<void> {
    this.#detach?.();
    return this.#link.close();
  }

  async #throughGate(under: UnderWay, args: JsonObject): Promise<GateOutcome> {
    const { passing, taken, scope } = under;
    const { trail } = this.#parts;
    const { server } = this.#wish;
    const teller = createTeller(trail, { scope, server }, async ({ method, params }) =>
      method === "notifications/progress" ? passing.onProgress?.(params) : passing.tell({ method, params }),
    );
    const leave = this.#link.enter({ scope, passing, teller });
    try {
      const route = this.#routeOf(under, teller.tell);
      return await this.#parts.gate.call(scope, taken.id, args, { signal: passing.signal }, route);
    } finally {
      leave();
      await teller.settled();
    }
  }

  #routeOf(under: UnderWay, tell: (told: Asked) => void): Route {
    const { method } = under.passing;
    const { server } = this.#wish;
    const about = nameCall(method, under.passing.params);
    const operation = { found: { id: under.taken.id, server, name: method } };
    return {
      ...(method === "tools/call" ? {} : operation),
      brought: under.passing,
      send: async (granted, options) => {
        const { passing, taken, scope } = under;
        const { inputResponses, requestState, signal } = passing;
        const { page, answers } = await unsent(async () => ({
          page: taken.cursor === undefined ? {} : { cursor: this.#seals.requireCursor(taken.cursor) },
          answers:
            inputResponses &&
            (await admitAnswers(this.#parts, { scope, server, signal }, inputResponses, (key) =>
              this.#asked.methodOf(about, key),
            )),
        }));
        const params = {
          ...putTogether(method, { ...granted, ...page }),
          ...(answers ? { inputResponses: answers } : {}),
          ...(requestState === undefined ? {} : { requestState }),
        };
        const passed = await this.#link.pass({
          ...options,
          method,
          params,
          meta: this.#metaOf(passing),
          ...this.#definitionOf(granted),
          ...(passing.onProgress
            ? {
                onProgress: (progress: JsonObject) =>
                  tell({ method: "notifications/progress", params: progress }),
              }
            : {}),
        });
        if ("result" in passed) {
          this.#asked.remember(about, await admitQuestions(this.#parts, { scope, server }, passed.result));
        }
        under.read = readPassed(method, passed, binaryFor(scope));
        return under.read.answered;
      },
    };
  }

  #metaOf({ capabilities, logLevel }: Passing): JsonObject {
    const declared = declaredCapabilities(capabilities ?? this.#wish.capabilities, this.#viewer());
    return {
      [CAPABILITIES_KEY]: declared,
      ...(logLevel === undefined ? {} : { [LOG_LEVEL_KEY]: logLevel }),
    };
  }

  /** The server's own schema says which arguments also travel as HTTP headers. */
  #definitionOf({ server, name }: Granted) {
    const definition = toolsOf(this.#parts.catalog, server, (id) => id === `${server}.${name}`)[0];
    return definition ? { definition } : {};
  }

  async #fit({ scope }: UnderWay, outcome: GateOutcome) {
    const { tool, status, pii } = outcome;
    if ("error" in outcome) return { tool, status, pii, error: outcome.error };
    const joined = outcome.value as unknown as Joined;
    try {
      const fitted =
        "result" in joined
          ? { result: await fitPassed(scope, this.#parts.workspace, joined.result) }
          : joined;
      return { tool, status, pii, result: fitted as unknown as JsonObject };
    } catch (error) {
      return { tool, status: "failed" as const, pii, error: toCallError(toGatewayError(error), "yes") };
    }
  }

  #finish({ read }: UnderWay, joined: Joined): Passed {
    if ("failure" in joined)
      return { failure: joined.failure as Extract<Passed, { failure: unknown }>["failure"] };
    const { nextCursor, requestState, inputRequests } = read?.untouched ?? {};
    const result = (read?.putBack(joined.result) ?? joined.result) as JsonObject;
    return {
      result: {
        ...result,
        ...(inputRequests === undefined ? {} : { inputRequests }),
        ...(nextCursor === undefined ? {} : { nextCursor: this.#seals.seal("cursor", nextCursor) }),
        ...(requestState === undefined ? {} : { requestState: this.#seals.seal("state", requestState) }),
      },
    };
  }

  #viewer(): Viewer {
    const { principal, server } = this.#wish;
    return { policies: this.#parts.policies(), principal, server };
  }

  #openScope(request?: RequestOrigin): Promise<CallScope> {
    const { principal, session } = this.#wish;
    const id = newRunId();
    return openScope(this.#parts, { id, principal, session, ...(request ? { request } : {}) });
  }

  async #clean(texts: string[]): Promise<(string | null)[]> {
    return cleanTexts(
      this.#parts.trail,
      { scope: await this.#openScope(), server: this.#wish.server },
      texts,
    );
  }
}
