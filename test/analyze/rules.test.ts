import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { analyze, describeRules, RULE_GROUPS, RULE_IDS } from "../../src/analyze/analyze.ts";
import { SEVERITIES } from "../../src/vocabulary.ts";
import { analyzeText, OPTIONS, rulesOf, show } from "./analyze-fixture.ts";
import { FAULTS, LARGE_ATTACKS } from "./large-attacks.ts";

/** Those that the rule shows in the documentation, and those that are too large to be shown. */
function attacksOn({ id, catches }: { id: string; catches: readonly string[] }): readonly string[] {
  return [...catches, ...(LARGE_ATTACKS[id] ?? [])];
}

for (const rule of describeRules()) {
  describe(rule.id, () => {
    for (const [index, source] of attacksOn(rule).entries()) {
      test(`remarks on ${JSON.stringify(source.slice(0, 200))}`, () => {
        const analysis = analyze(
          source,
          rule.id === "analysis-failed" ? (FAULTS[index] ?? OPTIONS) : OPTIONS,
        );
        assert.ok(rulesOf(analysis).includes(rule.id), show(analysis.findings) || "no findings");
      });
    }
    for (const source of rule.allows) {
      test(`leaves ${JSON.stringify(source)} alone`, () => {
        const analysis = analyzeText(source);
        assert.ok(!rulesOf(analysis).includes(rule.id), show(analysis.findings));
        assert.notEqual(analysis.program, null, show(analysis.findings));
      });
    }
  });
}

test("every rule explains itself and shows what it catches and what it allows", () => {
  for (const { id, group, severity, reason, hint, catches, allows } of describeRules()) {
    assert.match(id, /^[a-z]+(?:-[a-z]+)+$/);
    assert.ok(SEVERITIES.includes(severity), id);
    assert.match(reason, /^[A-Z`].*\.$/, `${id}: the reason is a sentence`);
    assert.match(hint, /\.$/, `${id}: the hint is a sentence`);
    assert.ok(RULE_GROUPS.includes(group), id);
    assert.ok(allows.length >= 2, `${id} has too few look-alikes`);
    assert.ok(attacksOn({ id, catches }).length >= 2, `${id} has too few attacks`);
    for (const source of [...catches, ...allows]) assert.ok(source.length < 250, `${id}: an example to read`);
  }
});

test("every rule is told in a file of its own, and rules of one group stand together", () => {
  const files = readdirSync(new URL("../../src/analyze/rules/", import.meta.url)).sort();
  assert.deepEqual(files, RULE_IDS.map((id) => `${id}.ts`).sort());
  const groups = describeRules().map(({ group }) => group);
  assert.deepEqual(
    groups,
    [...groups].sort((a, b) => RULE_GROUPS.indexOf(a) - RULE_GROUPS.indexOf(b)),
  );
});

test("rule ids are unique and hold the patterns that policy files name", () => {
  assert.equal(new Set(RULE_IDS).size, RULE_IDS.length);
  for (const id of ["dynamic-tool-name", "prototype-mutation", "unbounded-loop", "string-built-url"])
    assert.ok(RULE_IDS.includes(id), id);
});
