import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../../src/vocabulary.ts";
import { FROM_CODE, FROM_CRM, FROM_WEB, protectorOn, rulesWith } from "./protect-fixture.ts";

async function tokenizeOnce(value: JsonValue) {
  const vault = await protectorOn().session("ann/s1");
  const result = await vault.tokenize(value, FROM_CRM, rulesWith());
  return { vault, result, restored: vault.restore(result.value, vault.findTokens(result.value)) };
}

const SHAPES: { title: string; value: JsonValue; tokenized: JsonValue }[] = [
  { title: "a string", value: "ann@example.com", tokenized: "EMAIL_001" },
  { title: "text around a value", value: "ask ann@example.com.", tokenized: "ask EMAIL_001." },
  {
    title: "one value twice",
    value: ["a@example.com", "a@example.com"],
    tokenized: ["EMAIL_001", "EMAIL_001"],
  },
  { title: "a key", value: { "ann@example.com": 1 }, tokenized: { EMAIL_001: 1 } },
  { title: "a number under a telling name", value: { phone: 4155550132 }, tokenized: { phone: "PHONE_001" } },
  {
    title: "a number under a neutral name, and one with a checksum to be known by",
    value: { count: 4155550132, n: 4111111111111111 },
    tokenized: { count: 4155550132, n: "CREDIT_CARD_001" },
  },
  {
    title: "JSON in a string, spacing kept",
    value: '{ "email" : "ann@example.com", "n": 12345678901234567890 }',
    tokenized: '{ "email" : "EMAIL_001", "n": 12345678901234567890 }',
  },
  {
    title: "a number in JSON in a string",
    value: '{"phone": 4155550132}',
    tokenized: '{"phone": "PHONE_001"}',
  },
  {
    title: "JSON in JSON in a string",
    value: JSON.stringify({ a: JSON.stringify({ email: "ann@example.com" }) }),
    tokenized: JSON.stringify({ a: JSON.stringify({ email: "EMAIL_001" }) }),
  },
  {
    title: "JSON in a string with a duplicate key",
    value: '{"a":"ann@example.com","a":1}',
    tokenized: '{"a":"EMAIL_001","a":1}',
  },
  {
    title: "a key named __proto__",
    value: JSON.parse('{"__proto__": {"email": "ann@example.com"}}'),
    tokenized: JSON.parse('{"__proto__": {"email": "EMAIL_001"}}'),
  },
  {
    title: "items of an array under a telling name",
    value: { phones: ["4155550132", "4155550199"] },
    tokenized: { phones: ["PHONE_001", "PHONE_002"] },
  },
  {
    title: "a name beside an e-mail",
    value: { name: "Ann Lee", email: "ann@example.com" },
    tokenized: { name: "PERSON_001", email: "EMAIL_001" },
  },
  {
    title: "a CSV text",
    value: "first_name,city\nAnn,Ulm\nBob,Bonn",
    tokenized: "first_name,city\nPERSON_001,Ulm\nPERSON_002,Bonn",
  },
  {
    title: "a Markdown table",
    value: "| full name | n |\n| --- | --- |\n| Ann Lee | 3 |",
    tokenized: "| full name | n |\n| --- | --- |\n| PERSON_001 | 3 |",
  },
  {
    title: "labels in a text",
    value: "Full name: Ann Lee, SSN: 536904399",
    tokenized: "Full name: PERSON_001, SSN: US_SSN_001",
  },
  {
    title: "harmless data",
    value: { id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", v: "1.2.3", at: 1700000000000 },
    tokenized: { id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", v: "1.2.3", at: 1700000000000 },
  },
];

for (const { title, value, tokenized } of SHAPES) {
  test(`${title} is tokenized in place and restored exactly`, async () => {
    const { result, restored } = await tokenizeOnce(value);
    assert.deepEqual(result.value, tokenized);
    assert.deepEqual(restored, value);
  });
}

test("spellings of one value share a token, and the first spelling is what is restored", async () => {
  const { result, restored } = await tokenizeOnce([
    "Ann@Example.COM",
    "Ann@example.com",
    "+1 415 555 0132",
    "(415) 555-0132",
  ]);
  assert.deepEqual(result.value, ["EMAIL_001", "EMAIL_001", "PHONE_001", "PHONE_001"]);
  assert.deepEqual(restored, ["Ann@Example.COM", "Ann@Example.COM", "+1 415 555 0132", "+1 415 555 0132"]);
});

test("a disguised spelling has a token of its own that knows where the plain value came from", async () => {
  const vault = await protectorOn().session("ann/s1");
  await vault.tokenize("ann@example.com", FROM_CRM, rulesWith());
  const echo = await vault.tokenize("/u?e=ann%40example.com", FROM_WEB, rulesWith());
  assert.equal(echo.value, "/u?e=EMAIL_002");
  const [use] = vault.findTokens(echo.value);
  assert.deepEqual(
    use?.sources.map((source) => source.tool),
    ["crm.list", "web.fetch"],
  );
  assert.equal(vault.restore(echo.value, vault.findTokens(echo.value)), "/u?e=ann%40example.com");
});

test("a value keeps the class that it first had", async () => {
  const { result } = await tokenizeOnce([{ ssn: "536904399" }, { passport: "536904399" }]);
  assert.deepEqual(result.value, [{ ssn: "US_SSN_001" }, { passport: "US_SSN_001" }]);
});

test("keys that would become equal stay apart", async () => {
  const value = { "Ann@Example.com": 1, "Ann@example.com": 2 };
  const { result, restored } = await tokenizeOnce(value);
  assert.deepEqual(result.value, { EMAIL_001: 1, EMAIL_002: 2 });
  assert.deepEqual(restored, value);
});

test("planted look-alikes of every spelling become LITERAL tokens and come back as they were", async () => {
  const value = [
    "EMAIL_001",
    "see [PHONE_1234]",
    "EMAIL%5F007",
    { CREDIT_CARD_001: "x" },
    '{"a":"\\u0045MAIL_001"}',
  ];
  const { result, restored } = await tokenizeOnce(value);
  assert.deepEqual(result.value, [
    "LITERAL_001",
    "see [LITERAL_002]",
    "LITERAL_003",
    { LITERAL_004: "x" },
    '{"a":"LITERAL_001"}',
  ]);
  assert.deepEqual(restored, [
    "EMAIL_001",
    "see [PHONE_1234]",
    "EMAIL%5F007",
    { CREDIT_CARD_001: "x" },
    '{"a":"EMAIL_001"}',
  ]);
});

test("look-alikes are replaced even where rules let their surroundings pass", async () => {
  const vault = await protectorOn().session("ann/s1");
  const result = await vault.tokenize(
    "EMAIL_001@example.com",
    FROM_CRM,
    rulesWith({ EMAIL: "pass", LITERAL: "pass" }),
  );
  assert.equal(result.value, "LITERAL_001@example.com");
});

test("near look-alikes are left alone", async () => {
  const value = ["EMAIL_01", "MY_EMAIL_001", "EMAIL_001a", "email_001", "MAIL_001", "EMAIL_001_2"];
  assert.deepEqual((await tokenizeOnce(value)).result.value, value);
});

test("the agent's own tokens stay, and are listed as not fresh", async () => {
  const vault = await protectorOn().session("ann/s1");
  await vault.tokenize({ name: "Ann Lee", email: "ann@example.com" }, FROM_CRM, rulesWith());
  const value = {
    name: "PERSON_001",
    email: "EMAIL_001",
    full_name: "[REDACTED:PERSON]",
    other: "EMAIL_999",
  };
  const result = await vault.tokenize(value, FROM_CODE, rulesWith());
  assert.deepEqual(result.value, value);
  assert.deepEqual(
    result.tokens.map((entry) => [entry.token, entry.fresh]),
    [
      ["PERSON_001", false],
      ["EMAIL_001", false],
    ],
  );
  assert.deepEqual(result.counts, {});
});

test("a token as a key does not make a phone number of what stands under it", async () => {
  const vault = await protectorOn().session("ann/s1");
  const { value } = await vault.tokenize({ "+1 415 555 0132": [1000000] }, FROM_CRM, rulesWith());
  assert.deepEqual(value, { PHONE_001: [1000000] });
  assert.deepEqual((await vault.tokenize(value, FROM_CODE, rulesWith())).value, value);
});

test("a literal in code gets the token that the tool's value has", async () => {
  const vault = await protectorOn().session("ann/s1");
  await vault.tokenize({ email: "ann@example.com" }, FROM_CRM, rulesWith());
  const result = await vault.tokenize('row.email === "ann@example.com"', FROM_CODE, rulesWith());
  assert.equal(result.value, 'row.email === "EMAIL_001"');
});

test("each action does what policy says", async () => {
  const vault = await protectorOn().session("ann/s1");
  const value = { email: "ann@example.com", ip: "203.0.113.9", phone: "+1 415 555 0132" };
  const mixed = await vault.tokenize(value, FROM_CRM, rulesWith({ EMAIL: "redact", IP_ADDRESS: "pass" }));
  assert.deepEqual(mixed.value, { email: "[REDACTED:EMAIL]", ip: "203.0.113.9", phone: "PHONE_001" });
  assert.deepEqual(mixed.counts, { EMAIL: 1, PHONE: 1 });
  const blocked = await vault.tokenize(value, FROM_CRM, rulesWith({ IP_ADDRESS: "block" }));
  assert.equal(blocked.value, null);
  assert.deepEqual(blocked.blocked, { class: "IP_ADDRESS", pointer: "/ip" });
});

test("redacted keys of one object stay apart", async () => {
  const vault = await protectorOn().session("ann/s1");
  const result = await vault.tokenize(
    { "a@example.com": 1, "b@example.com": 2 },
    FROM_CRM,
    rulesWith({ EMAIL: "redact" }),
  );
  assert.deepEqual(result.value, { "[REDACTED:EMAIL]": 1, "[REDACTED:EMAIL] (2)": 2 });
});

test("data nested too deeply is refused", async () => {
  let value: JsonValue = "ann@example.com";
  for (let depth = 0; depth < 300; depth++) value = [value];
  await assert.rejects(tokenizeOnce(value), { code: "DATA_TOO_DEEP" });
  await assert.rejects(tokenizeOnce(JSON.stringify(value)), { code: "DATA_TOO_DEEP" });
});

test("a personal value in a key is a token in every recorded place", async () => {
  const { result, restored } = await tokenizeOnce({
    "ann@fernhill.example": { phone: "+1 212 555 0123" },
    inner: '{"bo@fernhill.example":{"mail":"cy@fernhill.example"}}',
  });
  assert.deepEqual(
    result.tokens.map(({ token, pointer }) => [token, pointer]),
    [
      ["EMAIL_001", "/(key)"],
      ["PHONE_001", "/EMAIL_001/phone"],
      ["EMAIL_002", "/inner/(key)"],
      ["EMAIL_003", "/inner/EMAIL_002/mail"],
    ],
  );
  assert.deepEqual(restored, {
    "ann@fernhill.example": { phone: "+1 212 555 0123" },
    inner: '{"bo@fernhill.example":{"mail":"cy@fernhill.example"}}',
  });
});

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n, email: `p${n}@fernhill.example`, note: "plain" }));
const nested = (value: JsonValue, levels: number): JsonValue =>
  levels === 0 ? value : { inner: [nested(value, levels - 1)] };

for (const [shape, value] of [
  ["a list", { page: { rows: people(3000) } }],
  ["a list far inside", nested(people(3000), 10)],
  ["a map", Object.fromEntries(people(3000).map((person) => [`k${person.id}`, person.email]))],
  ["a map of maps", Object.fromEntries(people(1000).map((person) => [`k${person.id}`, person]))],
  ["rows without names", people(3000).map((person) => Object.values(person))],
  ["short lists of large things", [[people(1500)], [people(1500)]]],
] satisfies [string, JsonValue][])
  test(`${shape} of thousands is tokenized in turns, so that others are served meanwhile`, async () => {
    const vault = await protectorOn(undefined, 100_000).session("ann/s1");
    let turns = 0;
    const watch = setInterval(() => turns++, 0);
    const tokenized = await vault.tokenize(value, FROM_CRM, rulesWith());
    clearInterval(watch);
    assert.ok(turns >= 4, `others had ${turns} turns`);
    const text = JSON.stringify(tokenized.value);
    assert.ok(!text.includes("@"), "every address is a token");
    assert.deepEqual(vault.restore(tokenized.value, vault.findTokens(tokenized.value)), value);
  });
