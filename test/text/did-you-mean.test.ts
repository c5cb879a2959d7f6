import assert from "node:assert/strict";
import { test } from "node:test";
import { didYouMean } from "../../src/text/did-you-mean.ts";

const KNOWN = ["port", "policies", "allowedHosts", "data", "workers"];

const CASES: [word: string, near: string | undefined][] = [
  ["port", "port"],
  ["prot", "port"],
  ["por", "port"],
  ["ports", "port"],
  ["PORT", "port"],
  ["polices", "policies"],
  ["policy", undefined],
  ["allowedhosts", "allowedHosts"],
  ["allowed_hosts", "allowedHosts"],
  ["worker", "workers"],
  ["date", "data"],
  ["dates", undefined],
  ["x", undefined],
  ["", undefined],
  ["banana", undefined],
  ["__proto__", undefined],
  ["w".repeat(10_000), undefined],
];

for (const [word, near] of CASES) {
  test(`"${word.slice(0, 20)}" ${near ? `is taken for ${near}` : "is near nothing"}`, () => {
    assert.equal(didYouMean(word, KNOWN), near);
  });
}

test("the nearest of several wins, and among equals the first", () => {
  assert.equal(didYouMean("crm.lists", ["crm.lost", "crm.list"]), "crm.list");
  assert.equal(didYouMean("cat", ["bat", "car"]), "bat");
  assert.equal(didYouMean("cat", []), undefined);
});
