import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeRules, RULE_IDS } from "../../src/analyze/analyze.ts";
import { SEVERITIES } from "../../src/vocabulary.ts";
import { analyzeText, rulesOf, show } from "./analyze-fixture.ts";

/** Raised by size, depth or faults, which no short example shows; hostile-texts.test.ts covers them. */
const WITHOUT_EXAMPLES = new Set(["code-too-large", "code-too-deep", "analysis-failed"]);

for (const rule of describeRules()) {
  describe(rule.id, () => {
    for (const source of rule.catches) {
      test(`remarks on ${JSON.stringify(source)}`, () => {
        const analysis = analyzeText(source);
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
  for (const { id, severity, reason, hint, catches, allows } of describeRules()) {
    assert.match(id, /^[a-z]+(?:-[a-z]+)+$/);
    assert.ok(SEVERITIES.includes(severity), id);
    assert.match(reason, /^[A-Z`].*\.$/, `${id}: the reason is a sentence`);
    assert.match(hint, /\.$/, `${id}: the hint is a sentence`);
    assert.ok(allows.length > 0, `${id} has no look-alike`);
    assert.equal(catches.length === 0, WITHOUT_EXAMPLES.has(id), `${id}: examples`);
  }
});

test("rule ids are unique and hold the patterns that policy files name", () => {
  assert.equal(new Set(RULE_IDS).size, RULE_IDS.length);
  for (const id of ["dynamic-tool-name", "prototype-mutation", "unbounded-loop", "string-built-url"])
    assert.ok(RULE_IDS.includes(id), id);
});
