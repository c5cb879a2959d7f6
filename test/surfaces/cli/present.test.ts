import assert from "node:assert/strict";
import { test } from "node:test";
import { presentEvents, presentVerify } from "../../../src/surfaces/cli/audit/present-audit.ts";
import { maskValue } from "../../../src/surfaces/cli/present/mask-value.ts";
import { presentPii } from "../../../src/surfaces/cli/present/present-pii.ts";
import { presentCheck, presentRun } from "../../../src/surfaces/cli/present/present-run.ts";
import type { Run } from "../../../src/vocabulary.ts";

const RUN: Run = {
  id: "run_1",
  session: "ses_1",
  status: "succeeded",
  result: { total: 3 },
  logs: [],
  violations: [],
  risk: { level: "low", score: 0 },
  toolCalls: [],
  stats: { durationMs: 12.4, cpuMs: 1, memoryBytes: 1, resultTokens: 4, savedTokens: 0, pii: {} },
};

test("a run's result is its output; logs and the summary are notes", () => {
  const logs: Run["logs"] = [
    { level: "log", message: "hello" },
    { level: "warn", message: "slow" },
  ];
  const shown = presentRun({ ...RUN, logs }, "a.ts");
  assert.deepEqual(shown.lines, ['{\n  "total": 3\n}']);
  assert.deepEqual(shown.notes, [
    "hello",
    "warn: slow",
    "run_1 succeeded in 12 ms, 0 tool calls, session ses_1",
  ]);
  assert.equal(shown.failed, false);
});

test("a text result is printed as it is, and null as null", () => {
  assert.deepEqual(presentRun({ ...RUN, result: "a\nb" }, "a.ts").lines, ["a\nb"]);
  assert.deepEqual(presentRun({ ...RUN, result: null }, "a.ts").lines, ["null"]);
});

test("a run that did not succeed prints no result, its violations with their place, and fails", () => {
  const blocked: Run = {
    ...RUN,
    status: "blocked",
    result: null,
    error: { code: "CODE_FORBIDDEN", message: "Rule x refuses.", hint: "Rewrite.", line: 2, column: 5 },
    violations: [{ rule: "x", severity: "high", message: "Bad.", line: 2, column: 5, hint: "Do y." }],
  };
  const shown = presentRun(blocked, "a.ts");
  assert.deepEqual(shown.lines, []);
  assert.equal(shown.failed, true);
  assert.deepEqual(shown.notes?.slice(0, 5), [
    "a.ts:2:5  high  x  Bad.",
    "  Do y.",
    "CODE_FORBIDDEN  Rule x refuses.",
    "  Rewrite.",
    "  at a.ts:2:5",
  ]);
});

test("a check fails unless the verdict is allow", () => {
  const check = { risk: RUN.risk, violations: [], tools: ["crm.list_contacts"], imports: [] };
  const verdicts = [
    ["allow", false],
    ["approve", true],
    ["block", true],
  ] as const;
  for (const [verdict, failed] of verdicts) {
    const shown = presentCheck({ ...check, verdict }, "a.ts");
    assert.equal(shown.failed, failed, verdict);
    assert.deepEqual(shown.lines, [`verdict  ${verdict}`, "risk     low (0)", "tools    crm.list_contacts"]);
  }
});

test("events are a table with the most telling field of their body", () => {
  const events = [
    { seq: 2, at: "t2", kind: "call.decided", decision: "deny", body: { reason: "No rule." } },
    { seq: 1, at: "t1", kind: "token.created", body: { tokens: [{ token: "EMAIL_001" }] } },
  ];
  assert.deepEqual(presentEvents({ events, next: "1" }), {
    data: { events, next: "1" },
    lines: [
      "seq  time  kind           decision  about",
      "2    t2    call.decided   deny      No rule.",
      "1    t1    token.created            1 token",
    ],
    notes: ["There may be more: add --cursor 1"],
  });
  assert.deepEqual(presentEvents({ events: [] }).notes, ["No events match."]);
});

test("a verified trail names its range and head, a broken one its first bad link", () => {
  const intact = presentVerify({ ok: true, events: 7, head: "abc" });
  assert.deepEqual(intact.lines, ["The trail is intact: events 1 to 7.", "head        abc"]);
  assert.deepEqual(presentVerify({ ok: true, events: 0, head: null }).lines, ["The trail is empty."]);
  const broken = { seq: 4, problem: "Event 4 was changed.", expected: "aa", found: "bb" };
  const shown = presentVerify({ ok: false, events: 3, broken });
  assert.equal(shown.failed, true);
  assert.deepEqual(shown.lines.slice(0, 3), [
    "BROKEN at event 4: Event 4 was changed.",
    "expected  aa",
    "found     bb",
  ]);
});

test("a masked value keeps its first sign and its punctuation, nothing else", () => {
  const table: [string, string][] = [
    ["ann@example.com", "a**@*******.***"],
    ["+1 415 555 2671", "+1 *** *** ****"],
    ["Åsa Öberg", "Å** *****"],
    ["x", "x"],
    ["", ""],
    ["李小龙", "李**"],
    ["😀ab", "😀a*"],
  ];
  for (const [value, masked] of table) assert.equal(maskValue(value), masked);
});

test("personal data in a text is shown by line and column, masked", () => {
  const shown = presentPii("Hello,\nwrite to ann.smith@example.com today\nor not", "US");
  assert.deepEqual(shown.lines, [
    "place  class  value",
    "2:10   EMAIL  a**.*****@*******.***",
    "1 value: EMAIL 1",
  ]);
});

test("personal data in JSON is shown by pointer, and a key that is personal data is masked too", () => {
  const data = { users: [{ email: "ann.smith@example.com" }], "bob.jones@example.com": { note: "fine" } };
  const nested = { ...data, "eve.black@example.com": { mail: "sam.white@example.com" } };
  const shown = presentPii(JSON.stringify(nested), "US");
  const everything = JSON.stringify(shown);
  for (const name of ["ann.smith", "bob.jones", "eve.black", "sam.white"]) {
    assert.ok(!everything.includes(name), `${name} is shown in clear`);
  }
  assert.ok(shown.lines.some((line) => /^\/users\/0\/email +EMAIL +a\*\*\.\*\*\*\*\*@/.test(line)));
  assert.equal(shown.lines.at(-1), "4 values: EMAIL 4");
});

test("a text without personal data says so", () => {
  assert.deepEqual(presentPii("version 1.2.3 of 2026-09-29", "US").lines, [
    "No personal data was recognized.",
  ]);
});
