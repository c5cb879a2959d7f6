// Real clients over loopback: the current SDK in both eras and the previous one.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { runUntilCancelled } from "../../fakes/mcp-gateway.ts";
import { listenForMcp, type McpListener } from "../../fakes/mcp-listener.ts";

type CallOptions = { signal?: AbortSignal };
type Called = { isError?: boolean; structuredContent?: Record<string, unknown> };

/** What the tests need of a client, whichever SDK it comes from. */
type AnyClient = {
  listTools(): Promise<{ tools: { name: string }[] }>;
  call(name: string, args: object, options?: CallOptions): Promise<Called>;
  instructions(): string | undefined;
  endSession(): Promise<void>;
  close(): Promise<void>;
};

type Connect = (url: URL, key: string, headers?: Record<string, string>) => Promise<AnyClient>;

const INFO = { name: "test", version: "1" };

function connectCurrent(mode: "auto" | "legacy"): Connect {
  return async (url, key, headers = {}) => {
    const client = new Client(INFO, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
    const transport = new StreamableHTTPClientTransport(url, { requestInit });
    await client.connect(transport);
    return {
      listTools: () => client.listTools(),
      call: (name, args, options) =>
        client.callTool({ name, arguments: { ...args } }, options) as Promise<Called>,
      instructions: () => client.getInstructions(),
      endSession: () => transport.terminateSession(),
      close: () => client.close(),
    };
  };
}

const connectPrevious: Connect = async (url, key, headers = {}) => {
  const client = new OldClient(INFO);
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  const transport = new OldTransport(url, { requestInit });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    listTools: () => client.listTools(),
    call: (name, args, options) =>
      client.callTool({ name, arguments: { ...args } }, undefined, options) as Promise<Called>,
    instructions: () => client.getInstructions(),
    endSession: () => transport.terminateSession(),
    close: () => client.close(),
  };
};

const CLIENTS: { title: string; connect: Connect; hasSessions: boolean }[] = [
  { title: "the current SDK, revision 2026-07-28", connect: connectCurrent("auto"), hasSessions: false },
  { title: "the current SDK, revision 2025-11-25", connect: connectCurrent("legacy"), hasSessions: true },
  { title: "the previous SDK", connect: connectPrevious, hasSessions: true },
];

for (const { title, connect, hasSessions } of CLIENTS) {
  describe(title, () => {
    let listener: McpListener;
    before(async () => {
      listener = await listenForMcp();
    });
    after(() => listener.close());

    test("lists the tools, reads the instructions and calls each", async () => {
      const client = await connect(listener.url, "ann");
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map((tool) => tool.name).sort(), [
        "call_tool",
        "run_code",
        "run_skill",
        "save_skill",
        "search_skills",
        "search_tools",
      ]);
      assert.match(client.instructions() ?? "", /run_code runs one program/);
      const found = await client.call("search_tools", { query: "contacts" });
      assert.equal(found.structuredContent?.total, 1);
      const called = await client.call("call_tool", { name: "crm.list_contacts", arguments: { limit: 1 } });
      assert.deepEqual(called.structuredContent?.result, { ok: true });
      const code = "return (await crm.list_contacts({ limit: 3 })).contacts.length + context.plus";
      const ran = await client.call("run_code", { code, context: { plus: 1 } });
      assert.deepEqual([ran.isError, ran.structuredContent?.result], [undefined, 4]);
      const failed = await client.call("run_code", { code: "throw new Error('no')" });
      assert.deepEqual([failed.isError, failed.structuredContent?.status], [true, "failed"]);
      await assert.rejects(client.call("crm.list_contacts", {}), /no tool "crm.list_contacts"/);
      await client.close();
    });

    test("principals never share a session, the connections of one share it only without MCP sessions", async () => {
      const clients = await Promise.all(["ann", "ann", "bob"].map((key) => connect(listener.url, key)));
      const [ann, annAgain, bob] = await Promise.all(
        clients.map(
          async (client) => (await client.call("run_code", { code: "return 1" })).structuredContent?.session,
        ),
      );
      assert.equal(ann === annAgain, !hasSessions);
      assert.notEqual(ann, bob);
      assert.notEqual(annAgain, bob);
      await Promise.all(clients.map((client) => client.close()));
    });

    test("the header Sallyport-Session names the session", async () => {
      const client = await connect(listener.url, "ann", { "Sallyport-Session": "desk-7" });
      const { structuredContent } = await client.call("run_code", { code: "return 1" });
      assert.equal(structuredContent?.session, "desk-7");
      await client.close();
    });

    test("calls in one session run side by side", async () => {
      const client = await connect(listener.url, "cy");
      const codes = Array.from({ length: 8 }, (_, index) => `return ${index}`);
      const replies = await Promise.all(codes.map((code) => client.call("run_code", { code })));
      assert.deepEqual(
        replies.map((reply) => reply.structuredContent?.result),
        [0, 1, 2, 3, 4, 5, 6, 7],
      );
      await client.close();
    });

    if (hasSessions) {
      test("a session that was ended is gone", async () => {
        const client = await connect(listener.url, "ann");
        await client.call("run_code", { code: "return 1" });
        await client.endSession();
        await assert.rejects(client.call("run_code", { code: "return 1" }));
        await client.close();
      });
    }
  });

  test(`${title}: a cancelled call and a closed connection cancel the run`, { timeout: 10_000 }, async () => {
    const listener = await listenForMcp({ run: runUntilCancelled });
    const { submissions } = listener;
    const client = await connect(listener.url, "ann");
    const cancel = new AbortController();
    const cancelled = client.call("run_code", { code: "1" }, { signal: cancel.signal });
    await until(() => submissions.length === 1);
    cancel.abort();
    await assert.rejects(cancelled);
    await until(() => submissions[0]?.signal.aborted === true);
    const dropped = client.call("run_code", { code: "1" });
    await until(() => submissions.length === 2);
    assert.equal(submissions[1]?.signal.aborted, false);
    await client.close();
    await assert.rejects(dropped);
    await until(() => submissions[1]?.signal.aborted === true);
    await listener.close();
  });
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
