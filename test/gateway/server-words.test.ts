// What a server says when it refuses: agents and operators learn why, and nobody learns whom it is about.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createRedactor } from "../../src/protect/protect.ts";
import { createServerLog } from "../../src/services/known-servers.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const RAW = fileURLToPath(new URL("../fakes/upstream-raw-server.ts", import.meta.url));
const POLICY = `
policy: 1
id: raw
applies_to: { agents: ["*"] }
servers: { raw: { trust: internal } }
tools:
  - { id: all, match: ["raw.rpc-*"], effect: allow }
`;

let gateway: TestGateway;
before(async () => {
  const servers = { raw: { command: process.execPath, args: [RAW, "plain"], era: "legacy" } };
  gateway = await openTestGateway({ servers, policies: { "raw.yaml": POLICY } });
});
after(() => gateway.close());

test("a JSON-RPC error reaches the program in the server's words, with tokens", async () => {
  const run = await gateway.run(`
    const said = [];
    for (const name of ["raw.rpc-error", "raw.rpc-quote"]) {
      await callTool(name, {}).catch((error) => said.push(error.message));
    }
    return said;`);
  assert.equal(run.status, "succeeded", JSON.stringify(run));
  const [plain, quoting] = run.result as string[];
  assert.match(plain ?? "", /JSON-RPC error -32603\. It says: backend exploded/);
  assert.match(quoting ?? "", /It says: mailbox EMAIL_001 is full/);
  const events = JSON.stringify(await gateway.events({ run: run.id }));
  assert.ok(!events.includes("fernhill"), "the trail holds tokens only");
});

test("what the operator reads about servers holds no values", () => {
  const lines: string[] = [];
  const log = createServerLog((message) => lines.push(message), createRedactor("US"));
  log({
    level: "warn",
    server: "raw",
    message: "The server is down (mailbox mia.hofer@fernhill.example is full).",
  });
  assert.deepEqual(lines, ["raw: The server is down (mailbox [REDACTED:EMAIL] is full)."]);
});
