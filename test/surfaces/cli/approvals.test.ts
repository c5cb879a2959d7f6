// A held call, seen and decided from the command line against a running gateway.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Approval } from "../../../src/approvals/approvals.ts";
import { createHttpApp } from "../../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../../src/surfaces/http/listen.ts";
import { openTestGateway, type TestGateway } from "../../gateway/gateway-fixture.ts";
import { openDesk } from "./cli-fixture.ts";

const POLICY = `
policy: 1
id: held
applies_to: { agents: ["*"] }
tools:
  - { id: echo, match: [notes.echo], effect: approve, approval: { by: ["group:leads"] } }
flows:
  - { id: own, class: [EMAIL], from: [code], to: [notes.echo], effect: allow }
`;

describe("sallyport approvals", () => {
  const desk = openDesk();
  let gateway: TestGateway;
  let listening: Listening;
  let approver = "";
  before(async () => {
    gateway = await openTestGateway({ policies: { "held.yaml": POLICY } });
    const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1024, log: () => {} });
    listening = await listen(app, { host: "127.0.0.1", port: 0 });
    const created = await cli(
      ["keys", "create", "lea", "--role", "approver", "--group", "leads", "--json"],
      "admin",
    );
    approver = (JSON.parse(created.out) as { key: string }).key;
  });
  after(async () => {
    await listening.close();
    await gateway.close();
    desk.remove();
  });

  function cli(args: string[], key: string) {
    const secret = key === "admin" || key === "agent" ? gateway.key(key) : key;
    return desk.here(args, { env: { SALLYPORT_URL: listening.url, SALLYPORT_KEY: secret } });
  }

  async function pending(): Promise<Approval> {
    for (let tries = 0; tries < 100; tries++) {
      const { out } = await cli(["approvals", "list", "--json"], approver);
      const [first] = (JSON.parse(out) as { approvals: Approval[] }).approvals;
      if (first) return first;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("nothing is pending");
  }

  test("lists what waits with rule, reason, arguments and code, and decides it", async () => {
    assert.match((await cli(["approvals", "list"], approver)).out, /Nothing is there/);
    const running = gateway.run(`return notes.echo({ id: 7, to: "ann@x.example" })`);
    const { id } = await pending();
    const { out } = await cli(["approvals", "list"], approver);
    for (const part of [
      id,
      "notes.echo",
      "asked by agent",
      "echo (1 of group:leads)",
      '{"id":7,"to":"EMAIL_001"}',
      "EMAIL_001 (EMAIL) at /to, from code",
      "return notes.echo",
    ]) {
      assert.ok(out.includes(part), `${part} is not in:\n${out}`);
    }
    const approved = await cli(["approvals", "approve", id, "--reason", "checked"], approver);
    assert.deepEqual([approved.code, approved.out.trim()], [0, `${id} is approved.`]);
    assert.deepEqual((await running).result, { id: 7, to: "EMAIL_001" });
    const again = await cli(["approvals", "deny", id], approver);
    assert.equal(again.code, 1);
    assert.match(again.err, /APPROVAL_CLOSED/);
  });

  test("a command that waits says at once for whom, and goes on when it is decided", async () => {
    desk.write("echo.ts", "return notes.echo({ id: 8 })");
    const running = cli(["run", "echo.ts"], "agent");
    const { id } = await pending();
    await cli(["approvals", "approve", id], approver);
    const { code, out, err } = await running;
    assert.deepEqual([code, JSON.parse(out)], [0, { id: 8 }], err);
    assert.match(err, /^notes\.echo waits for a person: group:leads\.$/m);
    assert.ok(err.includes(`sallyport approvals approve ${id}, or deny, until 20`), err);
  });

  test("a command with a gateway of its own does not wait for people whom it cannot reach", async () => {
    const alone = openDesk();
    try {
      alone.write("policies/desk.yaml", POLICY.replaceAll("notes.echo", "crm.list_contacts"));
      alone.write("list.ts", "return crm.list_contacts({ limit: 1 })");
      const { code, out, err } = await alone.spawn(["run", "list.ts"]);
      assert.deepEqual([code, out], [1, ""], err);
      assert.match(err, /^crm\.list_contacts waits for a person: group:leads\. Nobody can be asked/m);
      assert.match(err, /Start one with `sallyport serve`/);
      assert.match(err, /^run_\w+ cancelled in /m);
    } finally {
      alone.remove();
    }
  });

  test("names of arguments cannot forge a line of the list", async () => {
    const running = gateway.run(`return notes.echo({ "x\\n  rule     all is well": "ann@x.example" })`);
    const { id } = await pending();
    const { out } = await cli(["approvals", "list"], approver);
    await cli(["approvals", "deny", id], approver);
    assert.deepEqual(out.match(/^ {2}rule .*$/gm), ["  rule     echo (1 of group:leads)"]);
    assert.equal((await running).error?.code, "APPROVAL_DENIED");
  });

  test("a key that may not decide is told why", async () => {
    const running = gateway.run("return notes.echo({})");
    const { id } = await pending();
    const refused = await cli(["approvals", "approve", id], "admin");
    assert.equal(refused.code, 2);
    assert.match(refused.err, /FORBIDDEN +The rule names somebody else/);
    await cli(["approvals", "deny", id], approver);
    assert.equal((await running).error?.code, "APPROVAL_DENIED");
  });

  test("an unknown state is wrong usage", async () => {
    assert.equal((await cli(["approvals", "list", "--state", "open"], approver)).code, 2);
  });
});
