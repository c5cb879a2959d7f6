// Texts that are made or changed by a command: formatting, promoting, suggesting, starting.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { parse } from "yaml";
import {
  findRule,
  formatPolicy,
  policyCoverage,
  promoteRule,
  reviewPolicies,
  runPolicyTests,
  STARTER_LEVELS,
  starterPolicy,
  suggestRules,
} from "../../src/decide/decide.ts";
import type { JsonObject, ToolDefinition } from "../../src/vocabulary.ts";
import { bundle, decidedEvent, NO_FINDINGS, PATTERNS, policyText, stream } from "./policy-fixtures.ts";

const GOOD = new URL("../cases/policies/good/", import.meta.url);

suite("format", () => {
  for (const name of readdirSync(GOOD)) {
    test(`${name} keeps its meaning and its comments, and stays the same the second time`, () => {
      const text = readFileSync(new URL(name, GOOD), "utf8");
      const formatted = formatPolicy(text) ?? "";
      assert.deepEqual(parse(formatted), parse(text));
      const comments = (it: string) =>
        [...it.matchAll(/(?<=^|\s)# ?(.*)$/gm)].map(([, words]) => words?.trim());
      assert.deepEqual(comments(formatted), comments(text));
      assert.equal(formatPolicy(formatted), formatted);
    });
  }

  const rows: [string, string | null][] = [
    ["a:   1\n", "a: 1\n"],
    ["a: {b:  1,c: [1,  2]}\n", "a: { b: 1, c: [1, 2] }\n"],
    ['a: [ "[ x ]", " ]" ]\n', 'a: ["[ x ]", " ]"]\n'],
    ["a:\n    - 1\n    - 2 # two\n", "a:\n  - 1\n  - 2 # two\n"],
    ["a: [\n", null],
    ["", null],
  ];
  for (const [text, expected] of rows) {
    test(`${JSON.stringify(text)} becomes ${JSON.stringify(expected)}`, () =>
      assert.equal(formatPolicy(text), expected));
  }
});

suite("promote", () => {
  const rows: [title: string, rule: string, after: string][] = [
    [
      "last in a flow map",
      "  - { id: w, match: [s.t], effect: deny, mode: shadow }",
      "  - { id: w, match: [s.t], effect: deny }",
    ],
    [
      "first in a flow map",
      "  - { mode: shadow, id: w, match: [s.t], effect: deny }",
      "  - { id: w, match: [s.t], effect: deny }",
    ],
    [
      "in the middle",
      "  - { id: w, mode: shadow, match: [s.t], effect: deny } # why",
      "  - { id: w, match: [s.t], effect: deny } # why",
    ],
    [
      "a line of its own",
      "  - id: w\n    mode: shadow # not yet\n    match: [s.t]\n    effect: deny",
      "  - id: w\n    match: [s.t]\n    effect: deny",
    ],
    [
      "the first line of a block",
      "  - mode: shadow\n    id: w\n    match: [s.t]\n    effect: deny",
      "  - id: w\n    match: [s.t]\n    effect: deny",
    ],
  ];
  for (const [title, rule, after] of rows) {
    test(`takes out a mode that is ${title}, and nothing else`, () => {
      const text = policyText(`# kept\ntools:\n  - { id: g, match: [s.t], effect: allow }\n${rule}`);
      const [found] = findRule(bundle({ "a.yaml": text }).files, "p/w");
      assert.ok(found);
      const promoted = promoteRule(found);
      assert.ok(promoted.ok);
      assert.equal(promoted.text, text.replace(rule, after));
      assert.equal(
        bundle({ "a.yaml": promoted.text }).policies.decideCall({
          principal: { name: "b", role: "agent", groups: [] },
          tool: "s.t",
          args: {},
          tokens: [],
          runLabels: [],
          now: new Date(0),
        }).rule,
        "w",
      );
    });
  }

  test("an enforced rule and a file in shadow mode are refused with a reason", () => {
    const enforced = findRule(
      bundle({ "a.yaml": policyText("tools: [{ id: w, match: [s.t], effect: deny }]") }).files,
      "w",
    );
    const whole = findRule(
      bundle({ "a.yaml": policyText("mode: shadow\ntools: [{ id: w, match: [s.t], effect: deny }]") }).files,
      "w",
    );
    for (const [[rule], why] of [
      [enforced, /enforced already/],
      [whole, /whole file is in shadow mode/],
    ] as const) {
      assert.ok(rule);
      const promoted = promoteRule(rule);
      assert.match(promoted.ok ? "" : promoted.why, why);
    }
  });
});

suite("suggest", () => {
  const present = bundle({
    "a.yaml": policyText(
      "tools: [{ id: g, match: [s.t], effect: allow }, { id: d, match: [no.way], effect: deny }]",
    ),
  });
  const options = {
    bundle: present,
    patterns: PATTERNS,
    principals: new Map(),
    analyzeCode: NO_FINDINGS,
    least: 3,
  };
  const denied = (tool: string, args: JsonObject, more: JsonObject = {}, rule = "no_match") =>
    decidedEvent(tool, { decision: "deny", rule, body: { args, ...more } });
  const times = (event: JsonObject, count: number) => Array.from({ length: count }, () => event);

  test("repeated denials give one narrow file with a passing test, for that key and that tool only", async () => {
    const events = [
      denied("shop.find", { query: "red", limit: 5, url: "https://a.example/x" }),
      denied("shop.find", { query: "red", limit: 9, url: "https://b.example/y" }),
      denied("shop.find", { query: "blue", limit: 7, url: "https://a.example/z" }),
      denied("shop.find", { query: "blue", limit: 7, url: "https://a.example/z" }),
    ];
    const [proposal, ...more] = await suggestRules(stream(...events), options);
    assert.equal(more.length, 0);
    assert.deepEqual([proposal?.denials, proposal?.grants, proposal?.of], [4, 4, 4]);
    const content = parse(proposal?.text ?? "");
    assert.deepEqual(content.applies_to, { agents: ["bot"] });
    assert.deepEqual(content.tools, [
      {
        id: "shop.find.suggested",
        match: ["shop.find"],
        args: {
          limit: { range: [5, 9] },
          query: { one_of: ["blue", "red"] },
          url: { scheme: ["https"], host_in: ["a.example", "b.example"], no_tokens: true },
        },
        effect: "approve",
      },
    ]);
    const loaded = bundle({
      "a.yaml": policyText("tools: [{ id: g, match: [s.t], effect: allow }]"),
      "s.yaml": proposal?.text ?? "",
    });
    assert.deepEqual(
      runPolicyTests(loaded.policies, NO_FINDINGS).map(({ passed }) => passed),
      [true],
    );
  });

  test("a denied token gives a flow for its class, source and argument", async () => {
    const use = {
      token: "EMAIL_004",
      class: "EMAIL",
      pointer: "/to/0",
      sources: [{ tool: "crm.get", call: "c", pointer: "/r/email" }],
    };
    const event = denied("s.t", { to: ["EMAIL_004"] }, { tokens: [use] }, "no_flow");
    const [proposal] = await suggestRules(stream(...times(event, 3)), options);
    const content = parse(proposal?.text ?? "");
    assert.equal(content.tools, undefined);
    assert.deepEqual(content.flows, [
      {
        id: "flow.suggested-1",
        class: ["EMAIL"],
        from: ["crm.get"],
        to: ["s.t#/to"],
        max_distinct: 1,
        effect: "allow",
      },
    ]);
    assert.deepEqual(content.tests[0].args, { to: ["<EMAIL@crm.get:r004>"] });
    assert.doesNotMatch(proposal?.text ?? "", /EMAIL_004/);
  });

  const silent: [string, JsonObject[]][] = [
    ["two denials are not enough", times(denied("shop.find", {}), 2)],
    ["a deny rule is not argued with", times(denied("no.way", {}), 5)],
    ["a denial by a rule is not argued with", times(denied("shop.find", {}, {}, "d"), 5)],
    [
      "a token of nobody gives nothing",
      times(
        denied(
          "s.t",
          { a: "EMAIL_001" },
          { tokens: [{ token: "EMAIL_001", class: "EMAIL", pointer: "/a", sources: [] }] },
        ),
        5,
      ),
    ],
    ["an allowed call gives nothing", times(decidedEvent("s.t"), 5)],
  ];
  for (const [title, events] of silent) {
    test(title, async () => assert.deepEqual(await suggestRules(stream(...events), options), []));
  }
});

suite("a starter policy", () => {
  const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
    server: "crm",
    name,
    description: "",
    inputSchema: {
      type: "object",
      properties: {
        id: { type: "string" },
        kind: { enum: ["a", "b"] },
        n: { type: "integer", minimum: 2, maximum: 4 },
      },
      required: ["id", "kind", "n"],
    },
    ...more,
  });
  const TOOLS = [
    tool("get_contact", { annotations: { readOnlyHint: true } }),
    tool("update_contact"),
    tool("delete_contact", { annotations: { readOnlyHint: true } }),
    tool("export_all", { annotations: { readOnlyHint: true } }),
    tool("odd name with spaces"),
  ];
  const known = new Map(TOOLS.map((it) => [`crm.${it.name}`, it]));
  for (const level of STARTER_LEVELS) {
    test(`${level} loads, passes its own tests, and has nothing to be remarked but what is watched`, () => {
      const loaded = bundle({ "a.yaml": starterPolicy(level, TOOLS) });
      const results = runPolicyTests(loaded.policies, NO_FINDINGS);
      assert.deepEqual(
        results.filter(({ passed }) => !passed),
        [],
      );
      assert.deepEqual(reviewPolicies(loaded, { tools: known, results }), []);
      assert.deepEqual(
        policyCoverage(loaded, results).filter(({ tests }) => tests.length === 0),
        [],
      );
    });
  }

  const rows: [level: (typeof STARTER_LEVELS)[number], tool: string, effect: string][] = [
    ["strict", "crm.get_contact", "approve"],
    ["strict", "crm.update_contact", "deny"],
    ["standard", "crm.get_contact", "allow"],
    ["standard", "crm.update_contact", "approve"],
    ["observe", "crm.update_contact", "allow"],
    ["strict", "crm.delete_contact", "deny"],
    ["standard", "crm.delete_contact", "deny"],
    ["observe", "crm.delete_contact", "deny"],
    ["observe", "crm.export_all", "deny"],
    ["observe", "crm.odd name with spaces", "deny"],
  ];
  for (const [level, name, effect] of rows) {
    test(`${level}: ${name} is ${effect}`, () => {
      const { policies } = bundle({ "a.yaml": starterPolicy(level, TOOLS) });
      const facts = {
        principal: { name: "b", role: "agent" as const, groups: [] },
        tool: name,
        args: { id: "1", kind: "a", n: 3 },
        tokens: [],
        runLabels: [],
        now: new Date(0),
      };
      assert.equal(policies.decideCall(facts).effect, effect);
    });
  }
});
