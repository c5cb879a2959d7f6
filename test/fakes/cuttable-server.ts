// An MCP server of the newest revision over HTTP, inside the test's process, whose streams of changes a test may cut.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { serve } from "@hono/node-server";
import { createMcpHandler, type McpHttpHandler, Server } from "@modelcontextprotocol/server";

export type CuttableServer = {
  url: string;
  notify: McpHttpHandler["notify"];
  /** Filters of the streams that were opened, oldest first. */
  opened: object[];
  /** Ends all open streams, as something between the two sides may do. */
  cut(): void;
};

type Listen = { method?: string; params?: { notifications: object } };

export async function startCuttableServer(t: TestContext): Promise<CuttableServer> {
  const opened: object[] = [];
  const cutters = new Set<() => void>();
  const handler = createMcpHandler(createServer);
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request: Request) {
      const body = (request.method === "POST" ? await request.clone().json() : {}) as Listen;
      const response = await handler.fetch(request);
      if (body.method !== "subscriptions/listen" || !response.body) return response;
      opened.push(body.params?.notifications ?? {});
      let cut = () => {};
      const stream = new TransformStream({
        start(controller) {
          cut = () => controller.terminate();
        },
      });
      cutters.add(cut);
      return new Response(response.body.pipeThrough(stream), response);
    },
  });
  if (!server.listening) await once(server, "listening");
  t.after(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    notify: handler.notify,
    opened,
    cut() {
      for (const each of cutters) each();
      cutters.clear();
    },
  };
}

function createServer(): Server {
  const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } };
  const server = new Server({ name: "cuttable", version: "1" }, { capabilities });
  server.setRequestHandler("tools/list", () => ({
    tools: [{ name: "one", inputSchema: { type: "object" as const } }],
  }));
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  return server;
}
