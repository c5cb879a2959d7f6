// The MCP server behind the gateway in bench/gateway.ts: it answers at once, with a little data about a person.

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function createPeople(): McpServer {
  const server = new McpServer({ name: "people", version: "1.0.0" });
  const shape = { description: "One person.", inputSchema: z.object({ id: z.number() }) };
  server.registerTool("get", shape, async ({ id }) => {
    const person = { id, name: "Ann Lee", email: `ann.lee${id % 10}@fernhill.example`, open: true };
    return { content: [{ type: "text", text: JSON.stringify(person) }] };
  });
  server.registerTool("wait", shape, async (_args, { mcpReq }) => {
    await new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve));
    return { content: [] };
  });
  return server;
}

serveStdio(createPeople);
