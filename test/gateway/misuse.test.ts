// What a hostile principal tried against the whole gateway, and must not get.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Run } from "../../src/vocabulary.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

async function withGateway(
  options: Parameters<typeof openTestGateway>[0],
  work: (gateway: TestGateway) => Promise<void>,
): Promise<void> {
  const gateway = await openTestGateway(options);
  try {
    await work(gateway);
  } finally {
    await gateway.close();
  }
}

const HELD = `
policy: 1
id: held
applies_to: { agents: ["*"] }
tools:
  - { id: read, match: [notes.person, notes.slow], effect: allow }
  - { id: echo, match: [notes.echo], effect: approve }
`;

const CUT = `
policy: 1
id: cut
applies_to: { agents: ["*"] }
tools:
  - { id: read, match: [notes.person, notes.echo], effect: allow }
flows:
  - { id: flow, class: [EMAIL], from: [notes.person], to: ["notes.echo#/value"], effect: allow }
results:
  - { id: short, match: [notes.echo], max_kb: 1 }
`;

const json = { "content-type": "application/json" };

describe("misuse", () => {
  test("a result that the vault has no room for fails the run, and the calls that ran are named", () =>
    withGateway({ flags: { maxTokensPerSession: 5 } }, async (gateway) => {
      const run = await gateway.run(
        `await notes.slow({ ms: 1 });
         return Array.from({ length: 9 }, (_, n) => ["person" + n, "fernhill.example"].join("@"));`,
      );
      assert.deepEqual([run.status, run.error?.code], ["failed", "VAULT_FULL"]);
      assert.deepEqual(
        run.toolCalls.map(({ tool, status }) => `${tool} ${status}`),
        ["notes.slow succeeded"],
      );
      const finished = await gateway.events({ run: run.id, kind: "run.finished" });
      assert.equal(finished[0]?.["status"], "failed");
      assert.ok(!JSON.stringify(run).includes("fernhill"));
    }));

  test("guessing values in code is bounded for the session, refused by name and on the trail", () =>
    withGateway({ flags: { maxWrittenValues: 3 } }, async (gateway) => {
      const session = "guess";
      const guess = (n: number) =>
        gateway.run(`const { email } = await notes.person(); return email === "ann.${n}@fernhill.example"`, {
          session,
        });
      for (const n of [1, 2, 3, 3]) assert.equal((await guess(n)).status, "succeeded");
      const run = await guess(4);
      assert.deepEqual([run.status, run.error?.code, run.toolCalls], ["blocked", "VALUES_WRITTEN_LIMIT", []]);
      const events = await gateway.events({ run: run.id });
      assert.deepEqual(
        events.map(({ kind, decision }) => [kind, decision].filter(Boolean).join(" ")),
        ["run.submitted", "code.checked", "run.decided deny"],
      );
      assert.ok(!JSON.stringify([run, events]).includes("ann.4"));
      const pieces = `["ann.5", "fernhill.example"].join("@")`;
      const computed = await gateway.run(`return ${pieces}`, { session });
      assert.deepEqual([computed.status, computed.error?.code], ["failed", "VALUES_WRITTEN_LIMIT"]);
      const noted = await gateway.run(`await workspace.set("k", ${pieces})`, { session });
      assert.equal(noted.error?.code, "VALUES_WRITTEN_LIMIT");
      const echoed = await gateway.run(`return await notes.echo({ value: ${pieces} })`, { session });
      assert.equal(echoed.error?.code, "VALUES_WRITTEN_LIMIT");
      const direct = await gateway.fetch("/v1/pii/tokenize", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ data: ["ann.6@fernhill.example"], session }),
      });
      assert.match(await direct.text(), /VALUES_WRITTEN_LIMIT/);
    }));

  test("a key that is revoked loses what it has under way", () =>
    withGateway({ policies: { "held.yaml": HELD } }, async (gateway) => {
      const slow = gateway.run("await notes.slow({ ms: 20000 })");
      const held = gateway.run("await notes.echo({})");
      for (let tries = 0; tries < 200; tries++) {
        const response = await gateway.fetch("/v1/approvals?state=pending", { key: gateway.key("admin") });
        if (((await response.json()) as { approvals: unknown[] }).approvals.length > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const revoked = await gateway.fetch("/v1/keys/agent", { method: "DELETE", key: gateway.key("admin") });
      assert.equal(revoked.status, 200);
      assert.deepEqual([(await slow).status, (await held).status], ["cancelled", "cancelled"]);
      assert.equal((await gateway.fetch("/v1/tools")).status, 401);
      assert.equal(gateway.received().filter(({ tool }) => tool === "echo").length, 0);
    }));

  test("what waits for a person leaves room for others", () =>
    withGateway({ policies: { "held.yaml": HELD } }, async (gateway) => {
      const many = Array.from({ length: 12 }, (_, n) =>
        gateway.run("await notes.echo({})", { session: `s${n}` }),
      );
      const admin = await gateway.fetch("/v1/runs", {
        method: "POST",
        key: gateway.key("admin"),
        headers: json,
        body: JSON.stringify({ code: "return 1" }),
      });
      assert.equal(((await admin.json()) as Run).result, 1);
      const busy = await Promise.race(many);
      assert.equal(busy.error?.code, "BUSY");
      await gateway.fetch("/v1/keys/agent", { method: "DELETE", key: gateway.key("admin") });
      await Promise.all(many);
    }));

  test("a result is cut after its values were replaced, and never inside a token", () =>
    withGateway({ policies: { "cut.yaml": CUT } }, async (gateway) => {
      for (const before of [140, 150, 155, 160, 165]) {
        const run = await gateway.run(
          `const { email } = await notes.person();
           return notes.echo({ value: "x".repeat(${before}) + " " + email + " " + "y".repeat(3000) })`,
          { session: `cut-${before}` },
        );
        assert.equal(run.status, "succeeded", JSON.stringify(run.error));
        assert.ok(JSON.stringify(run.result).length < 1100);
        assert.match((run.result as { value: string }).value, /^x+ (?:EMAIL_001(?: y*)?)?$/);
      }
    }));

  test("arguments of a megabyte do not fill the trail", () =>
    withGateway({}, async (gateway) => {
      const run = await gateway.run(`await notes.echo({ text: "x y ".repeat(200000) })`);
      assert.equal(run.status, "succeeded", JSON.stringify(run.error));
      const [decided] = await gateway.events({ run: run.id, kind: "call.decided" });
      assert.ok(JSON.stringify(decided).length < 8000);
      assert.equal(decided?.body["argsShortened"], true);
      assert.equal((gateway.received().at(-1)?.args["text"] as string).length, 800_000);
    }));
});
