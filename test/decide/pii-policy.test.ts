import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PII_ACTIONS, type Principal } from "../../src/vocabulary.ts";
import { BOT, call, load, outcome, policyText, problemsOf } from "./policy-fixtures.ts";

const grant = (id: string, pii: string): string =>
  policyText(pii, `id: ${id}\napplies_to: { agents: ["*"] }`);
const ceiling = (id: string, pii: string): string =>
  policyText(pii, `id: ${id}\nrole: ceiling\napplies_to: { agents: ["*"] }`);
const rulesOf = (...texts: string[]) => load(...texts).pii(BOT);

test("without a word on personal data every class is tokenized but logins and coordinates", () => {
  const rules = rulesOf(policyText(""));
  assert.deepEqual(rules.actions, DEFAULT_PII_ACTIONS);
  assert.equal(rules.actions.USERNAME, "pass");
  assert.equal(rules.actions.BANK_ACCOUNT, "tokenize");
  assert.deepEqual(
    [rules.fields, rules.custom, rules.allow, rules.facts],
    [undefined, undefined, undefined, undefined],
  );
  assert.equal(rules.minConfidence, "low");
});

test("the strictest action of all files wins, and a ceiling tightens a default that passes", () => {
  const rules = rulesOf(
    grant("a", "pii: { classes: { EMAIL: pass, PHONE: redact } }"),
    grant("b", "pii: { classes: { EMAIL: tokenize } }"),
    ceiling("c", "pii: { classes: { USERNAME: tokenize, PHONE: tokenize } }"),
  );
  assert.equal(rules.actions.EMAIL, "tokenize");
  assert.equal(rules.actions.PHONE, "redact");
  assert.equal(rules.actions.USERNAME, "tokenize");
});

test("fields and classes of all files add up, each class with its strictest action", () => {
  const rules = rulesOf(
    grant(
      "a",
      'pii:\n  fields: [{ tool: "crm.*", pointer: /notes, class: PERSON }]\n  custom: [{ class: EMPLOYEE_ID, pattern: "E-[0-9]{6}" }]',
    ),
    ceiling(
      "b",
      "pii:\n  fields: [{ tool: hr.get, pointer: /**/grade, class: EMPLOYEE_ID, action: block }]\n  custom: [{ class: EMPLOYEE_ID, words: [E-ALL], action: redact }]",
    ),
  );
  assert.deepEqual(rules.fields, [
    { tool: "crm.*", pointer: "/notes", class: "PERSON" },
    { tool: "hr.get", pointer: "/**/grade", class: "EMPLOYEE_ID", action: "block" },
  ]);
  assert.deepEqual(rules.custom, [
    { class: "EMPLOYEE_ID", pattern: "E-[0-9]{6}" },
    { class: "EMPLOYEE_ID", words: ["E-ALL"] },
  ]);
  assert.equal((rules.actions as Record<string, string>)["EMPLOYEE_ID"], "redact");
});

test("tokens are shaped only where a grant says so and no applicable file says otherwise", () => {
  const [shaped, label] = ["pii: { style: shaped }", "pii: { style: label }"];
  const styles: [string[], "shaped" | undefined][] = [
    [[policyText("")], undefined],
    [[grant("a", shaped)], "shaped"],
    [[grant("a", shaped), grant("b", "pii: { facts: [domain] }")], "shaped"],
    [[grant("a", shaped), grant("b", label)], undefined],
    [[grant("a", shaped), ceiling("c", label)], undefined],
    [[policyText(""), ceiling("c", shaped)], undefined],
  ];
  for (const [texts, style] of styles) assert.equal(rulesOf(...texts).style, style, texts.join());
  assert.match(problemsOf(grant("a", "pii: { style: pretty }")).join(), /pretty/);
});

test("public values and facts must be in every list that applies, and a ceiling grants none", () => {
  const rules = rulesOf(
    grant("a", 'pii: { allow: [help@us.example, "*@us.example"], facts: [domain, last4] }'),
    grant("b", "pii: { facts: [last4, initials] }"),
    ceiling("c", "pii: { allow: [help@us.example] }"),
  );
  assert.deepEqual(rules.allow, [["help@us.example", "*@us.example"], ["help@us.example"]]);
  assert.deepEqual(rules.facts, ["last4"]);
  const alone = rulesOf(policyText(""), ceiling("c", "pii: { allow: [x@us.example], facts: [domain] }"));
  assert.deepEqual([alone.allow, alone.facts], [undefined, undefined]);
});

test("the lowest confidence wins, and a ceiling alone raises none", () => {
  const high = grant("a", "pii: { min_confidence: high }");
  assert.equal(rulesOf(high).minConfidence, "high");
  assert.equal(rulesOf(high, grant("b", "pii: { min_confidence: medium }")).minConfidence, "medium");
  assert.equal(rulesOf(high, ceiling("c", "pii: { min_confidence: low }")).minConfidence, "low");
  assert.equal(rulesOf(policyText(""), ceiling("c", "pii: { min_confidence: high }")).minConfidence, "low");
});

test("files in shadow mode and files for others change nothing", () => {
  const other: Principal = { name: "other", role: "agent", groups: [] };
  const mine = policyText("pii: { classes: { EMAIL: block } }", "id: a\napplies_to: { agents: [bot] }");
  const shadow = policyText(
    "pii: { classes: { PHONE: block } }",
    'id: b\nmode: shadow\napplies_to: { agents: ["*"] }',
  );
  const policies = load(mine, shadow);
  assert.equal(policies.pii(BOT).actions.EMAIL, "block");
  assert.equal(policies.pii(BOT).actions.PHONE, "tokenize");
  assert.equal(policies.pii(other).actions.EMAIL, "tokenize");
});

test("a flow may name a class that another file adds", () => {
  const hr = grant("hr", 'pii: { custom: [{ class: EMPLOYEE_ID, pattern: "E-[0-9]{6}" }] }');
  const flows = grant(
    "flows",
    "tools: [{ id: t, match: [hr.get], effect: allow, args: { id: { max_len: 40 } } }]\n" +
      "flows: [{ id: f, class: [EMPLOYEE_ID], from: [hr.list], to: [hr.get#/id], effect: allow }]",
  );
  const policies = load(hr, flows);
  assert.equal(outcome(call(policies, "hr.get", { id: "<EMPLOYEE_ID@hr.list:r1>" })), "allow t");
  assert.equal(call(policies, "hr.get", { id: "<EMAIL@hr.list:r1>" }).effect, "deny");
});

test("an argument may have to be a token of a class that another file adds", () => {
  const hr = grant("hr", 'pii: { custom: [{ class: EMPLOYEE_ID, pattern: "E-[0-9]{6}" }] }');
  const rule = "match: [hr.get], effect: allow, args: { ids: { each: { class: EMPLOYEE_ID } } }";
  const rules = grant(
    "rules",
    `tools: [{ id: t, ${rule} }]\nflows: [{ id: f, class: ["*"], from: [hr.list], to: [hr.get#/ids], effect: allow }]`,
  );
  const policies = load(hr, rules);
  const get = (id: string) => call(policies, "hr.get", { ids: [id] }).effect;
  assert.equal(get("<EMPLOYEE_ID@hr.list:r1>"), "allow");
  assert.equal(get("<EMAIL@hr.list:r1>"), "deny");
  assert.equal(get("E-123456"), "deny");
  assert.equal(get("x <EMPLOYEE_ID@hr.list:r1>"), "deny");
  const alone = problemsOf(rules).join();
  assert.match(alone, /"EMPLOYEE_ID" is not one of the words/);
  const typo = problemsOf(
    grant("a", "tools: [{ id: t, match: [a.b], effect: allow, args: { to: { class: EMIAL } } }]"),
  );
  assert.match(typo.join(), /^4:\d+ "EMIAL" is not one of the words.*EMAIL/);
});

const MISTAKES: [title: string, pii: string, problem: RegExp][] = [
  [
    "a class of the gateway as one's own",
    'pii: { custom: [{ class: EMAIL, pattern: "x+" }] }',
    /^4:\d+ "EMAIL" is a class of the gateway/,
  ],
  [
    "a name with digits",
    'pii: { custom: [{ class: ID_2, pattern: "x+" }] }',
    /^4:\d+ "ID_2" is no name of a class/,
  ],
  [
    "neither pattern nor words",
    "pii: { custom: [{ class: PROJECT }] }",
    /^4:\d+ a class of your own has either/,
  ],
  [
    "both",
    'pii: { custom: [{ class: PROJECT, pattern: "x+", words: [ab] }] }',
    /^4:\d+ a class of your own has either/,
  ],
  [
    "a back-reference",
    'pii: { custom: [{ class: PROJECT, pattern: "(a)\\\\1" }] }',
    /^4:\d+ this is no RE2 expression/,
  ],
  [
    "a pattern that matches nothing at all",
    'pii: { custom: [{ class: PROJECT, pattern: "a*" }] }',
    /^4:\d+ this pattern matches the empty text/,
  ],
  [
    "a pattern that is too long",
    `pii: { custom: [{ class: PROJECT, pattern: "${"a".repeat(201)}" }] }`,
    /^4:\d+ this pattern is longer than 200/,
  ],
  [
    "an unknown class in a field",
    "pii: { fields: [{ tool: a.b, pointer: /x, class: EMAL }] }",
    /^4:\d+ "EMAL" is not one of the words.*did you mean "EMAIL"/,
  ],
  [
    "an unknown class in a flow",
    "flows: [{ id: f, class: [PROJECT], from: [a.b], to: [a.c], effect: allow }]",
    /^4:\d+ "PROJECT" is not one of the words/,
  ],
  [
    "a pointer without a slash",
    "pii: { fields: [{ tool: a.b, pointer: x, class: EMAIL }] }",
    /^4:\d+ "x" is no JSON pointer/,
  ],
  [
    "a field that passes",
    "pii: { fields: [{ tool: a.b, pointer: /x, class: EMAIL, action: pass }] }",
    /^4:\d+ "pass" is not one of the words/,
  ],
  ["a star in a public value", 'pii: { allow: ["ann*"] }', /^4:\d+ "ann\*" holds a star/],
  ["every address of a top level", 'pii: { allow: ["*@com"] }', /^4:\d+ "\*@com" is no pattern/],
  [
    "an unknown fact",
    "pii: { facts: [domains] }",
    /^4:\d+ "domains" is not one of the words.*did you mean "domain"/,
  ],
  [
    "an unknown confidence",
    "pii: { min_confidence: hihg }",
    /^4:\d+ "hihg" is not one of the words.*did you mean "high"/,
  ],
  ["an unknown key", "pii: { field: [1] }", /^4:\d+ unknown key "field"; did you mean "fields"/],
];
for (const [title, body, problem] of MISTAKES) {
  test(`${title} is refused with its place`, () => {
    const problems = problemsOf(policyText(body));
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", problem);
  });
}

test("a ceiling that lets a class pass is refused", () => {
  assert.match(problemsOf(ceiling("c", "pii: { classes: { EMAIL: pass } }"))[0] ?? "", /a ceiling may only/);
});

test("a matcher may ask for a class of one's own, whichever file adds it", () => {
  const policies = load(
    policyText(
      "tools: [{ id: g, match: [s.t], effect: allow, args: { who: { class: EMPLOYEE_ID } } }]\nflows: [{ id: f, class: ['*'], from: ['*'], to: [s.t], effect: allow }]",
    ),
    policyText(
      "pii: { custom: [{ class: EMPLOYEE_ID, words: [E123] }] }",
      'id: hr\napplies_to: { agents: ["*"] }',
    ),
  );
  const decided = (who: string) => outcome(call(policies, "s.t", { who }));
  assert.equal(decided("<EMPLOYEE_ID@hr.get:r1>"), "allow g");
  assert.equal(decided("<EMAIL@hr.get:r1>"), "deny no_match");
  assert.equal(decided("E123"), "deny no_match");
});
