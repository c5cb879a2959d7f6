// The MCP surface on a loopback port. The bearer key is the principal's name: admission is not what is tested here.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type McpSurface, openMcpSurface } from "../../src/surfaces/mcp/mcp.ts";
import { createFakeGateway, type FakeGateway, type FakeGatewayOptions } from "./mcp-gateway.ts";

export type McpListener = FakeGateway & { url: URL; surface: McpSurface; close(): Promise<void> };

export async function listenForMcp(options: FakeGatewayOptions = {}): Promise<McpListener> {
  const fake = createFakeGateway(options);
  const surface = openMcpSurface(fake.gateway);
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request: Request) => {
      const name = request.headers.get("authorization")?.replace("Bearer ", "") ?? "nobody";
      return surface.handle(request, { name, role: "agent", groups: [] });
    },
  });
  if (!server.listening) await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...fake,
    surface,
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    async close() {
      await surface.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
