import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { needsOf, replayDecisions, shadowEvidence } from "../../src/decide/decide.ts";
import type { JsonObject } from "../../src/vocabulary.ts";
import { bundle, decidedEvent, policyText, stream } from "./policy-fixtures.ts";

const CANDIDATE = `tools:
  - { id: g, match: [s.t], args: { a: { max_len: 3 }, to: { class: EMAIL } }, effect: allow }
  - { id: held, match: [s.u], effect: approve }
flows: [{ id: f, class: [EMAIL], from: [crm.get], to: ["s.t#/to"], effect: allow }]`;

function replay(events: JsonObject[], body = CANDIDATE, head?: string, principals = new Map()) {
  const loaded = bundle({ "a.yaml": policyText(body, head) });
  return replayDecisions(stream(...events), {
    candidate: loaded.policies,
    needs: needsOf(loaded),
    principals,
  });
}

const use = {
  token: "EMAIL_001",
  class: "EMAIL",
  pointer: "/to",
  sources: [{ tool: "crm.get", call: "c", pointer: "/r/email" }],
};

suite("replay", () => {
  const rows: [title: string, event: JsonObject, expected: string][] = [
    ["an allow stays an allow", decidedEvent("s.t", { body: { args: { a: "ok" } } }), "unchanged"],
    [
      "an allow becomes a deny",
      decidedEvent("s.t", { body: { args: { a: "long" } } }),
      "narrower allow g deny no_match",
    ],
    [
      "a deny becomes an approval",
      decidedEvent("s.u", { decision: "deny", rule: "no_match" }),
      "wider deny no_match approve held",
    ],
    [
      "a token keeps its sources and its place",
      decidedEvent("s.t", { body: { args: { to: "EMAIL_001" }, tokens: [use] } }),
      "unchanged",
    ],
    [
      "a token from elsewhere has no flow",
      decidedEvent("s.t", {
        body: {
          args: { to: "EMAIL_001" },
          tokens: [{ ...use, sources: [{ tool: "web.get", call: "c", pointer: "/x" }] }],
        },
      }),
      "narrower allow g deny no_flow",
    ],
    [
      "a token inside other text is no whole token",
      decidedEvent("s.t", { body: { args: { to: "x EMAIL_001" }, tokens: [use] } }),
      "narrower allow g deny no_match",
    ],
    [
      "a token of nobody",
      decidedEvent("s.t", {
        decision: "deny",
        rule: "unknown_token",
        body: { args: { to: "EMAIL_009" }, tokens: [{ ...use, token: "EMAIL_009", sources: [] }] },
      }),
      "unchanged",
    ],
    [
      "a token with text beside it",
      decidedEvent("s.t", {
        decision: "deny",
        rule: "token_joined",
        body: { args: { to: "EMAIL_001" }, tokens: [{ ...use, joined: true }] },
      }),
      "unchanged",
    ],
    [
      "a token whose entry is damaged",
      decidedEvent("s.t", { body: { args: { to: "EMAIL_001" }, tokens: [{ token: "EMAIL_001" }] } }),
      "skipped its arguments or tokens were not recorded",
    ],
    [
      "arguments that were cut for the trail",
      decidedEvent("s.t", { body: { args: { a: "lo…" }, argsShortened: true } }),
      "skipped its arguments were too long to be kept whole",
    ],
    [
      "a call whose policy changed while it waited",
      decidedEvent("s.u", { decision: "deny", rule: "policy_changed" }),
      "skipped policy wanted another approval by the time it was given",
    ],
    [
      "a tool that did not exist",
      decidedEvent("s.x", { decision: "deny", rule: "tool_unknown" }),
      "skipped the tool did not exist",
    ],
    [
      "a drifted tool",
      decidedEvent("s.t", { decision: "deny", rule: "tool_drift" }),
      "skipped the tool differed from its pin",
    ],
    [
      "a used-up rate",
      decidedEvent("s.t", { decision: "deny", rule: "rate" }),
      "skipped a rate was used up, and rates are not counted again",
    ],
    [
      "blocked arguments",
      decidedEvent("s.t", { decision: "deny", rule: "pii_blocked" }),
      "skipped the arguments were not kept, because policy blocks what they held",
    ],
    [
      "an approved call's second record",
      decidedEvent("s.t", { body: { approval: "apr_1" } }),
      "skipped it is the second record of a call that a person approved",
    ],
    [
      "an event without arguments",
      decidedEvent("s.t", { body: { args: null } }),
      "skipped its arguments or tokens were not recorded",
    ],
    [
      "an event without a decision",
      decidedEvent("s.t", { decision: null }),
      "skipped the event is incomplete",
    ],
  ];
  for (const [title, event, expected] of rows) {
    test(title, async () => {
      const { flips, skipped, unchanged } = await replay([event]);
      const [flip] = flips;
      const found = flip
        ? `${flip.direction} ${flip.from.effect} ${flip.from.rule} ${flip.to.effect} ${flip.to.rule}`
        : ((skipped[0] && `skipped ${skipped[0].why}`) ?? (unchanged === 1 ? "unchanged" : ""));
      assert.equal(found, expected);
    });
  }

  test("a bound over a run or session is counted along the calls, or taken as it was recorded", async () => {
    const body = (bounds: string) =>
      CANDIDATE.replace('to: ["s.t#/to"],', `to: ["s.t#/to"], max_distinct: ${bounds},`);
    const call = (number: number, columns: JsonObject = {}, draws: JsonObject[] = []) => {
      const token = `EMAIL_00${number}`;
      return decidedEvent("s.t", {
        ...columns,
        body: { args: { to: token }, tokens: [{ ...use, token }], draws },
      });
    };
    const loop = [call(1), call(1), call(2), call(3), call(1, { run: "run_2" }), call(4, { run: "run_2" })];
    const elsewhere = [...loop, call(5, { session: "other", run: "run_3" })];
    const flipped = async (events: JsonObject[], bounds: string) =>
      (await replay(events, body(bounds))).flips.flatMap(({ count, to }) => [count, to.rule]);
    assert.deepEqual(await flipped(elsewhere, "{ run: 2 }"), [1, "f"]);
    assert.deepEqual(await flipped(elsewhere, "{ session: 2 }"), [2, "f"]);
    assert.deepEqual(await flipped(elsewhere, "{ run: 3, session: 9 }"), []);
    const recorded = call(9, {}, [{ flow: "p/f", tokens: ["EMAIL_009"], before: { run: 0, session: 4 } }]);
    assert.deepEqual(await flipped([recorded], "{ session: 4 }"), [1, "f"]);
    assert.deepEqual(await flipped([recorded], "{ session: 5 }"), []);
  });

  test("code is decided again from its findings and measures", async () => {
    const checked = {
      ...decidedEvent("", { kind: "code.checked" }),
      body: {
        facts: {
          sourceBytes: 10,
          astNodes: 5,
          nesting: 1,
          complexity: 1,
          toolCallSites: 1,
          imports: [],
          tools: [],
          dynamicTools: false,
        },
        findings: [{ rule: "unbounded-loop", severity: "low", message: "loop", line: 1, column: 1 }],
      },
    };
    const decided = { ...decidedEvent("", { kind: "run.decided", rule: "code_accepted" }), tool: null };
    const body = "code: { risks: [{ id: loop, pattern: unbounded-loop, effect: deny }] }";
    const { flips } = await replay([checked, decided], body);
    assert.deepEqual(flips[0]?.to, { effect: "deny", rule: "loop", policy: "p" });
    assert.equal(
      (await replay([decided], body)).skipped[0]?.why,
      "what was found in its code was not recorded",
    );
  });

  test("groups and roles come from the event or from the key; without them nothing is guessed", async () => {
    const head = "id: p\napplies_to: { groups: [desk] }";
    const event = decidedEvent("s.t", { body: { args: { a: "ok" } } });
    assert.match(
      (await replay([event], CANDIDATE, head)).skipped[0]?.why ?? "",
      /groups of its principal are unknown/,
    );
    const known = new Map([["bot", { role: "agent" as const, groups: ["desk"] }]]);
    assert.equal((await replay([event], CANDIDATE, head, known)).unchanged, 1);
    const own = decidedEvent("s.t", { body: { args: { a: "ok" }, groups: ["desk"] } });
    assert.equal((await replay([own], CANDIDATE, head)).unchanged, 1);
  });

  test("a rule about the session's age needs a recorded age", async () => {
    const body = "tools: [{ id: g, match: [s.t], when: { session_age: { under: 1h } }, effect: allow }]";
    assert.match((await replay([decidedEvent("s.t")], body)).skipped[0]?.why ?? "", /age of its session/);
    assert.equal((await replay([decidedEvent("s.t", { body: { sessionAgeMs: 5 } })], body)).unchanged, 1);
  });

  test("flips are grouped by rule with a count, tools and examples", async () => {
    const events = Array.from({ length: 7 }, (_, index) =>
      decidedEvent("s.t", { call: `call_${index}`, body: { args: { a: "long" } } }),
    );
    const { flips, decisions, from } = await replay(events);
    assert.equal(decisions, 7);
    assert.equal(from, "2026-01-05T10:00:00.000Z");
    assert.deepEqual(
      flips.map(({ count, tools, examples }) => [count, tools, examples.map(({ id }) => id)]),
      [[7, ["s.t"], ["call_0", "call_1", "call_2"]]],
    );
  });
});

suite("evidence of a rule in shadow mode", () => {
  const watched = (effect: string, decision: string) =>
    decidedEvent("s.t", { decision, body: { shadow: [{ rule: "w", policy: "p", effect }] } });
  const rows: [effect: string, decision: string, changes: boolean][] = [
    ["deny", "allow", true],
    ["deny", "approve", true],
    ["deny", "deny", false],
    ["escalate", "allow", true],
    ["escalate", "approve", false],
    ["escalate", "deny", false],
    ["allow", "deny", true],
    ["allow", "allow", false],
  ];
  for (const [effect, decision, changes] of rows) {
    test(`${effect} ${changes ? "would change" : "would not change"} ${decision}`, async () => {
      const found = await shadowEvidence(stream(watched(effect, decision)), { rule: "w", policy: "p" });
      assert.deepEqual([found.matched, found.wouldChange], [1, changes ? { [decision]: 1 } : {}]);
    });
  }

  test("another rule or another policy is no evidence", async () => {
    for (const name of [
      { rule: "x", policy: "p" },
      { rule: "w", policy: "q" },
    ]) {
      const found = await shadowEvidence(stream(watched("deny", "allow")), name);
      assert.deepEqual([found.decisions, found.matched], [1, 0]);
    }
  });
});
