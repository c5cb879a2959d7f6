// An edit of a policy file reaches enforcement, a broken edit does not, and a run keeps the policies it started with.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const policy = (effect: string) => `
policy: 1
id: notes
applies_to: { agents: ["*"] }
tools:
  - { id: slow, match: [notes.slow], effect: allow }
  - { id: echo, match: [notes.echo], effect: ${effect} }
`;

describe("policies that change while the gateway runs", () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway({ policies: { "notes.yaml": policy("allow") } });
  });
  after(() => gateway.close());

  const edit = (text: string) => writeFileSync(join(gateway.folder, "policies", "notes.yaml"), text);
  const reload = () => gateway.fetch("/v1/policies/reload", { method: "POST", key: gateway.key("admin") });
  const codeOf = async (code: string) => (await gateway.run(code)).error?.code;

  const gauge = async (name: string) => {
    const page = await (await gateway.fetch("/metrics", { key: gateway.key("admin") })).text();
    return new RegExp(`^${name} (\\S+)$`, "m").exec(page)?.[1];
  };

  test("an edit is enforced after a reload, and is on the trail", async () => {
    assert.equal(await codeOf(`await callTool("notes.echo", {})`), undefined);
    edit(policy("deny"));
    const answer = (await (await reload()).json()) as { ok: boolean; sha256: string };
    assert.equal(answer.ok, true);
    assert.equal(await codeOf(`await callTool("notes.echo", {})`), "TOOL_DENIED");
    const loaded = await gateway.events({ kind: "policy.loaded" });
    assert.equal(loaded.at(-1)?.body["sha256"], answer.sha256);
  });

  test("an edit is enforced by itself within seconds", async () => {
    edit(policy("allow"));
    let code: string | undefined = "TOOL_DENIED";
    for (let tries = 0; code !== undefined && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      code = await codeOf(`await callTool("notes.echo", {})`);
    }
    assert.equal(code, undefined);
  });

  test("a broken edit changes nothing and is shown where operators look", async () => {
    edit(policy("alow"));
    const refused = await reload();
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /notes\.yaml.*alow/s);
    assert.equal(await codeOf(`await callTool("notes.echo", {})`), undefined);
    const ready = (await (await gateway.fetch("/readyz", { key: gateway.key("admin") })).json()) as {
      policies: { problems: string[] };
    };
    assert.match(ready.policies.problems[0] ?? "", /notes\.yaml:7:\d+/);
    assert.equal(await gauge("sallyport_policies_fresh"), "0");
    const refusals = await gateway.events({ kind: "policy.refused" });
    assert.match(String(refusals.at(-1)?.body["problems"]), /^notes\.yaml:7:\d+ /);
    const inForce = (await gateway.events({ kind: "policy.loaded" })).at(-1)?.body["sha256"];
    assert.equal(refusals.at(-1)?.body["kept"], inForce);
    edit(policy("allow"));
    assert.equal((await reload()).status, 200);
    assert.equal(await gauge("sallyport_policies_fresh"), "1");
  });

  test("a run decides by the policies that it started with", async () => {
    const running = gateway.run("await notes.slow({ ms: 600 }); return notes.echo({ id: 1 })");
    await new Promise((resolve) => setTimeout(resolve, 200));
    edit(policy("deny"));
    assert.equal((await reload()).status, 200);
    assert.deepEqual((await running).result, { id: 1 });
    assert.equal(await codeOf(`await callTool("notes.echo", {})`), "TOOL_DENIED");
  });

  test("an agent may not reload", async () => {
    assert.equal((await gateway.fetch("/v1/policies/reload", { method: "POST" })).status, 403);
  });
});
