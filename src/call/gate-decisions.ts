// The gate's questions to policy: about a call as it is now, and about the room that its rates leave.

import type { CallDecision, PolicySnapshot } from "../decide/decide.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonObject, TokenUse } from "../vocabulary.ts";

/** All or none: the index of the first claim without room, null when all were counted. */
export type RateCounter = (rates: CallDecision["rates"], now: number) => Promise<number | null>;

type Clock = { clock: () => Date };

export type Facts = { tool: string; args: JsonObject; uses: TokenUse[] };

export function decideNow(
  parts: Clock,
  scope: CallScope,
  policies: PolicySnapshot,
  { tool, args, uses }: Facts,
): CallDecision {
  const { principal, labels, draws } = scope;
  const now = parts.clock();
  const sessionAgeMs = ageOf(parts, scope);
  return policies.decideCall({
    principal,
    tool,
    args,
    tokens: uses,
    runLabels: [...labels],
    now,
    sessionAgeMs,
    drawnBefore: draws.before,
  });
}

export function ageOf({ clock }: Clock, { sessionStart }: CallScope): number {
  return Math.max(0, clock().getTime() - sessionStart);
}

export const MISSING = {
  drift: "the tool's definition differs from its pin",
  unknown: "no server behind the gateway has this tool",
};

export function refused(decision: CallDecision, rule: string, reason: string): CallDecision {
  return { ...decision, effect: "deny", rule, policy: null, reason, restores: [], draws: [], rates: [] };
}

/** The rates of several decisions about one call; of the same rate under two policies the smaller counts. */
export function ratesOf(decisions: readonly CallDecision[]): CallDecision["rates"] {
  const byKey = new Map<string, CallDecision["rates"][number]>();
  for (const rate of decisions.flatMap(({ rates }) => rates)) {
    const other = byKey.get(rate.key);
    if (!other || rate.max / rate.windowMs < other.max / other.windowMs) byKey.set(rate.key, rate);
  }
  return [...byKey.values()];
}

/** What the call uses up: values that its flows may restore, counted at once, and uses of its rates. */
export async function claimRoom(
  parts: Clock & { takeRates: RateCounter },
  { draws }: Pick<CallScope, "draws">,
  decision: CallDecision,
): Promise<CallDecision> {
  const { rates } = decision;
  await draws.take(decision.draws ?? []);
  const full = rates.length === 0 ? null : await parts.takeRates(rates, parts.clock().getTime());
  const rate = full === null ? undefined : rates[full];
  if (!rate) return decision;
  const reason = `the rate of rule ${rate.rule} (${rate.max} in ${rate.windowMs / 1000} s) is used up`;
  return refused(decision, "rate", reason);
}
