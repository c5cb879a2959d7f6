// docs/policy-cookbook.md, taken at its word.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { analyze, RULE_IDS } from "../../src/analyze/analyze.ts";
import {
  bundlePolicies,
  formatPolicy,
  policyCoverage,
  policyMutants,
  reviewPolicies,
  runPolicyTests,
} from "../../src/decide/decide.ts";

const PAGE = readFileSync(new URL("../../docs/policy-cookbook.md", import.meta.url), "utf8");
const RECIPES = [...PAGE.matchAll(/^## (\d+\. .*)$[\s\S]*?^```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, title = "", text = ""]) => ({ title, files: text.split(/^---$/m) }),
);

const analyzer = (source: string) =>
  analyze(source, { servers: new Set(["crm", "mail"]), maxSourceBytes: 65_536 });

suite("the cookbook", () => {
  test("has ten recipes", () => assert.equal(RECIPES.length, 10));

  for (const { title, files } of RECIPES) {
    test(`${title}: loads, passes its tests, and every rule decides one`, () => {
      const policies = files.map((text, index) => ({ path: `${index}.yaml`, text: text.trimStart() }));
      const loaded = bundlePolicies({ policies, tests: [] }, { patterns: RULE_IDS });
      assert.ok(loaded.ok, loaded.ok ? "" : JSON.stringify(loaded.problems));
      const { bundle } = loaded;
      const results = runPolicyTests(bundle.policies, analyzer, bundle.tests);
      assert.ok(results.length > 0);
      assert.deepEqual(
        results.filter(({ passed }) => !passed),
        [],
      );
      assert.deepEqual(
        policyCoverage(bundle, results).filter(({ tests }) => tests.length === 0),
        [],
      );
      assert.deepEqual(
        reviewPolicies(bundle, { results }).filter(({ severity }) => severity === "error"),
        [],
      );
      assert.deepEqual(
        policyMutants(bundle, analyzer).filter(({ killedBy }) => killedBy === null),
        [],
      );
      for (const { text } of policies) assert.ok(formatPolicy(text));
    });
  }
});
