import assert from "node:assert/strict";
import { test } from "node:test";
import { derive } from "../../src/protect/protect.ts";
import { type JsonObject, PII_FACTS, type PiiFact, type PiiRules } from "../../src/vocabulary.ts";
import { FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

const NOW = new Date("2026-06-15T00:00:00Z");
const GRANTED: PiiRules = { ...rulesWith(), facts: PII_FACTS };

async function ask(value: JsonObject, fact: PiiFact, rules = GRANTED): Promise<unknown> {
  const vault = await protectorOn().session("ann/s1");
  const { tokens } = await vault.tokenize(value, FROM_CRM, rulesWith());
  return derive(vault, { fact, tokens: tokens.map(({ token }) => token), rules, region: "US", now: NOW });
}

const FACTS: [title: string, value: JsonObject, fact: PiiFact, answer: unknown][] = [
  ["the domain of an address", { email: "Ann.Lee@Mail.Example.com" }, "domain", "mail.example.com"],
  ["the domain of a disguised address", { u: "ann%40example.com" }, "domain", "example.com"],
  ["the country of an international number", { phone: "+49 30 901820" }, "country", "DE"],
  ["the country of a national number", { phone: "(415) 555-0132" }, "country", "+1"],
  ["the country of a number that no plan knows", { phone: "1234567" }, "country", null],
  ["the last digits of a card", { c: "4111 1111 1111 1111" }, "last4", "1111"],
  ["the brand of a card", { c: "378282246310005" }, "brand", "amex"],
  ["the age band of a date", { dob: "1984-03-12" }, "ageBand", "40-49"],
  ["the age band before the birthday", { dob: "16.06.2008" }, "ageBand", "0-17"],
  ["the age band on the birthday", { dob: "15 June 2008" }, "ageBand", "18-29"],
  ["the age band of a date with a month in words", { dob: "12. März 1950" }, "ageBand", "65+"],
  ["the age band of two digits", { dob: "03/12/84" }, "ageBand", "40-49"],
  ["the age band of a date to come", { dob: "2030-01-01" }, "ageBand", null],
  ["initials", { full_name: "Jürgen von der Heide" }, "initials", "J.V.D.H."],
  ["initials of a name with the surname first", { full_name: "Lee, Ann" }, "initials", "A.L."],
  ["two spellings of one number are equal", { a: "+1 415 555 0132", phone: 4155550132 }, "equals", true],
  ["two addresses are not", { a: "a@example.com", b: "b@example.com" }, "equals", false],
  ["two classes are not", { ssn: "536904399", email: "a@example.com" }, "equals", false],
];
for (const [title, value, fact, answer] of FACTS) {
  test(`${title}: ${String(answer)}`, async () => assert.deepEqual(await ask(value, fact), answer));
}

test("no fact is known without a policy that names it", async () => {
  for (const fact of PII_FACTS) {
    await assert.rejects(ask({ email: "a@example.com" }, fact, rulesWith()), { code: "FLOW_DENIED" });
    const others = { ...rulesWith(), facts: PII_FACTS.filter((name) => name !== fact) };
    await assert.rejects(ask({ email: "a@example.com" }, fact, others), { code: "FLOW_DENIED" });
  }
});

test("a fact about another class is refused, and the message holds no value", async () => {
  await assert.rejects(
    ask({ full_name: "Ann Lee" }, "domain"),
    (error: { code?: string; message: string }) => {
      assert.equal(error.code, "BAD_ARGUMENTS");
      assert.doesNotMatch(error.message, /Ann/);
      return true;
    },
  );
  await assert.rejects(ask({ a: "a@example.com", b: "b@example.com" }, "domain"), { code: "BAD_ARGUMENTS" });
});

test("unknown, planted, embedded and foreign tokens are refused", async () => {
  const protector = protectorOn();
  const vault = await protector.session("ann/s1");
  const other = await protector.session("bob/s1");
  await vault.tokenize(["a@example.com", "EMAIL_777"], FROM_CRM, rulesWith());
  const request = { fact: "domain", rules: GRANTED, region: "US", now: NOW } as const;
  for (const token of ["EMAIL_002", "LITERAL_001", "x EMAIL_001", "EMAIL_001 ", "", "a@example.com"])
    assert.throws(() => derive(vault, { ...request, tokens: [token] }), { code: "TOKEN_UNKNOWN" }, token);
  assert.throws(() => derive(other, { ...request, tokens: ["EMAIL_001"] }), { code: "TOKEN_UNKNOWN" });
  assert.equal(derive(vault, { ...request, tokens: ["EMAIL_001"] }), "example.com");
});
