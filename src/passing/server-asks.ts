// Requests that a server makes to its client: decided by policy, recorded, tokenized on the way to the client; the
// client's answer passes the gate on the way back when it holds anything personal.

import { randomBytes } from "node:crypto";
import { tokensCreated } from "../call/call-trail.ts";
import { takeInMessage } from "../call/take-in-answer.ts";
import type { PolicySnapshot } from "../decide/decide.ts";
import { GatewayError } from "../errors.ts";
import type { Trail } from "../record/record.ts";
import type { CallScope, ToolGate } from "../tool-gate.ts";
import type { JsonObject, ServerRequest } from "../vocabulary.ts";

export type Asked = { method: string; params: JsonObject };

export type AskingParts = {
  gate: ToolGate;
  trail: Pick<Trail, "append">;
  /** The policies of this moment. */
  policies(): PolicySnapshot;
};

const KINDS: Record<string, ServerRequest> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

/** May the server ask this at all? On the record before anything is asked or answered. */
async function decideAsking(
  parts: AskingParts,
  { scope, server }: { scope: CallScope; server: string },
  method: string,
) {
  const kind = Object.hasOwn(KINDS, method) ? KINDS[method] : undefined;
  const tool = `${server}.${method}`;
  const place = { principal: scope.principal.name, session: scope.session.name, run: scope.run, tool };
  if (kind === undefined) throw refusal(server, method, "no client answers this");
  const policies = parts.policies();
  const { effect, rule, policy, reason, hint, shadow } = policies.decideRequest(
    scope.principal,
    server,
    kind,
  );
  const body = { reason, policy, policyHash: policies.sha256, shadow };
  await parts.trail.append({ ...place, kind: "request.decided", decision: effect, rule, body });
  if (effect !== "allow") throw refusal(server, kind, reason, hint);
  return { kind, place };
}

/** The request as the client may see it. Throws TOOL_DENIED when policy does not let the server ask. */
export async function admitRequest(
  parts: AskingParts,
  { scope, server }: { scope: CallScope; server: string },
  asked: Asked,
): Promise<Asked> {
  const { kind, place } = await decideAsking(parts, { scope, server }, asked.method);
  const { tool } = place;
  const call = `call_${randomBytes(8).toString("hex")}`;
  const { safe, withheldBy } = await takeInMessage({ scope, tool, call }, asked.params);
  if (safe.blocked || withheldBy) throw refusal(server, kind, "it holds what policy keeps from the agent");
  await parts.trail.append(...tokensCreated({ ...place, call }, safe.tokens));
  return { method: asked.method, params: safe.value as JsonObject };
}

/**
 * The answer as the server may see it. One without personal values goes back as it is; any other is a call of
 * `server.elicitation/create` (or the like) to policy: it needs a grant, and a flow for each value.
 */
export async function admitAnswer(
  parts: AskingParts,
  { scope, server, signal }: { scope: CallScope; server: string; signal: AbortSignal },
  { method, params: answer }: Asked,
): Promise<JsonObject> {
  const { vault, policies, principal } = scope;
  const safe = await vault.tokenize(answer, { from: "agent", channel: "context" }, policies.pii(principal));
  if (!safe.blocked && vault.findTokens(safe.value).length === 0) return safe.value as JsonObject;
  let admitted: JsonObject = {};
  const id = `${server}.${method}`;
  const outcome = await parts.gate.call(
    scope,
    id,
    answer,
    { signal },
    {
      found: { id, server, name: method },
      async send({ args }) {
        admitted = args;
        return { pieces: [null], join: () => null, failed: false, executed: "yes" };
      },
    },
  );
  if ("value" in outcome) return admitted;
  const { code, message, hint } = outcome.error;
  if (code === "TOOL_UNKNOWN") throw unsayable(id);
  throw new GatewayError(code, message, hint ? { hint } : {});
}

/** The questions of a server in the newest revision: each of them is decided like one that comes by itself. */
export async function admitQuestions(
  parts: AskingParts,
  place: { scope: CallScope; server: string },
  result: JsonObject,
): Promise<Map<string, string>> {
  const asked = new Map<string, string>();
  const { resultType, inputRequests: questions } = result;
  if (questions === undefined) return asked;
  delete result["inputRequests"];
  if (resultType !== "input_required" || typeof questions !== "object" || questions === null) return asked;
  requireNames(place, Object.keys(questions));
  const admitted: JsonObject = {};
  for (const [key, question] of Object.entries(questions)) {
    const { method, params = {} } = (question ?? {}) as Asked;
    admitted[key] = await admitRequest(parts, place, { method, params });
    asked.set(key, method);
  }
  result["inputRequests"] = admitted;
  return asked;
}

/** What a client brings back for a server's questions. What nobody asked for stays here; the rest is decided once more. */
export async function admitAnswers(
  parts: AskingParts,
  place: { scope: CallScope; server: string; signal: AbortSignal },
  answers: JsonObject,
  methodOf: (key: string) => string | undefined,
): Promise<JsonObject | undefined> {
  const admitted: JsonObject = {};
  for (const [key, answer] of Object.entries(answers)) {
    const method = methodOf(key);
    if (method === undefined) continue;
    await decideAsking(parts, place, method);
    admitted[key] = await admitAnswer(parts, place, { method, params: answer as JsonObject });
  }
  return Object.keys(admitted).length > 0 ? admitted : undefined;
}

const MOST_QUESTIONS = 16;

/** Names travel as they are, both ways, because each side knows its question by them: so nothing may stand in them. */
function requireNames({ scope, server }: { scope: CallScope; server: string }, names: string[]): void {
  const { vault, policies, principal } = scope;
  const isPlain = (name: string) =>
    /^[\w.:/-]{1,128}$/.test(name) && vault.valuesIn(name, policies.pii(principal)).length === 0;
  if (names.length <= MOST_QUESTIONS && names.every(isPlain)) return;
  throw refusal(server, "this", `at most ${MOST_QUESTIONS} questions with plain names pass at once`);
}

function unsayable(id: string): GatewayError {
  return new GatewayError(
    "TOOL_DENIED",
    "The answer holds personal data, and policy lets none go this way.",
    {
      hint: `A rule that matches ${id} and a flow to it would let it.`,
    },
  );
}

function refusal(server: string, what: string, why: string, hint?: string): GatewayError {
  return new GatewayError("TOOL_DENIED", `The server "${server}" may not ask for ${what}: ${why}`, {
    ...(hint ? { hint } : {}),
  });
}
