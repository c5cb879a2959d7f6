// Notes of a session as MCP resources, read by the SDK's client in both eras.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { NOTES_POLICY, openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const LABELLED = NOTES_POLICY.replace(
  "flows:",
  "results:\n  - { id: planted, match: [notes.planted], label: [untrusted] }\nflows:",
);

let gateway: TestGateway;
let listening: Listening;
before(async () => {
  gateway = await openTestGateway({ policies: { "notes.yaml": LABELLED } });
  const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1024, log: () => {} });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
});
after(async () => {
  await listening.close();
  await gateway.close();
});

async function connect(mode: "auto" | "legacy", headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${gateway.key("agent")}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", listening.url), { requestInit }));
  return client;
}

for (const mode of ["auto", "legacy"] as const) {
  describe(`a client (${mode})`, () => {
    const session = `res-${mode}`;
    let client: Client;
    before(async () => {
      client = await connect(mode, { "sallyport-session": session });
      const code = `const { email } = await notes.person();
        await workspace.write("letters/ann.txt", "Dear " + email);
        await workspace.set("rows", [1, 2]);
        await workspace.set("big", "x".repeat(255 * 1024) + "y".repeat(9000));
        return 1`;
      const run = await gateway.run(code, { session });
      assert.equal(run.status, "succeeded", JSON.stringify(run.error));
    });
    after(() => client.close());

    test("lists the notes of its session with type and size, and reads them with tokens", async () => {
      const { resources } = await client.listResources();
      const at = (key: string) => `sallyport://workspace/${session}/${key}`;
      assert.deepEqual(
        resources
          .filter(({ uri }) => uri.startsWith("sallyport://workspace/"))
          .map(({ uri, mimeType }) => [uri, mimeType]),
        [
          [at("big"), "application/json"],
          [at("letters/ann.txt"), "text/plain"],
          [at("rows"), "application/json"],
        ],
      );
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.ok(
        resourceTemplates.some(({ uriTemplate }) => uriTemplate === "sallyport://workspace/{session}/{+key}"),
      );
      const { contents } = await client.readResource({ uri: at("letters/ann.txt") });
      assert.deepEqual(contents, [
        { uri: at("letters/ann.txt"), mimeType: "text/plain", text: "Dear EMAIL_001" },
      ]);
      const events = await gateway.events({ kind: "workspace.read", session });
      assert.deepEqual(
        events.map(({ body }) => body["key"]),
        ["letters/ann.txt"],
      );
    });

    test("is refused what is too large, not there, or of another session", async () => {
      const read = (uri: string) =>
        client.readResource({ uri }).then(
          () => "read",
          (error: Error) => error.message,
        );
      assert.match(await read(`sallyport://workspace/${session}/big`), /at most \d+ are read at once/);
      assert.match(await read(`sallyport://workspace/${session}/none`), /not found|no such/i);
      assert.match(await read("sallyport://workspace/../x"), /not found|no such/i);
      await gateway.run(`await workspace.set("secret", 1); return 1`, { session: "elsewhere" });
      assert.match(await read("sallyport://workspace/elsewhere/secret"), /another one cannot be chosen/);
    });
  });
}

test("what a client reads taints the session", async () => {
  const code = `await notes.planted(); await workspace.set("page", "from the web"); return 1`;
  await gateway.run(code, { session: "tainted" });
  const client = await connect("auto", { "sallyport-session": "tainted" });
  try {
    await client.readResource({ uri: "sallyport://workspace/tainted/page" });
  } finally {
    await client.close();
  }
  const [read] = await gateway.events({ kind: "workspace.read", session: "tainted" });
  assert.deepEqual(read?.body["labels"], ["untrusted"]);
});
