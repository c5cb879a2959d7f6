// `POST /v1/check` says what a run of the same code would meet, skills in it included, and why.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CheckReply } from "../../src/run/check-code.ts";
import { openSkillGateway, type SkillGateway, TOP } from "./skills-fixture.ts";

const PLAIN = { description: "Says something.", tags: [] };
const NARROW = `
policy: 1
id: narrow
role: ceiling
applies_to: { agents: [ann] }
code: { imports: { allow: [servers/*, skills/top_customers, skills/waiting] } }
`;
const LOOSE = `
policy: 1
id: loose
applies_to: { agents: [bob] }
code: { risks: [{ id: code.loose, pattern: unawaited-call, severity: low, effect: approve }] }
`;
let gateway: SkillGateway;

before(async () => {
  gateway = await openSkillGateway({ "narrow.yaml": NARROW, "loose.yaml": LOOSE });
  await gateway.save(TOP);
  await gateway.approve("top_customers");
  await gateway.save({ ...PLAIN, name: "remover" }, "return shop.remove({})", {});
  await gateway.approve("remover");
  await gateway.save({ ...PLAIN, name: "waiting" }, "return 1", {});
});
after(() => gateway.close());

async function check(code: string, key?: string): Promise<CheckReply> {
  return (await gateway.ask<CheckReply>("/v1/check", { code }, key)).body;
}

test("a skill that the caller may run is judged with the program, and its tools are named", async () => {
  const checked = await check('return skills.top_customers({ city: "Oslo" })');
  assert.deepEqual(
    [checked.verdict, checked.tools, checked.imports],
    ["allow", ["shop.find"], ["skills/top_customers"]],
  );
  assert.equal(checked.error, undefined);
});

const REFUSED: [why: string, code: string, key: "ann" | "bob", refusal: string][] = [
  ["a skill that nobody approved", "return skills.waiting()", "ann", "SKILL_NOT_APPROVED"],
  ["a skill that does not exist", "return skills.top_custmers()", "bob", "SKILL_UNKNOWN"],
  ["a skill with a tool that the caller may not call", "return skills.remover()", "bob", "TOOL_DENIED"],
  ["code that breaks a rule", "return eval('1')", "ann", "CODE_FORBIDDEN"],
  ["code that cannot be read", "return (", "ann", "SYNTAX_ERROR"],
  ["a skill that policy does not let in", "return skills.remover()", "ann", "POLICY_DENIED"],
];
for (const [why, code, key, refusal] of REFUSED) {
  test(`${why} is blocked with the reason of a run`, async () => {
    const checked = await check(code, gateway.keys[key]);
    assert.deepEqual([checked.verdict, checked.error?.code], ["block", refusal], JSON.stringify(checked));
    if (key === "bob") assert.ok(!JSON.stringify(checked).includes("shop.remove"), "what others may call");
    const run = await gateway.ask<{ error?: object }>("/v1/runs", { code }, gateway.keys[key]);
    assert.deepEqual(checked.error, run.body.error);
  });
}

test("a skill whose code wants a person makes the whole wait for one", async () => {
  await gateway.save({ ...PLAIN, name: "restless" }, "sleep(1);\nreturn 4", {});
  await gateway.approve("restless");
  const checked = await check("return 1 + (await skills.restless())", gateway.keys.bob);
  assert.equal(checked.verdict, "approve", JSON.stringify(checked));
  assert.match(checked.violations[0]?.message ?? "", /^In the skill restless:/);
});

test("reasons hold nobody's data", async () => {
  const checked = await check(
    'const x = "ann.lee@fernhill.example"; return eval(x + "ann.lee@fernhill.example")',
  );
  assert.equal(checked.verdict, "block");
  assert.doesNotMatch(JSON.stringify(checked), /fernhill/);
});
