// The tests inside policy files, decided by the whole snapshot: what they prove is what would happen.

import type { CodeFacts, Decision, Effect, Finding, JsonObject, Principal } from "../vocabulary.ts";
import type { PolicySnapshot, PolicyTest } from "./decide.ts";
import { placeTestTokens } from "./test-tokens.ts";

export type PolicyTestResult = {
  name: string;
  file: string;
  line: number;
  passed: boolean;
  expected: { effect: Effect; rule: string | null };
  got: { effect: Effect; rule: string; reason: string };
};

/** Source → what analyze found in it; handed in, because stages do not know each other. */
export type CodeAnalyzer = (source: string) => { facts: CodeFacts; findings: readonly Finding[] };

// No rule looks at the clock yet; a fixed one keeps results equal from day to day.
const TEST_TIME = new Date("2026-01-01T12:00:00Z");

export function runPolicyTests(policies: PolicySnapshot, analyzeCode: CodeAnalyzer): PolicyTestResult[] {
  return policies.tests.map((entry) => {
    const { file, line, test } = entry;
    const { effect, rule, reason } = decideTest(policies, entry, analyzeCode);
    const passed = effect === test.expect && (test.rule === undefined || test.rule === rule);
    return {
      name: test.name,
      file,
      line,
      passed,
      expected: { effect: test.expect, rule: test.rule ?? null },
      got: { effect, rule, reason },
    };
  });
}

function decideTest(policies: PolicySnapshot, entry: PolicyTest, analyzeCode: CodeAnalyzer): Decision {
  const { test } = entry;
  const principal = callerOf(entry);
  if (test.code !== undefined) {
    const { facts, findings } = analyzeCode(test.code);
    return policies.decideCode(principal, facts, findings);
  }
  const { args, tokens } = placeTestTokens((test.args ?? {}) as JsonObject);
  return policies.decideCall({
    principal,
    tool: test.call ?? "",
    args,
    tokens,
    runLabels: test.run_labels ?? [],
    now: TEST_TIME,
  });
}

function callerOf({ appliesTo, test: { who } }: PolicyTest): Principal {
  if (who) return { name: who.agent ?? "test-agent", role: who.role ?? "agent", groups: who.groups ?? [] };
  const named = appliesTo.agents?.find((name) => name !== "*");
  return {
    name: named ?? "test-agent",
    role: appliesTo.roles?.[0] ?? "agent",
    groups: appliesTo.groups ?? [],
  };
}
