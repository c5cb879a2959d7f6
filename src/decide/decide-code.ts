// Code before it runs: imports, limits and findings against policy.

import type { CodeFacts, Decision, Effect, Finding, Principal, Severity } from "../vocabulary.ts";
import { SEVERITIES } from "../vocabulary.ts";
import type { Policy, PolicySet, RiskRule } from "./compile-policies.ts";
import { appliesTo, byName } from "./compile-policies.ts";
import type { FixedRule } from "./fixed-rules.ts";
import { FIXED_RULE_MEANINGS } from "./fixed-rules.ts";
import { matchesGlob } from "./matchers/tool-pattern.ts";

const DEFAULT_IMPORTS = ["servers/*", "skills/*"];
const DEFAULT_SOURCE_BYTES = 64 * 1024;

const LIMIT_NAMES = {
  sourceBytes: "bytes of source",
  astNodes: "nodes of syntax",
  nesting: "levels of nesting",
  complexity: "branches in one function",
  toolCallSites: "places that call a tool",
} as const;

const RANK: Record<Effect, number> = { allow: 0, approve: 1, deny: 2 };

type Answer = Omit<Decision, "shadow">;

export function decideCode(
  set: PolicySet,
  principal: Principal,
  facts: CodeFacts,
  findings: readonly Finding[],
): Decision {
  const applicable = set.policies.filter((policy) => appliesTo(policy, principal));
  const enforced = applicable.filter((policy) => !policy.shadow);
  const shadow = [...shadowRisks(applicable, findings), ...shadowCeilings(applicable, facts)];
  const grants = enforced.filter((policy) => !policy.isCeiling);
  if (grants.length === 0)
    return { ...fixed("no_policy", "Ask the operator for a policy that applies to this key."), shadow };
  const answers = [
    ...importAnswers(enforced, facts.imports),
    ...limitAnswers(enforced, facts),
    ...findings.map((finding) => judgeFinding(enforced, finding)),
  ];
  const accepted: Answer = {
    effect: "allow",
    rule: "code_accepted",
    policy: grants[0]?.id ?? null,
    reason: FIXED_RULE_MEANINGS.code_accepted,
  };
  return { ...strictest(answers, accepted), shadow };
}

function strictest(answers: readonly Answer[], otherwise: Answer): Answer {
  return answers.reduce(
    (worst, answer) => (RANK[answer.effect] > RANK[worst.effect] ? answer : worst),
    otherwise,
  );
}

// Grant files add up; each ceiling that lists imports must list this one too.
function importAnswers(enforced: readonly Policy[], imports: readonly string[]): Answer[] {
  const grants = enforced
    .filter((policy) => !policy.isCeiling)
    .flatMap((policy) => policy.imports ?? DEFAULT_IMPORTS);
  const ceilings = enforced.flatMap((policy) =>
    policy.isCeiling && policy.imports ? [{ id: policy.id, list: policy.imports }] : [],
  );
  return imports.flatMap((specifier) => {
    const listed = (list: readonly string[]) => list.some((glob) => matchesModule(glob, specifier));
    const ceiling = ceilings.find(({ list }) => !listed(list));
    if (listed(grants) && !ceiling) return [];
    const hint = `Remove the import of "${specifier}"; tools are imported from "servers/<name>".`;
    return [{ ...fixed("import_not_allowed", hint), policy: ceiling?.id ?? null }];
  });
}

// Segment by segment: `servers/*` is one server, never `servers/../x` with more segments.
function matchesModule(glob: string, specifier: string): boolean {
  const [globs, segments] = [glob.split("/"), specifier.split("/")];
  if (segments.some((segment) => !/^[A-Za-z0-9_-]+$/.test(segment))) return false;
  return (
    globs.length === segments.length && globs.every((part, index) => matchesGlob(part, segments[index] ?? ""))
  );
}

function limitAnswers(enforced: readonly Policy[], facts: CodeFacts): Answer[] {
  return (Object.keys(LIMIT_NAMES) as (keyof typeof LIMIT_NAMES)[]).flatMap((name) => {
    const spoken = enforced.flatMap((policy) => {
      const most = policy.codeLimits[name];
      return most === undefined ? [] : [{ most, policy: policy.id, isCeiling: policy.isCeiling }];
    });
    const isGranted = spoken.some((limit) => !limit.isCeiling);
    if (name === "sourceBytes" && !isGranted)
      spoken.push({ most: DEFAULT_SOURCE_BYTES, policy: "", isCeiling: false });
    const smallest = spoken.sort((a, b) => a.most - b.most || (a.policy < b.policy ? -1 : 1))[0];
    if (!smallest || facts[name] <= smallest.most) return [];
    const reason = `The code has ${facts[name]} ${LIMIT_NAMES[name]}, at most ${smallest.most} are permitted.`;
    return [
      {
        ...fixed("code_limit", "Split the work into several smaller programs."),
        reason,
        policy: smallest.policy || null,
      },
    ];
  });
}

// The strictest of the grant files that speak about a rule replaces the default; ceilings only tighten it.
function judgeFinding(enforced: readonly Policy[], finding: Finding): Answer {
  const spoken = enforced.flatMap((policy) =>
    policy.risks.filter((risk) => risk.pattern === finding.rule && !risk.shadow),
  );
  const granted = spoken.filter((risk) => !risk.policy.isCeiling);
  const byDefault: Answer = {
    effect: effectByLevel(enforced, finding.severity),
    rule: finding.rule,
    policy: null,
    reason: `Line ${finding.line}: ${finding.message}`,
    ...(finding.hint && { hint: finding.hint }),
  };
  const base = granted.length > 0 ? strictestRisk(granted, finding) : byDefault;
  const ceiling = spoken.filter((risk) => risk.policy.isCeiling);
  return ceiling.length > 0 ? strictest([strictestRisk(ceiling, finding)], base) : base;
}

/** Grant files that speak replace the default; ceilings only tighten what comes out. */
function effectByLevel(enforced: readonly Policy[], severity: Severity): Effect {
  const grants = enforced.filter((policy) => !policy.isCeiling);
  const ceilings = enforced.filter((policy) => policy.isCeiling);
  const from = (kind: "approve" | "deny", otherwise: number): number => {
    const ranks = (policies: readonly Policy[]) =>
      policies.flatMap(({ levels }) => (levels[kind] ? [SEVERITIES.indexOf(levels[kind])] : []));
    const granted = ranks(grants);
    return Math.min(granted.length > 0 ? Math.min(...granted) : otherwise, ...ranks(ceilings));
  };
  const rank = SEVERITIES.indexOf(severity);
  if (rank >= from("deny", SEVERITIES.indexOf("high"))) return "deny";
  return rank >= from("approve", SEVERITIES.length) ? "approve" : "allow";
}

function strictestRisk(risks: readonly RiskRule[], finding: Finding): Answer {
  const [worst] = [...risks].sort((a, b) => RANK[b.effect] - RANK[a.effect] || byName(a, b));
  if (!worst) throw new RangeError("no risk given");
  const { hint } = finding;
  const reason = worst.message ?? `Line ${finding.line}: ${finding.message}`;
  return { effect: worst.effect, rule: worst.id, policy: worst.policy.id, reason, ...(hint && { hint }) };
}

function shadowRisks(applicable: readonly Policy[], findings: readonly Finding[]): Decision["shadow"] {
  const found = new Set(findings.map((finding) => finding.rule));
  return applicable
    .flatMap((policy) => policy.risks)
    .filter((risk) => risk.shadow && found.has(risk.pattern))
    .sort(byName)
    .map((risk) => ({ rule: risk.id, policy: risk.policy.id, effect: risk.effect }));
}

/** What a ceiling in shadow mode would refuse by its imports and limits. */
function shadowCeilings(applicable: readonly Policy[], facts: CodeFacts): Decision["shadow"] {
  return applicable
    .filter((policy) => policy.shadow && policy.isCeiling)
    .flatMap((policy) => {
      const list = policy.imports;
      const isOutside =
        list !== null && facts.imports.some((name) => !list.some((it) => matchesModule(it, name)));
      const isOver = limitAnswers([policy], facts).some((answer) => answer.policy === policy.id);
      return [
        ...(isOver ? [{ rule: "code_limit", policy: policy.id, effect: "deny" as const }] : []),
        ...(isOutside ? [{ rule: "import_not_allowed", policy: policy.id, effect: "deny" as const }] : []),
      ];
    });
}

function fixed(rule: FixedRule, hint: string): Answer {
  return { effect: "deny", rule, policy: null, reason: FIXED_RULE_MEANINGS[rule], hint };
}
