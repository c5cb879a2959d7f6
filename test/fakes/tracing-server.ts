// Servers that write down by which ids they were called: one of an older revision over stdio, one of the newest over HTTP.

import { once } from "node:events";
import { appendFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { serve } from "@hono/node-server";
import { McpServer as OlderServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export type Seen = { meta: Record<string, unknown>; traceparent: string | null };

export async function listenTracing(t: TestContext): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "tracing", version: "1.0.0" });
    server.registerTool("look", { inputSchema: z.looseObject({}) }, async (_args, { mcpReq, http }) => {
      const traceparent = http?.req?.headers.get("traceparent") ?? null;
      seen.push({ meta: { ...mcpReq._meta }, traceparent });
      return { content: [{ type: "text" as const, text: "seen" }] };
    });
    return server;
  });
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request: Request) => handler.fetch(request),
  });
  if (!server.listening) await once(server, "listening");
  t.after(async () => {
    await handler.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

if (import.meta.main) {
  const server = new OlderServer({ name: "tracing", version: "1.0.0" });
  server.registerTool("look", { inputSchema: {} }, (_args, { _meta }) => {
    appendFileSync(
      process.env["SEEN"] ?? "",
      `${JSON.stringify({ meta: _meta ?? {}, traceparent: null })}\n`,
    );
    return { content: [{ type: "text", text: "seen" }] };
  });
  await server.connect(new StdioServerTransport());
}
