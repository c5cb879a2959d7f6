// Policy tests, decided by the whole snapshot: what they prove is what would happen.

import type { CodeFacts, Effect, Finding } from "../../vocabulary.ts";
import type { PolicySnapshot, PolicyTest } from "../decide.ts";
import { decideTest, type TestDecision } from "./decide-test.ts";

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

export function runPolicyTests(
  policies: PolicySnapshot,
  analyzeCode: CodeAnalyzer,
  tests: readonly PolicyTest[] = policies.tests,
): PolicyTestResult[] {
  return tests.map((entry) => {
    const { file, line, column, test } = entry;
    const decision = decideTest(policies, entry, analyzeCode);
    const { effect, rule, reason } = decision;
    const isAsExpected = effect === test.expect && (decision.differs ?? []).length === 0;
    return {
      name: test.name,
      file,
      line,
      column,
      passed: isAsExpected && (test.rule === undefined || test.rule === rule),
      expected: { effect: test.expect, rule: test.rule ?? null },
      got: { effect, rule, reason: [reason, ...(decision.differs ?? [])].join(" ") },
      decidedBy: decidersOf(decision),
    };
  });
}

function decidersOf(decision: TestDecision): string[] {
  const { policy, rule, restores = [], rates = [], approvals = [], applied = [], shadow } = decision;
  const names = [
    `${policy ?? ""}/${rule}`,
    ...applied.map((id) => `*/${id}`),
    // A restore names flows alone; a flow of that id in any file counts.
    ...restores.flatMap(({ flow }) => flow.split("+").map((id) => `*/${id}`)),
    ...rates.map((claim) => `*/${claim.rule}`),
    ...approvals.map((claim) => `${claim.policy}/${claim.rule}`),
    ...shadow.map((watched) => `${watched.policy}/${watched.rule}`),
  ];
  return [...new Set(names)];
}
