// Held calls and runs through the whole gateway: the agent waits, somebody else decides over HTTP.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Approval } from "../../src/approvals/approvals.ts";
import type { Run } from "../../src/vocabulary.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const POLICY = `
policy: 1
id: held
applies_to: { agents: ["*"] }
code:
  risks:
    - { id: code.loop, pattern: unbounded-loop, severity: medium, effect: approve }
tools:
  - { id: read, match: [notes.person, notes.slow], effect: allow }
  - { id: write, match: [notes.write], effect: approve, approval: { by: ["role:approver"], expires: 10m, show: [to] } }
  - { id: echo, match: [notes.echo], effect: approve, approval: { by: ["role:approver"], expires: 1s } }
flows:
  - { id: flow.write, class: [EMAIL], from: [notes.person], to: ["notes.write#/to"], effect: allow }
`;

describe("an approval through the gateway", () => {
  let gateway: TestGateway;
  let approver = "";
  before(async () => {
    gateway = await openTestGateway({ policies: { "held.yaml": POLICY } });
    const response = await gateway.fetch("/v1/keys", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "ann", role: "approver" }),
    });
    approver = ((await response.json()) as { key: string }).key;
  });
  after(() => gateway.close());

  async function pending(run?: string): Promise<Approval> {
    for (let tries = 0; tries < 200; tries++) {
      const response = await gateway.fetch("/v1/approvals?state=pending", { key: approver });
      const { approvals } = (await response.json()) as { approvals: Approval[] };
      const found = approvals.find((approval) => run === undefined || approval.run === run);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("nothing is pending");
  }

  function decide(
    id: string,
    decision: string,
    options: { key?: string; reason?: string } = {},
  ): Promise<Response> {
    const { key = approver, reason } = options;
    return gateway.fetch(`/v1/approvals/${id}`, {
      method: "POST",
      key,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ decision, ...(reason ? { reason } : {}) }),
    });
  }

  const WRITE = "const { email } = await notes.person();\nreturn notes.write({ to: email, body: 'x' });";

  test("lets the call through, once, with exactly what was shown", async () => {
    const running = gateway.run(WRITE);
    const approval = await pending();
    assert.deepEqual(approval.shown, { to: "EMAIL_001" });
    assert.equal(approval.tool, "notes.write");
    assert.match(approval.code, /2 \| return notes\.write/);
    assert.ok(!JSON.stringify(approval).includes("ann.lee"));
    assert.equal(gateway.received().filter(({ tool }) => tool === "write").length, 0);
    assert.equal((await decide(approval.id, "approve")).status, 200);
    const run = await running;
    assert.equal(run.result, "written", JSON.stringify(run.error));
    assert.deepEqual(gateway.received().at(-1)?.args, { to: "ann.lee@fernhill.example", body: "x" });
    assert.equal((await decide(approval.id, "approve")).status, 409);
    const kinds = (await gateway.events({ run: run.id })).map(({ kind, decision }) =>
      `${kind} ${decision ?? ""}`.trim(),
    );
    assert.deepEqual(kinds.slice(kinds.indexOf("call.completed") + 1), [
      "call.decided approve",
      "approval.requested",
      "approval.decided approve",
      "call.decided allow",
      "token.restored",
      "call.completed",
      "run.finished",
    ]);
  });

  test("that is denied is an error the program can catch, and nothing ran", async () => {
    const before = gateway.received().filter(({ tool }) => tool === "write").length;
    const running = gateway.run(WRITE);
    const { id } = await pending();
    await decide(id, "deny", { reason: "ask bo@fernhill.example first" });
    const run = await running;
    assert.equal(run.error?.code, "APPROVAL_DENIED");
    assert.match(run.error?.message ?? "", /ask EMAIL_\d+ first/);
    assert.equal(gateway.received().filter(({ tool }) => tool === "write").length, before);
    assert.deepEqual(run.toolCalls.at(-1)?.status, "denied");
  });

  test("that nobody gives expires, and the run says so", async () => {
    const run = await gateway.run("return notes.echo({})");
    assert.equal(run.error?.code, "APPROVAL_EXPIRED", JSON.stringify(run.error));
  });

  test("stops the run's clock and nothing else", async () => {
    const running = gateway.run(
      `const held = notes.write({ to: (await notes.person()).email });
       const others = await Promise.all([notes.slow({ ms: 1 }), notes.slow({ ms: 2 })]);
       return [others.length, await held];`,
      { timeoutMs: 1500 },
    );
    const { id, run: runId } = await pending();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const state = (await (await gateway.fetch(`/v1/runs/${runId}`)).json()) as Run;
    assert.equal(state.status, "pending");
    await decide(id, "approve");
    const run = await running;
    assert.deepEqual(run.result, [2, "written"], JSON.stringify(run.error));
  });

  test("is never given by an agent's key", async () => {
    const running = gateway.run(WRITE);
    const { id } = await pending();
    assert.equal((await decide(id, "approve", { key: gateway.key("agent") })).status, 403);
    assert.equal((await decide(id, "approve", { key: gateway.key("admin") })).status, 403);
    await decide(id, "deny");
    assert.equal((await running).error?.code, "APPROVAL_DENIED");
  });

  test("of a cancelled run is withdrawn", async () => {
    const running = gateway.run(WRITE);
    const { id, run: runId } = await pending();
    await gateway.fetch(`/v1/runs/${runId}/cancel`, { method: "POST" });
    assert.equal((await running).status, "cancelled");
    assert.equal((await decide(id, "approve")).status, 409);
  });

  test("holds a whole run by its risk, before it starts", async () => {
    const code = "let n = 0; while (true) { n += await Promise.resolve(1); }";
    const running = gateway.run(code, { timeoutMs: 200 });
    const approval = await pending();
    assert.equal(approval.kind, "run");
    assert.match(approval.code, /while \(true\)/);
    await decide(approval.id, "deny");
    const denied = await running;
    assert.deepEqual([denied.status, denied.error?.code], ["blocked", "APPROVAL_DENIED"]);
    const again = gateway.run(code, { timeoutMs: 200 });
    await decide((await pending()).id, "approve");
    assert.ok(["TIMEOUT", "CPU_LIMIT"].includes((await again).error?.code ?? ""));
  });

  test("answers at once with `pending` when the caller does not want to wait", async () => {
    const response = await gateway.fetch("/v1/runs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: WRITE, wait: false }),
    });
    assert.equal(response.status, 202);
    const state = (await response.json()) as { id: string; status: string; approvals: string[] };
    assert.equal(state.status, "pending");
    await decide(state.approvals[0] ?? "", "approve");
    let run: Run | undefined;
    for (let tries = 0; run?.status !== "succeeded" && tries < 100; tries++) {
      run = (await (await gateway.fetch(`/v1/runs/${state.id}`)).json()) as Run;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(run?.result, "written");
  });
});
