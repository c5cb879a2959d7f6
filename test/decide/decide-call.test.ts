import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Principal } from "../../src/vocabulary.ts";
import { BOT, call, load, outcome, policyText } from "./policy-fixtures.ts";

const GRANT = "{ id: g, match: [s.t], effect: allow }";
const APPROVE = "{ id: a, match: [s.t], effect: approve }";
const DENY = "{ id: d, match: [s.t], effect: deny }";
const ESCALATE = "{ id: e, match: [s.t], effect: escalate }";

function toolsOf(...rules: string[]): string {
  return policyText(`tools: [${rules.join(", ")}]`);
}

suite("rank of rules", () => {
  const rows: [string, string[], string][] = [
    ["a grant allows", [GRANT], "allow g"],
    ["an approve asks a person", [APPROVE], "approve a"],
    ["an approve beside an allow wins", [GRANT, APPROVE], "approve a"],
    ["an escalate turns an allow into an approval", [GRANT, ESCALATE], "approve e"],
    ["an escalate is named before an approve", [APPROVE, ESCALATE], "approve e"],
    ["an escalate alone grants nothing", [ESCALATE], "deny no_match"],
    ["a deny wins over everything", [GRANT, APPROVE, ESCALATE, DENY], "deny d"],
    ["a deny alone is named", [DENY], "deny d"],
    [
      "a rule about another tool grants nothing",
      ["{ id: g, match: [s.other], effect: allow }"],
      "deny no_match",
    ],
    ["the smallest id is named among equals", ["{ id: z, match: [s.t], effect: allow }", GRANT], "allow g"],
  ];
  for (const [title, rules, expected] of rows) {
    test(title, () => assert.equal(outcome(call(load(toolsOf(...rules)), "s.t")), expected));
  }
});

suite("tool patterns", () => {
  const rows: [string, string, boolean][] = [
    ["s.t", "s.t", true],
    ["s.t", "s.tt", false],
    ["s.t", "S.t", false],
    ["s.*", "s.anything", true],
    ["s.*", "ss.anything", false],
    ["s.*", "s.a.b", true],
    ["s.get_*", "s.get_", true],
    ["s.get_*", "s.forget_x", false],
    ["*.get_*", "any.get_x", true],
    ["*.get_*", "any.x.get_y", false],
    ["s.*_a_*_b", "s.x_a_y_b", true],
    ["s.*_a_*_b", "s._a_b", false],
    ["s.a*a", "s.a", false],
    ["s*.t", "srv.t", true],
  ];
  for (const [pattern, tool, matches] of rows) {
    test(`${pattern} ${matches ? "matches" : "does not match"} ${tool}`, () => {
      const policies = load(policyText(`tools: [{ id: g, match: ["${pattern}"], effect: allow }]`));
      assert.equal(call(policies, tool).effect, matches ? "allow" : "deny");
      assert.equal(policies.mayCall(BOT, tool), matches);
    });
  }
});

suite("who a file applies to", () => {
  const admin: Principal = { name: "root", role: "admin", groups: [] };
  const reviewer: Principal = { name: "bot", role: "reviewer", groups: ["tier1"] };
  const member: Principal = { name: "other", role: "agent", groups: ["tier1"] };
  const rows: [string, Principal, boolean][] = [
    ['{ agents: ["*"] }', BOT, true],
    ['{ agents: ["*"] }', admin, true],
    ['{ agents: ["*"] }', reviewer, false],
    ["{ agents: [bot] }", BOT, true],
    ["{ agents: [bot] }", reviewer, false],
    ["{ agents: [bo] }", BOT, false],
    ["{ groups: [tier1] }", member, true],
    ["{ groups: [tier1] }", BOT, false],
    ["{ groups: [tier1] }", reviewer, false],
    ["{ agents: [bot], groups: [tier1] }", member, true],
    ["{ roles: [admin] }", admin, true],
    ["{ roles: [admin] }", BOT, false],
  ];
  for (const [appliesTo, principal, applies] of rows) {
    test(`${appliesTo} ${applies ? "covers" : "does not cover"} ${principal.name} (${principal.role})`, () => {
      const policies = load(policyText(`tools: [${GRANT}]`, `id: p\napplies_to: ${appliesTo}`));
      assert.equal(outcome(call(policies, "s.t", {}, { principal })), applies ? "allow g" : "deny no_policy");
      assert.equal(policies.mayCall(principal, "s.t"), applies);
    });
  }

  test("a ceiling alone is no grant", () => {
    const policies = load(
      policyText(`tools: [${ESCALATE}]`, 'id: c\nrole: ceiling\napplies_to: { agents: ["*"] }'),
    );
    assert.equal(outcome(call(policies, "s.t")), "deny no_policy");
  });
});

suite("conditions on the run", () => {
  const rows: [string, string[], boolean][] = [
    ["run_labels_any: [x, y]", ["y"], true],
    ["run_labels_any: [x, y]", ["z"], false],
    ["run_labels_any: [x, y]", [], false],
    ["run_labels_all: [x, y]", ["x", "y", "z"], true],
    ["run_labels_all: [x, y]", ["x"], false],
    ["run_labels_any: [x], run_labels_all: [y]", ["x"], false],
    ["run_labels_any: [x], run_labels_all: [y]", ["x", "y"], true],
  ];
  for (const [when, runLabels, fires] of rows) {
    test(`{ ${when} } ${fires ? "holds" : "does not hold"} with [${runLabels}]`, () => {
      const policies = load(toolsOf(GRANT, `{ id: e, match: [s.t], when: { ${when} }, effect: escalate }`));
      assert.equal(outcome(call(policies, "s.t", {}, { runLabels })), fires ? "approve e" : "allow g");
    });
  }
});

suite("servers", () => {
  test("a server that is missing in `servers` does not exist for the file's grants", () => {
    const policies = load(
      policyText('servers: { s: { trust: internal } }\ntools: [{ id: g, match: ["*.t"], effect: allow }]'),
    );
    assert.equal(outcome(call(policies, "s.t")), "allow g");
    assert.equal(outcome(call(policies, "x.t")), "deny no_match");
    assert.equal(policies.mayCall(BOT, "x.t"), false);
  });

  test("denies reach servers that the file does not list", () => {
    const grant = policyText(`tools: [${GRANT}]`);
    const other = policyText(
      'servers: { x: {} }\ntools: [{ id: d, match: ["*.t"], effect: deny }]',
      'id: q\napplies_to: { agents: ["*"] }',
    );
    assert.equal(outcome(call(load(grant, other), "s.t")), "deny d");
  });

  test("a ceiling that lists servers closes all others", () => {
    const ceiling = policyText("servers: { x: {} }", 'id: c\nrole: ceiling\napplies_to: { agents: ["*"] }');
    const policies = load(toolsOf(GRANT), ceiling);
    assert.equal(outcome(call(policies, "s.t")), "deny server_not_listed");
    assert.equal(policies.mayCall(BOT, "s.t"), false);
  });
});

suite("shadow mode", () => {
  const shadowed = (rule: string) => rule.replace(" }", ", mode: shadow }");
  const rows: [string, string[], string, string[]][] = [
    ["a deny in shadow mode changes nothing", [GRANT, shadowed(DENY)], "allow g", ["d deny"]],
    ["an escalate in shadow mode changes nothing", [GRANT, shadowed(ESCALATE)], "allow g", ["e escalate"]],
    ["a grant in shadow mode grants nothing", [shadowed(GRANT)], "deny no_match", ["g allow"]],
    [
      "a rule that does not match is not reported",
      [GRANT, "{ id: d, match: [s.x], effect: deny, mode: shadow }"],
      "allow g",
      [],
    ],
  ];
  for (const [title, rules, expected, shadow] of rows) {
    test(title, () => {
      const decision = call(load(toolsOf(...rules)), "s.t");
      assert.equal(outcome(decision), expected);
      assert.deepEqual(
        decision.shadow.map((entry) => `${entry.rule} ${entry.effect}`),
        shadow,
      );
    });
  }

  test("a file in shadow mode grants nothing and is reported", () => {
    const decision = call(
      load(policyText(`tools: [${GRANT}]`, 'id: p\nmode: shadow\napplies_to: { agents: ["*"] }')),
      "s.t",
    );
    assert.equal(outcome(decision), "deny no_policy");
    assert.deepEqual(decision.shadow, [{ rule: "g", policy: "p", effect: "allow" }]);
  });
});

suite("rules that fail", () => {
  const trap = Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => {
      throw new Error("boom");
    },
  });
  const facts = { principal: BOT, tool: "s.t", args: trap, tokens: [], runLabels: [], now: new Date(0) };

  test("an erroring deny rule denies and is named", () => {
    const policies = load(
      toolsOf(GRANT, "{ id: d, match: [s.t], effect: deny, args: { a: { one_of: [x] } } }"),
    );
    const decision = policies.decideCall(facts);
    assert.equal(outcome(decision), "deny rule_error");
    assert.match(decision.reason, /"d"/);
    assert.equal(decision.policy, "p");
  });

  const long = "a".repeat(64 * 1024);
  const patterned = (count: number, more: string) =>
    Array.from(
      { length: count },
      (_, n) => `{ id: p${n}, match: [s.t], args: { a: { pattern: "b*" } }, ${more} }`,
    );
  const BUDGETS: [title: string, rules: string[], text: string, expected: string][] = [
    ["as many long texts as one call may cost", patterned(16, "effect: deny"), long, "allow g"],
    ["one more", patterned(17, "effect: deny"), long, "deny match_budget"],
    [
      "one more, of an escalation",
      [
        ...patterned(16, "effect: deny"),
        ...patterned(1, "effect: escalate").map((rule) => rule.replace("p0", "e")),
      ],
      long,
      "deny match_budget",
    ],
    ["any number of short texts", patterned(400, "effect: deny"), "a".repeat(100), "allow g"],
    ["many that are only watched", patterned(40, "effect: deny, mode: shadow"), long, "allow g"],
  ];
  for (const [title, rules, text, expected] of BUDGETS) {
    test(`expressions: ${title}`, () => {
      for (const ordered of [[GRANT, ...rules], [...rules, GRANT].reverse()]) {
        assert.equal(outcome(call(load(toolsOf(...ordered)), "s.t", { a: text })), expected);
      }
    });
  }

  test("an erroring grant denies although another grant matches", () => {
    const policies = load(
      toolsOf(GRANT, "{ id: h, match: [s.t], effect: allow, args: { a: { one_of: [x] } } }"),
    );
    assert.equal(outcome(policies.decideCall(facts)), "deny rule_error");
  });

  test("an erroring rule in shadow mode is only reported", () => {
    const policies = load(
      toolsOf(GRANT, "{ id: d, match: [s.t], effect: deny, mode: shadow, args: { a: { one_of: [x] } } }"),
    );
    const decision = policies.decideCall(facts);
    assert.equal(outcome(decision), "allow g");
    assert.deepEqual(decision.shadow, [{ rule: "d", policy: "p", effect: "deny" }]);
  });
});

suite("what a decision carries", () => {
  test("a message becomes the reason", () => {
    const policies = load(toolsOf("{ id: d, match: [s.t], effect: deny, message: Ask Ann. }"));
    assert.equal(call(policies, "s.t").reason, "Ask Ann.");
  });

  test("the nearest grant explains a refusal without showing values", () => {
    const policies = load(toolsOf("{ id: g, match: [s.t], effect: allow, args: { a: { max_len: 2 } } }"));
    assert.match(call(policies, "s.t", { a: "secret" }).hint ?? "", /"g".*"a" does not fit "max_len"/);
    assert.match(call(policies, "s.t", { b: "secret" }).hint ?? "", /"b" is not permitted/);
    assert.equal(call(policies, "s.unknown").hint, undefined);
  });

  test("arguments that differ only in case are refused", () => {
    assert.equal(outcome(call(load(toolsOf(GRANT)), "s.t", { to: 1, To: 2 })), "deny ambiguous_args");
  });

  test("every matching grant and limit claims its rate, a denied call none", () => {
    const rate = (id: string, effect: string, by: string) =>
      `{ id: ${id}, match: [s.t], effect: ${effect}, rate: { max: 5, per: 1h, by: [${by}] } }`;
    const rates = call(
      load(toolsOf(rate("g", "allow", "agent, tool"), rate("l", "limit", "user"))),
      "s.t",
    ).rates;
    assert.deepEqual(
      rates.map((claim) => [claim.rule, claim.max, claim.windowMs]),
      [
        ["g", 5, 3_600_000],
        ["l", 5, 3_600_000],
      ],
    );
    assert.equal(new Set(rates.map((claim) => claim.key)).size, 2);
    assert.deepEqual(call(load(toolsOf(rate("g", "allow", "agent"), DENY)), "s.t").rates, []);
    assert.equal(outcome(call(load(toolsOf(rate("l", "limit", "agent"))), "s.t")), "deny no_match");
  });

  test("in `by`, a user is the key that calls", () => {
    const keyOf = (by: string) =>
      call(
        load(toolsOf(`{ id: g, match: [s.t], effect: allow, rate: { max: 1, per: 1m, by: [${by}] } }`)),
        "s.t",
      ).rates[0]?.key;
    for (const by of ["user", "agent, user", "user, agent"]) assert.equal(keyOf(by), keyOf("agent"), by);
    assert.equal(keyOf("user, tool"), keyOf("tool, agent"));
    assert.notEqual(keyOf("tool"), keyOf("agent"));
  });

  test("a rate counts apart what `by` names", () => {
    const policies = load(
      toolsOf("{ id: g, match: [s.*], effect: allow, rate: { max: 1, per: 1m, by: [agent] } }"),
    );
    const keyOf = (name: string, tool: string) =>
      call(policies, tool, {}, { principal: { ...BOT, name } }).rates[0]?.key;
    assert.equal(keyOf("ann", "s.t"), keyOf("ann", "s.u"));
    assert.notEqual(keyOf("ann", "s.t"), keyOf("bob", "s.t"));
  });

  test("an approval says who, how many and how long; the default asks an approver", () => {
    const own =
      "{ id: a, match: [s.t], effect: approve, approval: { by: ['group:leads'], count: 2, expires: 5m, show: [x] } }";
    const { approvals } = call(load(toolsOf(own, ESCALATE)), "s.t");
    assert.deepEqual(approvals, [
      { rule: "a", policy: "p", by: ["group:leads"], count: 2, expiresMs: 300_000, show: ["x"] },
      { rule: "e", policy: "p", by: ["role:approver"], count: 1, expiresMs: 900_000, show: null },
    ]);
    assert.equal(call(load(toolsOf(GRANT)), "s.t").approvals, undefined);
  });

  test("a tool that is always denied is not listed, one that is sometimes denied is", () => {
    assert.equal(load(toolsOf(GRANT, DENY)).mayCall(BOT, "s.t"), false);
    assert.equal(
      load(toolsOf(GRANT, "{ id: d, match: [s.t], effect: deny, args: { a: {} } }")).mayCall(BOT, "s.t"),
      true,
    );
    assert.equal(load(toolsOf(GRANT, DENY.replace(" }", ", mode: shadow }"))).mayCall(BOT, "s.t"), true);
  });
});
