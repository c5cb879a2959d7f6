// Clients that get the protocol wrong: each is told what is wrong, in the protocol's own numbers, and harms nobody.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type McpSurface, openMcpSurface } from "../../../src/surfaces/mcp/mcp.ts";
import { ANN, createFakeGateway, fakeRun, runUntilCancelled } from "../../fakes/mcp-gateway.ts";
import {
  openLegacySession,
  post,
  type RpcReply,
  readReply,
  rpc,
  runCode,
  statelessPost,
} from "../../fakes/mcp-requests.ts";

const SECRET = "ann.lee@fernhill.example";
const INVALID_PARAMS = -32602;
const INVALID_REQUEST = -32600;

const MISFITS: [method: string, params: Record<string, unknown>, said: RegExp][] = [
  ["tools/list", { cursor: 5 }, /tools\/list.*\/cursor.*string.*number/],
  ["tools/call", { name: 5 }, /tools\/call.*\/name.*string.*number/],
  ["tools/call", { name: "run_code", arguments: [SECRET] }, /tools\/call.*\/arguments.*array/],
  ["resources/read", {}, /resources\/read.*\/uri.*string/],
  ["resources/list", { cursor: { a: SECRET } }, /resources\/list.*\/cursor.*object/],
  ["prompts/get", { name: "work-with-sallyport", arguments: { who: 5 } }, /prompts\/get.*\/arguments\/who/],
];

describe("params that do not fit are invalid params, said in one line and without what was sent", () => {
  const assertSaid = ({ error }: RpcReply, said: RegExp) => {
    assert.equal(error?.code, INVALID_PARAMS, JSON.stringify(error));
    assert.match(error?.message ?? "", said);
    assert.doesNotMatch(error?.message ?? "", /\n|fernhill/);
  };
  for (const [method, params, said] of MISFITS) {
    test(`${method} ${JSON.stringify(params)}`, async () => {
      const surface = openMcpSurface(createFakeGateway().gateway);
      const id = await openLegacySession(surface, ANN);
      const older = await surface.handle(post(rpc(method, params), { "mcp-session-id": id }), ANN);
      assertSaid(await readReply(older), said);
      const named = { "mcp-name": String(params["name"] ?? "x") };
      const newest = await surface.handle(
        statelessPost(method, params as { name?: string }, { headers: named }),
        ANN,
      );
      const reply = await readReply(newest);
      // A name or an address that the header cannot repeat is refused before it is looked at.
      if (reply.error?.code !== -32020) assertSaid(reply, said);
      await surface.close();
    });
  }

  test("a level of logs that does not exist", async () => {
    const surface = openMcpSurface(createFakeGateway().gateway);
    const id = await openLegacySession(surface, ANN);
    const asked = post(rpc("logging/setLevel", { level: "loud" }), { "mcp-session-id": id });
    assertSaid(await readReply(await surface.handle(asked, ANN)), /logging\/setLevel.*\/level.*"debug"/);
    await surface.close();
  });
});

test("an initialize that lacks something is told what, not that a session is missing", async () => {
  const surface = openMcpSurface(createFakeGateway().gateway);
  for (const [params, lacks] of [
    [undefined, /params/],
    [{ protocolVersion: "2025-11-25", capabilities: {} }, /clientInfo/],
    [{ protocolVersion: 7, capabilities: {}, clientInfo: { name: "x", version: "1" } }, /protocolVersion/],
  ] as const) {
    const response = await surface.handle(post({ jsonrpc: "2.0", id: 3, method: "initialize", params }), ANN);
    const { error, id } = await readReply(response);
    assert.deepEqual([response.status, error?.code, id], [400, INVALID_PARAMS, 3], JSON.stringify(error));
    assert.match(error?.message ?? "", lacks);
  }
  await surface.close();
});

describe("an id that is still in use", () => {
  const call = (surface: McpSurface, session: string, body: object) =>
    surface.handle(post(body, { "mcp-session-id": session }), ANN);

  test("is refused, and the first request is answered", async () => {
    let finish = () => {};
    const first = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const fake = createFakeGateway({
      async run(submission) {
        if (submission.code === "slow") await first;
        return fakeRun(submission);
      },
    });
    const surface = openMcpSurface(fake.gateway);
    const session = await openLegacySession(surface, ANN);
    const slow = await call(surface, session, rpc("tools/call", runCode("slow"), 7));
    const twin = await call(surface, session, rpc("tools/call", runCode("quick"), 7));
    const { error } = await readReply(twin);
    assert.deepEqual([twin.status, error?.code], [400, INVALID_REQUEST]);
    assert.match(error?.message ?? "", /id .*in use/);
    const other = await call(surface, session, rpc("tools/call", runCode("quick"), "7"));
    assert.ok((await readReply(other)).result, "a text is another id than a number");
    finish();
    assert.ok((await readReply(slow)).result);
    assert.ok((await readReply(await call(surface, session, rpc("ping", {}, 7)))).result, "free again");
    assert.equal(fake.submissions.length, 2);
    await surface.close();
  });

  test("is free again when its request was cancelled", async () => {
    const fake = createFakeGateway({ run: runUntilCancelled });
    const surface = openMcpSurface(fake.gateway);
    const session = await openLegacySession(surface, ANN);
    const running = await call(surface, session, rpc("tools/call", runCode("return 1"), 7));
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    await call(surface, session, cancelled);
    await running.text();
    assert.ok((await readReply(await call(surface, session, rpc("ping", {}, 7)))).result);
    await surface.close();
  });
});
