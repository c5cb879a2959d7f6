import assert from "node:assert/strict";
import { test } from "node:test";
import { analyzeText, rulesOf } from "./analyze-fixture.ts";
import { EXPONENTIAL_PATTERNS, HONEST_PATTERNS } from "./patterns.ts";

const isRemarked = (code: string): boolean => rulesOf(analyzeText(code)).includes("catastrophic-regex");

test("patterns of everyday work pass", () => {
  assert.ok(HONEST_PATTERNS.length >= 60, `${HONEST_PATTERNS.length}`);
  const remarked = HONEST_PATTERNS.filter((pattern) => isRemarked(`return /${pattern}/.test(context.text)`));
  assert.deepEqual(remarked, []);
});

test("exponential patterns are found, as literals and in RegExp with a constant", () => {
  for (const pattern of EXPONENTIAL_PATTERNS) {
    assert.ok(isRemarked(`return /${pattern}/.test(context.text)`), pattern);
    assert.ok(isRemarked(`return new RegExp(${JSON.stringify(pattern)}).test(context.text)`), pattern);
  }
});

test("flags count", () => {
  assert.equal(isRemarked("return /^(?:a|A)+$/.test(context.text)"), false);
  assert.equal(isRemarked("return /^(?:a|A)+$/i.test(context.text)"), true);
});

test("many and long patterns are answered", () => {
  const many = Array.from({ length: 300 }, (_, index) => `/^(?:a${index}+b?)+$/.test(x);`).join("\n");
  assert.notEqual(analyzeText(`const x = context.text;\n${many}`).program, null);
  const long = `/^(?:${"a?b*c+|".repeat(2000)}d)+$/`;
  assert.notEqual(analyzeText(`return ${long}.test(context.text)`).program, null);
});

test("a pattern that is no constant, and a RegExp of the program's own, are left alone", () => {
  assert.equal(isRemarked("return new RegExp(context.pattern).test('a')"), false);
  assert.equal(isRemarked("class RegExp {}\nreturn new RegExp('^(a+)+$')"), false);
  assert.equal(isRemarked("return '^(a+)+$'"), false);
});
