// Hand-made MCP requests, for what well-behaved clients never send.

import assert from "node:assert/strict";
import type { McpSurface } from "../../src/surfaces/mcp/mcp.ts";
import type { Principal } from "../../src/vocabulary.ts";

const URL = "http://127.0.0.1:8787/mcp";
const ACCEPT = "application/json, text/event-stream";

export type RpcReply = {
  id: unknown;
  result?: Record<string, unknown> & { content?: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string; data?: { code?: string; hint?: string } };
};

export function post(body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Request {
  return new Request(URL, {
    method: "POST",
    headers: { "content-type": "application/json", accept: ACCEPT, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

export function bare(method: string, headers: Record<string, string> = {}): Request {
  return new Request(URL, { method, headers: { accept: ACCEPT, ...headers } });
}

export function rpc(method: string, params: object = {}, id: number | string = 1) {
  return { jsonrpc: "2.0", id, method, params };
}

export const INITIALIZE = rpc("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

export const REVISION = "2026-07-28";

/** A request of the stateless revision with everything it must carry. */
export function statelessPost(
  method: string,
  params: { name?: string; [key: string]: unknown } = {},
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Request {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const required = {
    "mcp-protocol-version": REVISION,
    "mcp-method": method,
    ...(params.name ? { "mcp-name": params.name } : {}),
  };
  return post(rpc(method, { ...params, _meta: meta }), { ...required, ...headers }, signal);
}

export function runCode(code: string, more: object = {}) {
  return { name: "run_code", arguments: { code, ...more } };
}

/** The JSON-RPC reply, from a JSON body or from the first message of a stream. */
export async function readReply(response: Response): Promise<RpcReply> {
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return JSON.parse(text);
  const data = text.split("\n").find((line) => line.startsWith("data: {"));
  assert.ok(data, `no message in the stream: ${text}`);
  return JSON.parse(data.slice("data: ".length));
}

/** What the model reads. */
export function readText(reply: RpcReply): Record<string, unknown> {
  return JSON.parse(reply.result?.content?.[0]?.text ?? "null");
}

export async function openLegacySession(surface: McpSurface, principal: Principal): Promise<string> {
  const response = await surface.handle(post(INITIALIZE), principal);
  assert.equal(response.status, 200);
  await response.text();
  const id = response.headers.get("mcp-session-id");
  assert.ok(id);
  const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
  assert.equal((await surface.handle(post(ready, { "mcp-session-id": id }), principal)).status, 202);
  return id;
}
