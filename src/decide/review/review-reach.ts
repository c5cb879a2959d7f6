// Rules that can never decide, and rules whose conditions another rule makes idle.

import type { ListedRule, ListedToolRule } from "../format/list-rules.ts";
import { listRules, placeOfRule } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import { splitTool } from "../matchers/tool-pattern.ts";
import { coversAll, coversReach, overlaps } from "./glob-cover.ts";
import type { PolicyRemark } from "./review-policies.ts";

export function reviewReach({ files }: PolicyBundle): PolicyRemark[] {
  const all = listRules(files).filter((rule) => !rule.shadow);
  const rules = all.filter((rule) => rule.kind === "tool");
  return [
    ...rules.flatMap((rule) => reviewToolRule(rule, rules)),
    ...all.flatMap((rule) => (rule.kind === "flow" ? reviewFlow(rule, rules) : [])),
  ];
}

function reviewToolRule(rule: ListedToolRule, rules: readonly ListedToolRule[]): PolicyRemark[] {
  const { effect } = rule.text;
  if (effect === "allow" || effect === "approve") return reviewGrant(rule, rules);
  const meetsGrant = rules.some(
    (other) => isGrant(other) && other.text.match.some((a) => rule.text.match.some((b) => overlaps(a, b))),
  );
  if (effect === "deny" || meetsGrant) return [];
  return [
    remark(rule, "RULE_UNREACHABLE", `no grant can match these tools, so this ${effect} has no effect`),
  ];
}

function reviewGrant(rule: ListedToolRule, rules: readonly ListedToolRule[]): PolicyRemark[] {
  const deny = rules.find(
    (other) => other.text.effect === "deny" && isUnconditional(other) && covers(other, rule),
  );
  if (deny)
    return [remark(rule, "RULE_UNREACHABLE", `the rule "${deny.name}" denies all of its tools, always`)];
  const closed = closedServers(rule);
  if (closed) return [remark(rule, "RULE_UNREACHABLE", closed)];
  const isLimited = !isUnconditional(rule) || rule.text.effect === "approve" || rule.text.rate !== undefined;
  const wider = rules.find(
    (other) =>
      other !== rule &&
      other.text.effect === "allow" &&
      isUnconditional(other) &&
      covers(other, rule) &&
      // Of two equal rules only one is superfluous.
      (isLimited || !covers(rule, other) || other.name < rule.name),
  );
  if (!wider || rule.text.effect === "approve") return [];
  const because = isLimited
    ? `the rule "${wider.name}" allows all of its tools with any argument: the conditions here change nothing`
    : `the rule "${wider.name}" allows all of this already`;
  return [remark(rule, "RULE_SHADOWED", because)];
}

function reviewFlow(
  flow: Extract<ListedRule, { kind: "flow" }>,
  rules: readonly ListedToolRule[],
): PolicyRemark[] {
  if (flow.text.effect === "deny") return [];
  const targets = flow.text.to.map((target) => target.split("#")[0] ?? "");
  const isUsable = rules.some(
    (rule) => isGrant(rule) && rule.text.match.some((a) => targets.some((b) => overlaps(a, b))),
  );
  if (isUsable) return [];
  return [remark(flow, "RULE_UNREACHABLE", "no grant can match the tools this flow leads to")];
}

function isGrant({ text: { effect } }: ListedToolRule): boolean {
  return effect === "allow" || effect === "approve";
}

function isUnconditional({ text: { args, when } }: ListedToolRule): boolean {
  return args === undefined && when === undefined;
}

function covers(outer: ListedToolRule, inner: ListedToolRule): boolean {
  return (
    coversAll(outer.text.match, inner.text.match) &&
    coversReach(outer.file.content.applies_to, inner.file.content.applies_to) &&
    (!isGrant(outer) || serversOf(outer) === null || serversOf(outer) === serversOf(inner))
  );
}

function serversOf({ file }: ListedToolRule): string | null {
  return file.content.servers ? Object.keys(file.content.servers).sort().join() : null;
}

function closedServers({ file, text }: ListedToolRule): string | null {
  const { servers } = file.content;
  if (!servers) return null;
  const names = Object.keys(servers);
  const isOpen = text.match.some((pattern) =>
    names.some((name) => overlaps(`${splitTool(pattern).server}.x`, `${name}.x`)),
  );
  return isOpen ? null : "none of its servers is listed in `servers` of this file";
}

function remark(rule: ListedRule, code: "RULE_UNREACHABLE" | "RULE_SHADOWED", because: string): PolicyRemark {
  return { ...placeOfRule(rule), severity: "warning", code, message: `"${rule.name}": ${because}` };
}
