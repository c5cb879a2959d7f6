// Policy tests, decided by the whole snapshot: what they prove is what would happen.

import type { CodeFacts, Effect, Finding, JsonObject, Principal } from "../../vocabulary.ts";
import type { CallDecision, CallFacts, PolicySnapshot, PolicyTest } from "../decide.ts";
import { durationMs } from "../format/duration.ts";
import { placeTestTokens } from "../format/test-tokens.ts";

export type PolicyTestResult = {
  name: string;
  file: string;
  line: number;
  column: number;
  passed: boolean;
  expected: { effect: Effect; rule: string | null };
  got: { effect: Effect; rule: string; reason: string };
  /** Rules that this test would notice, as `policy/rule`: the decider, the flows and rates used, the shadows. */
  decidedBy: string[];
};

/** Source → what analyze found in it; handed in, because stages do not know each other. */
export type CodeAnalyzer = (source: string) => { facts: CodeFacts; findings: readonly Finding[] };

// Tests without `at` are decided at one moment, so that they give the same result on every day.
const TEST_TIME = "2026-01-01T12:00:00Z";

export function runPolicyTests(
  policies: PolicySnapshot,
  analyzeCode: CodeAnalyzer,
  tests: readonly PolicyTest[] = policies.tests,
): PolicyTestResult[] {
  return tests.map((entry) => {
    const { file, line, column, test } = entry;
    const decision = decideTest(policies, entry, analyzeCode);
    const { effect, rule, reason } = decision;
    return {
      name: test.name,
      file,
      line,
      column,
      passed: effect === test.expect && (test.rule === undefined || test.rule === rule),
      expected: { effect: test.expect, rule: test.rule ?? null },
      got: { effect, rule, reason },
      decidedBy: decidersOf(decision),
    };
  });
}

type TestDecision = Omit<CallDecision, "restores" | "rates"> & Partial<CallDecision>;

function decidersOf({
  policy,
  rule,
  restores = [],
  rates = [],
  approvals = [],
  shadow,
}: TestDecision): string[] {
  const names = [
    `${policy ?? ""}/${rule}`,
    // A restore names flows alone; a flow of that id in any file counts.
    ...restores.flatMap(({ flow }) => flow.split("+").map((id) => `*/${id}`)),
    ...rates.map((claim) => `*/${claim.rule}`),
    ...approvals.map((claim) => `${claim.policy}/${claim.rule}`),
    ...shadow.map((watched) => `${watched.policy}/${watched.rule}`),
  ];
  return [...new Set(names)];
}

function decideTest(policies: PolicySnapshot, entry: PolicyTest, analyzeCode: CodeAnalyzer): TestDecision {
  const { test } = entry;
  if (test.code === undefined) return policies.decideCall(factsOfTest(entry));
  const { facts, findings } = analyzeCode(test.code);
  return policies.decideCode(callerOf(entry), facts, findings);
}

export function factsOfTest(entry: PolicyTest): CallFacts {
  const { test } = entry;
  const { args, tokens } = placeTestTokens((test.args ?? {}) as JsonObject);
  return {
    principal: callerOf(entry),
    tool: test.call ?? "",
    args,
    tokens,
    runLabels: test.run_labels ?? [],
    now: new Date(test.at ?? TEST_TIME),
    ...(test.session_age && { sessionAgeMs: durationMs(test.session_age) }),
  };
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
