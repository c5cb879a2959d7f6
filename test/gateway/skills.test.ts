// The life of a skill through the whole gateway: it succeeds, is saved, approved, found and run from every place, and
// every step is on the trail.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SkillPage } from "../../src/services/skills/skill-desk.ts";
import type { Run } from "../../src/vocabulary.ts";
import { openSkillGateway, type SkillGateway, TOP, TOP_CODE } from "./skills-fixture.ts";

const search = (gateway: SkillGateway, query: string, key?: string) =>
  gateway.ask<SkillPage>(`/v1/skills?query=${encodeURIComponent(query)}`, undefined, key);

describe("a skill", () => {
  let gateway: SkillGateway;
  before(async () => {
    gateway = await openSkillGateway();
  });
  after(() => gateway.close());

  test("is saved from a run that succeeded, with its tools pinned, and waits as a draft", async () => {
    const saved = await gateway.save(TOP);
    assert.equal(saved.status, 201, JSON.stringify(saved.body));
    const { state, version, code, tools, owner, call, waitsFor } = saved.body;
    assert.deepEqual([state, version, owner, code], ["draft", 1, "ann", TOP_CODE]);
    assert.equal(call, "skills.top_customers({ city: string, limit?: number })");
    assert.deepEqual(waitsFor, [{ by: ["role:reviewer"], count: 1 }]);
    assert.deepEqual(
      tools.map(({ tool, pin }) => [tool, /^[0-9a-f]{64}$/.test(pin)]),
      [["shop.find", true]],
    );
  });

  test("that nobody approved is run by nobody, and unseen by others", async () => {
    const own = await gateway.runSkill("top_customers", { city: "Oslo" });
    assert.deepEqual([own.status, own.body.error?.code], [403, "SKILL_NOT_APPROVED"]);
    const other = await gateway.runSkill("top_customers", { city: "Oslo" }, gateway.keys.bob);
    assert.deepEqual([other.status, other.body.error?.code], [404, "SKILL_UNKNOWN"]);
    assert.equal((await search(gateway, "customers", gateway.keys.bob)).body.total, 0);
    assert.equal((await search(gateway, "customers")).body.skills[0]?.state, "draft");
    const inCode = await gateway.ask<Run>("/v1/runs", {
      code: 'return skills.top_customers({ city: "Oslo" })',
    });
    assert.deepEqual([inCode.body.status, inCode.body.error?.code], ["blocked", "SKILL_NOT_APPROVED"]);
  });

  test("is approved by a reviewer and by nobody else", async () => {
    for (const [key, status] of [
      [gateway.keys.ann, 403],
      [gateway.keys.bob, 403],
      [gateway.keys.admin, 403],
    ] as const) {
      const refused = await gateway.ask("/v1/skills/top_customers/approve", { version: 1 }, key);
      assert.deepEqual([refused.status, refused.body.error?.code], [status, "FORBIDDEN"]);
    }
    const stale = await gateway.ask(
      "/v1/skills/top_customers/approve",
      { version: 1, sha256: "0".repeat(64) },
      gateway.keys.rita,
    );
    assert.equal(stale.body.error?.code, "APPROVAL_CLOSED");
    assert.equal((await gateway.approve("top_customers", 2)).status, 404);
    const approved = await gateway.approve("top_customers");
    assert.deepEqual([approved.status, approved.body.state], [200, "approved"]);
    assert.equal((await gateway.approve("top_customers")).body.error?.code, "APPROVAL_CLOSED");
  });

  test("is found and run by others over HTTP, with defaults filled in", async () => {
    const found = await search(gateway, "best custmers of a town, sales", gateway.keys.bob);
    assert.deepEqual(
      found.body.skills.map(({ name, state }) => [name, state]),
      [["top_customers", "approved"]],
    );
    const { status, body } = await gateway.runSkill("top_customers", { city: "Oslo" }, gateway.keys.bob);
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.result],
      ["succeeded", [{ id: 1, spent: 300 }]],
      JSON.stringify(body),
    );
    assert.deepEqual(
      body.toolCalls.map(({ tool, status: ended }) => [tool, ended]),
      [["shop.find", "succeeded"]],
    );
  });

  test("is called inside code, by every spelling, side by side with tools", async () => {
    const code = `import top from "skills/top_customers";
      const { top_customers } = skills;
      const [a, b, c, d] = await Promise.all([
        skills.top_customers({ city: "Oslo", limit: 2 }),
        top_customers({ city: "Bergen" }),
        top({ city: "Oslo" }),
        shop.find({}),
      ]);
      return [a, b, c, d.length, Object.keys(skills)];`;
    const { body } = await gateway.ask<Run>("/v1/runs", { code }, gateway.keys.bob);
    const [first, second] = [
      { id: 1, spent: 300 },
      { id: 2, spent: 120 },
    ];
    assert.deepEqual(
      [body.status, body.result],
      ["succeeded", [[first, second], [{ id: 3, spent: 90 }], [first], 3, ["top_customers"]]],
      JSON.stringify(body.error),
    );
  });

  test("leaves every step on the trail", async () => {
    const run = await gateway.runSkill("top_customers", { city: "Oslo" }, gateway.keys.bob);
    const events = await gateway.events({ run: run.body.id });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      [
        "run.submitted",
        "code.checked",
        "run.decided",
        "run.started",
        "skill.run",
        "call.decided",
        "call.completed",
        "run.finished",
      ],
    );
    const called = events.find(({ kind }) => kind === "skill.run")?.body;
    assert.deepEqual(
      [called?.["name"], called?.["parameters"]],
      ["top_customers", { city: "Oslo", limit: 1 }],
    );
    const started = events.find(({ kind }) => kind === "run.started")?.body["skills"] as { sha256: string }[];
    assert.deepEqual([started[0]?.sha256, started.length], [called?.["sha256"], 1]);
    const kinds = (await gateway.events({ kind: "skill.*" })).map(({ kind }) => kind);
    for (const kind of ["skill.saved", "skill.approved", "skill.run"]) assert.ok(kinds.includes(kind), kind);
    const shown = await gateway.ask("/v1/skills/top_customers");
    assert.ok(shown.body.stats.runs >= 5 && shown.body.stats.failed === 0, JSON.stringify(shown.body.stats));
  });

  const WRONG: [why: string, parameters: unknown, message: RegExp][] = [
    ["a parameter is missing", {}, /city .* is missing/],
    ["a type is wrong", { city: 7 }, /city .* must be a string/],
    ["a text is too short", { city: "O" }, /at least 2 characters/],
    ["a number is too large", { city: "Oslo", limit: 51 }, /at most 50/],
    ["a number is no integer", { city: "Oslo", limit: 1.5 }, /must be an integer/],
    ["a name is misspelled", { city: "Oslo", limt: 1 }, /no parameter "limt"; did you mean "limit"/],
    ["it is no object", ["Oslo"], /must be an object/],
    ["a prototype is smuggled in", JSON.parse('{"city":"Oslo","__proto__":{"limit":2}}'), /no parameter/],
  ];
  for (const [why, parameters, message] of WRONG) {
    test(`is not run when ${why}, over HTTP or in code`, async () => {
      const direct = await gateway.runSkill("top_customers", parameters as object);
      assert.deepEqual([direct.status, direct.body.error?.code], [400, "BAD_ARGUMENTS"]);
      assert.match(direct.body.error?.message ?? "", message);
      const code =
        "return await skills.top_customers(context.given).catch((e) => [e.code, e.executed, e.message])";
      const { body } = await gateway.ask<Run>("/v1/runs", { code, context: { given: parameters } });
      const [errorCode, executed, told] = body.result as string[];
      assert.deepEqual([errorCode, executed], ["BAD_ARGUMENTS", "no"]);
      assert.match(told ?? "", message);
    });
  }

  test("gets a new version from its owner alone, and the approved one serves until then", async () => {
    const changed = TOP_CODE.replace("({ id, spent }) => ({ id, spent })", "({ id }) => id");
    const second = await gateway.save({ ...TOP, description: "Ids of the best customers." }, changed);
    assert.deepEqual([second.body.version, second.body.state], [2, "draft"], JSON.stringify(second.body));
    const before = await gateway.runSkill("top_customers", { city: "Oslo" });
    assert.deepEqual(before.body.result, [{ id: 1, spent: 300 }]);
    await gateway.approve("top_customers", 2);
    assert.deepEqual((await gateway.runSkill("top_customers", { city: "Oslo" })).body.result, [1]);
    const run = await gateway.ask<Run>("/v1/runs", { code: "return 1" }, gateway.keys.bob);
    const taken = await gateway.ask("/v1/skills", { ...TOP, run: run.body.id }, gateway.keys.bob);
    assert.deepEqual([taken.status, taken.body.error?.code], [409, "SKILL_EXISTS"]);
  });

  test("that is unknown is refused with the nearest name", async () => {
    const run = await gateway.ask<Run>("/v1/runs", { code: "return skills.top_custmers({})" });
    assert.deepEqual([run.body.status, run.body.error?.code], ["blocked", "SKILL_UNKNOWN"]);
    assert.equal(run.body.error?.hint, 'Did you mean "top_customers"?');
    const dynamic = await gateway.ask<Run>("/v1/runs", {
      code: "return skills[context.name]({})",
      context: { name: "top_customers" },
    });
    assert.equal(dynamic.body.status, "failed");
  });

  test("that throws says so with its own line, and counts as failed", async () => {
    const wish = {
      ...TOP,
      name: "fragile",
      parameters: { type: "object", properties: { fail: { type: "boolean" } } },
    };
    await gateway.save(wish, 'const x = 1;\nif (context.fail) throw new Error("broken pieces");\nreturn x;');
    await gateway.approve("fragile");
    const { body } = await gateway.runSkill("fragile", { fail: true });
    assert.deepEqual(
      [body.status, body.error?.code, body.error?.message, body.error?.line],
      ["failed", "RUNTIME_ERROR", "In the skill fragile: Error: broken pieces", 2],
    );
    assert.deepEqual((await gateway.ask("/v1/skills/fragile")).body.stats.failed, 1);
  });
});
