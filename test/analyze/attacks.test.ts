import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeRules } from "../../src/analyze/analyze.ts";
import { analyzeText, refusing, rulesOf, show } from "./analyze-fixture.ts";
import { readAttacks, readHonestPrograms } from "./corpus.ts";

const attacks = readAttacks();
const honest = readHonestPrograms();
const severities = new Map(describeRules().map(({ id, severity }) => [id, severity]));

/** Rules that warn; what their programs do wrong is stopped by limits. */
const WARNING = new Set(["low", "medium"]);

describe("programs that must be stopped", () => {
  for (const { rule, code } of attacks) {
    test(`${rule} stops ${JSON.stringify(code)}`, () => {
      const analysis = analyzeText(code);
      const found = show(analysis.findings) || "no findings";
      assert.ok(rulesOf(analysis).includes(rule), found);
      if (!WARNING.has(severities.get(rule) ?? "")) assert.ok(refusing(analysis).length > 0, found);
    });
  }
});

describe("honest programs", () => {
  for (const { title, code } of honest) {
    test(`${title} passes`, () => {
      const analysis = analyzeText(code);
      assert.equal(show(refusing(analysis)), "");
      assert.notEqual(analysis.program, null);
    });
  }
});

test("the corpus is as large as it claims, and names rules that exist", () => {
  assert.ok(attacks.length >= 120, `${attacks.length} attacks`);
  assert.ok(honest.length >= 80, `${honest.length} honest programs`);
  for (const { rule } of attacks) assert.ok(severities.has(rule), rule);
});
