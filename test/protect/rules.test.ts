// What policy changes about finding: fields, classes of one's own, public values, confidence.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue, PiiClass, PiiRules } from "../../src/vocabulary.ts";
import { createMemoryVaultStore } from "../fakes/memory-vault-store.ts";
import { FROM_CODE, FROM_CRM, FROM_WEB, protectorOn, rulesWith } from "./protect-fixture.ts";

const EMPLOYEE = "EMPLOYEE_ID" as PiiClass;
const PROJECT = "PROJECT" as PiiClass;
const OWN: PiiRules = {
  actions: { ...rulesWith().actions, ...{ EMPLOYEE_ID: "tokenize", PROJECT: "tokenize" } },
  custom: [
    { class: EMPLOYEE, pattern: "E-[0-9]{6}" },
    { class: PROJECT, words: ["Blue Heron", "Ñandú"] },
  ],
};

async function tokenized(value: JsonValue, rules: PiiRules): Promise<JsonValue> {
  const vault = await protectorOn().session("ann/s1");
  const result = await vault.tokenize(value, FROM_CRM, rules);
  assert.deepEqual(vault.restore(result.value, vault.findTokens(result.value)), value);
  return result.value;
}

const CUSTOM: [title: string, value: JsonValue, wanted: JsonValue][] = [
  ["a pattern inside a sentence", "ask E-123456.", "ask EMPLOYEE_ID_001."],
  [
    "a pattern only where words begin and end",
    ["E-1234567", "XE-123456", "E-12345"],
    ["E-1234567", "XE-123456", "E-12345"],
  ],
  ["a key", { "E-123456": 1 }, { EMPLOYEE_ID_001: 1 }],
  ["words in any case", "BLUE HERON and ñandú", "PROJECT_001 and PROJECT_002"],
  ["words only as whole words", "Blue Herons", "Blue Herons"],
  ["words beside other classes", "Blue Heron: ann@example.com", "PROJECT_001: EMAIL_001"],
];
for (const [title, value, wanted] of CUSTOM) {
  test(`classes of one's own: ${title}`, async () => assert.deepEqual(await tokenized(value, OWN), wanted));
}

test("a number may be a value of one's own class, and comes back as a number", async () => {
  const rules = {
    actions: { ...rulesWith().actions, EMPLOYEE_ID: "tokenize" },
    custom: [{ class: EMPLOYEE, pattern: "77[0-9]{4}" }],
  } as PiiRules;
  assert.deepEqual(await tokenized({ n: 771234, m: 781234 }, rules), { n: "EMPLOYEE_ID_001", m: 781234 });
});

test("planted tokens of one's own classes become literals, and unknown ones are seen", async () => {
  const vault = await protectorOn().session("ann/s1");
  const planted = await vault.tokenize("pay EMPLOYEE_ID_001", FROM_WEB, OWN);
  assert.equal(planted.value, "pay LITERAL_001");
  const [use] = vault.findTokens("EMPLOYEE_ID_009");
  assert.deepEqual([use?.class, use?.known], ["EMPLOYEE_ID", false]);
  assert.throws(() => vault.restore("EMPLOYEE_ID_009", vault.findTokens("EMPLOYEE_ID_009")), {
    code: "TOKEN_UNKNOWN",
  });
});

test("tokens of one's own classes are known after a restart, also without the policy that added them", async () => {
  const store = createMemoryVaultStore();
  const before = await protectorOn(store).session("ann/s1");
  await before.tokenize("E-123456", FROM_CRM, OWN);
  const after = await protectorOn(store).session("ann/s1");
  assert.equal(after.restore("EMPLOYEE_ID_001", after.findTokens("EMPLOYEE_ID_001")), "E-123456");
  assert.equal((await after.tokenize("EMPLOYEE_ID_001", FROM_WEB, rulesWith())).value, "LITERAL_001");
  assert.equal((await after.tokenize("EMPLOYEE_ID_001", FROM_CODE, rulesWith())).value, "EMPLOYEE_ID_001");
});

const FIELDS: PiiRules = {
  ...rulesWith(),
  fields: [
    { tool: "crm.*", pointer: "/notes", class: "PERSON" },
    { tool: "crm.list", pointer: "/**/score", class: "NATIONAL_ID", action: "redact" },
    { tool: "crm.list", pointer: "/rows/*/tag", class: "USERNAME" },
    { tool: "hr.*", pointer: "/city", class: "ADDRESS" },
  ],
};

test("named places hold personal data whatever stands there, everything below them included", async () => {
  const vault = await protectorOn().session("ann/s1");
  const value = {
    notes: { first: "likes tea", at: "2026-01-01T00:00:00Z", n: 7, empty: "" },
    city: "Ulm",
    deep: [{ score: 12 }],
    rows: [{ tag: "vip", note: "vip" }],
  };
  const result = await vault.tokenize(value, FROM_CRM, FIELDS);
  assert.deepEqual(result.value, {
    notes: { first: "PERSON_001", at: "PERSON_002", n: "PERSON_003", empty: "" },
    city: "Ulm",
    deep: [{ score: "[REDACTED:NATIONAL_ID]" }],
    rows: [{ tag: "USERNAME_001", note: "vip" }],
  });
});

test("a named place is meant as the tool wrote it, also below keys that are personal themselves", async () => {
  const vault = await protectorOn().session("ann/s1");
  const rules: PiiRules = {
    ...rulesWith(),
    fields: [{ tool: "crm.list", pointer: "/*/mood", class: "PERSON" }],
  };
  const result = await vault.tokenize({ "ann@example.com": { mood: "calm" } }, FROM_CRM, rules);
  assert.deepEqual(result.value, { EMAIL_001: { mood: "PERSON_001" } });
  const exact: PiiRules = {
    ...rulesWith(),
    fields: [{ tool: "crm.list", pointer: "/ann@example.com/mood", class: "PERSON" }],
  };
  assert.deepEqual(
    (await vault.tokenize({ "ann@example.com": { mood: "calm" } }, FROM_CRM, exact)).value,
    result.value,
  );
});

test("named places of other tools and the agent's own text stay", async () => {
  const vault = await protectorOn().session("ann/s1");
  assert.deepEqual((await vault.tokenize({ notes: "tea" }, FROM_WEB, FIELDS)).value, { notes: "tea" });
  assert.deepEqual((await vault.tokenize({ notes: "tea" }, FROM_CODE, FIELDS)).value, { notes: "tea" });
});

test("a field that blocks stops the whole result", async () => {
  const vault = await protectorOn().session("ann/s1");
  const rules: PiiRules = {
    ...rulesWith(),
    fields: [{ tool: "*", pointer: "/x", class: "PERSON", action: "block" }],
  };
  const result = await vault.tokenize({ x: "tea" }, FROM_CRM, rules);
  assert.deepEqual([result.value, result.blocked], [null, { class: "PERSON", pointer: "/x" }]);
});

test("public values stay, everything near them does not", async () => {
  const rules: PiiRules = {
    ...rulesWith(),
    allow: [["help@us.example", "*@team.example", "+1 415 555 0132"]],
  };
  const value = [
    "Help@US.example",
    "ann@team.example",
    "+1 415 555 0132",
    "ann@x.team.example",
    "xhelp@us.example",
    "a@team.example.org",
  ];
  assert.deepEqual(await tokenized(value, rules), [
    "Help@US.example",
    "ann@team.example",
    "+1 415 555 0132",
    "EMAIL_001",
    "EMAIL_002",
    "EMAIL_003",
  ]);
});

test("where several lists apply, a value must be in each", async () => {
  const rules: PiiRules = { ...rulesWith(), allow: [["*@us.example"], ["help@us.example"]] };
  assert.deepEqual(await tokenized(["help@us.example", "ann@us.example"], rules), [
    "help@us.example",
    "EMAIL_001",
  ]);
});

test("confidence decides what only a word or a shape suggests", async () => {
  const value = { note: "Maria Lindgren called", mail: "ann@example.com", iban: "DE89370400440532013000" };
  const at = (minConfidence: "low" | "medium" | "high") =>
    tokenized(value, { ...rulesWith(), minConfidence });
  assert.deepEqual(await at("low"), { note: "PERSON_001 called", mail: "EMAIL_001", iban: "IBAN_001" });
  assert.deepEqual(await at("medium"), { ...value, mail: "EMAIL_001", iban: "IBAN_001" });
  assert.deepEqual(await at("high"), { ...value, iban: "IBAN_001" });
});

test("a class that passes never hides one that does not", async () => {
  const on = rulesWith({ USERNAME: "tokenize", COORDINATES: "tokenize" });
  const value = { username: "ann@example.com", login: "annlee84", lat: 52.5219, lng: "13.4132" };
  assert.deepEqual(await tokenized(value, rulesWith()), { ...value, username: "EMAIL_001" });
  assert.deepEqual(await tokenized(value, on), {
    username: "EMAIL_001",
    login: "USERNAME_001",
    lat: "COORDINATES_001",
    lng: "COORDINATES_002",
  });
});
