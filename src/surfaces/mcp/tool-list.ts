// What tools/list says. Every word is paid for in each conversation; a test holds the price. Schemas are plain
// objects: some clients silently drop a tool whose schema has anyOf or allOf at the top. Annotations are left out where
// they would say what holds without them (that a tool may write, destroy and reach outside), and descriptions where replies
// name the thing by themselves.

import type { Tool } from "@modelcontextprotocol/server";
import { DETAILS } from "../../catalog/catalog.ts";

export const MAX_SEARCH_LIMIT = 200;
export const DEFAULT_SEARCH_LIMIT = 20;
export const MAX_TIMEOUT_MS = 3_600_000;

export const SEARCH_TOOLS = {
  name: "search_tools",
  description: "Find tools. Without query: list all.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", description: "What they should do; several needs: a; b." },
      detail: { type: "string", enum: [...DETAILS], description: "full = TypeScript." },
      server: { type: "string" },
      limit: { type: "integer", default: DEFAULT_SEARCH_LIMIT },
      cursor: { type: "string" },
      schema: { type: "boolean" },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies Tool;

const WHOLE_TASK = "Do the whole task inside; return only what you need.";

export const RUN_CODE = {
  name: "run_code",
  description: `Run TypeScript that calls tools, e.g. \`return (await crm.list_contacts({ limit: 5 })).total\`. ${WHOLE_TASK}`,
  inputSchema: {
    type: "object",
    properties: {
      code: { type: "string", description: "With top-level await and return." },
      context: { type: "object", description: "Data, there as `context`." },
      session: { type: "string" },
      timeoutMs: { type: "integer" },
    },
    required: ["code"],
    additionalProperties: false,
  },
} satisfies Tool;

/**
 * The same before the tools that code may call: without the example. They stand with the argument that they are for,
 * because some clients refuse or cut a tool's own description above 1,024 characters.
 */
export function runCodeWith(named: string): Tool {
  const { properties } = RUN_CODE.inputSchema;
  const code = { ...properties.code, description: `${properties.code.description}\n${named}` };
  return {
    ...RUN_CODE,
    description: `Run TypeScript that calls tools. ${WHOLE_TASK}`,
    inputSchema: { ...RUN_CODE.inputSchema, properties: { ...properties, code } },
  };
}

export const CALL_TOOL = {
  name: "call_tool",
  description: "Call one tool. For several calls, or to filter what comes back: run_code.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "Like crm.get_contact." },
      arguments: { type: "object" },
      session: { type: "string" },
    },
    required: ["name"],
    additionalProperties: false,
  },
} satisfies Tool;

export const TOOLS: Tool[] = [SEARCH_TOOLS, RUN_CODE, CALL_TOOL];
