import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { cleanEnvironment, LAUNCHER, openDesk } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());
desk.write(
  "count.ts",
  'console.log("counting");\nconst page = await crm.list_contacts({ limit: 2 });\nreturn page.total',
);

test("without a running gateway a command opens one on the data folder and closes it", async () => {
  const ran = await desk.spawn(["run", "count.ts"]);
  assert.equal(ran.out, "10000\n", ran.err);
  assert.equal(ran.code, 0);
  assert.match(ran.err, /^counting$/m);
  assert.match(ran.err, /^run_\w+ succeeded in \d+ ms, 1 tool call, .*session ses_\w+$/m);
  assert.match(ran.err, /^First start: the key "agent" is in .*agent\.key\.$/m);
  assert.doesNotMatch(ran.err, /sp_agent_/);
});

test("the trail of a stopped gateway is read and verified from its files", async () => {
  const query = await desk.here(["audit", "query", "--since", "1h", "--kind", "call.decided"]);
  assert.equal(query.code, 0);
  assert.match(query.out, /^seq +time +kind +principal +run +tool +decision +rule/);
  assert.match(query.out, / call\.decided +agent +run_\w+ +crm\.list_contacts +allow +crm\.read /);
  const none = await desk.here(["audit", "query", "--decision", "deny"]);
  assert.deepEqual([none.code, none.out, none.err], [0, "", "No events match.\n"]);
  const verified = await desk.here(["audit", "verify"]);
  assert.equal(verified.code, 0);
  assert.match(
    verified.out,
    /^The trail is intact: events 1 to \d+\.\nhead +[0-9a-f]{64}\ncheckpoint +event \d+/,
  );
});

test("MCP over stdio keeps stdout for the protocol and ends with stdin", async () => {
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  const { code, out } = await desk.spawn(["mcp"], `${JSON.stringify(hello)}\n`);
  assert.equal(code, 0);
  const messages = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(messages.length, 1);
  assert.equal(messages[0].result.serverInfo.name, "sallyport");
});

test("a reader that leaves early ends the command quietly", async () => {
  const child = spawn(process.execPath, [LAUNCHER, "--help"], { cwd: desk.folder, env: cleanEnvironment() });
  child.stdout.destroy();
  let err = "";
  child.stderr.on("data", (chunk) => (err += chunk));
  const [code] = await once(child, "close");
  assert.deepEqual([code, err], [0, ""]);
});
