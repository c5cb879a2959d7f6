// What `.mcp.json` may say beside the address: SSE, the era, timeouts per tool, OAuth; and the breaker that guards calls.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readServersFile, type ServerConfig } from "../../src/upstreams/upstreams.ts";
import { type HttpRequest, startHttpServer } from "../fakes/upstream-http-server.ts";
import { open, textOf, until } from "./upstreams-fixture.ts";

const at = (url: string): ServerConfig & { transport: "http" } => ({
  name: "s",
  transport: "http",
  url,
  headers: {},
});
const isCall = ({ rpc }: HttpRequest): boolean => rpc.method === "tools/call";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type TokenDesk = { url: string; asked: { authorization: string | undefined; body: string }[] };

/** A token address that counts: token-1, token-2, … */
async function startTokenDesk(t: TestContext, answer?: { status: number; body: string }): Promise<TokenDesk> {
  const asked: TokenDesk["asked"] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ authorization: request.headers.authorization, body });
    const token = { access_token: `token-${asked.length}`, token_type: "Bearer", expires_in: 3600 };
    response.writeHead(answer?.status ?? 200, { "content-type": "application/json" });
    response.end(answer?.body ?? JSON.stringify(token));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`, asked };
}

test("the everything server speaks over the older HTTP+SSE transport", async (t) => {
  const port = await freePort();
  const script = fileURLToPath(
    new URL("../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
  );
  const child = spawn(process.execPath, [script, "sse"], {
    env: { ...process.env, PORT: String(port) },
    stdio: "ignore",
  });
  t.after(() => child.kill("SIGKILL"));
  const { upstreams, call, log } = open(t, [{ ...at(`http://127.0.0.1:${port}/sse`), sse: true }], {
    backoff: { baseMs: 50, maxMs: 200 },
  });
  await until(async () => (await call("s.echo", { message: "hi" }).catch(() => null)) !== null, "a start");
  assert.equal(textOf(await call("s.echo", { message: "hi" })), "Echo: hi");
  assert.ok((await upstreams.listTools("s")).length >= 10);
  assert.ok(log.some((entry) => entry.message === "Connected (legacy)."));
});

test("a server marked as legacy is never asked for the newest revision", async (t) => {
  const server = await startHttpServer(t);
  const { call } = open(t, [{ ...at(server.url), era: "legacy" }]);
  assert.equal(textOf(await call("s.echo")), "echo");
  assert.deepEqual(
    server.seen.filter(({ method }) => method === "server/discover"),
    [],
  );
});

test("a tool's own timeout replaces that of the gateway, in both directions", async (t) => {
  const server = await startHttpServer(
    t,
    (request) => isCall(request) && request.rpc.params?.name !== "echo",
  );
  const timeouts = { mute: 60, "*": 20_000 };
  const { call } = open(t, [{ ...at(server.url), timeouts }]);
  await assert.rejects(call("s.mute", {}, { timeoutMs: 600_000 }), {
    code: "TOOL_TIMEOUT",
    message: /within 60 ms/,
  });
  assert.equal(textOf(await call("s.echo", {}, { timeoutMs: 1 })), "echo");
});

test("after five calls without an answer a server is left alone, then tried by one call", async (t) => {
  let healthy = false;
  const server = await startHttpServer(t, (request) => {
    if (!isCall(request) || healthy) return false;
    request.response.writeHead(503).end();
    return true;
  });
  let now = 1_000_000;
  const { upstreams, call } = open(t, [at(server.url)], {
    clock: () => now,
    backoff: { baseMs: 1000, maxMs: 8000, random: () => 1 },
  });
  const calls = (): number => server.seen.filter(({ method }) => method === "tools/call").length;
  for (let n = 0; n < 5; n++) await assert.rejects(call("s.echo"), { executed: "unknown" });
  await assert.rejects(call("s.echo"), { code: "UPSTREAM_UNAVAILABLE", executed: "no" });
  assert.equal(calls(), 5);
  assert.equal(upstreams.servers()[0]?.state, "failing");
  const first = upstreams.servers()[0]?.retryAt ?? 0;
  assert.ok(first > now);

  now = first;
  await assert.rejects(call("s.echo"), { executed: "unknown" });
  await assert.rejects(call("s.echo"), { executed: "no" });
  assert.equal(calls(), 6);
  const second = upstreams.servers()[0]?.retryAt ?? 0;
  assert.ok(second - now > first - 1_000_000, "the pause grows");

  now = second;
  healthy = true;
  assert.equal(textOf(await call("s.echo")), "echo");
  assert.equal(upstreams.servers()[0]?.state, "ready");
});

test("refusals and failures of tools do not open the breaker", async (t) => {
  const server = await startHttpServer(t, ({ rpc, response }) => {
    if (rpc.method !== "tools/call" || rpc.params?.name !== "bad") return false;
    const error = { code: -32602, message: "no" };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: rpc.id, error }));
    return true;
  });
  const { call } = open(t, [at(server.url)]);
  for (let n = 0; n < 8; n++) await assert.rejects(call("s.bad"), { code: "TOOL_FAILED" });
  assert.equal(textOf(await call("s.echo")), "echo");
});

test("client credentials become a bearer token, asked for once and again after a 401", async (t) => {
  const desk = await startTokenDesk(t);
  let valid = "Bearer token-1";
  const server = await startHttpServer(t, ({ headers, response }) => {
    if (headers.authorization === valid) return false;
    response.writeHead(401).end();
    return true;
  });
  const oauth = { tokenUrl: desk.url, clientId: "gate", clientSecret: "s3cr3t:&", scope: "tools" };
  const { call, log } = open(t, [{ ...at(server.url), era: "legacy", oauth }]);
  await Promise.all([call("s.echo"), call("s.echo"), call("s.echo")]);
  assert.equal(desk.asked.length, 1);
  assert.equal(desk.asked[0]?.body, "grant_type=client_credentials&scope=tools");
  const basic = Buffer.from(desk.asked[0]?.authorization?.slice(6) ?? "", "base64").toString();
  assert.equal(basic, "gate:s3cr3t%3A%26");

  valid = "Bearer token-2";
  assert.equal(textOf(await call("s.echo")), "echo");
  assert.equal(desk.asked.length, 2);
  assert.doesNotMatch(JSON.stringify(log), /s3cr3t|token-\d/);
});

test("a token address that refuses, lies or breaks makes the server unavailable and leaks nothing", async (t) => {
  const answers = [
    { status: 401, body: '{"error":"s3cr3t is wrong"}' },
    { status: 200, body: "{}" },
    { status: 200, body: "<html>" },
    { status: 200, body: '{"access_token":"a\\nb","token_type":"Bearer"}' },
    { status: 302, body: "" },
  ];
  for (const answer of answers) {
    const desk = await startTokenDesk(t, answer);
    const server = await startHttpServer(t);
    const oauth = { tokenUrl: desk.url, clientId: "gate", clientSecret: "s3cr3t" };
    const { call, log } = open(t, [{ ...at(server.url), era: "legacy", oauth }]);
    await assert.rejects(call("s.echo"), (error: Error & { code: string; executed: string }) => {
      assert.equal(error.code, "UPSTREAM_UNAVAILABLE");
      assert.equal(error.executed, "no");
      assert.doesNotMatch(`${error.message}${error.stack}`, /s3cr3t/);
      return true;
    });
    assert.deepEqual(server.seen, [], "nothing is sent without a token");
    assert.doesNotMatch(JSON.stringify(log), /s3cr3t/);
  }
});

test("the file says era, timeouts and OAuth; a secret stands in the environment or in a file", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "options-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, ".mcp.json");
  await writeFile(join(folder, "secret"), "from-file\n");
  const read = async (entry: object): Promise<ServerConfig | undefined> => {
    await writeFile(path, JSON.stringify({ mcpServers: { a: { url: "https://h/mcp", ...entry } } }));
    return (await readServersFile(path, { SECRET: "from-env" }))[0];
  };
  const oauth = { tokenUrl: "https://id.example/token", clientId: "gate" };
  const good = await read({
    era: "legacy",
    timeouts: { slow: 90_000, "*": 500 },
    declare: ["elicitation", "roots"],
    oauth: { ...oauth, clientSecret: "$" + "{SECRET}" },
  });
  assert.deepEqual(good, {
    name: "a",
    transport: "http",
    url: "https://h/mcp",
    headers: {},
    era: "legacy",
    timeouts: { slow: 90_000, "*": 500 },
    declare: ["elicitation", "roots"],
    oauth: { ...oauth, clientSecret: "from-env" },
  });
  const filed = await read({ oauth: { ...oauth, clientSecretFile: "secret" } });
  assert.equal(filed?.transport === "http" && filed.oauth?.clientSecret, "from-file");

  const secret = { clientSecretFile: "secret" };
  const table: [entry: object, problem: RegExp][] = [
    [{ era: "old" }, /a\.era: must be "auto" or "legacy"/],
    [{ timeouts: { x: 0 } }, /a\.timeouts: must be milliseconds/],
    [{ declare: [] }, /a\.declare: must be a list of sampling, elicitation, roots/],
    [{ declare: ["elicit"] }, /a\.declare: must be a list of/],
    [{ timeouts: 5 }, /a\.timeouts: must be milliseconds/],
    [{ oauth: { ...oauth, clientSecret: "plain" } }, /must name an environment variable/],
    [{ oauth: { ...oauth, clientSecret: "$" + "{NONE}" } }, /variable NONE is not set/],
    [{ oauth: { ...oauth, clientSecretFile: "none" } }, /clientSecretFile: the file cannot be read/],
    [{ oauth }, /needs either "clientSecret" or "clientSecretFile"/],
    [{ oauth: { ...oauth, ...secret, tokenUrl: "http://id.example/t" } }, /must be an https URL/],
    [{ oauth: { ...oauth, ...secret, more: 1 } }, /a\.oauth: must be an object of texts/],
    [{ oauth: { ...oauth, ...secret }, headers: { authorization: "x" } }, /exclude each other/],
  ];
  for (const [entry, problem] of table) await assert.rejects(read(entry), { message: problem });
});
