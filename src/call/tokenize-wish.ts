// What a caller wants to send, with tokens in place of personal values: before anything is decided or recorded.

import type { Tokenized } from "../protect/protect.ts";
import { sha256Hex } from "../text/canonical-json.ts";
import type { Attempt } from "../tool-gate.ts";
import type { JsonObject, PiiClass } from "../vocabulary.ts";

/** What a client brings back for a server's questions: no arguments, but as much a part of the call. */
export type Brought = {
  answers?: JsonObject;
  /** SHA-256 of the state that the server gave with its questions. */
  state?: string;
};

export type TokenizedWish = {
  args: JsonObject;
  brought: Brought | null;
  issued: Tokenized["tokens"];
  /** A class in it that policy blocks or redacts; the rest is empty then. */
  unsendable: PiiClass | undefined;
};

export async function tokenizeWish(
  { scope, route }: Pick<Attempt, "scope" | "route">,
  rawArgs: JsonObject,
): Promise<TokenizedWish> {
  // A value that the program put together from pieces is as personal as one that it was given.
  const args = await tokenize(scope, rawArgs, "code");
  const { inputResponses, requestState } = route.brought ?? {};
  const answers = inputResponses && (await tokenize(scope, inputResponses, "context"));
  const issued = [...args.issued, ...(answers?.issued ?? [])];
  const unsendable = args.unsendable ?? answers?.unsendable;
  if (unsendable) return { args: {}, brought: null, issued, unsendable };
  const brought = {
    ...(answers ? { answers: answers.value } : {}),
    ...(requestState === undefined ? {} : { state: sha256Hex(requestState) }),
  };
  return {
    args: args.value,
    brought: Object.keys(brought).length > 0 ? brought : null,
    issued,
    unsendable,
  };
}

async function tokenize(
  { vault, policies, principal }: Attempt["scope"],
  raw: JsonObject,
  channel: "code" | "context",
) {
  const rules = policies.pii(principal);
  const safe = await vault.tokenize(raw, { from: "agent", channel }, rules);
  const redacted = (Object.keys(safe.counts) as PiiClass[]).find((name) => rules.actions[name] === "redact");
  return {
    value: safe.value as JsonObject,
    issued: safe.tokens,
    unsendable: safe.blocked?.class ?? redacted,
  };
}
