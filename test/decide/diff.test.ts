import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { diffPolicies } from "../../src/decide/decide.ts";
import { bundle, policyText } from "./policy-fixtures.ts";

function diff(before: string, after: string, head?: string) {
  return diffPolicies(
    bundle({ "a.yaml": policyText(before, head) }),
    bundle({ "a.yaml": policyText(after, head) }),
  );
}

const grant = (more: string, effect = "allow") =>
  `tools: [{ id: g, match: [s.t], effect: ${effect}${more} }]`;
const args = (matcher: string) => `, args: { a: { ${matcher} } }`;
const both = (further: string) => `tools: [{ id: g, match: [s.t], effect: allow }, ${further}]`;

suite("what changes for one tool", () => {
  const rows: [before: string, after: string, change: string | null][] = [
    [grant(""), grant(""), null],
    [grant(args("max_len: 5")), grant(args("max_len: 6")), "wider"],
    [grant(args("max_len: 6")), grant(args("max_len: 5")), "narrower"],
    [grant(args("one_of: [a, b]")), grant(args("one_of: [a]")), "narrower"],
    [grant(args("one_of: [a]")), grant(args("one_of: [b]")), "may widen"],
    [grant(args("range: [1, 5]")), grant(args("range: [2, 4]")), "narrower"],
    [grant(args("range: [1, 5]")), grant(args("range: [1, 6]")), "wider"],
    [grant(args("range: [1, 5]")), grant(args("range: [2, 6]")), "may widen"],
    [grant(args("host_in: [a.example]")), grant(args("host_in: [a.example, b.example]")), "wider"],
    [grant(args("pattern: 'a+'")), grant(args("pattern: 'a*'")), "may widen"],
    [grant(args("max_len: 5")), grant(args("max_len: 5, prefix: x")), "narrower"],
    [grant(args("max_len: 5")), grant(args("")), "wider"],
    [grant(args("each: { max_len: 5 }")), grant(args("each: { max_len: 4 }")), "narrower"],
    [grant(args("max_len: 5, prefix: x")), grant(args("max_len: 9, prefix: [x]")), "wider"],
    [grant(args("max_len: 5, prefix: x")), grant(args("max_len: 9, prefix: xy")), "may widen"],
    [grant(""), grant(args("")), "narrower"],
    [grant(args("")), grant(", args: { a: {}, b: {} }"), "wider"],
    [grant(args("")), grant(", args: { a: {}, b: { absent: true } }"), null],
    [grant(""), grant("", "approve"), "narrower"],
    [grant("", "approve"), grant(""), "wider"],
    [grant("", "approve"), grant(", approval: { by: ['role:approver'], count: 2 }", "approve"), "narrower"],
    [grant(", rate: { max: 2, per: 1h, by: [user] }"), grant(", rate: { max: 2, per: 60m }"), null],
    [grant("", "approve"), grant(", approval: { by: ['group:x'] }", "approve"), "may widen"],
    [grant(""), grant("", "deny"), "narrower"],
    [grant("", "deny"), grant(""), "wider"],
    [grant(""), grant(", mode: shadow"), "narrower"],
    [grant(""), grant(", rate: { max: 5, per: 1h }"), "narrower"],
    [grant(", rate: { max: 5, per: 1h }"), grant(", rate: { max: 9, per: 1h }"), "wider"],
    [grant(", rate: { max: 5, per: 1h }"), grant(", rate: { max: 4, per: 1m }"), "may widen"],
    [grant(""), grant(", when: { days: [mon] }"), "narrower"],
    [grant(", when: { days: [mon] }"), grant(", when: { days: [mon, tue] }"), "wider"],
    [grant(", when: { hours: '08:00-18:00' }"), grant(", when: { hours: '08:00-20:00' }"), "may widen"],
    [grant(""), both("{ id: d, match: [s.t], effect: deny, args: { a: { one_of: [x] } } }"), "narrower"],
    [both("{ id: e, match: [s.*], effect: escalate }"), grant(""), "wider"],
    [
      both("{ id: d, match: [s.t], effect: deny, args: { a: { one_of: [x] } } }"),
      both("{ id: d, match: [s.t], effect: deny, args: { a: { one_of: [x, y] } } }"),
      "narrower",
    ],
    [
      both("{ id: d, match: [s.t], effect: deny, args: { a: { one_of: [x] } } }"),
      both("{ id: d, match: [s.t], effect: deny, args: { a: { one_of: [x] }, b: {} } }"),
      "wider",
    ],
    [
      both("{ id: d, match: [s.t], effect: escalate }"),
      both("{ id: d, match: [s.t], effect: deny }"),
      "narrower",
    ],
    [grant(""), both("{ id: h, match: [s.t], args: { a: {} }, effect: allow }"), null],
    [
      grant(args("")),
      `tools: [{ id: g, match: [s.t], effect: allow, args: { a: {} } }, { id: h, match: [s.t], effect: approve }]`,
      "wider",
    ],
  ];
  for (const [before, after, change] of rows) {
    test(`${before} → ${after}: ${change ?? "unchanged"}`, () => {
      const found = diff(before, after);
      const own = found.tools.filter(
        ({ tool, principal }) => tool === "s.t" && principal === "any other agent",
      );
      assert.deepEqual(
        own.map((entry) => entry.change),
        change === null ? [] : [change],
      );
      assert.equal(found.widens, change === "wider" || change === "may widen");
    });
  }

  test("a new tool is wider, a lost one narrower, and each caller is compared alone", () => {
    const head = "id: p\napplies_to: { agents: [bot], groups: [desk] }";
    const { tools } = diff(grant(""), "tools: [{ id: g, match: [s.u], effect: allow }]", head);
    assert.deepEqual(
      tools.map(({ principal, tool, change }) => `${principal} ${tool} ${change}`),
      ["bot s.t narrower", "bot s.u wider", "group desk s.t narrower", "group desk s.u wider"],
    );
  });
});

suite("where personal values may go", () => {
  const flow = (text: string) => `${grant("")}\nflows: [{ id: f, ${text} }]`;
  const base = "class: [EMAIL], from: [crm.get], to: ['s.t#/to'], effect: allow";
  const rows: [string, string, string[]][] = [
    [grant(""), flow(base), ["new EMAIL from crm.get to s.t#/to"]],
    [flow(base), flow(base), []],
    [flow(base), grant(""), ["gone EMAIL from crm.get to s.t#/to"]],
    [flow(base), flow(base.replace("[EMAIL]", "[EMAIL, PHONE]")), ["new PHONE from crm.get to s.t#/to"]],
    [flow(base), flow(base.replace("crm.get", "'crm.*'")), ["new EMAIL from crm.* to s.t#/to", "gone"]],
    [flow(base.replace("crm.get", "'crm.*'")), flow(base), ["gone EMAIL from crm.* to s.t#/to"]],
    [flow(base), flow(base.replace("#/to", "")), ["new EMAIL from crm.get to s.t"]],
    [flow(`${base}, max_distinct: 1`), flow(base), ["loosened EMAIL from crm.get to s.t#/to"]],
    [flow(`${base}, max_distinct: { call: 1 }`), flow(`${base}, max_distinct: 1`), []],
    [
      flow(`${base}, max_distinct: { run: 5 }`),
      flow(`${base}, max_distinct: 5`),
      ["loosened EMAIL from crm.get to s.t#/to"],
    ],
    [
      flow(`${base}, max_distinct: { session: 5 }`),
      flow(`${base}, max_distinct: { run: 5, session: 4 }`),
      ["tightened EMAIL from crm.get to s.t#/to"],
    ],
    [flow(base), flow(`${base}, same_record_as: /x`), ["tightened EMAIL from crm.get to s.t#/to"]],
    [
      flow("class: ['*'], from: ['*'], to: ['s.*'], effect: deny"),
      grant(""),
      ["deny removed * from * to s.*"],
    ],
    [grant(""), flow("class: ['*'], from: ['*'], to: ['s.*'], effect: deny"), ["deny added * from * to s.*"]],
  ];
  for (const [before, after, expected] of rows) {
    test(`${before.split("\n")[1] ?? "nothing"} → ${after.split("\n")[1] ?? "nothing"}`, () => {
      const { restores, widens } = diff(before, after);
      const lines = restores.map(({ change, path }) => `${change} ${path}`);
      const wanted = expected.filter((line) => line !== "gone");
      assert.deepEqual(lines, wanted);
      assert.equal(
        widens,
        wanted.some((line) => /^(new|loosened|deny removed)/.test(line)),
      );
    });
  }
});

suite("limits, personal data, code and results", () => {
  const rows: [string, string, string | null][] = [
    ["sandbox: { wall_ms: 1000 }", "sandbox: { wall_ms: 2000 }", "wider limit wallMs"],
    ["sandbox: { wall_ms: 2000 }", "sandbox: { wall_ms: 1000 }", "narrower limit wallMs"],
    ["sandbox: { session_runs: 2 }", "sandbox: { session_runs: 3 }", "wider limit sessionRuns"],
    ["sandbox: { session_runs: 2 }", "", "wider limit sessionRuns"],
    ["", "sandbox: { session_runs: 2 }", "narrower limit sessionRuns"],
    ["pii: { classes: { EMAIL: block } }", "pii: { classes: { EMAIL: pass } }", "wider pii EMAIL"],
    ["code: { limits: { nesting: 3 } }", "code: { limits: { nesting: 4 } }", "wider code with nesting 4"],
    [
      "code: { imports: { allow: [servers/a] } }",
      "code: { imports: { allow: [servers/a, servers/b] } }",
      "wider import of servers/b",
    ],
    [
      "code: { risks: [{ id: r, pattern: unbounded-loop, effect: deny }] }",
      "code: { risks: [{ id: r, pattern: unbounded-loop, effect: approve }] }",
      "wider code with a medium finding of unbounded-loop",
    ],
    [
      "code: { levels: { deny: medium } }",
      "code: { levels: { deny: critical } }",
      "wider code with a medium finding that no file names",
    ],
    [
      "results: [{ id: r, match: [s.t], max_kb: 1 }]",
      "results: [{ id: r, match: [s.t], max_kb: 2 }]",
      "unclear result rule p/r",
    ],
    ["servers: { s: { trust: untrusted } }", "servers: { s: { trust: internal } }", "wider p: results of s"],
    ["sandbox: { wall_ms: 1000 }", "sandbox: { wall_ms: 1000 }", null],
  ];
  for (const [before, after, expected] of rows) {
    test(`${before} → ${after}`, () => {
      const { settings } = diff(before, after);
      assert.equal(settings[0] ? `${settings[0].change} ${settings[0].what}` : null, expected);
    });
  }
});
