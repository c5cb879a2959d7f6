import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { CALL_ID_META, readOrigin } from "../../src/request-origin.ts";
import { listenTracing, type Seen } from "../fakes/tracing-server.ts";
import { openTestGateway } from "./gateway-fixture.ts";

const POLICY = `
policy: 1
id: look
applies_to: { agents: ["*"] }
tools:
  - { id: look, match: [newest.look, older.look], effect: allow }
`;
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = `00-${TRACE}-b7ad6b7169203331-00`;
const UUID = "6f0a1c1e-9b7d-4c59-8d6e-0a1b2c3d4e5f";

async function openTraced(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-test-"));
  const log = join(folder, "seen.jsonl");
  const { url, seen } = await listenTracing(t);
  const older = {
    command: process.execPath,
    args: [fileURLToPath(new URL("../fakes/tracing-server.ts", import.meta.url))],
    env: { SEEN: log },
  };
  const servers = { newest: { url }, older };
  const gateway = await openTestGateway({ folder, policies: { "look.yaml": POLICY }, servers });
  t.after(() => gateway.close());
  const post = (path: string, body: object, headers: object = {}) =>
    gateway.fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const seenByOlder = () =>
    readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Seen);
  return { gateway, post, seen, seenByOlder };
}

test("from the request to the run, to the call, to what the server was told", async (t) => {
  const { gateway, post, seen, seenByOlder } = await openTraced(t);
  const code = "await newest.look({}); await older.look({}); return 1";
  const response = await post("/v1/runs", { code }, { "x-request-id": UUID, traceparent: PARENT });
  assert.equal(response.headers.get("x-request-id"), UUID);
  const run = (await response.json()) as { id: string; status: string };
  assert.equal(run.status, "succeeded", JSON.stringify(run));

  const [submitted] = await gateway.events({ kind: "run.submitted", run: run.id });
  assert.deepEqual([submitted?.body["request"], submitted?.body["traceparent"]], [UUID, PARENT]);
  const calls = await gateway.events({ kind: "call.decided", run: run.id });
  assert.deepEqual(
    calls.map(({ body }) => body["request"]),
    [UUID, UUID],
  );
  const ids = calls.map(({ call }) => String(call));
  const spans = ids.map((id) => `00-${TRACE}-${id.replace("call_", "")}-00`);
  assert.deepEqual([seen[0]?.meta[CALL_ID_META], seen[0]?.meta["traceparent"]], [ids[0], spans[0]]);
  assert.equal(seen[0]?.traceparent, spans[0], "and as an HTTP header");
  const [told] = seenByOlder();
  assert.deepEqual([told?.meta[CALL_ID_META], told?.meta["traceparent"]], [ids[1], spans[1]]);
});

test("a direct call, and both MCP endpoints, carry the ids in the same way", async (t) => {
  const { gateway, post, seen } = await openTraced(t);
  const wishes: [string, object][] = [
    ["/v1/tools/newest.look/call", {}],
    ["/mcp", toolCall("call_tool", { name: "newest.look", arguments: {} })],
    ["/mcp", toolCall("run_code", { code: "return newest.look({})" })],
    ["/mcp/newest", toolCall("look", {})],
  ];
  for (const [index, [path, body]] of wishes.entries()) {
    const response = await post(path, body, path.startsWith("/mcp") ? mcpHeaders(body) : {});
    const request = response.headers.get("x-request-id") ?? "";
    assert.match(request, /^req_[0-9a-f]{20}$/, path);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    const decided = (await gateway.events({ kind: "call.decided" }))[index];
    assert.equal(decided?.body["request"], request, path);
    const [submitted] = await gateway.events({ kind: "run.submitted", run: String(decided?.["run"]) });
    assert.equal(submitted?.body["request"], request, path);
    assert.equal(seen[index]?.meta[CALL_ID_META], decided?.["call"], path);
    const trace = String(decided?.["run"]).replace("run_", "").padStart(32, "0");
    assert.equal(seen[index]?.traceparent?.slice(3, 35), trace, "a trace of its own");
  }
});

function mcpHeaders(body: object): object {
  const { method, params } = body as { method: string; params: { name: string } };
  return {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    "mcp-name": params.name,
  };
}

function toolCall(name: string, args: object): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta } };
}

test("every answer names its request, refusals too, and the id is not the caller's free text", async (t) => {
  const gateway = await openTestGateway({ servers: {} });
  t.after(() => gateway.close());
  const headers = { "x-request-id": UUID };
  for (const [path, key] of [["/healthz"], ["/v1/nowhere"], ["/v1/tools", "wrong"]] as const) {
    const response = await gateway.fetch(path, { headers, ...(key ? { key } : {}) });
    assert.equal(response.headers.get("x-request-id"), UUID, path);
  }
});

const IDS: [string, boolean][] = [
  [UUID, true],
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", true],
  [TRACE, true],
  ["req_0123456789abcdef0123", true],
  ["ann.lee@fernhill.example", false],
  ["4111111111111111", false],
  ["DE89370400440532013000", false],
  ["", false],
  [`${UUID} `.repeat(100), false],
];
for (const [id, isKept] of IDS) {
  test(`the request id ${JSON.stringify(id.slice(0, 40))} is ${isKept ? "kept" : "replaced"}`, () => {
    const read = readOrigin(new Headers({ "x-request-id": id })).id;
    assert.equal(read === id, isKept);
    if (!isKept) assert.match(read, /^req_[0-9a-f]{20}$/);
  });
}

const TRACES: [string, boolean][] = [
  [PARENT, true],
  [PARENT.replace(/^00/, "ff"), false],
  [PARENT.replace(TRACE, "0".repeat(32)), false],
  [PARENT.replace("b7ad6b7169203331", "0".repeat(16)), false],
  [PARENT.toUpperCase(), false],
  [`${PARENT}-more`, false],
  ["ann.lee@fernhill.example", false],
];
for (const [header, isKept] of TRACES) {
  test(`the trace ${header} is ${isKept ? "joined" : "left aside"}`, () => {
    assert.equal(readOrigin(new Headers({ traceparent: header })).traceparent === header, isKept);
  });
}
