import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../../src/vocabulary.ts";
import { judgeCase, linesOf, type PiiCase, rates, readCases, type Score } from "./pii-cases.ts";
import { FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

const SOFT_CLASSES = new Set(["PERSON", "ADDRESS", "DATE_OF_BIRTH", "NATIONAL_ID"]);
/** Recognizers were shaped on the first set, measured on the others when these were new (see docs/pii-classes.md), then corrected. */
const SETS = ["tuned", "held-out", "unseen", "fresh", "later", "blind"] as const;

async function tokenizeCase(entry: PiiCase) {
  const vault = await protectorOn().session("ann/s1");
  const { value } = await vault.tokenize(entry.data, FROM_CRM, rulesWith());
  return { value, restored: vault.restore(value, vault.findTokens(value)) };
}

/** The same tree with every leaf blanked, keys by position: tokens may change text, never shape. */
function skeleton(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(skeleton);
  if (value === null || typeof value !== "object")
    return value === null || typeof value === "boolean" ? value : 0;
  return Object.values(value).map(skeleton);
}

function onlyStructured(entry: PiiCase): PiiCase {
  return { ...entry, find: entry.find.filter(([name]) => !SOFT_CLASSES.has(name)) };
}

for (const set of SETS) {
  const cases = readCases(set);

  test(`the ${set} cases are many, and two in five are hard negatives`, () => {
    const negatives = cases.filter((entry) => entry.find.length === 0);
    assert.ok(cases.length >= 40, String(cases.length));
    assert.ok(negatives.length / cases.length >= 0.39);
    assert.equal(new Set(cases.map((entry) => JSON.stringify(entry.data))).size, cases.length);
  });

  test(`labels of the ${set} cases stand in their data`, () => {
    for (const entry of cases) {
      const text = `${linesOf(entry.data)}\n${JSON.stringify(entry.data)}`;
      for (const [, value] of entry.find) assert.ok(text.includes(value), `${entry.title}: ${value}`);
      for (const value of entry.keep) assert.ok(text.includes(value), `${entry.title}: ${value}`);
    }
  });

  test(`every ${set} case keeps its shape and is restored exactly`, async () => {
    for (const entry of cases) {
      const { value, restored } = await tokenizeCase(entry);
      assert.deepEqual(skeleton(value), skeleton(entry.data), entry.title);
      assert.deepEqual(restored, entry.data, entry.title);
    }
  });

  test(`over the ${set} cases values are removed, harmless strings stay, and classes are right`, async (t) => {
    const scores = new Map<string, Score>();
    const complaints: string[] = [];
    for (const entry of cases) {
      const { value } = await tokenizeCase(entry);
      const verdict = judgeCase(entry, linesOf(value), scores);
      for (const leak of verdict.leaks) complaints.push(`leak ${entry.title} ${leak}`);
      for (const altered of verdict.altered) complaints.push(`altered ${entry.title} ${altered}`);
    }
    for (const [name, score] of [...scores].toSorted())
      t.diagnostic(`${name} ${JSON.stringify(rates(score))}`);
    const all = rates(scores.get("ALL") as Score);
    const report = `${JSON.stringify(all)}\n${complaints.join("\n")}`;
    assert.ok(all.leak <= 0.05, report);
    assert.ok(all.altered <= 0.01, report);
    assert.ok(all.f1 >= 0.93, report);
    assert.ok(all.classAccuracy >= 0.97, report);
  });

  test(`structured classes of the easy and medium ${set} cases do not leak at all`, async () => {
    const scores = new Map<string, Score>();
    for (const entry of cases.filter(({ level }) => level !== "hard")) {
      const { value } = await tokenizeCase(entry);
      const { leaks } = judgeCase(onlyStructured(entry), linesOf(value), scores);
      assert.deepEqual(leaks, [], entry.title);
    }
  });
}
