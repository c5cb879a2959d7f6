// What an agent without a gateway would load: every definition and every result, counted on the same servers.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

export type PlainCost = { tools: number; definitionTokens: number; resultTokens: number };

type ServerEntry = { command: string; args: string[]; env?: Record<string, string> };

const FOLDER = new URL(".", import.meta.url);

export async function countPlainCost(folder: string): Promise<PlainCost> {
  const text = readFileSync(new URL(".mcp.json", FOLDER), "utf8").replaceAll(/\$\{DEMO_FOLDER\}/g, folder);
  const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, ServerEntry> };
  const counted = await Promise.all(Object.entries(mcpServers).map(([name, entry]) => visit(name, entry)));
  const sum = (field: keyof PlainCost): number => counted.reduce((total, one) => total + one[field], 0);
  return {
    tools: sum("tools"),
    definitionTokens: sum("definitionTokens"),
    resultTokens: sum("resultTokens"),
  };
}

async function visit(name: string, { command, args, env = {} }: ServerEntry): Promise<PlainCost> {
  const client = new Client({ name: "plain-agent", version: "1.0.0" });
  const cwd = fileURLToPath(FOLDER);
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      cwd,
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stderr: "ignore",
    }),
  );
  try {
    const { tools } = await client.listTools();
    const shown = tools.map(({ name: tool, description, inputSchema }) => ({
      tool,
      description,
      inputSchema,
    }));
    return {
      tools: tools.length,
      definitionTokens: countTokens(JSON.stringify(shown)),
      resultTokens: name === "crm" ? await readAllContacts(client) : 0,
    };
  } finally {
    await client.close();
  }
}

async function readAllContacts(client: Client): Promise<number> {
  const answer = await client.callTool({ name: "list_contacts", arguments: { limit: 10_000 } });
  return countTokens(JSON.stringify(answer.structuredContent));
}
