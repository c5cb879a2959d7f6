// What changed for one caller and one tool, rule by rule.

import { isDeepStrictEqual } from "node:util";
import { countedBy } from "../compile-policies.ts";
import { durationMs } from "../format/duration.ts";
import type { ListedToolRule } from "../format/list-rules.ts";
import type { ToolRuleText } from "../format/policy-schema.ts";
import type { Change } from "./compare-matchers.ts";
import { combine, compareArguments, compareConditions, compareWhen, reversed } from "./compare-matchers.ts";

export type RuleChange = { rule: string; change: Change; what: string };

/** The enforced rules of one side that concern the caller and the tool, by name. */
export type RulesByName = ReadonlyMap<string, ListedToolRule>;

export function compareRules(before: RulesByName, after: RulesByName): RuleChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name): RuleChange[] => {
    const [old, fresh] = [before.get(name)?.text, after.get(name)?.text];
    if (old && fresh) return compareRule(name, old, fresh);
    if (fresh) return [{ rule: name, change: added(fresh, before), what: `new ${fresh.effect}` }];
    return old ? [{ rule: name, change: removed(old, after), what: `${old.effect} removed` }] : [];
  });
}

function added(rule: ToolRuleText, before: RulesByName): Change {
  if (!isGrant(rule)) return "narrower";
  if (!hasOpenAllow(before)) return "wider";
  // Everything was allowed before: an allow adds nothing, an approve takes a part of it back.
  return rule.effect === "approve" ? "narrower" : "same";
}

function removed(rule: ToolRuleText, after: RulesByName): Change {
  if (!isGrant(rule)) return "wider";
  if (!hasOpenAllow(after)) return "narrower";
  return rule.effect === "approve" ? "wider" : "same";
}

function hasOpenAllow(rules: RulesByName): boolean {
  return [...rules.values()].some(
    ({ text }) => text.effect === "allow" && !text.args && !text.when && !text.rate,
  );
}

function isGrant({ effect }: ToolRuleText): boolean {
  return effect === "allow" || effect === "approve";
}

function compareRule(rule: string, old: ToolRuleText, fresh: ToolRuleText): RuleChange[] {
  if (isGrant(old) !== isGrant(fresh) || (!isGrant(old) && old.effect !== fresh.effect)) {
    const change = isGrant(fresh) ? "wider" : isGrant(old) ? "narrower" : compareTightening(old, fresh);
    return [{ rule, change, what: `effect ${old.effect} became ${fresh.effect}` }];
  }
  const parts: [string, Change][] = isGrant(old)
    ? [
        ["effect", compareGrantEffects(old, fresh)],
        ["args", compareArguments(old.args, fresh.args)],
        ["when", compareWhen(old.when, fresh.when)],
        ["rate", compareRates(old.rate, fresh.rate)],
        ["approval", compareApprovals(old, fresh)],
      ]
    : [
        ["args", reversed(compareConditions(old.args, fresh.args))],
        ["when", reversed(compareWhen(old.when, fresh.when))],
        ["rate", compareRates(old.rate, fresh.rate)],
        ["approval", compareApprovals(old, fresh)],
      ];
  const changed = parts.filter(([, change]) => change !== "same");
  if (changed.length === 0) return [];
  return [
    {
      rule,
      change: combine(changed.map(([, change]) => change)),
      what: changed.map(describePart).join(", "),
    },
  ];
}

function describePart([name, change]: [string, Change]): string {
  return change === "unclear" ? `${name} changed` : `${name} ${change}`;
}

const STRICTNESS = { limit: 0, escalate: 1, deny: 2, allow: 0, approve: 0 };

function compareTightening(old: ToolRuleText, fresh: ToolRuleText): Change {
  return STRICTNESS[fresh.effect] > STRICTNESS[old.effect] ? "narrower" : "wider";
}

function compareGrantEffects(old: ToolRuleText, fresh: ToolRuleText): Change {
  if (old.effect === fresh.effect) return "same";
  return fresh.effect === "approve" ? "narrower" : "wider";
}

function compareRates(old: ToolRuleText["rate"], fresh: ToolRuleText["rate"]): Change {
  if (isDeepStrictEqual(old, fresh)) return "same";
  if (!old) return "narrower";
  if (!fresh) return "wider";
  const isSameCount = isDeepStrictEqual(countedBy(old.by ?? ["agent"]), countedBy(fresh.by ?? ["agent"]));
  if (!isSameCount || durationMs(old.per) !== durationMs(fresh.per)) return "unclear";
  if (fresh.max === old.max) return "same";
  return fresh.max < old.max ? "narrower" : "wider";
}

function compareApprovals(old: ToolRuleText, fresh: ToolRuleText): Change {
  if (isDeepStrictEqual(old.approval, fresh.approval)) return "same";
  const { count: before = 1, ...others } = old.approval ?? { by: ["role:approver"] };
  const { count: after = 1, ...further } = fresh.approval ?? { by: ["role:approver"] };
  if (!isDeepStrictEqual(others, further)) return "unclear";
  if (before === after) return "same";
  return after > before ? "narrower" : "wider";
}
