// Every rule that can match a call, evaluated without regard to the others.

import type { Decision } from "../vocabulary.ts";
import type { FlowRule, Policy, PolicySet, Rule, ToolRule } from "./compile-policies.ts";
import { isGrant } from "./compile-policies.ts";
import type { CallFacts } from "./decide.ts";
import type { FlowCall } from "./decide-flows.ts";
import { touches } from "./decide-flows.ts";
import { judgeWhen } from "./matchers/match-when.ts";
import { MatchBudgetSpent, matchBudget } from "./matchers/matching.ts";
import { splitTool } from "./matchers/tool-pattern.ts";

/** What came out of evaluating every rule that can match the tool. */
export type Evaluation = {
  grants: ToolRule[];
  escalations: ToolRule[];
  limits: ToolRule[];
  denials: Rule[];
  failures: Rule[];
  /** The enforced rules together wanted to match more text than one call may cost. */
  isOverBudget: boolean;
  shadow: Decision["shadow"];
  /** Grants for this tool that did not match, with the reason. */
  misses: { rule: ToolRule; why: string }[];
  flows: FlowRule[];
};

export function evaluate(
  set: PolicySet,
  policies: readonly Policy[],
  facts: CallFacts,
  call: FlowCall,
): Evaluation {
  const applicable = new Set(policies);
  const found: Evaluation = {
    grants: [],
    escalations: [],
    limits: [],
    denials: [],
    failures: [],
    isOverBudget: false,
    shadow: [],
    misses: [],
    flows: [],
  };
  // What is only watched must not use up what decides.
  const watching = { ...call, places: { ...call.places, ...matchBudget() } };
  for (const rule of set.tools.rulesFor(facts.tool)) {
    if (!applicable.has(rule.policy) || (isGrant(rule.effect) && !knowsServer(rule.policy, facts.tool)))
      continue;
    const own = rule.shadow ? watching : call;
    attempt(rule, found, () => sortIn(rule, matchRule(rule, facts, own), found));
  }
  for (const flow of set.flows.rulesFor(facts.tool)) {
    if (!applicable.has(flow.policy) || (flow.effect === "allow" && !knowsServer(flow.policy, facts.tool)))
      continue;
    attempt(flow, found, () => {
      const isTouched = touches(flow, call);
      if (!isTouched) return;
      if (flow.shadow) found.shadow.push(watched(flow, flow.effect));
      else if (flow.effect === "deny") found.denials.push(flow);
      else found.flows.push(flow);
    });
  }
  watchCeilings(policies, facts, found);
  found.shadow.sort((a, b) => (`${a.rule}\n${a.policy}` < `${b.rule}\n${b.policy}` ? -1 : 1));
  return found;
}

/** A ceiling in shadow mode whose `servers` leave this one out is written down like a rule. */
function watchCeilings(policies: readonly Policy[], { tool }: CallFacts, found: Evaluation): void {
  const { server } = splitTool(tool);
  for (const { shadow, isCeiling, servers, id } of policies) {
    if (shadow && isCeiling && servers && !servers.has(server))
      found.shadow.push({ rule: "server_not_listed", policy: id, effect: "deny" });
  }
}

/** A rule that throws denies; one that is only watched is written down as such. */
function attempt(rule: Rule, found: Evaluation, evaluateRule: () => void): void {
  try {
    evaluateRule();
  } catch (error) {
    if (error instanceof MatchBudgetSpent && !rule.shadow) found.isOverBudget = true;
    else if (rule.shadow) found.shadow.push(watched(rule, "deny"));
    else found.failures.push(rule);
  }
}

function sortIn(rule: ToolRule, match: { matches: boolean; why?: string }, found: Evaluation): void {
  if (!match.matches) {
    if (isGrant(rule.effect) && !rule.shadow)
      found.misses.push({ rule, why: match.why ?? "its conditions do not hold" });
    return;
  }
  if (rule.effect === "limit") {
    if (!rule.shadow) found.limits.push(rule);
  } else if (rule.shadow) found.shadow.push(watched(rule, rule.effect));
  else if (rule.effect === "deny") found.denials.push(rule);
  else if (rule.effect === "escalate") found.escalations.push(rule);
  else found.grants.push(rule);
}

export function matchRule(
  rule: ToolRule,
  facts: CallFacts,
  call: FlowCall,
): { matches: boolean; why?: string } {
  if (rule.when.length > 0) {
    const verdict = judgeWhen(rule.when, facts);
    // A condition that cannot be judged opens no grant and lets nothing escape a deny.
    if (verdict === "no" || (verdict === "unsure" && isGrant(rule.effect)))
      return { matches: false, why: whyNotNow(rule, facts) };
  }
  return rule.args ? rule.args.check(facts.args, call.places) : { matches: true };
}

function whyNotNow(rule: ToolRule, facts: CallFacts): string {
  const failed = rule.when.find((condition) => condition.judge(facts) !== "yes")?.name ?? "";
  return failed.startsWith("run_labels")
    ? "what this run has read so far does not fit its `when`"
    : `its condition "${failed}" does not hold now`;
}

export function knowsServer(policy: Policy, tool: string): boolean {
  return policy.servers === null || policy.servers.has(splitTool(tool).server);
}

function watched(rule: Rule, effect: Decision["shadow"][number]["effect"]): Decision["shadow"][number] {
  return { rule: rule.id, policy: rule.policy.id, effect };
}
