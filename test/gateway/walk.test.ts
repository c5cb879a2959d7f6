// One request through the whole house, with a real MCP server behind it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const ANN = "ann.lee@fernhill.example";

describe("one request", () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());

  test("gives the program tokens, the tool the value, and the model only tokens", async () => {
    const run = await gateway.run(
      `const one = await notes.person();
       console.log("found", one.email);
       await notes.write({ to: one.email, body: "hello" });
       return one;`,
      { session: "walk" },
    );
    assert.equal(run.status, "succeeded", JSON.stringify(run.error));
    assert.deepEqual(run.result, { id: 7, name: "PERSON_001", email: "EMAIL_001" });
    assert.deepEqual(run.logs, [{ level: "log", message: "found EMAIL_001" }]);
    assert.deepEqual(
      run.toolCalls.map(({ tool, status }) => [tool, status]),
      [
        ["notes.person", "succeeded"],
        ["notes.write", "succeeded"],
      ],
    );
    assert.deepEqual(gateway.received().at(-1), { tool: "write", args: { to: ANN, body: "hello" } });
    assert.ok(!JSON.stringify(run).includes("ann.lee"));
  });

  test("leaves the events of every step, each before its effect", async () => {
    const run = await gateway.run(
      `const { email } = await notes.person(); await notes.write({ to: email });`,
    );
    const events = await gateway.events({ run: run.id });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      [
        "run.submitted",
        "code.checked",
        "run.decided",
        "run.started",
        "call.decided",
        "token.created",
        "call.completed",
        "call.decided",
        "token.restored",
        "call.completed",
        "run.finished",
      ],
    );
    const decided = events.filter(({ kind }) => kind === "call.decided").at(-1);
    assert.deepEqual(decided?.["rule"], "notes.write");
    assert.deepEqual(decided?.body["args"], { to: "EMAIL_001" });
    const restored = events.find(({ kind }) => kind === "token.restored");
    assert.deepEqual(restored?.body["tokens"], [
      { token: "EMAIL_001", pointer: "/to", flow: "flow.write", class: "EMAIL" },
    ]);
  });

  test("a literal in code is the same token as the tool's value", async () => {
    const run = await gateway.run(`const one = await notes.person(); return one.email === "${ANN}";`);
    assert.deepEqual([run.status, run.result], ["succeeded", true]);
  });

  test("context is tokenized before the program sees it", async () => {
    const run = await gateway.run("return context.to", { context: { to: ANN } });
    assert.deepEqual([run.status, run.result], ["succeeded", "EMAIL_001"]);
  });

  test("sessions of one key are apart, and so is the same name under another key", async () => {
    const first = await gateway.run("await workspace.set('k', 1); return (await notes.person()).email", {
      session: "one",
    });
    const second = await gateway.run(
      "return [await workspace.get('k'), (await notes.other_person()).email]",
      {
        session: "two",
      },
    );
    assert.equal(first.result, "EMAIL_001");
    assert.deepEqual(second.result, [null, "EMAIL_001"]);
    const admin = await gateway.fetch("/v1/runs", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: "return await workspace.get('k') ?? 'nothing'", session: "one" }),
    });
    assert.equal(((await admin.json()) as { result: unknown }).result, "nothing");
  });

  test("a note put together from pieces is kept as a token", async () => {
    const session = "notes";
    await gateway.run(`await workspace.set("who", ["eve", "evil.example"].join("@"))`, { session });
    const run = await gateway.run(`const who = await workspace.get("who"); return [who.length, who]`, {
      session,
    });
    assert.deepEqual(run.result, [9, "EMAIL_001"]);
  });

  test("nothing on disk holds a clear value", async () => {
    await gateway.run(`await notes.person(); await callTool("notes.fail", {}); return "${ANN}"`);
    const data = join(gateway.folder, "data");
    for (const name of readdirSync(data).filter((file) => file.includes(".db"))) {
      const bytes = readFileSync(join(data, name));
      assert.ok(!bytes.includes("ann.lee") && !bytes.includes("Ann Lee"), `${name} holds a clear value`);
    }
  });

  test("the trail verifies afterwards", async () => {
    const response = await gateway.fetch("/v1/audit/verify", { key: gateway.key("admin") });
    const verified = (await response.json()) as { ok: boolean; events: number };
    assert.equal(verified.ok, true);
    assert.ok(verified.events > 20);
  });
});
