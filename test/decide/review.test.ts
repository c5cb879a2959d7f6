import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  type KnownTools,
  policyCoverage,
  policyMutants,
  reviewPolicies,
  runPolicyTests,
} from "../../src/decide/decide.ts";
import { bundle, NO_FINDINGS, policyText, problemsOf } from "./policy-fixtures.ts";

const TOOLS: KnownTools = new Map([
  [
    "crm.get",
    {
      inputSchema: {
        type: "object",
        properties: { id: { type: "string" }, limit: { type: "integer" } },
        required: ["id"],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    },
  ],
  [
    "mail.send",
    {
      inputSchema: {
        type: "object",
        properties: { to: { type: "array" }, body: { anyOf: [{ type: "string" }, { type: "null" }] } },
      },
    },
  ],
  ["mail.open", { inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
  ["crm.delete_all", { inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
  ["files.bare", null],
]);

function review(
  body: string,
  tools: KnownTools | undefined = TOOLS,
  more: Record<string, string> = {},
): string[] {
  const loaded = bundle({ "a.yaml": policyText(body), ...more });
  const results = runPolicyTests(loaded.policies, NO_FINDINGS, loaded.tests);
  return reviewPolicies(loaded, { tools, results })
    .filter(({ code }) => code !== "RULE_UNTESTED")
    .map(
      ({ file, line, column, severity, code, message }) =>
        `${file}:${line}:${column} ${severity} ${code} ${message}`,
    );
}

suite("names against the tools that are pinned", () => {
  const rows: [string, string, string | null][] = [
    [
      "a test that is denied only because its tool is misspelled",
      "tools: [{ id: d, match: [crm.delete_all], effect: deny }]\ntests:\n  - { name: x, call: crm.delete_al, expect: deny }",
      'a.yaml:6:5 warning TOOL_UNKNOWN "crm.delete_al" is no tool of tools.lock.json; did you mean "crm.delete_all"?',
    ],
    [
      "a test of a tool that nobody has, on purpose",
      "tools: [{ id: d, match: ['crm.export*'], effect: deny }, { id: g, match: [crm.get], effect: allow }]\ntests:\n  - { name: x, call: shell.run, expect: deny }",
      'a.yaml:4:26 warning TOOL_UNKNOWN "crm.export*" matches no tool of tools.lock.json',
    ],
    [
      "a test that is denied only because an argument is misspelled",
      "tools: [{ id: g, match: [crm.get], args: { id: {} }, effect: allow }]\ntests:\n  - { name: x, call: crm.get, args: { idd: x }, expect: deny }",
      'a.yaml:6:5 warning ARGUMENT_UNKNOWN "idd" is no argument of crm.get; did you mean "id"?',
    ],
    [
      "a test of an argument that is smuggled in",
      "tools: [{ id: g, match: [crm.get], args: { id: {} }, effect: allow }]\ntests:\n  - { name: x, call: crm.get, args: { bcc: x }, expect: deny }",
      null,
    ],
    [
      "a test of a result of a misspelled tool",
      "tools: [{ id: g, match: [crm.get], args: { id: {} }, effect: allow }]\ntests:\n  - { name: x, result_of: crm.gt, value: 1, expect: allow }",
      'a.yaml:6:5 error TOOL_UNKNOWN "crm.gt" is no tool of tools.lock.json; did you mean "crm.get"?',
    ],
    [
      "a misspelled server",
      "servers: { crm: {}, mial: {} }\ntools: [{ id: g, match: [crm.get], args: { id: {} }, effect: allow }]",
      'a.yaml:4:21 warning SERVER_UNKNOWN no tool of tools.lock.json is of the server "mial"; did you mean "mail"?',
    ],
    [
      "a known tool",
      "tools: [{ id: g, match: [crm.get], args: { id: { max_len: 9 } }, effect: allow }]",
      null,
    ],
    [
      "a misspelled tool",
      "tools: [{ id: g, match: [crm.gt], effect: allow }]",
      'a.yaml:4:26 error TOOL_UNKNOWN "crm.gt" is no tool of tools.lock.json; did you mean "crm.get"?',
    ],
    [
      "a pattern that matches nothing",
      "tools: [{ id: g, match: [crm.find_*], effect: allow }]",
      'a.yaml:4:26 warning TOOL_UNKNOWN "crm.find_*" matches no tool of tools.lock.json',
    ],
    [
      "a deny of a tool that does not exist yet",
      "tools: [{ id: d, match: [crm.wipe], effect: deny }]",
      'a.yaml:4:26 warning TOOL_UNKNOWN "crm.wipe" is no tool of tools.lock.json (known: crm.get, crm.delete_all)',
    ],
    [
      "a misspelled argument",
      "tools: [{ id: g, match: [crm.get], args: { id: {}, limt: {} }, effect: approve }]",
      'a.yaml:4:58 error ARGUMENT_UNKNOWN "limt" is no argument of crm.get; did you mean "limit"?',
    ],
    [
      "any argument of a tool without properties",
      "tools: [{ id: g, match: [mail.open], args: { x: {} }, effect: allow }]",
      null,
    ],
    [
      "an argument that must be absent",
      "tools: [{ id: g, match: [crm.get], args: { id: {}, zz: { absent: true } }, effect: allow }]",
      null,
    ],
    [
      "a required argument that the grant leaves out",
      "tools: [{ id: g, match: [crm.get], args: { limit: {} }, effect: allow }]",
      'a.yaml:4:42 error ARGUMENT_MISSING crm.get requires "id", which `args` does not permit: this grant can never match it',
    ],
    [
      "a range on a text",
      "tools: [{ id: g, match: [crm.get], args: { id: { range: [1, 2] } }, effect: allow }]",
      'a.yaml:4:57 error MATCHER_MISFIT "range" can never match: "id" of crm.get is string, not number',
    ],
    [
      "a length on a list",
      "tools: [{ id: g, match: [mail.send], args: { to: { max_len: 5 } }, effect: approve }]",
      'a.yaml:4:61 error MATCHER_MISFIT "max_len" can never match: "to" of mail.send is array, not string',
    ],
    [
      "a length on a text or null",
      "tools: [{ id: g, match: [mail.send], args: { body: { max_len: 5 } }, effect: approve }]",
      null,
    ],
    [
      "a tool of which only the hash is known",
      "tools: [{ id: g, match: [files.bare], args: { any: {} }, effect: approve }]",
      null,
    ],
    [
      "a flow to an argument that does not exist",
      "tools: [{ id: g, match: [crm.get], effect: approve }]\nflows: [{ id: f, class: [EMAIL], from: [mail.open], to: ['crm.get#/ident'], effect: allow }]",
      'a.yaml:5:58 error ARGUMENT_UNKNOWN "ident" is no argument of crm.get (known: id, limit)',
    ],
    [
      "a flow from a tool that does not exist",
      "tools: [{ id: g, match: [crm.get], effect: approve }]\nflows: [{ id: f, class: [EMAIL], from: [mail.opn], to: ['crm.get#/id'], effect: allow }]",
      'a.yaml:5:41 error TOOL_UNKNOWN "mail.opn" is no tool of tools.lock.json; did you mean "mail.open"?',
    ],
    [
      "a flow from the agent's own text",
      "tools: [{ id: g, match: [crm.get], effect: approve }]\nflows: [{ id: f, class: [EMAIL], from: [code], to: ['crm.get#/id'], effect: allow }]",
      null,
    ],
    [
      "an argument that approvers cannot be shown",
      "tools: [{ id: g, match: [crm.get], effect: approve, approval: { by: ['role:approver'], show: [idd] } }]",
      'a.yaml:4:95 error ARGUMENT_UNKNOWN "idd" is no argument of crm.get; did you mean "id"?',
    ],
    [
      "a test that expects a grant of a tool that does not exist",
      "tools: [{ id: g, match: [crm.get], effect: approve }]\ntests: [{ name: t, call: crm.gte, expect: approve }]",
      'a.yaml:5:9 error TOOL_UNKNOWN "crm.gte" is no tool of tools.lock.json; did you mean "crm.get"?',
    ],
  ];
  for (const [title, body, expected] of rows) {
    test(title, () => assert.deepEqual(review(body), expected === null ? [] : [expected]));
  }

  test("without a lock file names are not judged", () => {
    assert.deepEqual(review("tools: [{ id: g, match: [no.such], effect: allow }]", new Map()).length, 1);
    const loaded = bundle({ "a.yaml": policyText("tools: [{ id: g, match: [no.such], effect: allow }]") });
    assert.deepEqual(
      reviewPolicies(loaded, { results: [] }).map(({ code }) => code),
      ["RULE_UNTESTED"],
    );
  });
});

suite("rules without effect", () => {
  const rows: [string, string, RegExp | null][] = [
    [
      "a grant that is always denied",
      "tools: [{ id: g, match: [crm.get], effect: approve }, { id: d, match: ['crm.*'], effect: deny }]",
      /^a\.yaml:4:9 warning RULE_UNREACHABLE "p\/g": the rule "p\/d" denies all of its tools, always$/,
    ],
    [
      "a grant that is denied for some arguments",
      "tools: [{ id: g, match: [crm.get], effect: approve }, { id: d, match: ['crm.*'], effect: deny, args: { id: { one_of: [x] } } }]",
      null,
    ],
    [
      "a grant that is denied in shadow mode",
      "tools: [{ id: g, match: [crm.get], effect: approve }, { id: d, match: ['crm.*'], effect: deny, mode: shadow }]",
      null,
    ],
    [
      "conditions that a wider allow makes idle",
      "tools: [{ id: g, match: [crm.get], args: { id: { max_len: 3 } }, effect: allow }, { id: h, match: [crm.get], effect: allow }]",
      /RULE_SHADOWED "p\/g": the rule "p\/h" allows all of its tools with any argument/,
    ],
    [
      "an approve beside a wider allow still asks",
      "tools: [{ id: g, match: [crm.get], args: { id: { max_len: 3 } }, effect: approve }, { id: h, match: [crm.get], effect: allow }]",
      null,
    ],
    [
      "an escalate that meets no grant",
      "tools: [{ id: e, match: [mail.send], effect: escalate }, { id: g, match: [crm.get], effect: allow }]",
      /RULE_UNREACHABLE "p\/e": no grant can match these tools, so this escalate has no effect/,
    ],
    [
      "a flow to a tool that is not granted",
      "tools: [{ id: g, match: [crm.get], effect: allow }]\nflows: [{ id: f, class: [EMAIL], from: [crm.get], to: ['mail.send#/to'], effect: allow }]",
      /RULE_UNREACHABLE "p\/f": no grant can match the tools this flow leads to/,
    ],
    [
      "the same allow twice",
      "tools: [{ id: g, match: [crm.get], effect: allow }, { id: h, match: [crm.get], effect: allow }]",
      /RULE_SHADOWED "p\/h": the rule "p\/g" allows all of this already/,
    ],
  ];
  for (const [title, body, expected] of rows) {
    test(title, () => {
      const remarks = review(body);
      assert.equal(remarks.length, expected === null ? 0 : 1, remarks.join("\n"));
      if (expected) assert.match(remarks[0] ?? "", expected);
    });
  }

  test("a deny for other keys does not make a grant unreachable", () => {
    const other = policyText(
      "tools: [{ id: d, match: [crm.get], effect: deny }]",
      "id: q\napplies_to: { agents: [x] }",
    );
    assert.deepEqual(
      review("tools: [{ id: g, match: [crm.get], effect: approve }]", TOOLS, { "b.yaml": other }),
      [],
    );
  });
});

suite("writes that are granted with any argument", () => {
  const rows: [string, string, KnownTools, boolean][] = [
    ["a tool that sends", "match: [mail.send], effect: allow", TOOLS, true],
    ["the same with args", "match: [mail.send], effect: allow, args: { to: {}, body: {} }", TOOLS, false],
    ["the same with approval", "match: [mail.send], effect: approve", TOOLS, false],
    ["a tool that calls its deletion read-only", "match: [crm.delete_all], effect: allow", TOOLS, true],
    ["a tool that reads", "match: [crm.get], effect: allow", TOOLS, false],
    ["a pattern over reads and writes", "match: ['crm.*'], effect: allow", TOOLS, true],
    ["a verb in a name that nobody has pinned", "match: [shop.create_order], effect: allow", new Map(), true],
    ["a name without such a verb", "match: [shop.created_orders], effect: allow", new Map(), false],
  ];
  for (const [title, rule, tools, warns] of rows) {
    test(`${title} ${warns ? "is" : "is not"} remarked`, () => {
      const remarks = review(`tools: [{ id: g, ${rule} }]`, tools).filter((line) =>
        line.includes("WRITE_OPEN"),
      );
      assert.equal(remarks.length, warns ? 1 : 0);
    });
  }
});

suite("tests of policies", () => {
  const RULES =
    "tools: [{ id: g, match: [s.t], effect: allow }, { id: d, match: [s.t], args: { a: { one_of: [x] } }, effect: deny }, { id: e, match: [s.u], effect: escalate }]";
  const FURTHER =
    "policy_tests: 1\nof: p\ntests:\n  - { name: second, call: s.t, args: { a: x }, expect: deny, rule: d }\n";

  test("a *.test.yaml file counts like tests inside the file", () => {
    const loaded = bundle({
      "a.yaml": policyText(`${RULES}\ntests: [{ name: first, call: s.t, expect: allow, rule: g }]`),
      "a.test.yaml": FURTHER,
    });
    const results = runPolicyTests(loaded.policies, NO_FINDINGS, loaded.tests);
    assert.deepEqual(
      results.map(({ name, passed, file, line, column }) => [name, passed, `${file}:${line}:${column}`]),
      [
        ["first", true, "a.yaml:5:9"],
        ["second", true, "a.test.yaml:4:5"],
      ],
    );
    assert.deepEqual(
      policyCoverage(loaded, results).map(({ rule, tests }) => [rule, tests]),
      [
        ["p/g", ["first"]],
        ["p/d", ["second"]],
        ["p/e", []],
      ],
    );
  });

  test("mutants that no test notices survive, with rule, change and place", () => {
    const loaded = bundle({
      "a.yaml": policyText(`${RULES}\ntests: [{ name: first, call: s.t, expect: allow, rule: g }]`),
    });
    const mutants = policyMutants(loaded, NO_FINDINGS);
    assert.deepEqual(
      mutants.map(({ rule, change, to, killedBy, line }) => [rule, change, to ?? null, killedBy, line]),
      [
        ["p/g", "dropped", null, "first", 4],
        ["p/g", "flipped", "deny", "first", 4],
        ["p/d", "dropped", null, null, 4],
        ["p/d", "flipped", "allow", "first", 4],
        ["p/e", "dropped", null, null, 4],
        ["p/e", "flipped", "deny", null, 4],
      ],
    );
    const proven = bundle({ "a.yaml": policyText(RULES), "a.test.yaml": FURTHER });
    assert.equal(policyMutants(proven, NO_FINDINGS).find(({ rule }) => rule === "p/d")?.killedBy, "second");
  });

  test("a test says when it happens and how old the session is", () => {
    const text = policyText(
      'tools: [{ id: g, match: [s.t], when: { hours: "08:00-18:00", session_age: { under: 1h } }, effect: allow }]\ntests:\n  - { name: by day, call: s.t, at: "2026-01-05T09:00:00Z", session_age: 5m, expect: allow, rule: g }\n  - { name: by night, call: s.t, at: "2026-01-05T23:00:00Z", session_age: 5m, expect: deny }\n  - { name: late, call: s.t, at: "2026-01-05T09:00:00Z", session_age: 2h, expect: deny }',
    );
    const loaded = bundle({ "a.yaml": text });
    assert.deepEqual(
      runPolicyTests(loaded.policies, NO_FINDINGS).map(({ passed }) => passed),
      [true, true, true],
    );
  });

  test("a test file of an unknown policy is a problem, and is no policy itself", () => {
    assert.match(problemsOf(FURTHER).join("\n"), /unknown key "policy_tests"/);
    assert.throws(
      () => bundle({ "a.yaml": policyText(RULES), "b.test.yaml": FURTHER.replace("of: p", "of: q") }),
      /no policy "q"/,
    );
  });
});
