// Log messages of a server of an older revision, which sends them to everybody: a client of the newest revision gets
// those that its request has asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPassGateway } from "./pass-fixture.ts";

const POLICY = `
policy: 1
id: logs
applies_to: { agents: ["*"] }
tools:
  - { id: all, match: [chatty.tell, chatty.logging/setLevel], effect: allow }
`;

test("reach the request that wants them, from its level on, and no other", async (t) => {
  const pass = await openPassGateway(POLICY, "--legacy-only");
  t.after(() => pass.close());
  const client = await pass.connect("modern");
  const heard: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params.level));
  for (const [wanted, levels] of [
    [undefined, []],
    ["error", []],
    ["warning", ["warning"]],
    ["debug", ["warning"]],
  ] as const) {
    const _meta = wanted === undefined ? {} : { "io.modelcontextprotocol/logLevel": wanted };
    await client.callTool({ name: "tell", _meta });
    assert.deepEqual(heard.splice(0), levels, `asked for ${wanted}`);
  }
});
