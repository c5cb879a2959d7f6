// Mutation tests for policies: every rule is dropped, and its effect flipped. A mutant that no test notices
// survives: the tests would not see that mistake in a review either.

import type { LoadedFile } from "../compile-policies.ts";
import { compilePolicies } from "../compile-policies.ts";
import type { ListedRule, RulePlace } from "../format/list-rules.ts";
import { listRules, placeOfRule } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import type { PolicyFile } from "../format/policy-schema.ts";
import { createSnapshot } from "../snapshot.ts";
import { type CodeAnalyzer, runPolicyTests } from "./run-policy-tests.ts";

export type Mutant = RulePlace & {
  rule: string;
  change: "dropped" | "flipped";
  /** What the rule's effect became, when it was flipped. */
  to?: string;
  killedBy: string | null;
};

const FLIPPED: Record<string, string> = {
  allow: "deny",
  approve: "allow",
  deny: "allow",
  escalate: "deny",
};

/** Shadow rules and limits are left out: what they say changes no effect that a test could see. */
export function policyMutants(bundle: PolicyBundle, analyzeCode: CodeAnalyzer): Mutant[] {
  const analyze = rememberAnalyses(analyzeCode);
  const rules = listRules(bundle.files).filter((rule) => !rule.shadow && !isLimit(rule));
  return rules.flatMap((rule) => {
    const to = flippedEffect(rule);
    const dropped = tryMutant(bundle, rule, { change: "dropped" }, analyze);
    return to === null ? [dropped] : [dropped, tryMutant(bundle, rule, { change: "flipped", to }, analyze)];
  });
}

function isLimit({ kind, text }: ListedRule): boolean {
  return kind === "tool" && "effect" in text && text.effect === "limit";
}

function flippedEffect({ text }: ListedRule): string | null {
  const effect = "effect" in text ? text.effect : undefined;
  return effect === undefined ? null : (FLIPPED[effect] ?? null);
}

function tryMutant(
  bundle: PolicyBundle,
  rule: ListedRule,
  change: Pick<Mutant, "change" | "to">,
  analyze: CodeAnalyzer,
): Mutant {
  const files = bundle.files.map((file) =>
    file === rule.file ? { ...file, content: mutated(file.content, rule, change.to) } : file,
  );
  return { rule: rule.name, ...placeOfRule(rule), ...change, killedBy: firstFailure(bundle, files, analyze) };
}

function firstFailure(
  bundle: PolicyBundle,
  files: readonly LoadedFile[],
  analyze: CodeAnalyzer,
): string | null {
  const mutant = createSnapshot(compilePolicies(files), files);
  // One by one: the first test that fails is enough.
  for (const test of bundle.tests) {
    const [result] = runPolicyTests(mutant, analyze, [test]);
    if (result && !result.passed) return result.name;
  }
  return null;
}

function mutated(content: PolicyFile, rule: ListedRule, to: string | undefined): PolicyFile {
  const copy = structuredClone(content);
  const section = rule.path
    .slice(0, -1)
    .reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], copy) as {
    effect?: string;
    rate?: unknown;
    approval?: unknown;
  }[];
  const index = Number(rule.path.at(-1));
  if (to === undefined) section.splice(index, 1);
  else section[index] = { ...section[index], effect: to };
  return copy;
}

function rememberAnalyses(analyzeCode: CodeAnalyzer): CodeAnalyzer {
  const known = new Map<string, ReturnType<CodeAnalyzer>>();
  return (source) => {
    const analysis = known.get(source) ?? analyzeCode(source);
    known.set(source, analysis);
    return analysis;
  };
}
