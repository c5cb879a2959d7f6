// Why a call is decided as it is: every rule evaluated, the grant that came nearest, and the way of each token.

import type { Principal, TokenUse } from "../../vocabulary.ts";
import type { ToolRule } from "../compile-policies.ts";
import { appliesTo, isGrant } from "../compile-policies.ts";
import type { CallDecision, CallFacts } from "../decide.ts";
import { decideCall } from "../decide-call.ts";
import { type FlowCall, routeTokens, touches } from "../decide-flows.ts";
import { knowsServer } from "../evaluate-rules.ts";
import { type ListedRule, listRules, placeOfRule, type RulePlace } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import { tokenPlaces } from "../matchers/matching.ts";

export type Failure = { what: string; verdict: "no" | "unsure" };

export type RuleTrace = RulePlace & {
  rule: string;
  effect: string;
  shadow: boolean;
  outcome: "matches" | "does not match" | "other caller" | "other tool" | "server not listed" | "failed";
  /** Everything that does not hold, not only the first. */
  failures: Failure[];
};

export type TokenTrace = Pick<TokenUse, "token" | "class" | "pointer" | "known"> & {
  sources: string[];
  /** The flow that lets it through, or null. */
  flow: string | null;
  why: string;
};

export type Explanation = {
  decision: CallDecision;
  tool: string;
  principal: Principal;
  /** Where the deciding rule stands; null for the gateway's own words. */
  place: RulePlace | null;
  rules: RuleTrace[];
  nearest: (RulePlace & { rule: string; failure: Failure; further: number }) | null;
  tokens: TokenTrace[];
};

export function explainCall(bundle: PolicyBundle, facts: CallFacts): Explanation {
  const { set, files } = bundle;
  const decision = decideCall(set, facts);
  const call: FlowCall = { ...facts, places: { ...tokenPlaces(facts.tokens), spend() {} } };
  const listed = listRules(files);
  const rules = traceToolRules(bundle, listed, { facts, call });
  const decider = listed.find((rule) => rule.name === `${decision.policy}/${decision.rule}`);
  return {
    decision,
    tool: facts.tool,
    principal: facts.principal,
    place: decider ? placeOfRule(decider) : null,
    rules,
    nearest: nearestGrant(rules),
    tokens: traceTokens(bundle, { facts, call }),
  };
}

type Asked = { facts: CallFacts; call: FlowCall };

function traceToolRules({ set }: PolicyBundle, listed: readonly ListedRule[], asked: Asked): RuleTrace[] {
  const { facts } = asked;
  const compiled = new Map(
    set.tools.rulesFor(facts.tool).map((rule) => [`${rule.policy.id}/${rule.id}`, rule]),
  );
  const policies = new Map(set.policies.map((policy) => [policy.id, policy]));
  return listed.flatMap((rule): RuleTrace[] => {
    if (rule.kind !== "tool") return [];
    const shared = { rule: rule.name, effect: rule.text.effect, shadow: rule.shadow, ...placeOfRule(rule) };
    const own = compiled.get(rule.name);
    const policy = policies.get(rule.policy);
    if (!policy || !appliesTo(policy, facts.principal))
      return [{ ...shared, outcome: "other caller", failures: [] }];
    if (!own) return [{ ...shared, outcome: "other tool", failures: [] }];
    if (isGrant(own.effect) && !knowsServer(policy, facts.tool))
      return [{ ...shared, outcome: "server not listed", failures: [] }];
    return [{ ...shared, ...judge(own, asked) }];
  });
}

function judge(rule: ToolRule, { facts, call }: Asked): Pick<RuleTrace, "outcome" | "failures"> {
  try {
    const failures = [
      ...rule.when.flatMap((condition): Failure[] => {
        const verdict = condition.judge(facts);
        return verdict === "yes"
          ? []
          : [{ what: `its condition "${condition.name}" does not hold`, verdict }];
      }),
      ...(rule.args?.failures(facts.args, call.places) ?? []).map(
        ({ argument, matcher, verdict }): Failure => ({ what: describeFailure(argument, matcher), verdict }),
      ),
    ];
    // A tightening rule is only avoided by a clear no.
    const hinders = isGrant(rule.effect) ? failures : failures.filter(({ verdict }) => verdict === "no");
    return { outcome: hinders.length === 0 ? "matches" : "does not match", failures };
  } catch {
    return { outcome: "failed", failures: [] };
  }
}

function describeFailure(argument: string, matcher: string): string {
  if (matcher === "listed") return `the argument "${argument}" is not permitted`;
  return `the argument "${argument}" does not fit "${matcher}"`;
}

function nearestGrant(rules: readonly RuleTrace[]): Explanation["nearest"] {
  const grants = rules.filter(
    ({ effect, shadow }) => !shadow && (effect === "allow" || effect === "approve"),
  );
  if (grants.some(({ outcome }) => outcome === "matches")) return null;
  const [nearest] = grants
    .filter(({ outcome }) => outcome === "does not match")
    .sort((a, b) => a.failures.length - b.failures.length || (a.rule < b.rule ? -1 : 1));
  const [failure, ...further] = nearest?.failures ?? [];
  if (!nearest || !failure) return null;
  const { rule, file, line, column } = nearest;
  return { rule, file, line, column, failure, further: further.length };
}

function traceTokens({ set }: PolicyBundle, { facts, call }: Asked): TokenTrace[] {
  const flows = set.flows
    .rulesFor(facts.tool)
    .filter((flow) => !flow.shadow && appliesTo(flow.policy, facts.principal));
  const allows = flows.filter((flow) => flow.effect === "allow" && knowsServer(flow.policy, facts.tool));
  const { restores, refusals } = routeTokens(allows, call);
  return facts.tokens.map((use) => {
    const alone = { ...call, tokens: [use] };
    const deny = flows.find((flow) => flow.effect === "deny" && touches(flow, alone));
    const restore = restores.find(({ token, pointer }) => token === use.token && pointer === use.pointer);
    const refusal = refusals.find((refused) => refused.use === use);
    const why = !use.known
      ? "this session never issued it"
      : deny
        ? `the flow "${deny.policy.id}/${deny.id}" denies it`
        : restore
          ? `the flow "${restore.flow}" lets it through`
          : `${refusal?.why ?? "no flow"}${refusal?.flow ? ` (flow "${refusal.flow.policy.id}/${refusal.flow.id}")` : ""}`;
    const { token, class: name, pointer, known, sources } = use;
    const flow = known && !deny ? (restore?.flow ?? null) : null;
    return {
      token,
      class: name,
      pointer,
      known,
      sources: [...new Set(sources.map(({ tool }) => tool))],
      flow,
      why,
    };
  });
}
