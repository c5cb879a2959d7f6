import assert from "node:assert/strict";
import { test } from "node:test";
import { openMcpSurface } from "../../../src/surfaces/mcp/mcp.ts";
import { ANN, BOB, createFakeGateway, fakeRun, runUntilCancelled } from "../../fakes/mcp-gateway.ts";
import {
  bare,
  INITIALIZE,
  openLegacySession,
  post,
  REVISION,
  readReply,
  readText,
  rpc,
  runCode,
  statelessPost,
} from "../../fakes/mcp-requests.ts";

function open(now = () => 0) {
  const fake = createFakeGateway({ run: (submission) => fakeRun(submission) });
  return { ...fake, surface: openMcpSurface(fake.gateway, { now, idleMs: 1000 }) };
}

const json = (accept: string) => ({ accept });

const REFUSED: { title: string; request: () => Request; status: number; code: number }[] = [
  { title: "a body that is no JSON", request: () => post("{"), status: 400, code: -32700 },
  { title: "an empty body", request: () => post(""), status: 400, code: -32700 },
  { title: "a body that is not UTF-8", request: notUtf8, status: 400, code: -32700 },
  {
    title: "a member that stands twice",
    request: () => post('{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}'),
    status: 400,
    code: -32700,
  },
  {
    title: "a number beyond all numbers",
    request: () => post('{"jsonrpc":"2.0","id":1e999,"method":"ping"}'),
    status: 400,
    code: -32700,
  },
  { title: "null", request: () => post("null"), status: 400, code: -32600 },
  { title: "a number", request: () => post("1"), status: 400, code: -32600 },
  { title: "a batch", request: () => post([rpc("ping"), rpc("ping")]), status: 400, code: -32600 },
  { title: "an empty batch", request: () => post([]), status: 400, code: -32600 },
  { title: "no JSON-RPC", request: () => post({ hello: 1 }), status: 400, code: -32600 },
  {
    title: "text as the content type",
    request: () => post(INITIALIZE, { "content-type": "text/plain" }),
    status: 415,
    code: -32000,
  },
  {
    title: "initialize that accepts JSON only",
    request: () => post(INITIALIZE, json("application/json")),
    status: 406,
    code: -32000,
  },
  {
    title: "initialize that accepts streams only",
    request: () => post(INITIALIZE, json("text/event-stream")),
    status: 406,
    code: -32000,
  },
  { title: "a call before initialize", request: () => post(rpc("tools/list")), status: 400, code: -32000 },
  { title: "GET without a session", request: () => bare("GET"), status: 400, code: -32000 },
  { title: "DELETE without a session", request: () => bare("DELETE"), status: 400, code: -32000 },
  { title: "PUT", request: () => bare("PUT"), status: 405, code: -32000 },
  {
    title: "a session header with a space",
    request: () => post(INITIALIZE, { "sallyport-session": "my session" }),
    status: 400,
    code: -32000,
  },
  {
    title: "a session header of 65 letters",
    request: () => statelessPost("tools/list", {}, { headers: { "sallyport-session": "a".repeat(65) } }),
    status: 400,
    code: -32000,
  },
  {
    title: "a revision in the header that differs from the one in the body",
    request: () => statelessPost("tools/list", {}, { headers: { "mcp-protocol-version": "2025-11-25" } }),
    status: 400,
    code: -32020,
  },
  {
    title: "a method in the header that differs from the one in the body",
    request: () => statelessPost("tools/list", {}, { headers: { "mcp-method": "tools/call" } }),
    status: 400,
    code: -32020,
  },
  {
    title: "the stateless revision in the header without its envelope in the body",
    request: () => post(rpc("tools/list"), { "mcp-protocol-version": REVISION, "mcp-method": "tools/list" }),
    status: 400,
    code: -32602,
  },
  {
    title: "an unknown method of the stateless revision",
    request: () => statelessPost("tools/destroy"),
    status: 404,
    code: -32601,
  },
];

for (const { title, request, status, code } of REFUSED) {
  test(`refused with ${status}: ${title}`, async () => {
    const { surface, submissions } = open();
    const response = await surface.handle(request(), ANN);
    const reply = await readReply(response);
    assert.deepEqual([response.status, reply.error?.code], [status, code], JSON.stringify(reply));
    assert.equal(submissions.length, 0);
    await surface.close();
  });
}

test("an initialize that was refused leaves no session behind", async () => {
  const fake = createFakeGateway();
  const surface = openMcpSurface(fake.gateway, { maxSessions: 1, maxSessionsPerPrincipal: 1 });
  for (let i = 0; i < 3; i++) await surface.handle(post(INITIALIZE, json("application/json")), ANN);
  await openLegacySession(surface, BOB);
  await surface.close();
});

test("within a session: unknown methods, unknown revisions and a second initialize are errors", async () => {
  const { surface } = open();
  const id = await openLegacySession(surface, ANN);
  const at = { "mcp-session-id": id };
  const unknown = await readReply(await surface.handle(post(rpc("tools/destroy"), at), ANN));
  assert.equal(unknown.error?.code, -32601);
  const old = await surface.handle(post(rpc("ping"), { ...at, "mcp-protocol-version": "1999-01-01" }), ANN);
  assert.equal(old.status, 400);
  const known = await surface.handle(post(rpc("ping"), { ...at, "mcp-protocol-version": "2025-06-18" }), ANN);
  assert.equal(known.status, 200);
  await known.text();
  assert.equal((await surface.handle(post(INITIALIZE, at), ANN)).status, 400);
  const wrongAccept = await surface.handle(bare("GET", { ...at, accept: "application/json" }), ANN);
  assert.equal(wrongAccept.status, 406);
  await surface.close();
});

test("an unknown tool is a protocol error that helps, in both eras", async () => {
  const { surface } = open();
  const id = await openLegacySession(surface, ANN);
  for (const [name, help] of [
    ["run_cod", /Did you mean "run_code"\?/],
    ["crm.list_contacts", /by call_tool/],
    ["__proto__", /no tool/],
  ] as const) {
    const params = { name, arguments: {} };
    const replies = await Promise.all([
      surface.handle(statelessPost("tools/call", params), ANN).then(readReply),
      surface.handle(post(rpc("tools/call", params), { "mcp-session-id": id }), ANN).then(readReply),
    ]);
    for (const { error } of replies) {
      assert.equal(error?.code, -32602);
      assert.match(error?.message ?? "", help);
    }
  }
  await surface.close();
});

test("the stateless revision uses the key's default session until that was idle too long", async () => {
  let time = 0;
  const { surface, submissions } = open(() => time);
  const call = async (principal = ANN) => {
    const response = await surface.handle(statelessPost("tools/call", runCode("return 1")), principal);
    return readText(await readReply(response)).session;
  };
  const first = await call();
  assert.match(String(first), /^ses_/);
  time = 999;
  assert.equal(await call(), first);
  assert.notEqual(await call(BOB), first);
  time = 1998;
  assert.equal(await call(), first);
  time = 2998;
  assert.notEqual(await call(), first);
  assert.deepEqual(
    submissions.map(({ principal }) => principal.name),
    ["ann", "ann", "bob", "ann", "ann"],
  );
  await surface.close();
});

test("the stateless revision takes its session from the header, else from the argument", async () => {
  const header = { headers: { "sallyport-session": "desk-7" } };
  const cases = [
    { session: undefined, options: header, expected: "desk-7" },
    { session: "mine", options: {}, expected: "mine" },
    { session: "desk-7", options: header, expected: "desk-7" },
    { session: "mine", options: header, expected: "BAD_SESSION" },
    { session: "not a name", options: {}, expected: "BAD_SESSION" },
    { session: "", options: {}, expected: "BAD_SESSION" },
    { session: "a".repeat(64), options: {}, expected: "a".repeat(64) },
    { session: "a".repeat(65), options: {}, expected: "BAD_SESSION" },
  ];
  for (const { session, options, expected } of cases) {
    const { surface, submissions } = open();
    const request = statelessPost("tools/call", runCode("return 1", { session }), options);
    const reply = readText(await readReply(await surface.handle(request, ANN)));
    const seen = submissions[0]?.session ?? (reply.error as { code?: string }).code;
    assert.equal(seen, expected, JSON.stringify({ session, options }));
    await surface.close();
  }
});

test("a client of the stateless revision that goes away cancels its run", async () => {
  const fake = createFakeGateway({ run: runUntilCancelled });
  const surface = openMcpSurface(fake.gateway);
  const client = new AbortController();
  const request = statelessPost("tools/call", runCode("return 1"), { signal: client.signal });
  const answered = surface.handle(request, ANN);
  while (fake.submissions.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(fake.submissions[0]?.signal.aborted, false);
  client.abort();
  assert.equal((await answered).status, 499);
  assert.equal(fake.submissions[0]?.signal.aborted, true);
  await surface.close();
});

test("close cancels the runs of the stateless revision", async () => {
  const fake = createFakeGateway({ run: runUntilCancelled });
  const surface = openMcpSurface(fake.gateway);
  const answered = surface.handle(statelessPost("tools/call", runCode("return 1")), ANN);
  while (fake.submissions.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await surface.close();
  await answered;
  assert.equal(fake.submissions[0]?.signal.aborted, true);
});

function notUtf8(): Request {
  return new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: new Uint8Array([0x22, 0xc3, 0x28, 0x22]),
  });
}
