// Servers over HTTP that refuse, redirect, forget or overdo it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServerConfig } from "../../src/upstreams/upstreams.ts";
import { type HttpRequest, respond, startHttpServer } from "../fakes/upstream-http-server.ts";
import { open, textOf, until } from "./upstreams-fixture.ts";

const at = (url: string, headers: Record<string, string> = {}): ServerConfig => ({
  name: "s",
  transport: "http",
  url,
  headers,
});
const isCall = ({ rpc }: HttpRequest): boolean => rpc.method === "tools/call";

test("configured headers go with every request", async (t) => {
  const server = await startHttpServer(t);
  const { upstreams, call } = open(t, [at(server.url, { Authorization: "Bearer of-the-gateway" })]);
  await upstreams.listTools("s");
  assert.equal(textOf(await call("s.echo")), "echo");
  for (const { method, headers } of server.seen)
    assert.equal(headers.authorization, "Bearer of-the-gateway", method);
});

test("a redirect to another origin is not followed, and the secret header does not travel", async (t) => {
  for (const status of [301, 302, 307, 308]) {
    const thief = await startHttpServer(t);
    const server = await startHttpServer(t, (request) => {
      if (!isCall(request)) return false;
      request.response.writeHead(status, { location: thief.url }).end();
      return true;
    });
    const { call } = open(t, [at(server.url, { Authorization: "Bearer secret" })]);
    await assert.rejects(call("s.echo"), { code: "UPSTREAM_UNAVAILABLE", executed: "no" }, `${status}`);
    assert.deepEqual(thief.seen, [], `${status}`);
  }
});

test("statuses say whether the tool may have run, and one refusal does not end the connection", async (t) => {
  const table: [status: number, executed: string][] = [
    [401, "no"],
    [403, "no"],
    [429, "no"],
    [500, "unknown"],
    [503, "unknown"],
  ];
  for (const [status, executed] of table) {
    let refused = false;
    const server = await startHttpServer(t, (request) => {
      if (!isCall(request) || refused) return false;
      refused = true;
      request.response.writeHead(status).end("<html>".repeat(1000));
      return true;
    });
    const { call } = open(t, [at(server.url)]);
    await assert.rejects(call("s.echo"), { code: "UPSTREAM_UNAVAILABLE", executed }, `${status}`);
    assert.equal(textOf(await call("s.echo")), "echo", `${status}`);
  }
});

test("a session that the server forgot is opened anew", async (t) => {
  let forgotten = false;
  const server = await startHttpServer(t, (request) => {
    if (!isCall(request) || forgotten) return false;
    forgotten = true;
    request.response.writeHead(404).end();
    return true;
  });
  const { call } = open(t, [at(server.url)], { backoff: { baseMs: 10 } });
  await assert.rejects(call("s.echo"), { code: "UPSTREAM_UNAVAILABLE", executed: "no" });
  await until(async () => (await call("s.echo").catch(() => null)) !== null, "a new session");
  assert.equal(server.seen.filter(({ method }) => method === "initialize").length, 2);
});

test("a server that answers 500 to the newest handshake gets the older one", async (t) => {
  const server = await startHttpServer(t, ({ rpc, response }) => {
    if (rpc.method !== "server/discover") return false;
    response.writeHead(500).end();
    return true;
  });
  const { upstreams } = open(t, [at(server.url)]);
  assert.equal((await upstreams.listTools("s")).length, 1);
});

test("a 30 MB answer is CALL_RESULT_LIMIT as JSON and as an event, and the connection lives on", async (t) => {
  for (const kind of ["json", "event"]) {
    const server = await startHttpServer(t, (request) => {
      if (!isCall(request) || request.rpc.params?.name !== "huge") return false;
      const content = [{ type: "text", text: "x".repeat(30_000_000) }];
      const message = { jsonrpc: "2.0", id: request.rpc.id, result: { content } };
      if (kind === "json") respond(request.response, message);
      else {
        request.response.writeHead(200, { "content-type": "text/event-stream" });
        request.response.end(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      }
      return true;
    });
    const { call } = open(t, [at(server.url)], { maxMessageBytes: 1_000_000 });
    await assert.rejects(call("s.huge"), { code: "CALL_RESULT_LIMIT", executed: "yes" }, kind);
    assert.equal(textOf(await call("s.echo")), "echo", kind);
  }
});

test("a call that is never answered ends in time", async (t) => {
  const server = await startHttpServer(t, isCall);
  const { call } = open(t, [at(server.url)]);
  await assert.rejects(call("s.echo", {}, { timeoutMs: 1500 }), {
    code: "TOOL_TIMEOUT",
    executed: "unknown",
  });
});

test("a server that never answers the handshake does not hold the caller", async (t) => {
  const server = await startHttpServer(t, () => true);
  const { upstreams } = open(t, [at(server.url)], { connectTimeoutMs: 300, closeGraceMs: 100 });
  await assert.rejects(upstreams.listTools("s"), { code: "UPSTREAM_UNAVAILABLE", executed: "no" });
});
