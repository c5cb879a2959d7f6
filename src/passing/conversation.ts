// One conversation: its connection to the server, and every request of the client as a call of its own.

import { randomBytes } from "node:crypto";
import { requireArgumentSize, requireArguments } from "../call/check-arguments.ts";
import { directStarted } from "../call/direct-trail.ts";
import type { Granted, Route } from "../call/route.ts";
import { settle } from "../call/settle-direct-call.ts";
import { toCallError } from "../call/tool-refusal.ts";
import { GatewayError, toGatewayError } from "../errors.ts";
import type {
  ConversationWish,
  Passed,
  PassedConversation,
  Passing,
  PassThroughParts,
} from "../pass-through.ts";
import { openScope } from "../run/open-scope.ts";
import type { CallScope, GateOutcome } from "../tool-gate.ts";
import type { JsonObject } from "../vocabulary.ts";
import { cleanTexts } from "./clean-texts.ts";
import { putTogether, type Taken, takeApart } from "./client-request.ts";
import { describeTools } from "./describe-tools.ts";
import { fitPassed } from "./fit-passed.ts";
import { declaredCapabilities, offeredCapabilities, toolsOf, type Viewer } from "./offer.ts";
import { type Joined, type Read, readPassed } from "./read-passed.ts";
import type { Sealer } from "./sealer.ts";
import { type Asked, admitAnswer, admitRequest } from "./server-asks.ts";
import { ServerLink } from "./server-link.ts";
import { createTeller } from "./server-tells.ts";

const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

type UnderWay = { passing: Passing; taken: Taken; scope: CallScope; read?: Read };

export class Conversation implements PassedConversation {
  readonly #parts: PassThroughParts;
  readonly #wish: ConversationWish;
  readonly #sealer: Sealer;
  readonly #link: ServerLink;
  #detach: (() => void) | undefined;

  constructor(parts: PassThroughParts, wish: ConversationWish, sealer: Sealer) {
    this.#parts = parts;
    this.#wish = wish;
    this.#sealer = sealer;
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
    // A server that came up late, or has just changed its tools.
    if (toolsOf(catalog, server, () => true).length === 0) await catalog.refresh(server);
    return describeTools(toolsOf(catalog, server, isVisible), (texts) => this.#clean(texts));
  }

  async pass(passing: Passing): Promise<Passed> {
    const { principal, server, session } = this.#wish;
    const started = performance.now();
    const work = this.#parts.underWay.begin(principal.name, session, passing.signal);
    try {
      const taken = takeApart(server, passing.method, passing.params);
      const args = requireArguments(taken.args);
      const scope = await this.#openScope();
      requireArgumentSize(args, scope.limits.argumentBytes);
      await this.#parts.trail.append(...directStarted(scope, "mcp", { server, method: passing.method }));
      const under = { passing: { ...passing, signal: work.signal }, taken, scope };
      const outcome = await this.#throughGate(under, args);
      const reply = await settle(this.#parts, scope, this.#fit(under, outcome), started);
      if ("error" in reply) return { error: reply.error };
      return this.#finish(under, reply.result as unknown as Joined);
    } catch (error) {
      return { error: toCallError(toGatewayError(error), "no") };
    } finally {
      work.end();
    }
  }

  openState(sealed: string): string | undefined {
    return this.#sealer.open(sealed, this.#sealFor("state"));
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
    const operation = { found: { id: under.taken.id, server, name: method } };
    return {
      ...(method === "tools/call" ? {} : operation),
      send: async (granted, options) => {
        const { passing, taken } = under;
        const cursor = this.#openCursor(taken);
        const params = {
          ...putTogether(method, { ...granted, ...(cursor === undefined ? {} : { cursor }) }),
          ...(await this.#returning(under)),
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
        if ("result" in passed) await this.#admitQuestions(under, passed.result);
        under.read = readPassed(method, passed);
        return under.read.answered;
      },
    };
  }

  /** The questions of a server in the newest revision: each of them is decided like one that comes by itself. */
  async #admitQuestions({ scope }: UnderWay, result: JsonObject): Promise<void> {
    const { resultType, inputRequests: questions } = result;
    if (questions === undefined) return;
    delete result["inputRequests"];
    if (resultType !== "input_required" || typeof questions !== "object" || questions === null) return;
    const admitted: JsonObject = {};
    for (const [key, question] of Object.entries(questions)) {
      const { method, params = {} } = (question ?? {}) as Asked;
      admitted[key] = await admitRequest(
        this.#parts,
        { scope, server: this.#wish.server },
        { method, params },
      );
    }
    result["inputRequests"] = admitted;
  }

  /** What the client brings back of an earlier answer: its own answers pass the gate, the state is the server's. */
  async #returning({ passing, scope }: UnderWay): Promise<JsonObject> {
    const { inputResponses, requestState, signal } = passing;
    const state = requestState === undefined ? {} : { requestState };
    if (inputResponses === undefined) return state;
    const admitted: JsonObject = {};
    for (const [key, answer] of Object.entries(inputResponses)) {
      const method = methodOfAnswer(answer as JsonObject);
      const asked = { method, params: answer as JsonObject };
      admitted[key] = await admitAnswer(this.#parts, { scope, server: this.#wish.server, signal }, asked);
    }
    return { inputResponses: admitted, ...state };
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

  #fit({ scope }: UnderWay, outcome: GateOutcome) {
    const { tool, status, pii } = outcome;
    if ("error" in outcome) return { tool, status, pii, error: outcome.error };
    const joined = outcome.value as unknown as Joined;
    try {
      const fitted =
        "result" in joined ? { result: fitPassed(scope, this.#parts.workspace, joined.result) } : joined;
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
    const sealed = (text: string, kind: string) => this.#sealer.seal(text, this.#sealFor(kind));
    return {
      result: {
        ...result,
        ...(inputRequests === undefined ? {} : { inputRequests }),
        ...(nextCursor === undefined ? {} : { nextCursor: sealed(nextCursor, "cursor") }),
        ...(requestState === undefined ? {} : { requestState: sealed(requestState, "state") }),
      },
    };
  }

  /** A cursor that was not sealed here is the model's own text, which would leave without a look at it. */
  #openCursor({ cursor }: Taken): string | undefined {
    if (cursor === undefined) return undefined;
    const opened = this.#sealer.open(cursor, this.#sealFor("cursor"));
    if (opened !== undefined) return opened;
    throw new GatewayError("BAD_ARGUMENTS", "This cursor is not from this conversation, or it is too old.", {
      hint: "Ask for the first page again, without a cursor.",
    });
  }

  #sealFor(kind: string): string {
    const { principal, session, server } = this.#wish;
    return JSON.stringify([kind, principal.name, session, server]);
  }

  #viewer(): Viewer {
    const { principal, server } = this.#wish;
    return { policies: this.#parts.policies(), principal, server };
  }

  #openScope(): Promise<CallScope> {
    const { principal, session } = this.#wish;
    const id = `run_${randomBytes(10).toString("hex")}`;
    return openScope(this.#parts, { id, principal, session });
  }

  async #clean(texts: string[]): Promise<(string | null)[]> {
    return cleanTexts(
      this.#parts.trail,
      { scope: await this.#openScope(), server: this.#wish.server },
      texts,
    );
  }
}

/** Answers are bare; their shape says what they answer. */
function methodOfAnswer(answer: JsonObject): string {
  if (Array.isArray(answer["roots"])) return "roots/list";
  return "role" in answer || "model" in answer ? "sampling/createMessage" : "elicitation/create";
}
