// Which rules a test would notice, and which it would not.

import { listRules, placeOfRule } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import type { PolicyRemark } from "./review-policies.ts";
import type { PolicyTestResult } from "./run-policy-tests.ts";

export type RuleCoverage = {
  rule: string;
  file: string;
  line: number;
  column: number;
  /** Names of the passing tests that this rule decides. */
  tests: string[];
};

export function policyCoverage(bundle: PolicyBundle, results: readonly PolicyTestResult[]): RuleCoverage[] {
  const testsOf = new Map<string, string[]>();
  for (const { name, passed, decidedBy } of results) {
    for (const rule of passed ? decidedBy : []) testsOf.set(rule, [...(testsOf.get(rule) ?? []), name]);
  }
  return listRules(bundle.files).map((rule) => ({
    rule: rule.name,
    ...placeOfRule(rule),
    tests: [...new Set([...(testsOf.get(rule.name) ?? []), ...(testsOf.get(`*/${rule.id}`) ?? [])])],
  }));
}

export function untestedRules(bundle: PolicyBundle, results: readonly PolicyTestResult[]): PolicyRemark[] {
  return policyCoverage(bundle, results).flatMap(({ rule, file, line, column, tests }): PolicyRemark[] => {
    if (tests.length > 0) return [];
    const message = `no passing test is decided by the rule "${rule}": add one that names it`;
    return [{ file, line, column, severity: "warning", code: "RULE_UNTESTED", message }];
  });
}
