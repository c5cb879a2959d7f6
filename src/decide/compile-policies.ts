// Parsed files → immutable rules, indexed by the tools they can match.

import { canonicalJson, sha256Hex } from "../text/canonical-json.ts";
import type { CodeFacts, Principal, ServerRequest, Severity } from "../vocabulary.ts";
import { durationMs } from "./format/duration.ts";
import type { PiiText } from "./format/pii-schema.ts";
import type { FlowText, PolicyFile, ResultRuleText, ToolRuleText } from "./format/policy-schema.ts";
import type { CompiledArguments } from "./matchers/match-arguments.ts";
import { compileArguments } from "./matchers/match-arguments.ts";
import type { Condition } from "./matchers/match-when.ts";
import { compileWhen } from "./matchers/match-when.ts";
import type { ToolIndex } from "./matchers/tool-index.ts";
import { indexByTool } from "./matchers/tool-index.ts";
import type { ToolPattern } from "./matchers/tool-pattern.ts";
import { parseToolPattern } from "./matchers/tool-pattern.ts";

export type LoadedFile = {
  path: string;
  content: PolicyFile;
  testPlaces: { line: number; column: number }[];
};

export type ServerRequests = { readonly [kind in ServerRequest]?: "allow" | "deny" | undefined };
export type WorkspaceAccess = "none" | "read" | "write";

export type Policy = {
  id: string;
  path: string;
  isCeiling: boolean;
  shadow: boolean;
  appliesTo: PolicyFile["applies_to"];
  servers: ReadonlyMap<string, "internal" | "untrusted"> | null;
  imports: readonly string[] | null;
  codeLimits: { [name in keyof CodeFacts]?: number };
  /** From which severity on findings hold or refuse the code. */
  levels: { approve?: Severity | undefined; deny?: Severity | undefined };
  risks: readonly RiskRule[];
  sandbox: NonNullable<PolicyFile["sandbox"]>;
  requests: ReadonlyMap<string, ServerRequests>;
  skills: NonNullable<PolicyFile["skills"]>;
  workspaces: readonly { name: string; access: WorkspaceAccess }[];
  pii: PiiText;
};

/** What every rule has: its name, its file and whether it is only watched. */
export type Rule = { id: string; policy: Policy; shadow: boolean; message?: string | undefined };

export type RiskRule = Rule & { pattern: string; effect: "allow" | "approve" | "deny" };
export type Approval = {
  by: readonly string[];
  count: number;
  expiresMs: number;
  show: readonly string[] | null;
};
export type Rate = { max: number; windowMs: number; by: readonly ("agent" | "tool")[] };

export type ToolRule = Rule & {
  effect: ToolRuleText["effect"];
  match: readonly ToolPattern[];
  args: CompiledArguments | null;
  when: readonly Condition[];
  rate: Rate | null;
  approval: Approval;
};

/** Distinct tokens in one call, in all calls of a run and of a session. */
export type DistinctBounds = { call: number; run: number; session: number };

export type FlowRule = Rule & {
  effect: "allow" | "deny";
  classes: ReadonlySet<string>;
  from: readonly ToolPattern[];
  to: readonly { tool: ToolPattern; pointer: string | null }[];
  /** `policy/flow`: what the flow has restored before is counted under this name. */
  name: string;
  maxDistinct: DistinctBounds;
  sameRecordAs: string | null;
};

export type ResultFilter = Rule & Omit<ResultRuleText, "id" | "match" | "mode">;

export type PolicySet = {
  sha256: string;
  policies: readonly Policy[];
  tools: ToolIndex<ToolRule>;
  flows: ToolIndex<FlowRule>;
  results: ToolIndex<ResultFilter>;
};

const DEFAULT_APPROVAL: Approval = {
  by: ["role:approver"],
  count: 1,
  expiresMs: durationMs("15m"),
  show: null,
};

export function compilePolicies(files: readonly LoadedFile[]): PolicySet {
  const sorted = [...files].sort((a, b) => (a.content.id < b.content.id ? -1 : 1));
  const compiled = sorted.map(({ path, content }) => ({ content, policy: compilePolicy(path, content) }));
  return {
    sha256: sha256Hex(canonicalJson(sorted.map((file) => file.content))),
    policies: compiled.map(({ policy }) => policy),
    tools: indexByTool(compiled.flatMap(({ content, policy }) => toolEntries(content, policy))),
    flows: indexByTool(compiled.flatMap(({ content, policy }) => flowEntries(content, policy))),
    results: indexByTool(compiled.flatMap(({ content, policy }) => resultEntries(content, policy))),
  };
}

/** Only keys that may run code are ever covered, so that a ceiling for everybody has no gap. */
export function appliesTo(policy: Policy, principal: Principal): boolean {
  const { role, name, groups: memberOf } = principal;
  if (role !== "agent" && role !== "admin") return false;
  const { agents, groups, roles } = policy.appliesTo;
  if (agents?.includes("*") || agents?.includes(name) || roles?.includes(role)) return true;
  return groups?.some((group) => memberOf.includes(group)) ?? false;
}

/** The order in which rules are named: by id, never by their place in a file. */
export function byName(a: Rule, b: Rule): number {
  const [left, right] = [`${a.id}\n${a.policy.id}`, `${b.id}\n${b.policy.id}`];
  return left < right ? -1 : left > right ? 1 : 0;
}

function compilePolicy(path: string, file: PolicyFile): Policy {
  const limits = file.code?.limits ?? {};
  const policy: Policy = {
    id: file.id,
    path,
    isCeiling: file.role === "ceiling",
    shadow: file.mode === "shadow",
    appliesTo: file.applies_to,
    servers: file.servers
      ? new Map(Object.entries(file.servers).map(([name, { trust }]) => [name, trust ?? "untrusted"]))
      : null,
    imports: file.code?.imports?.allow ?? null,
    levels: file.code?.levels ?? {},
    codeLimits: {
      ...(limits.source_kb && { sourceBytes: limits.source_kb * 1024 }),
      ...(limits.ast_nodes && { astNodes: limits.ast_nodes }),
      ...(limits.nesting && { nesting: limits.nesting }),
      ...(limits.complexity && { complexity: limits.complexity }),
      ...(limits.tool_call_sites && { toolCallSites: limits.tool_call_sites }),
    },
    risks: [],
    sandbox: file.sandbox ?? {},
    requests: new Map(
      Object.entries(file.servers ?? {}).map(([name, { requests }]) => [name, requests ?? {}]),
    ),
    skills: { ...(file.skills?.approval && { save: "approve" as const }), ...file.skills },
    workspaces: (file.workspaces ?? []).map(({ name, access }) => ({ name, access: access ?? "write" })),
    pii: file.pii ?? {},
  };
  const risks = (file.code?.risks ?? []).map(
    (risk): RiskRule => ({
      ...ruleOf(risk, policy),
      pattern: risk.pattern,
      effect: risk.effect ?? effectOfSeverity(risk.severity ?? "critical"),
    }),
  );
  return Object.assign(policy, { risks });
}

export function effectOfSeverity(severity: Severity): "allow" | "deny" {
  return severity === "high" || severity === "critical" ? "deny" : "allow";
}

function ruleOf(
  text: { id: string; mode?: string | undefined; message?: string | undefined },
  policy: Policy,
): Rule {
  return { id: text.id, policy, shadow: policy.shadow || text.mode === "shadow", message: text.message };
}

type Entry<T> = { rule: T; patterns: ToolPattern[] };

function toolEntries(file: PolicyFile, policy: Policy): Entry<ToolRule>[] {
  return (file.tools ?? []).map((text) => {
    const rule = compileToolRule(text, policy);
    return { rule, patterns: [...rule.match] };
  });
}

/** The gateway knows keys and nobody behind them, so `user` is the key that calls. */
export function countedBy(by: readonly ("agent" | "user" | "tool")[]): Rate["by"] {
  return [...new Set(by.map((name) => (name === "user" ? "agent" : name)))].sort();
}

function compileToolRule(text: ToolRuleText, policy: Policy): ToolRule {
  const { effect, approval, rate } = text;
  return {
    ...ruleOf(text, policy),
    effect,
    match: text.match.map(parseToolPattern),
    args: text.args ? compileArguments(text.args, isGrant(effect) ? "grant" : "tighten") : null,
    when: compileWhen(text.when ?? {}),
    rate: rate
      ? { max: rate.max, windowMs: durationMs(rate.per), by: countedBy(rate.by ?? ["agent"]) }
      : null,
    approval: approval
      ? {
          by: approval.by,
          count: approval.count ?? 1,
          expiresMs: durationMs(approval.expires ?? "15m"),
          show: approval.show ?? null,
        }
      : DEFAULT_APPROVAL,
  };
}

export function isGrant(effect: ToolRule["effect"]): effect is "allow" | "approve" {
  return effect === "allow" || effect === "approve";
}

function flowEntries(file: PolicyFile, policy: Policy): Entry<FlowRule>[] {
  return (file.flows ?? []).map((text) => {
    const rule = compileFlow(text, policy);
    return { rule, patterns: rule.to.map((target) => target.tool) };
  });
}

function compileFlow(text: FlowText, policy: Policy): FlowRule {
  return {
    ...ruleOf(text, policy),
    effect: text.effect,
    classes: new Set<string>(text.class),
    from: text.from.map(parseToolPattern),
    to: text.to.map((target) => {
      const [tool = "", pointer = null] = target.split("#");
      return { tool: parseToolPattern(tool), pointer };
    }),
    name: `${policy.id}/${text.id}`,
    maxDistinct: distinctBounds(text.max_distinct),
    sameRecordAs: text.same_record_as ?? null,
  };
}

export function distinctBounds(text: FlowText["max_distinct"]): DistinctBounds {
  const {
    call = Infinity,
    run = Infinity,
    session = Infinity,
  } = typeof text === "number" ? { call: text } : (text ?? {});
  return { call, run, session };
}

function resultEntries(file: PolicyFile, policy: Policy): Entry<ResultFilter>[] {
  return (file.results ?? []).map(({ match, mode, ...text }) => ({
    rule: { ...text, ...ruleOf({ id: text.id, mode }, policy) },
    patterns: match.map(parseToolPattern),
  }));
}
