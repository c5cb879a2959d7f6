// All pages of a server's tools, as definitions that the rest of the gateway can rely on.

import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import { type JsonObject, SERVER_OPERATIONS, type ToolDefinition } from "../vocabulary.ts";

const MAX_PAGES = 64;
const MAX_TOOLS = 5000;

/** Names reach search results as they are, so only what MCP recommends (SEP-986) and close relatives pass. */
const TOOL_NAME = /^[A-Za-z0-9_./:@+-]{1,128}$/;

// Looser than the SDK's schema on purpose: there one odd tool fails the whole list.
const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const tool = z.looseObject({
  name: z.string().regex(TOOL_NAME),
  title: z.string().optional().catch(undefined),
  description: z.string().catch(""),
  inputSchema: z.record(z.string(), z.unknown()).catch({ type: "object" }),
  outputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

export async function listAllTools(
  client: Client,
  server: string,
  options: { deadline: number; warn(message: string): void },
): Promise<ToolDefinition[]> {
  const found = new Map<string, ToolDefinition>();
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const params = cursor === undefined ? {} : { cursor };
    const timeout = Math.max(1, options.deadline - performance.now());
    const answer = await client.request({ method: "tools/list", params }, page, { timeout });
    for (const raw of answer.tools) addTool(found, raw, server, options.warn);
    const repeats = answer.nextCursor === cursor;
    cursor = answer.nextCursor;
    if (cursor === undefined || repeats) return [...found.values()];
    if (found.size >= MAX_TOOLS) break;
  }
  options.warn(`The list of tools was cut after ${found.size} tools.`);
  return [...found.values()];
}

function addTool(
  found: Map<string, ToolDefinition>,
  raw: unknown,
  server: string,
  warn: (message: string) => void,
): void {
  const parsed = tool.safeParse(raw);
  if (!parsed.success) {
    warn(
      "A tool was left out: its name is missing or holds characters other than A-Z a-z 0-9 _ . / : @ + -.",
    );
    return;
  }
  const { name, title, description, inputSchema, outputSchema, annotations } = parsed.data;
  if ((SERVER_OPERATIONS as readonly string[]).includes(name)) {
    warn(`The tool "${name}" was left out: policies know this name as an operation of the protocol.`);
    return;
  }
  if (found.has(name)) {
    warn(`The tool "${name}" is listed twice; only the first counts.`);
    return;
  }
  found.set(name, {
    server,
    name,
    description,
    inputSchema: inputSchema as JsonObject,
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonObject }),
    ...(annotations === undefined ? {} : { annotations: annotations as JsonObject }),
  });
}
