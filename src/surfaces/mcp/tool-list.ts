// What tools/list says. Every word is paid for in each conversation; a test holds the price. Schemas are plain
// objects: some clients silently drop a tool whose schema has anyOf or allOf at the top.

import type { Tool } from "@modelcontextprotocol/server";
import { DETAILS } from "../../catalog/catalog.ts";

export const MAX_SEARCH_LIMIT = 200;
export const DEFAULT_SEARCH_LIMIT = 20;
export const MAX_TIMEOUT_MS = 3_600_000;

export const SEARCH_TOOLS = {
  name: "search_tools",
  description: "Find tools that programs in run_code can call. Without query: list all.",
  inputSchema: {
    type: "object",
    properties: {
      query: {
        type: "string",
        description: "What the tools should do; several needs: a; b.",
      },
      detail: {
        type: "string",
        enum: [...DETAILS],
        description: "full = TypeScript signatures.",
      },
      server: { type: "string", description: "Only tools of this server." },
      limit: { type: "integer", maximum: MAX_SEARCH_LIMIT, default: DEFAULT_SEARCH_LIMIT },
      cursor: { type: "string", description: "`next` of the page before." },
      schema: { type: "boolean", description: "Raw schemas too." },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies Tool;

export const RUN_CODE = {
  name: "run_code",
  description:
    "Run TypeScript that calls tools, e.g. `return (await crm.list_contacts({ limit: 5 })).total`. " +
    "Filter and combine inside the program; return only what you need.",
  inputSchema: {
    type: "object",
    properties: {
      code: { type: "string", description: "Body of an async module: top-level await and return." },
      context: { type: "object", description: "Data for the program, there as `context`." },
      session: { type: "string", description: "As named in an earlier reply." },
      timeoutMs: { type: "integer", minimum: 1, maximum: MAX_TIMEOUT_MS },
    },
    required: ["code"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
} satisfies Tool;

export const CALL_TOOL = {
  name: "call_tool",
  description: "Call one tool. For more than one call, or to filter what comes back, use run_code.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "As search_tools names it, e.g. crm.get_contact." },
      arguments: { type: "object" },
      session: { type: "string" },
    },
    required: ["name"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
} satisfies Tool;

export const TOOLS: Tool[] = [SEARCH_TOOLS, RUN_CODE, CALL_TOOL];
