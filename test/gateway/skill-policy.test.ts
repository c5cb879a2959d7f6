// What policy says about skills: who must agree, who sees what, and code of a skill that a person must approve per run.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Approval } from "../../src/approvals/approvals.ts";
import type { SkillPage } from "../../src/services/skills/skill-desk.ts";
import type { Run } from "../../src/vocabulary.ts";
import { openSkillGateway, type SkillGateway, TOP } from "./skills-fixture.ts";

const POLICIES = {
  "team.yaml": `
policy: 1
id: team
applies_to: { agents: [ann] }
skills: { save: approve, approval: { by: ["role:reviewer", "role:approver"], count: 2 } }
`,
  "seen.yaml": `
policy: 1
id: seen
role: ceiling
applies_to: { agents: [bob] }
skills: { see: ["top_*"] }
`,
  "loose.yaml": `
policy: 1
id: loose
applies_to: { agents: ["*"] }
code: { risks: [{ id: code.loose, pattern: unawaited-call, severity: low, effect: approve }] }
`,
};

describe("policy on skills", () => {
  let gateway: SkillGateway;
  let approver = "";
  before(async () => {
    gateway = await openSkillGateway(POLICIES);
    const made = await gateway.ask<{ key: string }>(
      "/v1/keys",
      { name: "paul", role: "approver" },
      gateway.keys.admin,
    );
    approver = made.body.key;
  });
  after(() => gateway.close());

  test("may want two people: one vote is not enough, and one person has one vote", async () => {
    assert.equal((await gateway.save(TOP)).status, 201);
    assert.equal((await gateway.approve("top_customers")).body.state, "draft");
    assert.equal(
      (await gateway.runSkill("top_customers", { city: "Oslo" })).body.error?.code,
      "SKILL_NOT_APPROVED",
    );
    assert.equal((await gateway.approve("top_customers")).body.error?.code, "FORBIDDEN");
    const second = await gateway.ask(
      "/v1/skills/top_customers/approve",
      { version: 1, comment: "write to ann.lee@fernhill.example" },
      approver,
    );
    assert.deepEqual(
      [second.body.state, second.body.approvedBy.map(({ name }) => name)],
      ["approved", ["rita", "paul"]],
    );
    assert.ok(
      !JSON.stringify(second.body).includes("fernhill"),
      "what a person writes loses its personal values",
    );
    assert.equal((await gateway.runSkill("top_customers", { city: "Oslo" })).body.status, "succeeded");
  });

  test("says which skills of others a key finds, runs and may name in code", async () => {
    await gateway.save({ name: "hidden", description: "Customers, hidden." }, "return 7", {});
    await gateway.approve("hidden");
    await gateway.ask("/v1/skills/hidden/approve", { version: 1 }, approver);
    assert.equal((await gateway.runSkill("hidden", {})).body.result, 7);
    const { bob } = gateway.keys;
    const found = await gateway.ask<SkillPage>("/v1/skills?query=customers", undefined, bob);
    assert.deepEqual(
      found.body.skills.map(({ name }) => name),
      ["top_customers"],
    );
    assert.equal((await gateway.ask("/v1/skills/hidden", undefined, bob)).status, 404);
    assert.equal((await gateway.runSkill("hidden", {}, bob)).body.error?.code, "SKILL_UNKNOWN");
    const run = await gateway.ask<Run>("/v1/runs", { code: "return skills.hidden()" }, bob);
    assert.deepEqual([run.body.status, run.body.error?.code], ["blocked", "SKILL_UNKNOWN"]);
    assert.ok(!JSON.stringify(run.body.error?.hint ?? "").includes("hidden"));
  });

  test("holds a run for a person when the skill's code wants it, and shows that code", async () => {
    const { bob } = gateway.keys;
    const code = "sleep(1);\nreturn 4";
    const checked = await gateway.ask<{ verdict: string }>("/v1/check", { code });
    assert.equal(checked.body.verdict, "approve");
    const decide = async (id: string) =>
      gateway.ask(`/v1/approvals/${id}`, { decision: "approve" }, approver);
    const held = async (): Promise<Approval> => {
      for (let tries = 0; tries < 300; tries++) {
        const { body } = await gateway.ask<{ approvals: Approval[] }>(
          "/v1/approvals?state=pending",
          undefined,
          approver,
        );
        if (body.approvals[0]) return body.approvals[0];
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error("nothing is held");
    };
    const first = gateway.ask<Run>("/v1/runs", { code });
    await decide((await held()).id);
    const proven = (await first).body;
    await gateway.ask("/v1/skills", { name: "top_four", description: "Counts.", run: proven.id });
    await gateway.approve("top_four");
    await gateway.ask("/v1/skills/top_four/approve", { version: 1 }, approver);
    const running = gateway.runSkill("top_four", {}, bob);
    const waiting = await held();
    assert.match(waiting.code, /skill top_four, version 1[\s\S]*return 4/);
    await decide(waiting.id);
    assert.deepEqual([(await running).body.status, (await running).body.result], ["succeeded", 4]);
  });

  test("is not asked about what its owner retires", async () => {
    const other = await gateway.ask("/v1/skills/top_customers/retire", { version: 1 }, gateway.keys.bob);
    assert.equal(other.status, 404);
    const own = await gateway.ask("/v1/skills/top_customers/retire", { version: 1 });
    assert.equal(own.body.state, "retired");
    assert.equal(
      (await gateway.runSkill("top_customers", { city: "Oslo" })).body.error?.code,
      "SKILL_UNKNOWN",
    );
    assert.equal((await gateway.approve("top_customers")).body.error?.code, "APPROVAL_CLOSED");
  });
});
