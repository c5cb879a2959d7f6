// What a policy file must keep to beyond its shape. Each check names the path it complains about.

import { suggest } from "../../text/did-you-mean.ts";
import { coversEveryTool, splitTool } from "../matchers/tool-pattern.ts";
import { checkSharing } from "./check-sharing.ts";
import { checkTest } from "./check-test.ts";
import type { Complaint } from "./describe-issue.ts";
import type { PolicyFile, ToolRuleText } from "./policy-schema.ts";
import type { Path } from "./read-policy-yaml.ts";

export type Complain = (path: Path, message: string) => void;

export function checkPolicy(file: PolicyFile, patterns: readonly string[]): Complaint[] {
  const complaints: Complaint[] = [];
  const complain: Complain = (path, message) => complaints.push({ path, onKey: false, message });
  checkIds(file, complain);
  checkAppliesTo(file, complain);
  checkRisks(file, patterns, complain);
  for (const [index, rule] of (file.tools ?? []).entries())
    checkToolRule(rule, ["tools", index], file, complain);
  checkFlows(file, complain);
  checkCeiling(file, complain);
  checkSharing(file, complain);
  for (const [index, test] of (file.tests ?? []).entries())
    complaints.push(...checkTest(test, ["tests", index]));
  return complaints;
}

function checkIds(file: PolicyFile, complain: Complain): void {
  const seen = new Set<string>();
  const lists: [Path, { id: string }[]][] = [
    [["code", "risks"], file.code?.risks ?? []],
    [["tools"], file.tools ?? []],
    [["flows"], file.flows ?? []],
    [["results"], file.results ?? []],
  ];
  for (const [path, rules] of lists) {
    for (const [index, rule] of rules.entries()) {
      if (seen.has(rule.id))
        complain([...path, index, "id"], `the id "${rule.id}" is used twice in this file`);
      seen.add(rule.id);
    }
  }
}

function checkAppliesTo(file: PolicyFile, complain: Complain): void {
  const { agents, groups, roles } = file.applies_to;
  if (agents?.includes("*") && (agents.length > 1 || groups || roles)) {
    complain(
      ["applies_to", "agents"],
      '"*" is everybody already: remove it or the other entries of `applies_to`',
    );
  }
  if (groups?.includes("*"))
    complain(["applies_to", "groups"], 'groups have no pattern: write agents: ["*"] for everybody');
}

function checkRisks(file: PolicyFile, patterns: readonly string[], complain: Complain): void {
  for (const [index, risk] of (file.code?.risks ?? []).entries()) {
    const path = ["code", "risks", index];
    if (!patterns.includes(risk.pattern)) {
      complain(
        [...path, "pattern"],
        `"${risk.pattern}" is no rule of the analyzer${suggest(risk.pattern, patterns)}`,
      );
    }
    if (!risk.effect && !risk.severity) complain(path, "a risk needs an effect or a severity");
  }
}

function checkToolRule(rule: ToolRuleText, path: Path, file: PolicyFile, complain: Complain): void {
  const { effect } = rule;
  const isGrant = effect === "allow" || effect === "approve";
  for (const [index, pattern] of rule.match.entries()) {
    if (effect === "allow" && coversEveryTool(pattern)) {
      complain(
        [...path, "match", index],
        `an allow of "${pattern}" would grant every tool: name the servers or tools`,
      );
    }
    const { server } = splitTool(pattern);
    if (isGrant && file.servers && !server.includes("*") && !Object.hasOwn(file.servers, server)) {
      const known = Object.keys(file.servers);
      complain(
        [...path, "match", index],
        `the server "${server}" is not in \`servers\` of this file${suggest(server, known)}`,
      );
    }
  }
  if (rule.approval && effect !== "approve" && effect !== "escalate") {
    complain(
      [...path, "approval"],
      `an approval belongs to the effects approve and escalate, not to ${effect}`,
    );
  }
  if (rule.rate && (effect === "deny" || effect === "escalate")) {
    complain([...path, "rate"], `a rate belongs to the effects allow, approve and limit, not to ${effect}`);
  }
  if (effect === "limit" && !rule.rate) complain(path, "the effect limit needs a rate");
  if (effect === "limit" && rule.mode === "shadow") complain([...path, "mode"], "a limit has no shadow mode");
}

function checkFlows(file: PolicyFile, complain: Complain): void {
  for (const [index, flow] of (file.flows ?? []).entries()) {
    const path: Path = ["flows", index];
    if (flow.class.includes("*") && flow.class.length > 1)
      complain([...path, "class"], '"*" is every class already: remove the others');
    if (flow.effect === "deny") {
      for (const key of ["max_distinct", "same_record_as"] as const) {
        if (flow[key] !== undefined)
          complain([...path, key], `"${key}" limits an allow: a deny has no use for it`);
      }
      continue;
    }
    for (const [place, target] of flow.to.entries()) {
      if (coversEveryTool(target.split("#")[0] ?? "")) {
        complain(
          [...path, "to", place],
          `an allow to "${target}" would open every tool: name the servers or tools`,
        );
      }
    }
  }
}

function checkCeiling(file: PolicyFile, complain: Complain): void {
  if (file.role !== "ceiling") return;
  const only = "a ceiling may only deny, escalate or limit";
  for (const [index, rule] of (file.tools ?? []).entries()) {
    if (rule.effect === "allow" || rule.effect === "approve")
      complain(["tools", index, "effect"], `${only}, not ${rule.effect}`);
  }
  for (const [index, flow] of (file.flows ?? []).entries()) {
    if (flow.effect === "allow") complain(["flows", index, "effect"], `${only}, not allow`);
  }
  for (const [index, risk] of (file.code?.risks ?? []).entries()) {
    if (risk.effect !== "deny" && risk.effect !== "approve") {
      complain(["code", "risks", index, "effect"], `${only}: a risk here has the effect deny or approve`);
    }
  }
  for (const [name, action] of Object.entries(file.pii?.classes ?? {})) {
    if (action === "pass") complain(["pii", "classes", name], `${only}, not pass`);
  }
}
