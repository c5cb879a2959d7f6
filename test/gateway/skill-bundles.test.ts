// Skills between gateways: what a bundle must be, and what becomes of the skills in it.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { SkillView } from "../../src/services/skills/present-skill.ts";
import { openBundleKeys, type SkillBundle, signBundle } from "../../src/skills/skills.ts";
import { openSkillGateway, type SkillGateway, TOP, TOP_CODE } from "./skills-fixture.ts";

describe("a bundle", () => {
  let from: SkillGateway;
  let to: SkillGateway;
  before(async () => {
    [from, to] = [await openSkillGateway(), await openSkillGateway()];
    await from.save(TOP);
  });
  after(async () => {
    await from.close();
    await to.close();
  });

  const take = (bundle: unknown, trust?: string) =>
    to.ask<{ skills: SkillView[] }>(
      "/v1/skills/import",
      { bundle, ...(trust ? { trust } : {}) },
      to.keys.rita,
    );

  test("holds approved skills, is taken with a trusted key only, and waits for approval by somebody else", async () => {
    const early = await from.ask("/v1/skills/export", { names: ["top_customers"] }, from.keys.rita);
    assert.equal(early.body.error?.code, "SKILL_NOT_APPROVED");
    await from.approve("top_customers");
    const { body: bundle } = await from.ask<SkillBundle>(
      "/v1/skills/export",
      { names: ["top_customers"] },
      from.keys.rita,
    );
    const untrusted = await take(bundle);
    assert.deepEqual([untrusted.status, untrusted.body.error?.code], [422, "BUNDLE_INVALID"]);
    assert.match(untrusted.body.error?.message ?? "", /not trusted/);
    const taken = await take(bundle, bundle.publicKey);
    assert.equal(taken.status, 201, JSON.stringify(taken.body));
    const [skill] = taken.body.skills;
    assert.deepEqual([skill?.state, skill?.owner, skill?.origin?.owner], ["draft", "rita", "ann"]);
    assert.equal((await to.runSkill("top_customers", { city: "Oslo" })).body.error?.code, "SKILL_UNKNOWN");
    assert.equal((await to.approve("top_customers")).body.error?.code, "FORBIDDEN");
    const approved = await to.ask("/v1/skills/top_customers/approve", { version: 1 }, to.keys.admin);
    assert.equal(approved.body.state, "approved");
    assert.deepEqual((await to.runSkill("top_customers", { city: "Oslo" })).body.result, [
      { id: 1, spent: 300 },
    ]);
    assert.equal((await to.events({ kind: "skill.imported" })).length, 1);
  });

  const ALTERED: [what: string, alter: (bundle: SkillBundle) => void, place: RegExp][] = [
    [
      "code",
      ({ skills }) => {
        if (skills[0]) skills[0].code = TOP_CODE.replace("slice(0", "slice(1");
      },
      /^\/skills\/0\/code /,
    ],
    [
      "a description",
      ({ skills }) => {
        if (skills[0]) skills[0].description = "Harmless.";
      },
      /^\/skills\/0\/description /,
    ],
    [
      "a pin",
      ({ skills }) => {
        if (skills[0]?.tools[0]) skills[0].tools[0].pin = "0".repeat(64);
      },
      /^\/skills\/0\/tools /,
    ],
    [
      "a hash",
      ({ hashes }) => {
        if (hashes[0]) hashes[0]["code"] = "0".repeat(64);
      },
      /^\/signature /,
    ],
    [
      "the time",
      (bundle) => {
        bundle.exportedAt = "2020-01-01T00:00:00.000Z";
      },
      /^\/signature /,
    ],
    [
      "one skill more",
      ({ skills }) => {
        if (skills[0]) skills.push(skills[0]);
      },
      /^\/skills has 2 skills, and 1 were signed/,
    ],
    [
      "a field more",
      (bundle) => {
        Object.assign(bundle, { approved: true });
      },
      /approved/,
    ],
    [
      "the format",
      (bundle) => {
        Object.assign(bundle, { format: "other/1" });
      },
      /^\/format /,
    ],
  ];
  for (const [what, alter, place] of ALTERED) {
    test(`with ${what} altered says exactly that`, async () => {
      const { body: bundle } = await from.ask<SkillBundle>(
        "/v1/skills/export",
        { names: ["top_customers"] },
        from.keys.rita,
      );
      alter(bundle);
      const body = { bundle, trust: from.keys.rita && bundle.publicKey };
      const report = await to.ask<{ ok: boolean; problems: { place: string; problem: string }[] }>(
        "/v1/skills/verify",
        body,
        to.keys.rita,
      );
      assert.equal(report.body.ok, false);
      const told = report.body.problems.map(({ place: at, problem }) => `${at} ${problem}`);
      assert.ok(
        told.some((line) => place.test(line)),
        told.join("\n"),
      );
      assert.equal((await take(bundle, bundle.publicKey)).body.error?.code, "BUNDLE_INVALID");
    });
  }

  test("holds each skill once, however often it was named", async () => {
    const names = ["top_customers", "top_customers"];
    const { body } = await from.ask<SkillBundle>("/v1/skills/export", { names }, from.keys.rita);
    assert.equal(body.skills.length, 1);
  });

  test("that names a skill twice is taken by nobody", async () => {
    const { body } = await from.ask<SkillBundle>(
      "/v1/skills/export",
      { names: ["top_customers"] },
      from.keys.rita,
    );
    const [skill] = body.skills;
    assert.ok(skill);
    const keys = await openBundleKeys(join(from.folder, "data", "keys"));
    const twice = signBundle([skill, { ...skill, code: "return 1" }], body.exportedAt, keys);
    const taken = await take(twice, twice.publicKey);
    assert.deepEqual(
      [taken.status, taken.body.error?.code],
      [422, "BUNDLE_INVALID"],
      JSON.stringify(taken.body),
    );
    assert.match(taken.body.error?.message ?? "", /\/skills\/1\/name .*twice/);
  });

  test("may hold skills that use each other, in any order; each waits for its own approval", async () => {
    const plain = { description: "Counts.", tags: [] };
    await from.save({ ...plain, name: "inner" }, "return 20", {});
    await from.approve("inner");
    await from.save({ ...plain, name: "outer" }, "return (await skills.inner()) + 1", {});
    await from.approve("outer");
    const export_ = (names: string[]) =>
      from.ask<SkillBundle>("/v1/skills/export", { names }, from.keys.rita);
    const alone = (await export_(["outer"])).body;
    const lonely = await take(alone, alone.publicKey);
    assert.equal(lonely.body.error?.code, "SKILL_UNKNOWN", "what it uses is neither here nor in the bundle");
    const both = (await export_(["outer", "inner"])).body;
    const taken = await take(both, both.publicKey);
    assert.equal(taken.status, 201, JSON.stringify(taken.body));
    const approve = (name: string) => to.ask(`/v1/skills/${name}/approve`, { version: 1 }, to.keys.admin);
    assert.equal((await approve("outer")).body.state, "approved");
    const early = await to.runSkill("outer", {});
    assert.equal(early.body.error?.code, "SKILL_UNKNOWN", "a draft of somebody else is nothing yet");
    assert.equal((await approve("inner")).body.state, "approved");
    assert.equal((await to.runSkill("outer", {})).body.result, 21);
    const again = await take(alone, alone.publicKey);
    assert.equal(again.status, 201, "what it uses is here by now");
  });
});
