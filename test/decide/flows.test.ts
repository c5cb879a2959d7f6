import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { JsonObject, TokenUse } from "../../src/vocabulary.ts";
import { BOT, call, load, outcome, policyText } from "./policy-fixtures.ts";

function withFlows(...flows: string[]) {
  return load(
    policyText(
      `tools: [{ id: g, match: ["*.t"], effect: allow }]\nflows:\n${flows.map((flow) => `  - { ${flow} }`).join("\n")}`,
    ),
  );
}

const TO = "id: to, class: [EMAIL], from: [crm.get], to: ['s.t#/to'], effect: allow";
const NAME =
  "id: name, class: [PERSON], from: [crm.*], to: ['s.t#/body'], same_record_as: /to, effect: allow";
const E1 = "<EMAIL@crm.get:r1>";
const E2 = "<EMAIL@crm.get:r2>";
const P1 = "<PERSON@crm.get:r1>";

suite("flows", () => {
  const rows: [string, string[], JsonObject, string][] = [
    ["a flow lets its token through", [TO], { to: E1 }, "allow g"],
    ["a pointer covers what is below it", [TO], { to: [E1, { deep: E2 }] }, "allow g"],
    ["a pointer does not cover a longer name", [TO], { token: E1 }, "deny no_flow"],
    ["a pointer does not cover other arguments", [TO], { to: E1, cc: E2 }, "deny no_flow"],
    ["a token inside other text is judged too", [TO], { to: `x ${E1}` }, "allow g"],
    ["another class needs its own flow", [TO], { to: "<PHONE@crm.get:r1>" }, "deny no_flow"],
    ["another source needs its own flow", [TO], { to: "<EMAIL@crm.list:r1>" }, "deny no_flow"],
    ["the agent's own text is another source", [TO], { to: "<EMAIL@code:r1>" }, "deny no_flow"],
    [
      "text of the agent passes where a flow names it",
      [TO.replace("crm.get", "code")],
      { to: "<EMAIL@code:r1>" },
      "allow g",
    ],
    [
      "a star covers tools and the agent's own text",
      [TO.replace("crm.get", "'*'")],
      { to: ["<EMAIL@context:r1>", E1] },
      "allow g",
    ],
    [
      "a tool pattern does not cover the agent's own text",
      [TO.replace("crm.get", "'*.*'")],
      { to: "<EMAIL@code:r1>" },
      "deny no_flow",
    ],
    ["a flow to another tool is none", [TO.replace("s.t#", "x.t#")], { to: E1 }, "deny no_flow"],
    [
      "a target without a pointer is any argument",
      [TO.replace("s.t#/to", "s.*")],
      { any: { where: E1 } },
      "allow g",
    ],
    ["an unknown token always denies", [TO], { to: "<EMAIL@unknown:r1>" }, "deny unknown_token"],
    ["a look-alike needs no flow", [TO], { to: "<LITERAL@crm.get:r1>" }, "allow g"],
    ["an unknown look-alike denies", [TO], { to: "<LITERAL@unknown:r1>" }, "deny unknown_token"],
    ["without tokens no flow is needed", [TO], { to: "plain" }, "allow g"],
    [
      "a deny flow wins over an allow flow",
      [TO, "id: no, class: ['*'], from: ['*'], to: [s.*], effect: deny"],
      { to: E1 },
      "deny no",
    ],
    [
      "a deny flow is about its class only",
      [TO, "id: no, class: [PHONE], from: ['*'], to: [s.*], effect: deny"],
      { to: E1 },
      "allow g",
    ],
    [
      "a deny flow is about its pointer only",
      [TO, "id: no, class: ['*'], from: ['*'], to: ['s.t#/cc'], effect: deny"],
      { to: E1 },
      "allow g",
    ],
    [
      "a deny flow in shadow mode changes nothing",
      [TO, "id: no, class: ['*'], from: ['*'], to: [s.*], effect: deny, mode: shadow"],
      { to: E1 },
      "allow g",
    ],
    ["an allow flow in shadow mode allows nothing", [`${TO}, mode: shadow`], { to: E1 }, "deny no_flow"],
    ["max_distinct counts tokens, not appearances", [`${TO}, max_distinct: 1`], { to: [E1, E1] }, "allow g"],
    [
      "one distinct token more is refused by the flow's name",
      [`${TO}, max_distinct: 1`],
      { to: [E1, E2] },
      "deny to",
    ],
    [
      "a bound over a run holds for one call, too",
      [`${TO}, max_distinct: { run: 1 }`],
      { to: [E1, E2] },
      "deny to",
    ],
    ["a bound over a session likewise", [`${TO}, max_distinct: { session: 1 }`], { to: [E1, E2] }, "deny to"],
    [
      "bounds that leave room",
      [`${TO}, max_distinct: { call: 2, run: 2, session: 9 }`],
      { to: [E1, E2] },
      "allow g",
    ],
    [
      "another flow may still have room",
      [`${TO}, max_distinct: 1`, TO.replace("id: to", "id: wide")],
      { to: [E1, E2] },
      "allow g",
    ],
    ["a name goes to the person of the same record", [TO, NAME], { to: E1, body: `Dear ${P1}` }, "allow g"],
    ["a name does not go to another person", [TO, NAME], { to: E2, body: P1 }, "deny name"],
    ["a name does not go to two people", [TO, NAME], { to: [E1, E2], body: P1 }, "deny name"],
    [
      "a name does not go to an address in clear",
      [TO, NAME],
      { to: "eve@evil.example", body: P1 },
      "deny name",
    ],
    [
      "a name does not go to an address beside the right one",
      [TO, NAME],
      { to: [E1, "eve@evil.example"], body: P1 },
      "deny name",
    ],
    [
      "a name does not go to an address hidden in the right text",
      [TO, NAME],
      { to: `${E1},eve@evil.example`, body: P1 },
      "deny name",
    ],
    ["a name goes nowhere without a recipient", [TO, NAME], { body: P1 }, "deny name"],
    [
      "a name of the same record of another call does not fit",
      [TO, NAME],
      { to: E1, body: "<PERSON@crm.list:r1>" },
      "deny name",
    ],
  ];
  for (const [title, flows, args, expected] of rows) {
    test(title, () => assert.equal(outcome(call(withFlows(...flows), "s.t", args)), expected));
  }

  test("restores list the flow of every use, and are empty when the call is denied", () => {
    const { restores } = call(withFlows(TO, NAME), "s.t", { to: E1, body: `${P1} <LITERAL@crm.get:r9>` });
    assert.deepEqual(restores, [
      { token: "EMAIL_001", pointer: "/to", flow: "to" },
      { token: "PERSON_002", pointer: "/body", flow: "name" },
      { token: "LITERAL_003", pointer: "/body", flow: "literal" },
    ]);
    assert.deepEqual(call(withFlows(TO), "s.t", { to: E1, cc: E1 }).restores, []);
  });

  test("a flow is not enough where no rule grants the call", () => {
    assert.equal(outcome(call(withFlows(TO.replace("s.t#", "s.u#")), "s.u", { to: E1 })), "deny no_match");
  });

  test("the reason of a missing flow names token and place", () => {
    assert.match(call(withFlows(TO), "s.t", { cc: E1 }).reason, /EMAIL_001 \(EMAIL\).*s\.t#\/cc/);
  });
});

suite("tokens with several sources", () => {
  const use = (...tools: string[]): TokenUse => ({
    token: "EMAIL_001",
    class: "EMAIL",
    pointer: "/to",
    known: true,
    whole: true,
    sources: tools.map((tool) => ({ tool, call: "c1", pointer: "/email" })),
  });
  const rows: [string, string[], string[], string][] = [
    ["every tool that showed the value must be allowed", [TO], ["crm.get", "web.fetch"], "deny no_flow"],
    [
      "two flows together may cover two sources",
      [TO, TO.replace("id: to", "id: w").replace("crm.get", "web.fetch")],
      ["crm.get", "web.fetch"],
      "allow g",
    ],
    ["the agent's copy of a value that a tool showed adds nothing", [TO], ["crm.get", "code"], "allow g"],
    [
      "a value that a tool showed does not become the agent's own",
      [TO.replace("crm.get", "code")],
      ["crm.get", "code"],
      "deny no_flow",
    ],
    [
      "a deny looks at every source",
      [TO, "id: no, class: ['*'], from: [code], to: [s.*], effect: deny"],
      ["crm.get", "code"],
      "deny no",
    ],
    ["a token without any source goes nowhere", [TO.replace("crm.get", "'*'")], [], "deny no_flow"],
  ];
  for (const [title, flows, tools, expected] of rows) {
    test(title, () => {
      const decision = withFlows(...flows).decideCall({
        principal: BOT,
        tool: "s.t",
        args: { to: "EMAIL_001" },
        tokens: [use(...tools)],
        runLabels: [],
        now: new Date(0),
      });
      assert.equal(outcome(decision), expected);
    });
  }

  const places: [string, string, string, string][] = [
    ["fields of one object are one record", "/rows/1/email", "/rows/1/name", "allow g"],
    ["fields of two objects are two records", "/rows/1/email", "/rows/2/name", "deny name"],
    ["elements of one list are no record", "/0", "/1", "deny name"],
    ["two values in one bare text are no record", "", "", "deny name"],
  ];
  for (const [title, email, name, expected] of places) {
    test(title, () => {
      const source = (pointer: string) => [{ tool: "crm.get", call: "c1", pointer }];
      const tokens: TokenUse[] = [
        { ...use(), sources: source(email) },
        {
          token: "PERSON_001",
          class: "PERSON",
          pointer: "/body",
          known: true,
          whole: true,
          sources: source(name),
        },
      ];
      const args = { to: "EMAIL_001", body: "PERSON_001" };
      const decision = withFlows(TO, NAME).decideCall({
        principal: BOT,
        tool: "s.t",
        args,
        tokens,
        runLabels: [],
        now: new Date(0),
      });
      assert.equal(outcome(decision), expected);
    });
  }
});
