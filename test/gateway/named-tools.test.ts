// A small catalog through a whole gateway: the tools are in tools/list, for each key its own, and a change is told.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const at = (name: string) => fileURLToPath(new URL(`../../examples/servers/${name}.ts`, import.meta.url));
const policy = (crm: string) => `
policy: 1
id: crm
applies_to: { agents: ["*"] }
tools:
  - { id: read, match: [${crm}, docs.get_document], effect: allow }
`;

describe("an agent with few tools", () => {
  let gateway: TestGateway;
  let listening: Listening;
  before(async () => {
    const server = (name: string) => ({ command: process.execPath, args: [at(name)] });
    gateway = await openTestGateway({
      policies: { "crm.yaml": policy("crm.get_contact") },
      servers: { crm: server("crm"), docs: server("docs") },
    });
    const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1024, log: () => {} });
    listening = await listen(app, { host: "127.0.0.1", port: 0 });
  });
  after(async () => {
    await listening.close();
    await gateway.close();
  });

  async function connect(mode: "legacy" | "auto") {
    const heard = { changes: 0 };
    const onChanged = () => void heard.changes++;
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode }, listChanged: { tools: { autoRefresh: false, onChanged } } },
    );
    const requestInit = { headers: { authorization: `Bearer ${gateway.key("agent")}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", listening.url), { requestInit }));
    const named = async () => {
      const { tools } = await client.listTools();
      const runCode = tools.find(({ name }) => name === "run_code");
      const { code } = runCode?.inputSchema.properties as { code: { description: string } };
      const [, ...lines] = code.description.split("\n");
      return lines.join("\n");
    };
    return { client, heard, named };
  }

  async function until(isTrue: () => boolean): Promise<void> {
    for (let tries = 0; tries < 400 && !isTrue(); tries++) await delay(25);
    assert.ok(isTrue());
  }

  for (const mode of ["legacy", "auto"] as const) {
    test(`sees them at once, hears of new ones and learns what they answer (${mode})`, async () => {
      const allow = async (tools: string) => {
        writeFileSync(join(gateway.folder, "policies", "crm.yaml"), policy(tools));
        await gateway.gateway.reloadPolicies();
      };
      await allow("crm.get_contact");
      const { client, heard, named } = await connect(mode);
      assert.match(
        await named(),
        /^Your tools, all async.*:\ncrm\.get_contact\(\{id:string\}\):\{id:string,/,
      );
      assert.doesNotMatch(await named(), /list_contacts/);
      await delay(400);
      const before = heard.changes;
      await allow("crm.get_contact, crm.search_contacts");
      await until(() => heard.changes > before);
      assert.match(await named(), /\ncrm\.search_contacts\(\{query:string/);
      const code = `return docs.get_document({ id: "DOC-7" }).then((text) => text.length)`;
      await client.callTool({ name: "run_code", arguments: { code } });
      assert.match(await named(), /\ndocs\.get_document\(\{id:string\}\)~string/);
      await client.close();
    });
  }
});
