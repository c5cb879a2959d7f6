import assert from "node:assert/strict";
import { test } from "node:test";
import { FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

test("tokens of one, two, three and four more digits are never taken for each other", async () => {
  const vault = await protectorOn(undefined, 20_000).session("ann/s1");
  const people = Array.from({ length: 10_001 }, (_, index) => `person${index + 1}@fernhill.example`);
  await vault.tokenize(people, FROM_CRM, rulesWith());
  const numbers = [1, 10, 100, 101, 1000, 1001, 10_000, 10_001];
  const text = numbers.map((number) => `EMAIL_${String(number).padStart(3, "0")}`).join(",");
  const restored = vault.restore(text, vault.findTokens(text));
  assert.equal(restored, numbers.map((number) => people[number - 1]).join(","));
  assert.equal(vault.findTokens("EMAIL_10002")[0]?.known, false);
});

test("a value that holds the name of a token, or a pattern of replacement, stays itself", async () => {
  const vault = await protectorOn().session("ann/s1");
  const values = { a: "$&@x.example", email: "EMAIL_002@x.example", full_name: "$1 PERSON_001" };
  const { value } = await vault.tokenize(values, FROM_CRM, rulesWith());
  await vault.tokenize({ email: "bo@x.example", full_name: "Bo Chan" }, FROM_CRM, rulesWith());
  assert.deepEqual(vault.restore(value, vault.findTokens(value)), values);
});
