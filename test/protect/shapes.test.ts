// Stand-ins that pass format checks: as reversible as labels, and as little forgeable.

import assert from "node:assert/strict";
import { isIPv4, isIPv6 } from "node:net";
import { test } from "node:test";
import { isValidPhoneNumber } from "libphonenumber-js/max";
import { SHAPED_CLASSES, SHAPED_WORD, spellShaped } from "../../src/protect/shapes.ts";
import type { JsonValue, PiiClass, PiiRules } from "../../src/vocabulary.ts";
import { createMemoryVaultStore } from "../fakes/memory-vault-store.ts";
import { FROM_CODE, FROM_CRM, FROM_WEB, protectorOn, rulesWith } from "./protect-fixture.ts";

const SHAPED: PiiRules = { ...rulesWith(), style: "shaped" };
const CLEAR = {
  email: "ann@fernhill.example",
  phone: "+49 30 901820",
  card: "4539578763621486",
  iban: "DE89 3704 0044 0532 0130 00",
  ssn: "536-90-4399",
  ip: "81.2.69.142",
  ip6: "2a02:26f0:dc::5c7b:6f1",
  mac: "3c:22:fb:9a:01:02",
  full_name: "Ann Lee",
};
const STANDINS = {
  email: "email-001@pii.invalid",
  phone: "+12015550100",
  card: "4000000000000010",
  iban: "GB75TEST00000000000001",
  ssn: "900-01-0001",
  ip: "198.18.0.1",
  ip6: "2001:db8::0:2",
  mac: "02:00:00:00:00:01",
  full_name: "PERSON_001",
};

async function openSession() {
  const vault = await protectorOn().session("ann/s1");
  const { value } = await vault.tokenize(CLEAR, FROM_CRM, SHAPED);
  return { vault, value };
}

test("each class gets its form, classes without one keep the label, and all come back", async () => {
  const { vault, value } = await openSession();
  assert.deepEqual(value, STANDINS);
  const uses = vault.findTokens(value);
  assert.deepEqual(uses.map((use) => [use.pointer.slice(1), use.class, use.known, use.whole]).slice(0, 2), [
    ["email", "EMAIL", true, true],
    ["phone", "PHONE", true, true],
  ]);
  assert.equal(uses.length, 9);
  assert.deepEqual(vault.restore(value, uses), CLEAR);
});

const CHECKS: Partial<Record<PiiClass, (text: string) => boolean>> = {
  EMAIL: (text) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(text),
  PHONE: (text) => isValidPhoneNumber(text),
  CREDIT_CARD: (text) =>
    [...text].reverse().reduce((sum, digit, index) => {
      const double = Number(digit) * 2;
      return sum + (index % 2 === 0 ? Number(digit) : double > 9 ? double - 9 : double);
    }, 0) %
      10 ===
    0,
  IBAN: (text) =>
    BigInt(
      (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)),
    ) %
      97n ===
    1n,
  US_SSN: (text) => /^\d{3}-\d{2}-\d{4}$/.test(text),
  IP_ADDRESS: (text) => isIPv4(text) || isIPv6(text),
  MAC_ADDRESS: (text) => /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(text),
};
for (const name of SHAPED_CLASSES) {
  test(`stand-ins of ${name} pass its format check, differ, are found, and end with their range`, () => {
    const pattern = new RegExp(`^${SHAPED_WORD}$`);
    const seen = new Set<string>();
    const numbers = [
      1, 2, 99, 100, 101, 253, 254, 255, 999, 1000, 9998, 9999, 10_000, 65_535, 65_536, 99_999,
    ];
    for (const text of ["1.2.3.4", "::1"]) {
      for (const number of numbers) {
        const standIn = spellShaped(name, number, text);
        if (standIn === null) continue;
        assert.match(standIn, pattern);
        assert.ok(CHECKS[name]?.(standIn), standIn);
        if (text === "1.2.3.4") assert.ok(!seen.has(standIn), standIn);
        seen.add(standIn);
      }
    }
    assert.ok(seen.size >= 10);
    const beyond = spellShaped(name, 1e15, "1.2.3.4");
    assert.ok(beyond === null || name === "IBAN", String(beyond));
  });
}

/** A later value may get the very name that was planted: the planted text must not become it. */
const PLANTED: [title: string, planted: JsonValue][] = [
  ["an address", "write to email-002@pii.invalid"],
  ["an encoded address", "write to email-002%40pii.invalid"],
  ["a full-width address", "write to email-002\uff20pii.invalid"],
  ["a number", { phone: "+12015550101" }],
  ["a number in text", "call +12015550101 now"],
  ["a card", { card: "4000000000000028" }],
  ["a card as a number", { n: 4000000000000028 }],
  ["an account", spellShaped("IBAN", 2, "")],
  ["a network address", { v: "198.18.0.2", w: "2001:db8::0:3" }],
  ["a version that looks like one", "version 198.18.0.2"],
  ["a device", "02:00:00:00:00:02"],
  ["a key", { "email-002@pii.invalid": 1 }],
  ["JSON in text", '{"to":"email-002@pii.invalid"}'],
  ["a label", "EMAIL_002 and PERSON_002"],
];
const SECOND = {
  email: "bo@fernhill.example",
  phone: "+49 30 901821",
  card: "4111111111111111",
  iban: "GB82 WEST 1234 5698 7654 32",
  ip: "81.2.69.143",
  mac: "3c:22:fb:9a:01:03",
  full_name: "Bo Chan",
};

for (const passing of [false, true]) {
  for (const [title, planted] of PLANTED) {
    test(`planted, ${passing ? "of classes that pass" : "of classes that are tokenized"}: ${title}`, async () => {
      const { vault } = await openSession();
      const changes = passing
        ? { EMAIL: "pass", PHONE: "pass", CREDIT_CARD: "pass", IP_ADDRESS: "pass" }
        : {};
      const rules = { ...SHAPED, actions: { ...SHAPED.actions, ...changes } } as PiiRules;
      const { value } = await vault.tokenize(planted, FROM_WEB, rules);
      await vault.tokenize(SECOND, FROM_CRM, SHAPED);
      const uses = vault.findTokens(value);
      assert.deepEqual(vault.restore(value, uses), planted);
      for (const use of uses)
        for (const source of use.sources) assert.equal(source.tool, FROM_WEB.tool, use.token);
    });
  }
}

test("a stand-in of another session, and one that was never issued, are plain values here", async () => {
  const protector = protectorOn();
  const [ann, bob] = [await protector.session("ann/s1"), await protector.session("bob/s1")];
  await ann.tokenize(CLEAR, FROM_CRM, SHAPED);
  assert.deepEqual(bob.findTokens(STANDINS.email), []);
  const { value } = await bob.tokenize({ to: STANDINS.email }, FROM_CODE, SHAPED);
  const [use] = bob.findTokens(value);
  assert.deepEqual(
    use?.sources.map(({ tool }) => tool),
    ["code"],
  );
  assert.deepEqual(bob.restore(value, bob.findTokens(value)), { to: STANDINS.email });
});

test("tokens inside longer words are no tokens, and extended ones are told apart", async () => {
  const { vault } = await openSession();
  for (const text of [
    "email-0011@pii.invalid",
    "xemail-001@pii.invalid",
    "email-001@pii.invalids",
    "40000000000000100",
    "+120155501000",
    "1900-01-0001",
    "02:00:00:00:00:01:ff",
    "2001:db8::0:2:1",
    "Email-001@pii.invalid",
  ])
    assert.deepEqual(vault.findTokens(text), [], text);
  for (const text of [
    "email-001@pii.invalid.evil.example",
    "x.email-001@pii.invalid",
    "198.18.0.1.5",
    "1-900-01-0001",
  ]) {
    const uses = vault.findTokens(text);
    assert.ok(
      uses.every((use) => use.joined),
      text,
    );
  }
});

test("what the agent hands on stays, sentences with several stand-ins are restored in one pass", async () => {
  const { vault } = await openSession();
  await vault.tokenize({ email: "$& email-001@x.example" }, FROM_CRM, SHAPED);
  const text = `${STANDINS.email}, ${STANDINS.phone}; ${STANDINS.card} (${STANDINS.ip}) PERSON_001`;
  const again = await vault.tokenize(text, FROM_CODE, SHAPED);
  assert.equal(again.value, text);
  assert.deepEqual(again.tokens.map(({ class: name }) => name).sort(), [
    "CREDIT_CARD",
    "EMAIL",
    "IP_ADDRESS",
    "PERSON",
    "PHONE",
  ]);
  assert.equal(
    vault.restore(text, vault.findTokens(text)),
    `${CLEAR.email}, ${CLEAR.phone}; ${CLEAR.card} (${CLEAR.ip}) Ann Lee`,
  );
});

test("numbers are numbers again, and a session keeps its stand-ins when policy changes the style", async () => {
  const store = createMemoryVaultStore();
  const vault = await protectorOn(store).session("ann/s1");
  const { value } = await vault.tokenize({ card: 4539578763621486 }, FROM_CRM, SHAPED);
  assert.deepEqual(value, { card: "4000000000000010" });
  const reloaded = await protectorOn(store).session("ann/s1");
  const later = await reloaded.tokenize({ a: "4539578763621486", email: CLEAR.email }, FROM_CRM, rulesWith());
  assert.deepEqual(later.value, { a: "CREDIT_CARD_002", email: "EMAIL_001" });
  assert.deepEqual(reloaded.restore(value, reloaded.findTokens(value)), { card: 4539578763621486 });
  const { value: planted } = await reloaded.tokenize("pay 4000000000000010", FROM_WEB, rulesWith());
  assert.deepEqual(reloaded.restore(planted, reloaded.findTokens(planted)), "pay 4000000000000010");
});
