// Seeing a clear value: a right of its own, and on the trail before the value is shown.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

let gateway: TestGateway;
before(async () => {
  gateway = await openTestGateway();
  await gateway.run("return (await notes.person()).email", { session: "s1" });
});
after(() => gateway.close());

async function reveal(
  key: string,
  body: object,
): Promise<{ status: number; reply: Record<string, unknown> }> {
  const response = await gateway.fetch("/v1/vault/reveal", {
    key,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
}

async function newKey(
  name: string,
  role: "auditor" | "agent" | "reviewer",
  groups: string[],
): Promise<string> {
  const by = { name: "admin", role: "admin" as const, groups: [] };
  return String((await gateway.gateway.createKey(by, { name, role, groups }))["key"]);
}

const WISH = { token: "EMAIL_001", session: "agent/s1", reason: "asked by bob@reasons.example" };

test("an admin sees the value, and the trail says who, what and why without any value", async () => {
  const { status, reply } = await reveal(gateway.key("admin"), WISH);
  assert.equal(status, 200);
  const value = String(reply["value"]);
  assert.match(value, /@/);
  const [event, ...more] = await gateway.events({ kind: "token.revealed" });
  assert.equal(more.length, 0);
  assert.deepEqual([event?.["principal"], event?.["session"]], ["admin", "s1"]);
  assert.deepEqual(
    [event?.body["token"], event?.body["class"], event?.body["owner"], event?.body["reason"]],
    ["EMAIL_001", "EMAIL", "agent", "asked by EMAIL_001"],
  );
  assert.ok(!JSON.stringify(event).includes(value));
});

test("an auditor needs the group, and the group gives nobody else the right", async () => {
  const rows = [
    ["plain-auditor", "auditor", [], 403],
    ["case-auditor", "auditor", ["vault-reveal"], 200],
    ["sly-agent", "agent", ["vault-reveal"], 403],
    ["sly-reviewer", "reviewer", ["vault-reveal"], 403],
  ] as const;
  for (const [name, role, groups, expected] of rows) {
    const key = await newKey(name, role, [...groups]);
    assert.equal((await reveal(key, WISH)).status, expected, name);
  }
});

test("nothing is shown without a reason, for a token that is not there, or for text around one", async () => {
  const rows: [body: object, status: number][] = [
    [{ ...WISH, reason: "  " }, 400],
    [{ token: "EMAIL_001", session: "agent/s1" }, 400],
    [{ ...WISH, session: "s1" }, 400],
    [{ ...WISH, token: "EMAIL_099" }, 404],
    [{ ...WISH, token: "EMAIL_001 EMAIL_001" }, 404],
    [{ ...WISH, token: "x EMAIL_001" }, 404],
    [{ ...WISH, session: "agent/other" }, 404],
  ];
  const count = async () => (await gateway.events({ kind: "token.revealed" })).length;
  const shown = await count();
  for (const [body, status] of rows) {
    const { status: got, reply } = await reveal(gateway.key("admin"), body);
    assert.equal(got, status, JSON.stringify(body));
    assert.equal(reply["value"], undefined);
  }
  assert.equal(await count(), shown);
});
