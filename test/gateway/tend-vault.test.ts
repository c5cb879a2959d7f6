// Forgetting and re-keying while the gateway works: memory forgets as well, and the trail has it first.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const ANN = "ann.lee@fernhill.example";

let gateway: TestGateway;
before(async () => {
  gateway = await openTestGateway({ keep: true });
});
after(() => gateway.close());

async function ask(path: string, body: object, key = gateway.key("admin")) {
  const response = await gateway.fetch(path, {
    key,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
}

const READ = "return (await notes.person()).email";
const write = (token: string) => `return notes.write({ to: ${JSON.stringify(token)}, body: "x" })`;

test("a forgotten value cannot be restored from memory, and comes back under another token", async () => {
  assert.equal((await gateway.run(READ, { session: "v1" })).result, "EMAIL_001");
  assert.equal((await gateway.run(write("EMAIL_001"), { session: "v1" })).status, "succeeded");
  const sent = gateway.received().length;
  const { status, reply } = await ask("/v1/vault/forget", { value: ANN.toUpperCase() });
  assert.equal(status, 200);
  assert.deepEqual(reply, { forgotten: [{ session: "agent/v1", tokens: ["EMAIL_001"] }] });
  const run = await gateway.run(write("EMAIL_001"), { session: "v1" });
  assert.equal(run.error?.code, "TOKEN_UNKNOWN");
  assert.equal(gateway.received().length, sent, "nothing reached the tool");
  assert.equal((await gateway.run(READ, { session: "v1" })).result, "EMAIL_002");
  const [event] = await gateway.events({ kind: "vault.forgotten" });
  assert.deepEqual([event?.["principal"], event?.body["why"]], ["admin", "value"]);
  assert.ok(!JSON.stringify(event).includes("@"));
  assert.deepEqual((await ask("/v1/vault/forget", { value: "nobody@nowhere.example" })).reply, {
    forgotten: [],
  });
});

test("a program that is under way loses a value that is forgotten meanwhile", async () => {
  const code = `const { email } = await notes.person(); await notes.slow({ ms: 2500 }); return notes.write({ to: email, body: "x" })`;
  const under = gateway.run(code, { session: "v2" });
  while (!gateway.received().some(({ tool }) => tool === "slow")) await delay(20);
  const sent = gateway.received().filter(({ tool }) => tool === "write").length;
  const { reply } = await ask("/v1/vault/forget", { value: ANN });
  assert.ok(JSON.stringify(reply).includes("agent/v2"), JSON.stringify(reply));
  const run = await under;
  assert.equal(run.status, "failed");
  assert.equal(gateway.received().filter(({ tool }) => tool === "write").length, sent);
});

test("a forgotten session's tokens and notes mean nothing, and its next tokens have other names", async () => {
  const keep = `const { email } = await notes.person(); await workspace.set("who", email); return email`;
  assert.equal((await gateway.run(keep, { session: "v3" })).result, "EMAIL_001");
  const { reply } = await ask("/v1/vault/forget", { session: "agent/v3" });
  assert.deepEqual(reply, { session: "agent/v3", tokens: 2 });
  const other = await gateway.run("return (await notes.other_person()).email", { session: "v3" });
  assert.equal(other.result, "EMAIL_002", "EMAIL_001 may still stand in the conversation");
  const stale = await gateway.run(write("EMAIL_001"), { session: "v3" });
  assert.equal(stale.error?.code, "TOKEN_UNKNOWN");
  assert.equal(
    (await gateway.run(`return (await workspace.get("who")) ?? null`, { session: "v3" })).result,
    null,
  );
  assert.equal((await ask("/v1/vault/forget", { session: "agent/nobody" })).status, 404);
});

test("a new master key while work goes on: what was stored opens, before and after a restart", async () => {
  const file = join(gateway.folder, "data", "keys", "vault.key");
  const before = readFileSync(file);
  const first = await gateway.run(READ, { session: "v4" });
  const token = String(first.result);
  const busy = Promise.all(
    [1, 2, 3, 4].map((index) =>
      gateway.run(`await sleep(${index * 40}); ${READ}`, { session: `v4-${index}` }),
    ),
  );
  const rotated = await ask("/v1/vault/rotate", {});
  assert.equal(rotated.status, 200, JSON.stringify(rotated.reply));
  assert.ok(!readFileSync(file).equals(before));
  const [event] = await gateway.events({ kind: "vault.rotated" });
  assert.equal(event?.["principal"], "admin");
  for (const run of await busy) assert.equal(run.status, "succeeded", JSON.stringify(run.error));
  assert.equal((await gateway.run(write(token), { session: "v4" })).status, "succeeded");
  assert.equal((await gateway.run(READ, { session: "v5" })).result, "EMAIL_001");
  const { folder } = gateway;
  await gateway.close();
  gateway = await openTestGateway({ folder });
  for (const session of ["v4", "v4-1", "v4-4", "v5"]) {
    const run = await gateway.run(write("EMAIL_001"), { session });
    assert.equal(run.status, "succeeded", `${session}: ${JSON.stringify(run.error)}`);
  }
});

test("only admins tend the vault, with one wish at a time", async () => {
  const agent = gateway.key("agent");
  assert.equal((await ask("/v1/vault/forget", { value: ANN }, agent)).status, 403);
  assert.equal((await ask("/v1/vault/rotate", {}, agent)).status, 403);
  for (const body of [
    {},
    { value: ANN, session: "agent/v1" },
    { value: "  " },
    { session: "v1" },
    { key: "x" },
  ]) {
    const { status, reply } = await ask("/v1/vault/forget", body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.ok(!JSON.stringify(reply).includes(ANN));
  }
});
