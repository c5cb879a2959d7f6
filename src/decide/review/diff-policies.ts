// Two sets of policies: what each caller may do more or less, tool by tool. "may widen" is the honest answer where
// two conditions cannot be ranked.

import type { Principal } from "../../vocabulary.ts";
import { appliesTo } from "../compile-policies.ts";
import { type ListedToolRule, listRules } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import { matchesTool, parseToolPattern } from "../matchers/tool-pattern.ts";
import { compareRestorePaths, OPENING, type PathChange } from "./compare-flows.ts";
import { compareRules, type RuleChange, type RulesByName } from "./compare-grants.ts";
import { type Change, combine } from "./compare-matchers.ts";
import { compareResults, compareSettings, type SettingChange } from "./compare-settings.ts";

export type AccessChange = "narrower" | "wider" | "may widen";

export type ToolChange = { principal: string; tool: string; change: AccessChange; rules: RuleChange[] };
export type CallerSetting = SettingChange & { principal: string };

export type PolicyDiff = {
  before: string;
  after: string;
  /** First in every report: new places that personal values may reach. */
  restores: PathChange[];
  tools: ToolChange[];
  settings: CallerSetting[];
  unchanged: number;
  widens: boolean;
};

export function diffPolicies(
  before: PolicyBundle,
  after: PolicyBundle,
  knownTools: Iterable<string> = [],
): PolicyDiff {
  const restores = compareRestorePaths(before, after);
  const callers = callersOf(before, after);
  const tools = [...new Set([...knownTools, ...toolsOf(before), ...toolsOf(after)])].sort();
  const pairs = callers.flatMap((caller) =>
    tools.map((tool) => compareAccess(before, after, { caller, tool })),
  );
  const changed = pairs.filter((pair) => pair !== null);
  const settings = [
    ...callers.flatMap(({ label, principal }) =>
      compareSettings(before, after, principal).map((setting) => ({ principal: label, ...setting })),
    ),
    ...compareResults(before, after).map((setting) => ({ principal: "everybody", ...setting })),
  ];
  return {
    before: before.policies.sha256,
    after: after.policies.sha256,
    restores,
    tools: changed,
    settings,
    unchanged: pairs.length - changed.length,
    widens:
      restores.some(({ change }) => OPENING.includes(change)) ||
      changed.some(({ change }) => change !== "narrower") ||
      settings.some(({ change }) => change !== "narrower"),
  };
}

type Caller = { label: string; principal: Principal };

/** One caller per key, group and role that either side names, and one that is named by none. */
function callersOf(...bundles: PolicyBundle[]): Caller[] {
  const reaches = bundles.flatMap(({ files }) => files.map(({ content }) => content.applies_to));
  const named = (key: "agents" | "groups") =>
    [...new Set(reaches.flatMap((reach) => reach[key] ?? []))].filter((name) => name !== "*").sort();
  const agent = (name: string, groups: string[] = []): Principal => ({ name, role: "agent", groups });
  return [
    ...named("agents").map((name) => ({ label: name, principal: agent(name) })),
    ...named("groups").map((name) => ({ label: `group ${name}`, principal: agent("", [name]) })),
    ...(reaches.some(({ roles }) => roles?.includes("admin"))
      ? [{ label: "role admin", principal: { ...agent(""), role: "admin" as const } }]
      : []),
    { label: "any other agent", principal: agent("") },
  ];
}

// A pattern stands for itself: its star is a character that only stars match.
function toolsOf({ files }: PolicyBundle): string[] {
  return listRules(files).flatMap((rule) => (rule.kind === "tool" ? rule.text.match : []));
}

type Pair = { caller: Caller; tool: string };

function compareAccess(before: PolicyBundle, after: PolicyBundle, pair: Pair): ToolChange | null {
  const { caller, tool } = pair;
  const [could, can] = [before, after].map(({ policies }) => policies.mayCall(caller.principal, tool));
  if (!could && !can) return null;
  const rules = compareRules(rulesFor(before, pair), rulesFor(after, pair)).filter(
    ({ change }) => change !== "same",
  );
  const change = could === can ? combine(rules.map((rule) => rule.change)) : can ? "wider" : "narrower";
  if (change === "same") return null;
  return { principal: caller.label, tool, change: accessOf(change), rules };
}

function accessOf(change: Exclude<Change, "same">): AccessChange {
  return change === "unclear" ? "may widen" : change;
}

function rulesFor({ files, set }: PolicyBundle, { caller, tool }: Pair): RulesByName {
  const applicable = new Set(
    set.policies.filter((policy) => appliesTo(policy, caller.principal)).map(({ id }) => id),
  );
  const rules = listRules(files).filter(
    (rule): rule is ListedToolRule =>
      rule.kind === "tool" &&
      !rule.shadow &&
      applicable.has(rule.policy) &&
      rule.text.match.some((pattern) => matchesTool(parseToolPattern(pattern), tool)),
  );
  return new Map(rules.map((rule) => [rule.name, rule]));
}
