import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { TrailEvent } from "../../src/record/record.ts";
import { allRows, callDecided, openSignedTrail, temporaryFolder, verifyFolder } from "./trail-fixture.ts";

const WRITER = fileURLToPath(new URL("../fakes/endless-writer.ts", import.meta.url));

/** Runs the writer until it has acknowledged `count` calls, kills it, and returns all that it acknowledged. */
async function killAfter(folder: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill("SIGKILL");
  }
  const [, signal] = await exit;
  assert.equal(signal, "SIGKILL");
  return acknowledged;
}

test("what was acknowledged before a SIGKILL is there, verified and closed as unknown", async (t) => {
  const folder = await temporaryFolder(t);
  const acknowledged = await killAfter(folder, 75);
  const { trail, store, close } = await openSignedTrail(t, folder);
  const decided = new Set((await allRows(store, { kind: "call.decided" })).map((row) => row.call));
  assert.deepEqual(
    acknowledged.filter((call) => !decided.has(call)),
    [],
  );
  const completed = new Set((await allRows(store, { kind: "call.completed" })).map((row) => row.call));
  const open = [...decided].filter((call) => !completed.has(call));
  assert.ok(open.length > 10, "the writer leaves every other call open");

  assert.deepEqual(await trail.recover(), { calls: open.length, runs: 1 });
  const lost = await allRows(store, { kind: "call.completed", status: "unknown" });
  assert.deepEqual(new Set(lost.map((row) => row.call)), new Set(open));
  const [run, ...more] = await allRows(store, { kind: "run.finished" });
  assert.deepEqual([run?.run, run?.status, more], ["run_1", "failed", []]);

  const events = (await store.head())?.seq;
  assert.deepEqual(await trail.recover(), { calls: 0, runs: 0 });
  assert.equal((await store.head())?.seq, events);
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("a folder survives being killed again and again", async (t) => {
  const folder = await temporaryFolder(t);
  for (const count of [1, 7, 30]) await killAfter(folder, count);
  const { trail, close } = await openSignedTrail(t, folder);
  await trail.recover();
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("recovered events keep the place of the call that they close", async (t) => {
  const folder = await temporaryFolder(t);
  const first = await openSignedTrail(t, folder);
  await first.trail.append(callDecided("call_1"));
  await first.close();
  const { trail, store } = await openSignedTrail(t, folder);
  await trail.recover();
  const [row] = await allRows(store, { kind: "call.completed" });
  assert.ok(row);
  const { principal, session, run, call, tool, status } = row;
  assert.deepEqual(
    { principal, session, run, call, tool, status },
    {
      principal: "support-bot",
      session: "main",
      run: "run_1",
      call: "call_1",
      tool: "crm.list_contacts",
      status: "unknown",
    },
  );
  assert.equal(JSON.parse(row.body).executed, "unknown");
});

const completed: TrailEvent = {
  kind: "call.completed",
  run: "run_1",
  call: "call_1",
  status: "failed",
  body: {},
};
const started: TrailEvent = { kind: "run.started", run: "run_1", body: {} };
const finished: TrailEvent = { kind: "run.finished", run: "run_1", status: "cancelled", body: {} };

const LEFT: { title: string; events: TrailEvent[]; calls: number; runs: number }[] = [
  { title: "an allowed call", events: [callDecided("call_1")], calls: 1, runs: 0 },
  { title: "a completed call", events: [callDecided("call_1"), completed], calls: 0, runs: 0 },
  { title: "a denied call", events: [callDecided("call_1", { decision: "deny" })], calls: 0, runs: 0 },
  {
    title: "a call that waits for approval",
    events: [callDecided("call_1", { decision: "approve" })],
    calls: 0,
    runs: 0,
  },
  {
    title: "a call of another run that was completed under the same name",
    events: [callDecided("call_1", { run: "run_2" }), completed],
    calls: 1,
    runs: 0,
  },
  { title: "a started run", events: [started], calls: 0, runs: 1 },
  { title: "a finished run", events: [started, finished], calls: 0, runs: 0 },
  {
    title: "a run that was only submitted",
    events: [{ kind: "run.submitted", run: "run_1", body: { codeSha256: "0" } }],
    calls: 0,
    runs: 0,
  },
  {
    title: "a finished run with an open call",
    events: [started, callDecided("call_1"), finished],
    calls: 1,
    runs: 0,
  },
];

for (const { title, events, calls, runs } of LEFT) {
  test(`recovery after ${title} closes ${calls} calls and ${runs} runs`, async (t) => {
    const folder = await temporaryFolder(t);
    const first = await openSignedTrail(t, folder);
    await first.trail.append(...events);
    await first.close();
    const { trail } = await openSignedTrail(t, folder);
    assert.deepEqual(await trail.recover(), { calls, runs });
    assert.deepEqual(await trail.recover(), { calls: 0, runs: 0 });
  });
}

test("work of the running gateway is not taken for a remnant", async (t) => {
  const { trail } = await openSignedTrail(t, await temporaryFolder(t));
  await trail.append(started, callDecided("call_1"));
  assert.deepEqual(await trail.recover(), { calls: 0, runs: 0 });
});
