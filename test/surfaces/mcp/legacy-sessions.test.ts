import assert from "node:assert/strict";
import { test } from "node:test";
import type { Submission } from "../../../src/pipeline.ts";
import { type McpOptions, openMcpSurface } from "../../../src/surfaces/mcp/mcp.ts";
import type { Run } from "../../../src/vocabulary.ts";
import { ANN, BOB, createFakeGateway, fakeRun, runUntilCancelled } from "../../fakes/mcp-gateway.ts";
import {
  bare,
  INITIALIZE,
  openLegacySession,
  post,
  readReply,
  readText,
  rpc,
  runCode,
} from "../../fakes/mcp-requests.ts";

function open(options: McpOptions = {}, run: (submission: Submission) => Run | Promise<Run> = fakeRun) {
  const fake = createFakeGateway({ run: (submission) => run(submission) });
  return { ...fake, surface: openMcpSurface(fake.gateway, options) };
}

const at = (id: string, more: object = {}) => ({ "mcp-session-id": id, ...more });
const run = (more: object = {}, id = 7) => rpc("tools/call", runCode("return 1", more), id);

test("a session that another principal opened is answered exactly like one that never was", async () => {
  const { surface, submissions } = open();
  const ann = await openLegacySession(surface, ANN);
  const unknown = "00000000-0000-4000-8000-000000000000";
  for (const make of [
    (id: string) => post(run(), at(id)),
    (id: string) => bare("GET", at(id)),
    (id: string) => bare("DELETE", at(id)),
    (id: string) => post(INITIALIZE, at(id)),
  ]) {
    const [foreign, missing] = await Promise.all([
      surface.handle(make(ann), BOB),
      surface.handle(make(unknown), BOB),
    ]);
    assert.equal(foreign.status, 404);
    assert.equal(missing.status, 404);
    assert.deepEqual([...foreign.headers], [...missing.headers]);
    assert.equal(await foreign.text(), await missing.text());
  }
  assert.equal(submissions.length, 0);
  const own = await surface.handle(post(run(), at(ann)), ANN);
  assert.equal(own.status, 200);
  assert.equal((await readReply(own)).result?.isError, undefined);
  await surface.close();
});

test("every MCP session has its own session at the gateway, and keeps it", async () => {
  const { surface, submissions } = open();
  const first = await openLegacySession(surface, ANN);
  const second = await openLegacySession(surface, ANN);
  for (const id of [first, second, first]) await (await surface.handle(post(run(), at(id)), ANN)).text();
  const [a, b, again] = submissions.map((submission) => submission.session);
  assert.match(a ?? "", /^ses_[0-9a-f]{20}$/);
  assert.notEqual(a, b);
  assert.equal(a, again);
  assert.equal(submissions[0]?.surface, "mcp");
  await surface.close();
});

test("a model may repeat the name of its session, but not choose another one", async () => {
  const { surface, submissions } = open();
  const id = await openLegacySession(surface, ANN);
  const reply = readText(await readReply(await surface.handle(post(run(), at(id)), ANN)));
  const named = String(reply.session);
  const same = await readReply(await surface.handle(post(run({ session: named }), at(id)), ANN));
  assert.equal(same.result?.isError, undefined);
  const other = await readReply(await surface.handle(post(run({ session: "of-someone" }), at(id)), ANN));
  assert.equal(other.result?.isError, true);
  assert.match(JSON.stringify(readText(other)), /BAD_SESSION/);
  assert.equal(submissions.length, 2);
  await surface.close();
});

test("the header Sallyport-Session names the session in the older revisions too", async () => {
  const { surface, submissions } = open();
  const id = await openLegacySession(surface, ANN);
  await (await surface.handle(post(run(), at(id, { "sallyport-session": "desk-7" })), ANN)).text();
  assert.equal(submissions[0]?.session, "desk-7");
  await surface.close();
});

test("DELETE ends a session: it is unknown afterwards and its run is cancelled", async () => {
  const { surface, submissions } = open({}, runUntilCancelled);
  const id = await openLegacySession(surface, ANN);
  const running = await surface.handle(post(run(), at(id)), ANN);
  await untilRunning(submissions, 1);
  assert.equal((await surface.handle(bare("DELETE", at(id)), ANN)).status, 200);
  assert.equal(submissions[0]?.signal.aborted, true);
  await running.text();
  const after = await surface.handle(post(run(), at(id)), ANN);
  assert.equal(after.status, 404);
  const reply = await readReply(after);
  assert.equal(reply.error?.code, -32001);
  assert.equal(reply.id, 7);
  await surface.close();
});

test("notifications/cancelled, a dropped stream and an aborted request each cancel the run", async (t) => {
  await t.test("notifications/cancelled", async () => {
    const { surface, submissions } = open({}, runUntilCancelled);
    const id = await openLegacySession(surface, ANN);
    await surface.handle(post(run({}, 41), at(id)), ANN);
    const cancelled = await surface.handle(post(run({}, 42), at(id)), ANN);
    await untilRunning(submissions, 2);
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 42 } };
    assert.equal((await surface.handle(post(cancel, at(id)), ANN)).status, 202);
    await untilAborted(submissions[1]?.signal);
    assert.equal(submissions[0]?.signal.aborted, false);
    assert.equal(await cancelled.text(), "", "its stream ends without an answer");
    await surface.close();
  });
  await t.test("the reader of the stream goes away", async () => {
    const { surface, submissions } = open({}, runUntilCancelled);
    const id = await openLegacySession(surface, ANN);
    const response = await surface.handle(post(run(), at(id)), ANN);
    await untilRunning(submissions, 1);
    await response.body?.cancel();
    await untilAborted(submissions[0]?.signal);
    await surface.close();
  });
  await t.test("the request is aborted", async () => {
    const { surface, submissions } = open({}, runUntilCancelled);
    const id = await openLegacySession(surface, ANN);
    const client = new AbortController();
    await surface.handle(post(run(), at(id), client.signal), ANN);
    await untilRunning(submissions, 1);
    client.abort();
    await untilAborted(submissions[0]?.signal);
    await surface.close();
  });
});

test("close cancels the runs of all sessions", async () => {
  const { surface, submissions } = open({}, runUntilCancelled);
  for (const principal of [ANN, BOB]) {
    const id = await openLegacySession(surface, principal);
    await surface.handle(post(run(), at(id)), principal);
  }
  await untilRunning(submissions, 2);
  await surface.close();
  assert.deepEqual(
    submissions.map(({ signal }) => signal.aborted),
    [true, true],
  );
});

test("an idle session ends after its time, one with an open stream does not", async () => {
  let time = 0;
  const { surface } = open({ now: () => time, idleMs: 1000 });
  const quiet = await openLegacySession(surface, ANN);
  const ping = async (id: string) => {
    const response = await surface.handle(post(rpc("ping"), at(id)), ANN);
    await response.text();
    return response.status;
  };
  const listening = await openLegacySession(surface, ANN);
  const stream = await surface.handle(bare("GET", at(listening)), ANN);
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  time = 999;
  assert.equal(await ping(quiet), 200);
  time = 1998;
  assert.equal(await ping(quiet), 200);
  time = 2998;
  assert.equal(await ping(quiet), 404);
  assert.equal(await ping(listening), 200);
  await stream.body?.cancel();
  await surface.close();
});

test("a principal at its limit loses the session that was idle longest, never one of somebody else", async () => {
  const { surface } = open({ maxSessionsPerPrincipal: 2, maxSessions: 9 });
  const bob = await openLegacySession(surface, BOB);
  const first = await openLegacySession(surface, ANN);
  const second = await openLegacySession(surface, ANN);
  await (await surface.handle(post(rpc("ping"), at(first)), ANN)).text();
  const third = await openLegacySession(surface, ANN);
  const status = async (id: string, principal = ANN) =>
    (await surface.handle(post(rpc("ping"), at(id)), principal)).status;
  assert.deepEqual(
    [await status(first), await status(second), await status(third), await status(bob, BOB)],
    [200, 404, 200, 200],
  );
  await surface.close();
});

test("when nothing can make room, a new session is refused until one ends", async () => {
  const { surface } = open({ maxSessions: 2 });
  await openLegacySession(surface, BOB);
  const busy = await openLegacySession(surface, ANN);
  const stream = await surface.handle(bare("GET", at(busy)), ANN);
  const refused = await surface.handle(post(INITIALIZE), ANN);
  assert.equal(refused.status, 429);
  assert.equal((await readReply(refused)).error?.data?.code, "BUSY");
  const together = await Promise.all([1, 2, 3].map(() => surface.handle(post(INITIALIZE), ANN)));
  assert.deepEqual(
    together.map((response) => response.status),
    [429, 429, 429],
  );
  await stream.body?.cancel();
  assert.equal((await surface.handle(bare("DELETE", at(busy)), ANN)).status, 200);
  await openLegacySession(surface, ANN);
  await surface.close();
});

async function untilRunning(submissions: unknown[], count: number): Promise<void> {
  while (submissions.length < count) await new Promise((resolve) => setImmediate(resolve));
}

async function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted) await new Promise((resolve) => setImmediate(resolve));
}
