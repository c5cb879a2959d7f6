// What changes while a call waits for a person counts: the policies and the tool are looked at again before it leaves.

import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Approval } from "../../src/approvals/approvals.ts";
import { notesServer, openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const SHIFTING = fileURLToPath(new URL("../fakes/shifting-server.ts", import.meta.url));

const policy = (rules: string) => `
policy: 1
id: held
applies_to: { agents: ["*"] }
tools:
  - { id: free, match: [notes.slow, shifting.shift], effect: allow }
${rules}
`;
const HELD = `  - { id: echo, match: [notes.echo], effect: approve }
  - { id: target, match: [shifting.target], effect: approve }`;

describe("while a call waits for a person", () => {
  let gateway: TestGateway;
  let approver = "";
  before(async () => {
    gateway = await openTestGateway({ policies: { "held.yaml": policy(HELD) } });
    const servers = {
      ...notesServer(gateway.folder),
      shifting: {
        command: process.execPath,
        args: [SHIFTING],
        env: { SHIFT_LOG: join(gateway.folder, "shift.log") },
      },
    };
    const { folder } = gateway;
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: servers }));
    await gateway.gateway.close();
    gateway = await openTestGateway({ policies: { "held.yaml": policy(HELD) }, folder, servers });
    const response = await gateway.fetch("/v1/keys", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "ann", role: "approver" }),
    });
    approver = ((await response.json()) as { key: string }).key;
  });
  after(() => gateway.close());

  async function pending(): Promise<Approval> {
    for (let tries = 0; tries < 500; tries++) {
      const response = await gateway.fetch("/v1/approvals?state=pending", { key: approver });
      const [first] = ((await response.json()) as { approvals: Approval[] }).approvals;
      if (first) return first;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("nothing is pending");
  }

  const approve = (id: string) =>
    gateway.fetch(`/v1/approvals/${id}`, {
      method: "POST",
      key: approver,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ decision: "approve" }),
    });

  async function putInForce(rules: string): Promise<void> {
    writeFileSync(join(gateway.folder, "policies", "held.yaml"), policy(rules));
    const reloaded = await gateway.fetch("/v1/policies/reload", {
      method: "POST",
      key: gateway.key("admin"),
    });
    assert.equal(reloaded.status, 200, await reloaded.text());
  }

  const ROWS: [what: string, rules: string, code: string | undefined, rule: string][] = [
    ["nothing changes: it goes through", HELD, undefined, "echo"],
    ["a new deny stops it", `${HELD}\n  - { id: no, match: ["notes.*"], effect: deny }`, "TOOL_DENIED", "no"],
    [
      "another approver has to be asked",
      "  - { id: echo, match: [notes.echo], effect: approve, approval: { by: [group:leads] } }",
      "TOOL_DENIED",
      "policy_changed",
    ],
    [
      "the grant is gone",
      "  - { id: other, match: [notes.person], effect: allow }",
      "TOOL_DENIED",
      "no_match",
    ],
    [
      "the grant needs no approval any more: what was asked for still counts",
      "  - { id: echo, match: [notes.echo], effect: allow }",
      undefined,
      "echo",
    ],
    [
      "a rate that is used up by then",
      "  - { id: echo, match: [notes.echo], effect: approve, rate: { max: 1, per: 1h } }",
      "CALL_RATE_LIMITED",
      "rate",
    ],
  ];
  for (const [what, rules, code, rule] of ROWS) {
    test(what, async () => {
      await putInForce(HELD);
      const sent = gateway.received().length;
      const running = gateway.run("return notes.echo({ id: 1 })");
      const { id } = await pending();
      await putInForce(rules);
      if (code === "CALL_RATE_LIMITED") {
        // Another call takes the only place meanwhile.
        const other = gateway.run("return notes.echo({ id: 2 })");
        const next = (await listed()).find((approval) => approval.id !== id);
        assert.equal((await approve(next?.id ?? "")).status, 200);
        assert.deepEqual((await other).result, { id: 2 });
      }
      assert.equal((await approve(id)).status, 200);
      const run = await running;
      assert.equal(run.error?.code, code, JSON.stringify(run.error));
      assert.equal(
        gateway.received().length - sent,
        code === undefined ? 1 : code === "CALL_RATE_LIMITED" ? 1 : 0,
      );
      const decided = (await gateway.events({ run: run.id })).filter(({ kind }) => kind === "call.decided");
      assert.deepEqual([decided.length, decided.at(-1)?.["rule"]], [2, rule]);
    });
  }

  async function listed(): Promise<Approval[]> {
    for (let tries = 0; tries < 500; tries++) {
      const response = await gateway.fetch("/v1/approvals?state=pending", { key: approver });
      const { approvals } = (await response.json()) as { approvals: Approval[] };
      if (approvals.length > 1) return approvals;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("only one is pending");
  }

  test("a tool that becomes another one meanwhile does not run, nor afterwards", async () => {
    await putInForce(HELD);
    const running = gateway.run("return shifting.target({})");
    const { id } = await pending();
    assert.equal((await gateway.run("return shifting.shift({})")).result, "shifted");
    await untilDrifted();
    assert.equal((await approve(id)).status, 200);
    assert.equal((await running).error?.code, "TOOL_DRIFT");
    const later = await gateway.run('return callTool("shifting.target", {})');
    assert.equal(later.error?.code, "TOOL_DRIFT", JSON.stringify(later.error));
    const typed = await gateway.run("return shifting.target({})");
    assert.equal(typed.error?.code, "TOOL_DRIFT", JSON.stringify(typed.error));
    assert.equal(existsSync(join(gateway.folder, "shift.log")), false, "it never ran");
    const decided = await gateway.events({ kind: "call.decided", tool: "shifting.target" });
    assert.deepEqual(
      decided.map(({ rule }) => rule),
      ["target", "tool_drift", "tool_drift", "tool_drift"],
    );
  });

  /** The server's word of its change arrives on its own. */
  async function untilDrifted(): Promise<void> {
    for (let tries = 0; tries < 500; tries++) {
      const response = await gateway.fetch("/v1/tools?query=target&server=shifting");
      if (!(await response.text()).includes("shifting.target")) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("the tool did not drift");
  }
});
