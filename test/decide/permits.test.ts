// Skills, shared workspaces and requests of servers: safe where no file speaks, and ceilings only tighten.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { diffPolicies, type PolicySnapshot } from "../../src/decide/decide.ts";
import { type Principal, SERVER_REQUESTS } from "../../src/vocabulary.ts";
import { BOT, bundle, load, policyText, problemsOf } from "./policy-fixtures.ts";

const head = (id: string, more = "", who = '{ agents: ["*"] }') => `id: ${id}\napplies_to: ${who}\n${more}`;
const grant = (body: string, id = "g") => policyText(body, head(id));
const members = (body: string, id = "g") => policyText(body, head(id, "", "{ agents: [bot] }"));
const ceiling = (body: string, id = "c") => policyText(body, head(id, "role: ceiling"));
const shadow = (body: string, id = "w") => policyText(body, head(id, "mode: shadow"));
const OTHER: Principal = { name: "other", role: "agent", groups: [] };
const REVIEWER: Principal = { name: "rev", role: "reviewer", groups: [] };

suite("saving a skill", () => {
  const rows: [what: string, files: string[], effect: string, policy: string | null][] = [
    ["no file speaks: a person must agree", [grant("")], "approve", null],
    ["no grant file applies", [ceiling("skills: { see: [a] }")], "deny", null],
    ["allowed", [grant("skills: { save: allow }")], "allow", "g"],
    ["denied", [grant("skills: { save: deny }")], "deny", "g"],
    ["an approval alone asks for it", [grant("skills: { approval: { by: [name:ann] } }")], "approve", "g"],
    [
      "the strictest grant file wins",
      [grant("skills: { save: allow }"), grant("skills: { save: approve }", "h")],
      "approve",
      "h",
    ],
    [
      "a silent grant file leaves the other's word",
      [grant("skills: { save: allow }"), grant("", "h")],
      "allow",
      "g",
    ],
    ["a ceiling denies", [grant("skills: { save: allow }"), ceiling("skills: { save: deny }")], "deny", "c"],
    [
      "a ceiling never loosens",
      [grant("skills: { save: deny }"), ceiling("skills: { save: approve }")],
      "deny",
      "g",
    ],
    ["a file in shadow mode", [grant(""), shadow("skills: { save: allow }")], "approve", null],
  ];
  for (const [what, files, effect, policy] of rows) {
    test(what, () => {
      for (const order of [files, [...files].reverse()]) {
        const decision = load(...order).decideSkillSave(BOT);
        assert.deepEqual([decision.effect, decision.policy], [effect, policy]);
        assert.equal(decision.approvals !== undefined, effect === "approve");
        assert.ok(decision.reason.length > 0);
      }
    });
  }

  test("every file that asks for approval names its own people; without one it is a reviewer", () => {
    const two = load(
      grant("skills: { approval: { by: [group:leads], count: 2 } }"),
      ceiling("skills: { save: approve }"),
    );
    assert.deepEqual(two.decideSkillSave(BOT).approvals, [
      { rule: "skill_saving", policy: "g", by: ["group:leads"], count: 2 },
      { rule: "skill_saving", policy: "c", by: ["role:reviewer"], count: 1 },
    ]);
    assert.deepEqual(load(grant("")).decideSkillSave(BOT).approvals, [
      { rule: "skill_saving", policy: null, by: ["role:reviewer"], count: 1 },
    ]);
  });

  test("what a file in shadow mode says is written down", () => {
    assert.deepEqual(load(grant(""), shadow("skills: { save: deny }")).decideSkillSave(BOT).shadow, [
      { rule: "skill_saving", policy: "w", effect: "deny" },
    ]);
  });

  test("a key that may not run code saves nothing", () => {
    assert.equal(load(grant("skills: { save: allow }")).decideSkillSave(REVIEWER).effect, "deny");
  });
});

suite("seeing a skill", () => {
  const foreign = { name: "report-sales", owner: "other", approved: true };
  const see = (list: string) => `skills: { see: [${list}] }`;
  const rows: [what: string, files: string[], skill: typeof foreign, seen: boolean][] = [
    ["an approved one of another key", [grant("")], foreign, true],
    ["a draft of another key", [grant("")], { ...foreign, approved: false }, false],
    ["an own draft", [grant(see("x"))], { ...foreign, owner: "bot", approved: false }, true],
    ["a name that matches", [grant(see('"report-*"'))], foreign, true],
    ["a name that matches only in part", [grant(see("report"))], foreign, false],
    ["a name in another case", [grant(see('"Report-*"'))], foreign, false],
    ["grant files add up", [grant(see("x")), grant(see('"report-*"'), "h")], foreign, true],
    ["a ceiling that names it", [grant(""), ceiling(see('"report-*"'))], foreign, true],
    ["a ceiling that does not", [grant(""), ceiling(see("x"))], foreign, false],
    ["a ceiling without a list", [grant(""), ceiling("skills: { save: deny }")], foreign, true],
    ["a ceiling in shadow mode", [grant(""), shadow(`role: ceiling\n${see("x")}`)], foreign, true],
    ["no grant file", [ceiling(see('"*"'))], { ...foreign, owner: "bot" }, false],
  ];
  for (const [what, files, skill, seen] of rows)
    test(what, () => assert.equal(load(...files).maySeeSkill(BOT, skill), seen));
});

suite("shared workspaces", () => {
  const share = (entry: string) => `workspaces: [{ ${entry} }]`;
  const rows: [what: string, files: string[], access: string][] = [
    ["none by default", [grant("")], "none"],
    ["shared with write access", [members(share("name: plan"))], "write"],
    ["shared for reading", [members(share("name: plan, access: read"))], "read"],
    [
      "grant files add up",
      [members(share("name: plan, access: read")), members(share("name: plan"), "h")],
      "write",
    ],
    ["a ceiling caps", [members(share("name: plan")), ceiling(share('name: "pl*", access: read'))], "read"],
    [
      "a ceiling forbids all",
      [members(share("name: plan")), ceiling(share('name: "*", access: none'))],
      "none",
    ],
    [
      "a ceiling about another one",
      [members(share("name: plan")), ceiling(share("name: plans, access: none"))],
      "write",
    ],
    ["a ceiling never gives", [grant(""), ceiling(share("name: plan, access: read"))], "none"],
    ["a file in shadow mode", [grant(""), members(`mode: shadow\n${share("name: plan")}`, "w")], "none"],
  ];
  for (const [what, files, access] of rows) {
    test(what, () => {
      for (const order of [files, [...files].reverse()]) {
        const policies = load(...order);
        const shared = policies.sharedWorkspaces(BOT);
        assert.deepEqual(
          shared.map((it) => [it.name, it.access]),
          access === "none" ? [] : [["plan", access]],
        );
        assert.equal(
          policies.decideWorkspace(BOT, "plan", "read").effect,
          access === "none" ? "deny" : "allow",
        );
        assert.equal(
          policies.decideWorkspace(BOT, "plan", "write").effect,
          access === "write" ? "allow" : "deny",
        );
      }
    });
  }

  test("one that does not exist and one that is not shared are the same answer", () => {
    const policies = load(members("workspaces: [{ name: plan }]"), grant("", "h"));
    const [there, nowhere] = ["plan", "nothing"].map((name) => policies.decideWorkspace(OTHER, name, "read"));
    assert.deepEqual(there, nowhere);
    assert.equal(there?.rule, "workspace_not_shared");
  });

  test("what a file in shadow mode would share is written down", () => {
    const policies = load(grant(""), members("mode: shadow\nworkspaces: [{ name: plan }]", "w"));
    assert.deepEqual(policies.decideWorkspace(BOT, "plan", "read").shadow, [
      { rule: "workspace_shared", policy: "w", effect: "allow" },
    ]);
  });
});

suite("requests of servers", () => {
  const ask = (word: string, server = "crm") => `servers: { ${server}: { requests: { sampling: ${word} } } }`;
  const rows: [what: string, files: string[], decided: string][] = [
    ["no file speaks", [grant("")], "deny request_not_allowed"],
    ["allowed", [grant(ask("allow"))], "allow request_allowed"],
    ["allowed for another server", [grant(ask("allow", "web"))], "deny request_not_allowed"],
    ["one grant file denies", [grant(ask("allow")), grant(ask("deny"), "h")], "deny request_not_allowed"],
    ["a ceiling denies", [grant(ask("allow")), ceiling(ask("deny"))], "deny request_not_allowed"],
    [
      "a ceiling that lists other servers",
      [grant(ask("allow")), ceiling("servers: { web: {} }")],
      "deny server_not_listed",
    ],
    [
      "a ceiling that lists the server",
      [grant(ask("allow")), ceiling("servers: { crm: {} }")],
      "allow request_allowed",
    ],
    ["a file in shadow mode", [grant(""), shadow(ask("allow"))], "deny request_not_allowed"],
    ["no grant file applies", [ceiling(ask("deny"))], "deny no_policy"],
  ];
  for (const [what, files, decided] of rows) {
    test(what, () => {
      const { effect, rule } = load(...files).decideRequest(BOT, "crm", "sampling");
      assert.equal(`${effect} ${rule}`, decided);
    });
  }

  test("an allow of one kind says nothing about the others, and nobody's request is refused", () => {
    const policies = load(grant(ask("allow")));
    const effects = SERVER_REQUESTS.map((kind) => policies.decideRequest(BOT, "crm", kind).effect);
    assert.deepEqual(effects, ["allow", "deny", "deny"]);
    assert.equal(policies.decideRequest(null, "crm", "sampling").effect, "deny");
    assert.equal(policies.decideRequest(BOT, "__proto__", "sampling").effect, "deny");
  });
});

suite("mistakes in these sections", () => {
  const rows: [text: string, problem: string][] = [
    [ceiling("skills: { save: allow }"), "5:17 a ceiling may only deny, escalate or limit, not allow"],
    [
      grant("skills: { save: deny, approval: { by: [name:x] } }"),
      "5:33 an approval belongs to `save: approve`, not to deny",
    ],
    [
      grant("skills: { save: aprove }"),
      '5:17 "aprove" is not one of the words that may stand here; did you mean "approve"?',
    ],
    [
      grant('skills: { see: ["a b"] }'),
      '5:17 "a b" is no name of skills: letters, digits, "_", "-" and the star "*"',
    ],
    [
      members('workspaces: [{ name: "a*" }]'),
      '5:22 "a*" is a pattern: a workspace that is shared has a whole name',
    ],
    [members("workspaces: [{ name: a }, { name: a }]"), '5:35 the workspace "a" is named twice in this file'],
    [
      members("workspaces: [{ name: a, access: none }]"),
      '5:33 "none" is for ceilings: remove the entry, and nothing is shared',
    ],
    [
      grant("workspaces: [{ name: a }]"),
      "5:13 a workspace for everybody is no safe place: name agents or groups in `applies_to`",
    ],
    [
      ceiling("workspaces: [{ name: a }]"),
      "5:22 a ceiling may only deny, escalate or limit: write `access: read` or `access: none`",
    ],
    [
      ceiling("servers: { crm: { requests: { roots: allow } } }"),
      "5:38 a ceiling may only deny, escalate or limit, not allow",
    ],
    [
      grant("servers: { crm: { requests: { root: allow } } }"),
      '5:31 unknown key "root"; did you mean "roots"?',
    ],
  ];
  for (const [text, problem] of rows) test(problem, () => assert.equal(problemsOf(text)[0], problem));
});

suite("a diff sees them", () => {
  const diff = (before: string, after: string) =>
    diffPolicies(bundle({ "a.yaml": before }), bundle({ "a.yaml": after }))
      .settings.filter(({ principal }) => principal === "any other agent" || principal === "bot")
      .map(({ what, change }) => `${what} ${change}`);
  const rows: [before: string, after: string, change: string][] = [
    [grant(""), grant("skills: { save: allow }"), "saving a skill wider"],
    [grant(""), grant("skills: { save: deny }"), "saving a skill narrower"],
    [grant(""), grant("skills: { approval: { by: [name:x] } }"), "approval of a skill unclear"],
    [grant('skills: { see: ["a-*"] }'), grant(""), "skill any-skill of others wider"],
    [grant('skills: { see: ["a-*"] }'), grant("skills: { see: [b] }"), "skill b of others wider"],
    [members(""), members("workspaces: [{ name: a }]"), "workspace a wider"],
    [
      members("workspaces: [{ name: a }]"),
      members("workspaces: [{ name: a, access: read }]"),
      "workspace a narrower",
    ],
    [
      grant("servers: { crm: {} }"),
      grant("servers: { crm: { requests: { roots: allow } } }"),
      "roots asked by crm wider",
    ],
  ];
  for (const [before, after, change] of rows)
    test(change, () => assert.ok(diff(before, after).includes(change), diff(before, after).join("; ")));
});

/** Everything that the three sections let the key do, as words; less words is tighter. */
function permits(policies: PolicySnapshot): Set<string> {
  const { effect } = policies.decideSkillSave(BOT);
  const skill = { name: "a-b", owner: "other", approved: true };
  return new Set([
    ...(effect === "deny" ? [] : ["save"]),
    ...(effect === "allow" ? ["save alone"] : []),
    ...(policies.maySeeSkill(BOT, skill) ? ["see"] : []),
    ...policies
      .sharedWorkspaces(BOT)
      .flatMap(({ name, access }) =>
        access === "write" ? [`${name} read`, `${name} write`] : [`${name} read`],
      ),
    ...SERVER_REQUESTS.filter((kind) => policies.decideRequest(BOT, "crm", kind).effect === "allow"),
  ]);
}

test("a ceiling never widens, and the order of files never matters", () => {
  const effect = fc.constantFrom("allow", "approve", "deny");
  const names = fc.uniqueArray(fc.constantFrom("*", "a-*", "a-b", "z"), { minLength: 1, maxLength: 2 });
  const body = (save: string, see: string[], access: string, roots: string) =>
    `skills: { save: ${save}, see: ${JSON.stringify(see)} }\nworkspaces: [{ name: w, access: ${access} }]\nservers: { crm: { requests: { roots: ${roots} } } }`;
  const giving = fc.tuple(effect, names, fc.constantFrom("read", "write"), fc.constantFrom("allow", "deny"));
  const taking = fc.tuple(
    fc.constantFrom("approve", "deny"),
    names,
    fc.constantFrom("none", "read"),
    fc.constant("deny"),
  );
  fc.assert(
    fc.property(
      fc.array(giving, { minLength: 1, maxLength: 3 }),
      fc.array(taking, { maxLength: 2 }),
      (some, tight) => {
        const grants = some.map((it, index) => members(body(...it), `g${index}`));
        const ceilings = tight.map((it, index) => ceiling(body(...it), `c${index}`));
        const [open, capped] = [permits(load(...grants)), permits(load(...grants, ...ceilings))];
        for (const one of capped) assert.ok(open.has(one), one);
        assert.deepEqual(permits(load(...ceilings, ...grants.reverse())), capped);
      },
    ),
    { numRuns: 150, seed: 7 },
  );
});
