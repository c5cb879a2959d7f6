// `pii.domain(token)` and its sisters: what a program may learn about a value without seeing it. Who asked for which
// fact of which token is on the trail before the program gets an answer.

import { z } from "zod";
import { GatewayError } from "../errors.ts";
import { derive } from "../protect/protect.ts";
import type { Trail } from "../record/record.ts";
import type { CallScope } from "../tool-gate.ts";
import { PII_FACTS, type PiiFact } from "../vocabulary.ts";

export type FactParts = {
  trail: Pick<Trail, "append">;
  clock: () => Date;
  /** For numbers in national form. */
  defaultRegion: string;
};

type Answer = string | boolean | null;

const MOST_TOKENS = 1000;

const factArguments = z.strictObject({
  asked: z.union([z.string(), z.array(z.string().nullable()).max(MOST_TOKENS)]),
});
const pairArguments = z.strictObject({ pair: z.tuple([z.string(), z.string()]) });

export function isFact(name: string): name is PiiFact {
  return (PII_FACTS as readonly string[]).includes(name);
}

/** A list is answered by a list, in its order; a row without a value has no fact. */
export async function answerFact(
  parts: FactParts,
  scope: CallScope,
  fact: PiiFact,
  args: unknown,
): Promise<Answer | Answer[]> {
  const answers = readAsked(fact, args);
  const { principal, session, run, policies, vault } = scope;
  const rules = policies.pii(principal);
  const request = { fact, rules, region: parts.defaultRegion, now: parts.clock() };
  const known = answers.tokens.map((tokens, index) => {
    if (tokens === null) return null;
    return naming(answers.isList ? index : null, () => derive(vault, { ...request, tokens }));
  });
  const tokens = [...new Set(answers.tokens.flatMap((group) => group ?? []))];
  await parts.trail.append({
    kind: "token.derived",
    principal: principal.name,
    session: session.name,
    run,
    body: {
      fact,
      tokens: tokens.map((token) => ({ token, class: vault.findTokens(token)[0]?.class ?? "" })),
    },
  });
  return answers.isList ? known : (known[0] ?? null);
}

/** The tokens that make one answer each. */
type Asked = { tokens: (string[] | null)[]; isList: boolean };

function readAsked(fact: PiiFact, args: unknown): Asked {
  if (fact === "equals") {
    const parsed = pairArguments.safeParse(args);
    if (parsed.success) return { tokens: [parsed.data.pair], isList: false };
    throw misused(fact);
  }
  const parsed = factArguments.safeParse(args);
  if (!parsed.success) throw misused(fact);
  const { asked } = parsed.data;
  if (!Array.isArray(asked)) return { tokens: [[asked]], isList: false };
  return { tokens: asked.map((token) => (token === null ? null : [token])), isList: true };
}

/** Says which item of a list was wrong. */
function naming<T>(index: number | null, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (index === null || !(error instanceof GatewayError) || error.code === "FLOW_DENIED") throw error;
    const { code, message, hint } = error;
    throw new GatewayError(code, `Item ${index} of the list: ${message}`, hint ? { hint } : {});
  }
}

function misused(fact: PiiFact): GatewayError {
  const takes = fact === "equals" ? "two tokens" : `a token, or a list of at most ${MOST_TOKENS} tokens`;
  return new GatewayError("BAD_ARGUMENTS", `pii.${fact} takes ${takes}.`, {
    hint:
      fact === "equals"
        ? "Call it like await pii.equals(row.email, order.email)."
        : `Call it like await pii.${fact}(row.field), or once for many: await pii.${fact}(rows.map((row) => row.field)).`,
  });
}
