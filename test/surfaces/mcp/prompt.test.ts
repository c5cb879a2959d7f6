// What the surface costs a model before it has done anything, and whether what it teaches is true.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { openMcpSurface } from "../../../src/surfaces/mcp/mcp.ts";
import { ANN, createFakeGateway } from "../../fakes/mcp-gateway.ts";
import {
  INITIALIZE,
  openLegacySession,
  post,
  readReply,
  readText,
  rpc,
  runCode,
  statelessPost,
} from "../../fakes/mcp-requests.ts";

type ListedTool = {
  name: string;
  description: string;
  inputSchema: { type: string; properties: object; additionalProperties: boolean };
};

const surface = openMcpSurface(createFakeGateway().gateway);

async function listTools(): Promise<ListedTool[]> {
  const { result } = await readReply(await surface.handle(statelessPost("tools/list"), ANN));
  return result?.tools as ListedTool[];
}

async function readInstructions(): Promise<string> {
  const { result } = await readReply(await surface.handle(statelessPost("server/discover"), ANN));
  return String(result?.instructions);
}

test("tools/list costs under 900 tokens and the instructions under 500", async () => {
  const tools = countTokens(JSON.stringify({ tools: await listTools() }));
  const instructions = countTokens(await readInstructions());
  assert.ok(tools < 900, `tools/list costs ${tools}`);
  assert.ok(instructions < 500, `the instructions cost ${instructions}`);
});

test("both eras list the same tools and give the same instructions", async () => {
  const id = await openLegacySession(surface, ANN);
  const listed = await readReply(
    await surface.handle(post(rpc("tools/list"), { "mcp-session-id": id }), ANN),
  );
  const tools = await listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["search_tools", "run_code", "call_tool", "search_skills", "run_skill", "save_skill"],
  );
  assert.deepEqual(listed.result?.tools, tools);
  const { result } = await readReply(await surface.handle(post(INITIALIZE), ANN));
  assert.equal(result?.instructions, await readInstructions());
});

test("input schemas are plain objects, which every client takes", async () => {
  for (const { inputSchema } of await listTools()) {
    assert.equal(inputSchema.type, "object");
    assert.equal(inputSchema.additionalProperties, false);
    for (const word of ["anyOf", "allOf", "oneOf", "$ref", "not"]) {
      assert.equal(JSON.stringify(inputSchema).includes(`"${word}"`), false, word);
    }
  }
});

test("the instructions and the list name no argument that the tools refuse", async () => {
  const words = [...(await readInstructions()).matchAll(/\b(?:search_tools|run_code)\b/g)];
  assert.ok(words.length >= 2);
  for (const { name, inputSchema } of await listTools()) {
    const samples: Record<string, unknown> = {
      detail: "full",
      limit: 3,
      timeoutMs: 1000,
      context: {},
      arguments: {},
      parameters: {},
      tags: ["sales"],
      schema: true,
    };
    const args = Object.fromEntries(
      Object.keys(inputSchema.properties).map((key) => [
        key,
        samples[key] ?? (key === "code" ? "return 1" : "a"),
      ]),
    );
    const reply = await readReply(
      await surface.handle(statelessPost("tools/call", { name, arguments: args }), ANN),
    );
    assert.equal(reply.result?.isError, undefined, JSON.stringify(reply));
  }
});

test("every example that a model is shown runs", async () => {
  const blocks = [...(await readInstructions()).matchAll(/```ts\n([\s\S]*?)```/g)].map(
    (match) => match[1] ?? "",
  );
  const inline = (await listTools()).flatMap(({ description }) =>
    [...description.matchAll(/`(return [^`]*)`/g)].map((match) => match[1] ?? ""),
  );
  const results = [];
  for (const code of [...blocks, ...inline]) {
    const reply = await readReply(await surface.handle(statelessPost("tools/call", runCode(code)), ANN));
    const told = readText(reply);
    assert.equal(told.status, "succeeded", `${code}\n${JSON.stringify(told)}`);
    results.push(told.result);
  }
  assert.deepEqual(results, [
    [
      { id: "C-00004", mrr: 600 },
      { id: "C-00006", mrr: 1000 },
      { id: "C-00008", mrr: 1400 },
    ],
    [
      { id: "C-00001", company: "Company 1", plan: "free", mrr: 0 },
      { id: "C-00002", company: "Company 2", plan: "team", mrr: 200 },
    ],
    8,
  ]);
  const failing = statelessPost("tools/call", runCode(blocks[1] ?? "", { context: { ids: ["C-9"] } }));
  const { result } = readText(await readReply(await surface.handle(failing, ANN)));
  assert.deepEqual(result, [{ id: "C-9", code: "TOOL_FAILED", executed: "yes" }]);
});

test("the instructions are there as a prompt too, for clients that show no instructions", async () => {
  const listed = await readReply(await surface.handle(statelessPost("prompts/list"), ANN));
  const [prompt] = listed.result?.prompts as { name: string }[];
  const got = await readReply(
    await surface.handle(statelessPost("prompts/get", { name: prompt?.name ?? "" }), ANN),
  );
  const [message] = got.result?.messages as { content: { text: string } }[];
  assert.equal(message?.content.text, await readInstructions());
  const other = await readReply(await surface.handle(statelessPost("prompts/get", { name: "x" }), ANN));
  assert.equal(other.error?.code, -32602);
});
