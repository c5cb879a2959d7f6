import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { CodeFacts, Finding, Severity } from "../../src/vocabulary.ts";
import { BOT, CODE_FACTS, load, policyText } from "./policy-fixtures.ts";

const CEILING = 'id: c\nrole: ceiling\napplies_to: { agents: ["*"] }';
const OTHER = 'id: q\napplies_to: { agents: ["*"] }';

function finding(rule: string, severity: Severity): Finding {
  return { rule, severity, message: "found", line: 3, column: 1 };
}

function decide(texts: string[], facts: Partial<CodeFacts>, ...findings: Finding[]): string {
  const { effect, rule } = load(...texts).decideCode(BOT, { ...CODE_FACTS, ...facts }, findings);
  return `${effect} ${rule}`;
}

function risk(effect: string, more = ""): string {
  return `code:\n  risks: [{ id: r-${effect}, pattern: unbounded-loop, effect: ${effect}${more} }]`;
}

suite("code", () => {
  const loop = (severity: Severity) => finding("unbounded-loop", severity);
  const rows: [string, string[], Partial<CodeFacts>, Finding[], string][] = [
    ["plain code is accepted", [""], {}, [], "allow code_accepted"],
    ["a critical finding denies by default", [""], {}, [loop("critical")], "deny unbounded-loop"],
    ["a high finding denies by default", [""], {}, [loop("high")], "deny unbounded-loop"],
    ["a medium finding passes by default", [""], {}, [loop("medium")], "allow code_accepted"],
    ["a risk may allow a high finding", [risk("allow")], {}, [loop("high")], "allow code_accepted"],
    ["a risk may ask a person", [risk("approve")], {}, [loop("low")], "approve r-approve"],
    ["a risk may deny a low finding", [risk("deny")], {}, [loop("low")], "deny r-deny"],
    [
      "a risk is about its pattern only",
      [risk("allow")],
      {},
      [finding("prototype-mutation", "high")],
      "deny prototype-mutation",
    ],
    ["a deny beside an approve wins", [risk("approve")], {}, [loop("low"), finding("x", "high")], "deny x"],
    [
      "a severity alone decides by its default",
      [risk("x").replace("effect: x", "severity: high")],
      {},
      [loop("low")],
      "deny r-x",
    ],
    [
      "a risk in shadow mode leaves the default",
      [risk("allow", ", mode: shadow")],
      {},
      [loop("high")],
      "deny unbounded-loop",
    ],
    [
      "servers and skills may be imported by default",
      [""],
      { imports: ["servers/crm", "skills/x"] },
      [],
      "allow code_accepted",
    ],
    ["other modules may not", [""], { imports: ["fs"] }, [], "deny import_not_allowed"],
    ["a path that climbs is no server", [""], { imports: ["servers/.."] }, [], "deny import_not_allowed"],
    ["a deeper path is no server", [""], { imports: ["servers/a/b"] }, [], "deny import_not_allowed"],
    [
      "an own list replaces the default",
      ["code: { imports: { allow: [servers/crm] } }"],
      { imports: ["servers/mail"] },
      [],
      "deny import_not_allowed",
    ],
    ["64 KB of source pass", [""], { sourceBytes: 65_536 }, [], "allow code_accepted"],
    ["one byte more does not", [""], { sourceBytes: 65_537 }, [], "deny code_limit"],
    [
      "a limit counts its own fact",
      ["code: { limits: { nesting: 3 } }"],
      { nesting: 4 },
      [],
      "deny code_limit",
    ],
    [
      "a limit that is just reached passes",
      ["code: { limits: { tool_call_sites: 3 } }"],
      { toolCallSites: 3 },
      [],
      "allow code_accepted",
    ],
  ];
  for (const [title, bodies, facts, findings, expected] of rows) {
    test(title, () =>
      assert.equal(
        decide(
          bodies.map((body) => policyText(body)),
          facts,
          ...findings,
        ),
        expected,
      ),
    );
  }

  test("of two files that speak about a finding the stricter wins", () => {
    assert.equal(
      decide([policyText(risk("allow")), policyText(risk("approve"), OTHER)], {}, loop("high")),
      "approve r-approve",
    );
  });

  test("a ceiling tightens a finding and never loosens it", () => {
    const ceiling = policyText(risk("approve"), CEILING);
    assert.equal(decide([policyText(risk("allow")), ceiling], {}, loop("low")), "approve r-approve");
    assert.equal(decide([policyText(""), ceiling], {}, loop("high")), "deny unbounded-loop");
  });

  test("a ceiling narrows imports and limits", () => {
    const ceiling = policyText(
      "code: { imports: { allow: [servers/crm] }, limits: { source_kb: 128, nesting: 1 } }",
      CEILING,
    );
    assert.equal(decide([policyText(""), ceiling], { imports: ["servers/mail"] }), "deny import_not_allowed");
    assert.equal(decide([policyText(""), ceiling], { nesting: 1, sourceBytes: 65_537 }), "deny code_limit");
    assert.equal(
      decide([policyText(""), ceiling], { nesting: 1, imports: ["servers/crm"] }),
      "allow code_accepted",
    );
  });

  test("without an applicable grant no code runs", () => {
    assert.equal(decide([policyText("", "id: p\napplies_to: { agents: [other] }")], {}), "deny no_policy");
  });

  test("shadow risks are reported", () => {
    const { shadow } = load(policyText(risk("deny", ", mode: shadow"))).decideCode(BOT, CODE_FACTS, [
      loop("low"),
    ]);
    assert.deepEqual(shadow, [{ rule: "r-deny", policy: "p", effect: "deny" }]);
  });
});

suite("limits of a run", () => {
  test("the defaults are the documented ones", () => {
    assert.deepEqual(load(policyText("")).limits(BOT), {
      wallMs: 30_000,
      cpuMs: 5_000,
      memoryMb: 64,
      toolCalls: 1_000,
      parallelCalls: 16,
      resultBytes: 262_144,
      logBytes: 65_536,
      logLines: 1_000,
      argumentBytes: 1_048_576,
      callResultBytes: 8_388_608,
      timers: 1_000,
      stackKb: 984,
    });
  });

  const rows: [string, string[], number][] = [
    ["a file may raise a default", [policyText("sandbox: { wall_ms: 60000 }")], 60_000],
    [
      "the smallest of two files wins",
      [policyText("sandbox: { wall_ms: 60000 }"), policyText("sandbox: { wall_ms: 40000 }", OTHER)],
      40_000,
    ],
    [
      "a ceiling lowers",
      [policyText("sandbox: { wall_ms: 60000 }"), policyText("sandbox: { wall_ms: 1000 }", CEILING)],
      1_000,
    ],
    ["a ceiling never raises", [policyText(""), policyText("sandbox: { wall_ms: 60000 }", CEILING)], 30_000],
    [
      "a file for others does not count",
      [policyText(""), policyText("sandbox: { wall_ms: 1 }", "id: q\napplies_to: { agents: [x] }")],
      30_000,
    ],
    [
      "a file in shadow mode does not count",
      [policyText(""), policyText("sandbox: { wall_ms: 1 }\nmode: shadow", OTHER)],
      30_000,
    ],
  ];
  for (const [title, texts, wallMs] of rows) {
    test(title, () => assert.equal(load(...texts).limits(BOT).wallMs, wallMs));
  }

  const sessions: [string, string[], number][] = [
    ["the gateway alone bounds the runs of a session", [policyText("")], 16],
    ["a file bounds them further", [policyText("sandbox: { session_runs: 2 }")], 2],
    ["a file never lets more than the gateway", [policyText("sandbox: { session_runs: 100 }")], 16],
    [
      "a ceiling bounds them too",
      [policyText("sandbox: { session_runs: 9 }"), policyText("sandbox: { session_runs: 3 }", CEILING)],
      3,
    ],
    [
      "a file for others bounds nobody here",
      [policyText(""), policyText("sandbox: { session_runs: 1 }", "id: q\napplies_to: { agents: [x] }")],
      16,
    ],
  ];
  for (const [title, texts, runs] of sessions) {
    test(title, () => assert.equal(load(...texts).sessionRuns(BOT, 16), runs));
  }
});

suite("personal data", () => {
  const pii = (action: string, head?: string) => policyText(`pii: { classes: { EMAIL: ${action} } }`, head);
  const rows: [string, string[], string][] = [
    ["classes are tokenized by default", [policyText("")], "tokenize"],
    ["one file may let a class pass", [pii("pass")], "pass"],
    ["a silent file does not speak against it", [pii("pass"), policyText("", OTHER)], "pass"],
    ["the stricter of two files wins", [pii("pass"), pii("tokenize", OTHER)], "tokenize"],
    ["redact is stricter than tokenize", [pii("tokenize"), pii("redact", OTHER)], "redact"],
    ["block is the strictest", [pii("block"), pii("redact", OTHER)], "block"],
    ["a ceiling tightens", [pii("pass"), pii("tokenize", CEILING)], "tokenize"],
    ["a ceiling never loosens", [pii("block"), pii("tokenize", CEILING)], "block"],
  ];
  for (const [title, texts, action] of rows) {
    test(title, () => {
      const { actions } = load(...texts).pii(BOT);
      assert.equal(actions.EMAIL, action);
      assert.equal(actions.LITERAL, "tokenize");
    });
  }
});
