// A small MCP server over HTTP, inside the test's process, whose answers a test may replace.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { TestContext } from "node:test";

type Rpc = { id?: number; method: string; params?: { name?: string; protocolVersion?: string } };
export type HttpRequest = { rpc: Rpc; headers: IncomingMessage["headers"]; response: ServerResponse };

export type HttpServer = {
  url: string;
  /** Methods in the order in which they came. */
  seen: { method: string; headers: IncomingMessage["headers"] }[];
};

/** `special` returns true when it has answered, or will never answer, by itself. */
export async function startHttpServer(
  t: TestContext,
  special: (request: HttpRequest) => boolean = () => false,
): Promise<HttpServer> {
  const seen: HttpServer["seen"] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const rpc = JSON.parse(body) as Rpc;
    seen.push({ method: rpc.method, headers: request.headers });
    if (special({ rpc, headers: request.headers, response })) return;
    if (rpc.id === undefined) response.writeHead(202).end();
    else respond(response, { jsonrpc: "2.0", id: rpc.id, ...answerTo(rpc) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/mcp`, seen };
}

export function respond(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function answerTo({ method, params }: Rpc): object {
  if (method === "initialize") {
    const serverInfo = { name: "http", version: "0" };
    return { result: { protocolVersion: params?.protocolVersion, serverInfo, capabilities: { tools: {} } } };
  }
  if (method === "tools/list")
    return { result: { tools: [{ name: "echo", inputSchema: { type: "object" } }] } };
  if (method === "tools/call") return { result: { content: [{ type: "text", text: params?.name ?? "" }] } };
  return { error: { code: -32601, message: "Method not found" } };
}
