// What a server tells its client unasked: log messages, progress, changed resources. In the order in which it came, and
// tokenized like any answer.

import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { tokensCreated } from "../call/call-trail.ts";
import { takeInMessage } from "../call/take-in-answer.ts";
import type { Trail } from "../record/record.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonObject } from "../vocabulary.ts";
import { createMessageJoiner } from "./join-messages.ts";

export type Told = { method: string; params: JsonObject };

export type Teller = {
  tell(told: Told): void;
  /** Resolves when everything so far has been told. */
  settled(): Promise<void>;
};

const MOST_WAITING = 1000;
const BEFORE_ANSWER_MS = 10;

/** A server that tells more than anybody can hear loses what is too much; its answers are not held up by it. */
export function createTeller(
  trail: Pick<Trail, "append">,
  { scope, server }: { scope: CallScope; server: string },
  send: (told: Told) => Promise<void> | void,
): Teller {
  let turn = Promise.resolve();
  let waiting = 0;
  const tool = `${server}.notifications`;

  async function pass({ method, params }: Told): Promise<void> {
    const { _meta: _dropped, ...said } = params;
    const call = `call_${randomBytes(8).toString("hex")}`;
    const { safe, withheldBy } = await takeInMessage({ scope, tool, call }, said);
    if (safe.blocked || withheldBy) return;
    const place = {
      principal: scope.principal.name,
      session: scope.session.name,
      run: scope.run,
      call,
      tool,
    };
    const created = tokensCreated(place, safe.tokens);
    if (created.length > 0) await trail.append(...created);
    await send({ method, params: safe.value as JsonObject });
  }

  function enqueue(told: Told): void {
    if (waiting >= MOST_WAITING) return;
    waiting += 1;
    // What cannot be protected, recorded or sent is not told.
    turn = turn
      .then(() => pass(told))
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
      });
  }

  const rules = scope.policies.pii(scope.principal);
  const joiner = createMessageJoiner({
    valuesIn: (text) => scope.vault.valuesIn(text, rules),
    pass: enqueue,
  });
  return {
    tell: joiner.offer,
    async settled() {
      const isLate = joiner.flush();
      await turn;
      // A client that reads progress and the answer from one chunk forgets the progress.
      if (isLate) await delay(BEFORE_ANSWER_MS);
    },
  };
}
