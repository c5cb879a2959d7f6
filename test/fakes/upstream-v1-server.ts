// A server on the older SDK (v1): the real legacy peer.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "v1", version: "1.0.0" });
server.registerTool(
  "add",
  {
    description: "Add two numbers.",
    inputSchema: { a: z.number(), b: z.number() },
    outputSchema: { sum: z.number() },
  },
  ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }], structuredContent: { sum: a + b } }),
);
server.registerTool("fail", { description: "Throw.", inputSchema: {} }, () => {
  throw new Error("v1 went wrong");
});
await server.connect(new StdioServerTransport());
