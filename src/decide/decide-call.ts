// One call against the rules: everything is evaluated, then rank decides. Nothing here depends on an order.

import type { Policy, PolicySet, Rule, ToolRule } from "./compile-policies.ts";
import { appliesTo, byName, isGrant } from "./compile-policies.ts";
import type { CallDecision, CallFacts, RateClaim } from "./decide.ts";
import type { FlowCall } from "./decide-flows.ts";
import { routeTokens } from "./decide-flows.ts";
import type { Evaluation } from "./evaluate-rules.ts";
import { evaluate, knowsServer } from "./evaluate-rules.ts";
import type { FixedRule } from "./fixed-rules.ts";
import { FIXED_RULE_MEANINGS } from "./fixed-rules.ts";
import { foldName } from "./matchers/fold-name.ts";
import { tokenPlaces } from "./matchers/matching.ts";
import { splitTool } from "./matchers/tool-pattern.ts";

export function decideCall(set: PolicySet, facts: CallFacts): CallDecision {
  const policies = set.policies.filter((policy) => appliesTo(policy, facts.principal));
  const call: FlowCall = {
    tool: facts.tool,
    args: facts.args,
    tokens: facts.tokens,
    places: tokenPlaces(facts.tokens),
    ...(facts.drawnBefore && { drawnBefore: facts.drawnBefore }),
  };
  const found = evaluate(set, policies, facts, call);
  const enforced = policies.filter((policy) => !policy.shadow);
  return { ...decideFound(found, enforced, facts, call), shadow: found.shadow };
}

function decideFound(
  found: Evaluation,
  enforced: readonly Policy[],
  facts: CallFacts,
  call: FlowCall,
): Answer {
  try {
    return refuse(found, enforced, facts) ?? grant(found, facts, call);
  } catch {
    return fixed("rule_error", "The gateway could not evaluate the flows of this call.");
  }
}

type Answer = Omit<CallDecision, "shadow">;

// Design rule order: errors, denies, missing grants. All of them deny; the order only settles which is named.
function refuse(found: Evaluation, enforced: readonly Policy[], facts: CallFacts): Answer | null {
  if (!enforced.some((policy) => !policy.isCeiling))
    return fixed("no_policy", "Ask the operator for a policy that applies to this key.");
  if (found.isOverBudget)
    return fixed(
      "match_budget",
      "Send shorter texts, or have a reviewer merge the expressions for this tool.",
    );
  const failure = found.failures.sort(byName)[0];
  if (failure) {
    const reason = `The rule "${failure.id}" failed while it was evaluated, so the call is denied.`;
    return { ...fixed("rule_error"), policy: failure.policy.id, reason };
  }
  const denial = found.denials.sort(byName)[0];
  if (denial)
    return { ...ruled("deny", denial, `The rule "${denial.id}" denies this.`), byFlow: isFlow(denial) };
  if (facts.tokens.some((use) => !use.known))
    return fixed("unknown_token", "Use the tokens that this session has shown, unchanged.");
  if (facts.tokens.some((use) => use.joined === true))
    return {
      ...fixed("token_joined", "Send the token alone, or set it apart with a space."),
      byFlow: true,
    };
  const { server } = splitTool(facts.tool);
  const ceiling = enforced.find(
    (policy) => policy.isCeiling && policy.servers && !policy.servers.has(server),
  );
  if (ceiling) return { ...fixed("server_not_listed"), policy: ceiling.id };
  if (hasAmbiguousKeys(Object.keys(facts.args)))
    return fixed("ambiguous_args", "Send each argument once, spelled as the tool spells it.");
  if (found.grants.length > 0) return null;
  const miss = found.misses.sort((a, b) => byName(a.rule, b.rule))[0];
  return fixed("no_match", miss && `The rule "${miss.rule.id}" is about this tool, but ${miss.why}.`);
}

// When an allow and an approve both match, the approve decides: authors separate the two by arguments, and
// where their ranges overlap the careful reading is the one that asks a person.
function grant(found: Evaluation, facts: CallFacts, call: FlowCall): Answer {
  const { restores, refusals, draws } = routeTokens(found.flows, call);
  const refusal = refusals[0];
  if (refusal) {
    const { use, flow, why } = refusal;
    const reason = `${use.token} (${use.class}) may not go to ${facts.tool}#${use.pointer}: ${why}.`;
    if (!flow) return { ...fixed("no_flow"), reason, byFlow: true };
    return {
      ...ruled("deny", flow, reason),
      reason,
      draws,
      ...(flow.message && { hint: flow.message }),
      byFlow: true,
    };
  }
  const approvers = [...found.escalations, ...found.grants.filter((rule) => rule.effect === "approve")];
  const decider =
    found.escalations.sort(byName)[0] ?? approvers.sort(byName)[0] ?? found.grants.sort(byName)[0];
  if (!decider) return fixed("no_match");
  const rates = [...found.grants, ...found.limits].sort(byName).flatMap((rule) => rateClaims(rule, facts));
  if (approvers.length === 0)
    return { ...ruled("allow", decider, `The rule "${decider.id}" allows this.`), restores, draws, rates };
  const approvals = approvers
    .sort(byName)
    .map((rule) => ({ rule: rule.id, policy: rule.policy.id, ...rule.approval }));
  return {
    ...ruled("approve", decider, `The rule "${decider.id}" wants a person's approval.`),
    restores,
    draws,
    rates,
    approvals,
  };
}

/** May the principal ever call it? Conditions on arguments and labels are taken as met for grants, unmet for denies. */
export function mayCall(set: PolicySet, principal: CallFacts["principal"], tool: string): boolean {
  const enforced = new Set(set.policies.filter((policy) => !policy.shadow && appliesTo(policy, principal)));
  const { server } = splitTool(tool);
  for (const policy of enforced)
    if (policy.isCeiling && policy.servers && !policy.servers.has(server)) return false;
  const rules = set.tools.rulesFor(tool).filter((rule) => enforced.has(rule.policy) && !rule.shadow);
  const isAlwaysDenied = rules.some((rule) => rule.effect === "deny" && !rule.args && rule.when.length === 0);
  return !isAlwaysDenied && rules.some((rule) => isGrant(rule.effect) && knowsServer(rule.policy, tool));
}

function hasAmbiguousKeys(keys: readonly string[]): boolean {
  return new Set(keys.map(foldName)).size !== keys.length;
}

function rateClaims(rule: ToolRule, { principal, tool }: CallFacts): RateClaim[] {
  if (!rule.rate) return [];
  const values = { agent: principal.name, tool };
  const key = JSON.stringify([rule.policy.id, rule.id, ...rule.rate.by.map((by) => [by, values[by]])]);
  return [{ rule: rule.id, key, max: rule.rate.max, windowMs: rule.rate.windowMs }];
}

function isFlow(rule: Rule): boolean {
  return "classes" in rule;
}

function ruled(effect: Answer["effect"], rule: Rule, reason: string): Answer {
  return {
    effect,
    rule: rule.id,
    policy: rule.policy.id,
    reason: rule.message ?? reason,
    restores: [],
    rates: [],
  };
}

function fixed(rule: FixedRule, hint?: string): Answer {
  return {
    effect: "deny",
    rule,
    policy: null,
    reason: FIXED_RULE_MEANINGS[rule],
    ...(hint && { hint }),
    restores: [],
    rates: [],
  };
}
