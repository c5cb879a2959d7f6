// Resources that a client watches through the gateway, while connections to their server come and go.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { until } from "../upstreams/upstreams-fixture.ts";
import { type Era, openPassGateway } from "./pass-fixture.ts";

const POLICY = `
policy: 1
id: watch
applies_to: { agents: ["*"] }
tools:
  - { id: tools, match: [chatty.change, chatty.crash], effect: allow }
  - { id: read, match: [chatty.resources/*], effect: allow }
`;
const URI = "crm://people/1";

async function watch(client: Client, era: Era, uri: string): Promise<string[]> {
  const heard: string[] = [];
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void heard.push(params.uri),
  );
  if (era === "legacy") await client.subscribeResource({ uri });
  else await client.listen({ resourceSubscriptions: [uri] });
  return heard;
}

for (const upstream of ["legacy", "modern"] as Era[]) {
  for (const era of ["legacy", "modern"] as Era[]) {
    test(`are watched on, unasked, after the server fell (server ${upstream}, client ${era})`, async (t) => {
      const pass = await openPassGateway(POLICY, `--${upstream}-only`);
      t.after(() => pass.close());
      const client = await pass.connect(era);
      const heard = await watch(client, era, URI);
      assert.deepEqual(heard, []);
      await client.callTool({ name: "crash" }).catch(() => {});
      await until(() => heard.length === 1, "it is told that something may have changed meanwhile");
      assert.deepEqual(heard, [URI]);
      assert.equal(pass.received("started").length >= 2, true);
      if (upstream === "legacy") assert.deepEqual(pass.received("subscribe"), [{ uri: URI }, { uri: URI }]);
      await client.callTool({ name: "change" });
      await until(() => heard.length === 2, "what the new process tells is heard");
    });
  }
}

test("what the server refused to tell about is not asked for again", async (t) => {
  const pass = await openPassGateway(POLICY, "--legacy-only");
  t.after(() => pass.close());
  const client = await pass.connect("legacy");
  await assert.rejects(client.subscribeResource({ uri: "crm://nobody" }), /nobody is there/);
  const heard = await watch(client, "legacy", URI);
  await client.callTool({ name: "crash" }).catch(() => {});
  await until(() => heard.length > 0, "the server is back");
  assert.deepEqual(
    pass.received("subscribe").map(({ uri }) => uri),
    ["crm://nobody", URI, URI],
  );
});

test("one conversation watches no more resources than a person could mean", async (t) => {
  const pass = await openPassGateway(POLICY, "--legacy-only");
  t.after(() => pass.close());
  const client = await pass.connect("legacy");
  const most = 256;
  for (let index = 0; index < most; index++) await client.subscribeResource({ uri: `crm://many/${index}` });
  await assert.rejects(client.subscribeResource({ uri: "crm://many/more" }), /at most 256/);
  await client.unsubscribeResource({ uri: "crm://many/0" });
  await client.subscribeResource({ uri: "crm://many/more" });
});
