// Real MCP clients through a real gateway, over loopback HTTP: what an agent sees from tools/list to the answer.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const CRM = fileURLToPath(new URL("../../examples/servers/crm.ts", import.meta.url));
const POLICY = `
policy: 1
id: crm
applies_to: { agents: ["*"] }
tools:
  - { id: read, match: [crm.list_contacts, crm.get_contact, crm.search_contacts], effect: allow }
`;

type Called = { isError?: boolean; structuredContent?: Record<string, unknown>; content: unknown };
type AnyClient = {
  instructions(): string;
  tools(): Promise<string[]>;
  call(
    name: string,
    args: object,
    onprogress?: (progress: { message?: string | undefined }) => void,
  ): Promise<Called>;
  close(): Promise<void>;
};

const INFO = { name: "test", version: "1" };

async function connectCurrent(url: URL, key: string, mode: "auto" | "legacy"): Promise<AnyClient> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return {
    instructions: () => client.getInstructions() ?? "",
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args, onprogress) =>
      client.callTool({ name, arguments: { ...args } }, onprogress ? { onprogress } : {}) as Promise<Called>,
    close: () => client.close(),
  };
}

async function connectPrevious(url: URL, key: string): Promise<AnyClient> {
  const client = new OldClient(INFO);
  const transport = new OldTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    instructions: () => client.getInstructions() ?? "",
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args, onprogress) =>
      client.callTool(
        { name, arguments: { ...args } },
        undefined,
        onprogress ? { onprogress } : {},
      ) as Promise<Called>,
    close: () => client.close(),
  };
}

describe("an MCP agent", () => {
  let gateway: TestGateway;
  let listening: Listening;
  let url: URL;
  before(async () => {
    const servers = { crm: { command: process.execPath, args: [CRM] } };
    gateway = await openTestGateway({ policies: { "crm.yaml": POLICY }, servers });
    const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1024, log: () => {} });
    listening = await listen(app, { host: "127.0.0.1", port: 0 });
    url = new URL("/mcp", listening.url);
  });
  after(async () => {
    await listening.close();
    await gateway.close();
  });

  const CLIENTS: [title: string, connect: () => Promise<AnyClient>][] = [
    ["the current SDK in revision 2026-07-28", () => connectCurrent(url, gateway.key("agent"), "auto")],
    ["the current SDK in an older revision", () => connectCurrent(url, gateway.key("agent"), "legacy")],
    ["the previous SDK", () => connectPrevious(url, gateway.key("agent"))],
  ];
  for (const [title, connect] of CLIENTS) {
    describe(`with ${title}`, () => {
      let client: AnyClient;
      before(async () => {
        client = await connect();
      });
      after(() => client.close());

      test("finds six tools, and through them the tools behind the gateway", async () => {
        assert.deepEqual(await client.tools(), [
          "search_tools",
          "run_code",
          "call_tool",
          "search_skills",
          "run_skill",
          "save_skill",
        ]);
        const found = await client.call("search_tools", { query: "find a contact", detail: "full" });
        const { tools } = found.structuredContent as { tools: { tool: string; types: string }[] };
        assert.ok(tools.some(({ tool }) => tool === "crm.search_contacts"));
        assert.ok(!tools.some(({ tool }) => tool === "crm.export_contacts"));
      });

      test("runs a program and sees tokens only", async () => {
        const code = `const { contacts } = await crm.list_contacts({ limit: 2 }); return contacts.map((c) => c.email)`;
        const { structuredContent, isError } = await client.call("run_code", { code });
        assert.ok(!isError);
        assert.match(JSON.stringify(structuredContent?.["result"]), /^\["EMAIL_\d+","EMAIL_\d+"\]$/);
      });

      test("calls one tool directly, in any spelling, and sees tokens only", async () => {
        for (const name of ["crm.get_contact", "mcp__crm__get_contact", "crm.getContact"]) {
          const args = { name, arguments: { id: "C-00001" } };
          const { structuredContent, isError } = await client.call("call_tool", args);
          assert.ok(!isError);
          const { status, result } = structuredContent as { status: string; result: { email: string } };
          assert.equal(status, "succeeded");
          assert.match(result.email, /^EMAIL_\d+$/);
        }
        const hidden = await client.call("call_tool", { name: "crm.export_contacts" });
        const made = await client.call("call_tool", { name: "crm.exporta_contacts" });
        const codes = [hidden, made].map(
          ({ structuredContent }) => structuredContent?.["error"] as { code: string; message: string },
        );
        assert.deepEqual(
          codes.map(({ code }) => code),
          ["TOOL_UNKNOWN", "TOOL_UNKNOWN"],
        );
        assert.equal(codes[0]?.message.replace("export_", "exporta_"), codes[1]?.message);
      });

      test("keeps its session between two runs", async () => {
        await client.call("run_code", { code: `await workspace.set("kept", ${title.length})` });
        const { structuredContent } = await client.call("run_code", { code: `return workspace.get("kept")` });
        assert.equal(structuredContent?.["result"], title.length);
      });

      test("gets a refusal as an error that says rule, line and next step", async () => {
        const { structuredContent, isError } = await client.call("run_code", { code: "\neval('1')" });
        assert.equal(isError, true);
        const [violation] = structuredContent?.["violations"] as {
          rule: string;
          line: number;
          hint: string;
        }[];
        assert.deepEqual([violation?.rule, violation?.line], ["no-dynamic-code", 2]);
      });

      test("is told about wrong arguments before it is surprised by them", async () => {
        const code = `return (await crm.list_contacts({ limt: 1, plan: "gold" })).total`;
        const { structuredContent } = await client.call("run_code", { code });
        const told = JSON.stringify(structuredContent?.["violations"]);
        assert.match(told, /limt/);
        assert.match(told, /limit/);
      });

      test("sees logs and calls as progress while the program runs", async () => {
        const messages: string[] = [];
        const code = `console.log("start"); await crm.get_contact({ id: "C-00001" }); return 1`;
        await client.call("run_code", { code }, ({ message = "" }) => messages.push(message));
        assert.equal(messages[0], "log: start");
        assert.match(messages[1] ?? "", /^crm\.get_contact succeeded \(\d+ ms\)$/);
      });

      test("is told nothing that does not run: every example of the instructions works", async () => {
        const programs = [...client.instructions().matchAll(/```ts\n(.*?)```/gs)].map(
          ([, code]) => code ?? "",
        );
        assert.ok(programs.length >= 2);
        for (const code of programs) {
          const { structuredContent } = await client.call("run_code", { code });
          assert.equal(structuredContent?.["status"], "succeeded", JSON.stringify(structuredContent));
        }
      });
    });
  }

  for (const mode of ["legacy", "auto"] as const) {
    test(`a client that asks for logs gets what programs log, from its level on (${mode})`, async () => {
      const client = new Client(INFO, { versionNegotiation: { mode } });
      const requestInit = { headers: { authorization: `Bearer ${gateway.key("agent")}` } };
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      const heard: unknown[] = [];
      client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));
      const code = `console.log("quiet"); console.warn("to ann.lee@fernhill.example"); await sleep(20)`;
      const run = (_meta = {}) => client.callTool({ name: "run_code", arguments: { code }, _meta });
      await run();
      assert.deepEqual(heard, []);
      if (mode === "legacy") await client.setLoggingLevel("warning");
      await run(mode === "legacy" ? {} : { "io.modelcontextprotocol/logLevel": "warning" });
      assert.match(
        JSON.stringify(heard),
        /^\[\{"level":"warning","logger":"program","data":"to EMAIL_\d+"\}\]$/,
      );
      await client.close();
    });
  }
});
