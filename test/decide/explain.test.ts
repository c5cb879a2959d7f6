import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { CallFacts } from "../../src/decide/decide.ts";
import { explainCall, readCallFile, wordExplanation } from "../../src/decide/decide.ts";
import { placeTestTokens } from "../../src/decide/format/test-tokens.ts";
import type { JsonObject } from "../../src/vocabulary.ts";
import { BOT, bundle, policyText } from "./policy-fixtures.ts";

const LOADED = bundle({
  "desk.yaml": policyText(`tools:
  - { id: small, match: [shop.refund], args: { id: { max_len: 5 }, amount: { range: [1, 50] } }, effect: allow }
  - { id: large, match: [shop.refund], args: { id: { max_len: 3 }, amount: { range: [51, 90] }, note: {} }, when: { run_labels_any: [x] }, effect: approve }
  - { id: seen, match: [shop.refund], when: { run_labels_any: [web] }, effect: escalate }
  - { id: watch, match: ["shop.*"], effect: deny, mode: shadow }
  - { id: mail, match: [mail.send], effect: allow }
flows:
  - { id: to, class: [EMAIL], from: [crm.get], to: ["mail.send#/to"], effect: allow }
  - { id: never, class: [PHONE], from: ["*"], to: ["mail.*"], effect: deny }`),
  "other.yaml": policyText(
    "tools: [{ id: far, match: [shop.refund], effect: allow }]",
    "id: q\napplies_to: { agents: [else] }",
  ),
});

function explain(tool: string, args: JsonObject, more: Partial<CallFacts> = {}) {
  const facts = { principal: BOT, tool, runLabels: [], now: new Date(0), ...placeTestTokens(args), ...more };
  return explainCall(LOADED, facts);
}

suite("explain", () => {
  test("every rule is shown with everything that does not hold", () => {
    const { rules, decision } = explain("shop.refund", { id: "too-long", amount: 60, extra: 1 });
    assert.equal(decision.rule, "no_match");
    assert.deepEqual(
      rules.map(({ rule, outcome, failures }) => [rule, outcome, failures.map(({ what }) => what)]),
      [
        [
          "p/small",
          "does not match",
          [
            'the argument "extra" is not permitted',
            'the argument "id" does not fit "max_len"',
            'the argument "amount" does not fit "range"',
          ],
        ],
        [
          "p/large",
          "does not match",
          [
            'its condition "run_labels_any" does not hold',
            'the argument "extra" is not permitted',
            'the argument "id" does not fit "max_len"',
          ],
        ],
        ["p/seen", "does not match", ['its condition "run_labels_any" does not hold']],
        ["p/watch", "matches", []],
        ["p/mail", "other tool", []],
        ["q/far", "other caller", []],
      ],
    );
  });

  test("the nearest grant is the one with the fewest failures, with its first one", () => {
    const { nearest } = explain("shop.refund", { id: "A", amount: 95 });
    assert.deepEqual(nearest, {
      rule: "p/small",
      file: "desk.yaml",
      line: 5,
      column: 5,
      failure: { what: 'the argument "amount" does not fit "range"', verdict: "no" },
      further: 0,
    });
    assert.equal(explain("shop.refund", { id: "A", amount: 7 }).nearest, null);
    assert.equal(explain("nobody.knows", {}).nearest, null);
  });

  test("each token has its flow, or the reason why there is none", () => {
    const { tokens, decision } = explain("mail.send", {
      to: "<EMAIL@crm.get:r1>",
      cc: "<EMAIL@crm.get:r1>",
      body: "<PHONE@crm.get:r1> <PERSON@unknown:r1>",
    });
    assert.equal(decision.rule, "never");
    assert.deepEqual(
      tokens.map(({ pointer, flow, why }) => [pointer, flow, why]),
      [
        ["/to", "to", 'the flow "to" lets it through'],
        ["/cc", null, "no flow names its class, source and target"],
        ["/body", null, 'the flow "p/never" denies it'],
        ["/body", null, "this session never issued it"],
      ],
    );
  });

  test("the reviewer sees places, the agent its reason, the end user no rules", () => {
    const words = wordExplanation(explain("shop.refund", { id: "A", amount: 95 }));
    assert.match(
      words.reviewer,
      /deny by no_match.*Nearest grant: p\/small at desk\.yaml:5:5.*In shadow mode: p\/watch would deny\./,
    );
    assert.match(words.agent, /^shop\.refund is refused: /);
    assert.doesNotMatch(words.agent, /desk\.yaml|p\/watch/);
    assert.doesNotMatch(words.endUser, /refund|small|amount|desk/);
    assert.match(wordExplanation(explain("shop.refund", { id: "A", amount: 7 })).endUser, /may do this/);
    const held = explain("shop.refund", { id: "A", amount: 7 }, { runLabels: ["web"] });
    assert.match(wordExplanation(held).endUser, /A person has to approve/);
    assert.match(
      wordExplanation(explain("mail.send", { cc: "<EMAIL@crm.get:r1>" })).endUser,
      /personal data/,
    );
  });

  test("an explanation decides as the gate does", () => {
    const facts = {
      principal: BOT,
      tool: "shop.refund",
      args: { id: "A", amount: 7 },
      tokens: [],
      runLabels: [],
      now: new Date(0),
    };
    assert.deepEqual(explainCall(LOADED, facts).decision, LOADED.policies.decideCall(facts));
  });
});

suite("a call in a file", () => {
  const rows: [JsonObject, RegExp | null][] = [
    [
      { call: "s.t", args: { a: 1 }, run_labels: ["x"], who: { agent: "bot" }, at: "2026-01-05T09:00:00Z" },
      null,
    ],
    [{ call: "s.t" }, null],
    [{ args: {} }, /^\/call: the key "call" is missing$/],
    [{ call: "s.t", argz: {} }, /^\/argz: unknown key "argz"; did you mean "args"\?$/],
    [{ call: "s.t", expect: "allow" }, /unknown key "expect"/],
    [{ call: "s.t", args: { a: "<EMAL@crm.get:r1>" } }, /"EMAL" is no class; did you mean "EMAIL"/],
  ];
  for (const [value, problem] of rows) {
    test(`${JSON.stringify(value)} ${problem ? "is refused" : "is read"}`, () => {
      const read = readCallFile(value, { agents: ["bot"] });
      assert.equal(read.ok, problem === null);
      if (!read.ok && problem) assert.match(read.problems[0] ?? "", problem);
      if (read.ok) assert.equal(read.facts.principal.name, "bot");
    });
  }
});
