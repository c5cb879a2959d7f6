// A small program around each snippet: it does what the client would do with what a person pastes.

import type { Snippet } from "../../src/surfaces/cli/setup/client-snippets.ts";

export type ClientProgram = { language: "mjs" | "sh"; text: string; expects: RegExp };

const CODE = "return (await crm.list_contacts({ limit: 3 })).contacts.length";

/** With the older SDK, as clients that read a file of servers connect. */
const byConfiguration = (entry: string): string => `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
const entry = ${entry};
const transport = entry.command
  ? new StdioClientTransport({ command: entry.command, args: entry.args })
  : new StreamableHTTPClientTransport(new URL(entry.url), { requestInit: { headers: entry.headers } });
const client = new Client({ name: "try", version: "1" });
await client.connect(transport);
const { tools } = await client.listTools();
const reply = await client.callTool({ name: "run_code", arguments: { code: ${JSON.stringify(CODE)} } });
console.log(tools.length, "tools;", JSON.stringify(reply.content));
await client.close();
`;

/** A model that asks for one call and then repeats what came back. */
const OPENAI = (snippet: string): string => `
import { Agent, MCPServerStreamableHttp, run, setTracingDisabled, Usage } from "@openai/agents";
setTracingDisabled(true);
${snippet}
const usage = new Usage();
let turn = 0;
agent.model = {
  async getResponse(request) {
    turn += 1;
    if (turn === 1) {
      const output = [{ type: "function_call", callId: "1", name: "run_code", arguments: ${JSON.stringify(JSON.stringify({ code: CODE }))}, status: "completed" }];
      return { usage, output };
    }
    const text = JSON.stringify(request.input.at(-1).output);
    return { usage, output: [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }] };
  },
};
console.log((await run(agent, "how many?")).finalOutput);
await sallyport.close();
`;

const AI_SDK = (snippet: string): string => `
import { createMCPClient } from "@ai-sdk/mcp";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
${snippet}
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
let turn = 0;
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    turn += 1;
    if (turn > 1) return { content: [{ type: "text", text: JSON.stringify(prompt.at(-1)) }], finishReason: { unified: "stop" }, usage, warnings: [] };
    const call = { type: "tool-call", toolCallId: "1", toolName: "run_code", input: ${JSON.stringify(JSON.stringify({ code: CODE }))} };
    return { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] };
  },
});
const { text } = await generateText({ model, tools, prompt: "how many?", stopWhen: stepCountIs(3) });
console.log(text);
await sallyport.close();
`;

/** The SDK behind Claude Code, with a stand-in for the model: it connects, and says whether it could. */
const CLAUDE = (snippet: string): string => {
  const [, url, authorization] = /(http\S+) --header "Authorization: (.*)"/.exec(snippet) ?? [];
  return `
import { createServer } from "node:http";
import { query } from "@anthropic-ai/claude-agent-sdk";
const model = createServer((request, response) => {
  response.writeHead(400, { "content-type": "application/json" });
  response.end('{"type":"error","error":{"type":"invalid_request_error","message":"stand-in"}}');
}).listen(0, "127.0.0.1");
await new Promise((done) => model.once("listening", done));
const env = { ...process.env, ANTHROPIC_BASE_URL: "http://127.0.0.1:" + model.address().port, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };
const mcpServers = { sallyport: { type: "http", url: ${JSON.stringify(url)}, headers: { Authorization: ${JSON.stringify(authorization)} } } };
for await (const message of query({ prompt: "hello", options: { env, mcpServers, maxTurns: 1 } })) {
  if (message.type !== "system" || message.subtype !== "init") continue;
  console.log(JSON.stringify(message.mcp_servers), message.tools.filter((name) => name.includes("sallyport")).join(" "));
  break;
}
process.exit(0);
`;
};

export function programFor({ client, text }: Snippet): ClientProgram {
  if (client === "http") return { language: "sh", text, expects: /"status":"succeeded"/ };
  if (client === "openai-agents") return { language: "mjs", text: OPENAI(text), expects: /\b3\b/ };
  if (client === "ai-sdk") return { language: "mjs", text: AI_SDK(text), expects: /\b3\b/ };
  if (client === "claude-code") return { language: "mjs", text: CLAUDE(text), expects: /connected/ };
  const entry = `Object.values(Object.values(${text})[0])[0]`;
  return { language: "mjs", text: byConfiguration(entry), expects: /tools; .*\b3\b/ };
}
