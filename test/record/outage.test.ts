import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { openTrail, type Trail, verifyTrail } from "../../src/record/record.ts";
import { openTrailFile, trailStoreOn } from "../../src/storage/sqlite/trail-store.ts";
import type { TrailStore } from "../../src/storage/storage.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";
import { allRows, callDecided, NOON, runSubmitted, temporaryFolder } from "./trail-fixture.ts";

type Disk = { trail: Trail; store: TrailStore; fill(): void; free(): void };

/** A trail whose file may not grow while the disk is "full": SQLite itself then answers SQLITE_FULL. */
async function openOnSmallDisk(t: TestContext, retryMs?: number): Promise<Disk> {
  const file = openTrailFile(join(await temporaryFolder(t), "trail.db"), false);
  t.after(() => file.close());
  const store = trailStoreOn(file);
  const trail = await openTrail(store, () => NOON, retryMs === undefined ? {} : { retryMs });
  const pages = () => file.db.pragma("page_count", { simple: true });
  return {
    trail,
    store,
    fill: () => file.db.pragma(`max_page_count = ${pages()}`),
    free: () => file.db.pragma("max_page_count = 1000000"),
  };
}

const LARGE = { body: { args: "x".repeat(200_000) } };

test("a full disk refuses the event, and the next one goes on when there is room", async (t) => {
  const { trail, store, fill, free } = await openOnSmallDisk(t);
  await trail.append(callDecided("call_1"));
  fill();
  await assert.rejects(trail.append(callDecided("call_2", LARGE)), {
    code: "AUDIT_UNAVAILABLE",
    status: 503,
  });
  assert.equal(trail.healthy(), false);
  free();
  await trail.append(callDecided("call_3"));
  assert.equal(trail.healthy(), true);
  const rows = await allRows(store);
  assert.deepEqual(
    rows.map((row) => row.call ?? row.kind),
    ["call_1", "audit.resumed", "call_3"],
  );
  assert.deepEqual(JSON.parse(rows[1]?.body ?? ""), { refused: 1, since: NOON.toISOString(), v: 1 });
  assert.equal((await verifyTrail(store)).ok, true);
});

test("all appends that share a failed transaction are refused, and none of them is written", async (t) => {
  const { trail, store, fill } = await openOnSmallDisk(t);
  fill();
  const results = await Promise.allSettled([
    trail.append(callDecided("call_1")),
    trail.append(callDecided("call_2", LARGE)),
    trail.append(callDecided("call_3")),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  assert.deepEqual(await allRows(store), []);
});

test("the trail becomes healthy by itself while nobody appends", async (t) => {
  const { trail, store, fill, free } = await openOnSmallDisk(t, 5);
  fill();
  await assert.rejects(trail.append(callDecided("call_1", LARGE)), { code: "AUDIT_UNAVAILABLE" });
  free();
  for (let waits = 0; !trail.healthy() && waits < 2000; waits += 1) await sleep(5);
  assert.equal(trail.healthy(), true);
  assert.deepEqual(
    (await allRows(store)).map((row) => row.kind),
    ["audit.resumed"],
  );
});

test("a database that another program holds locked refuses events, and goes on when it is free", async (t) => {
  const path = join(await temporaryFolder(t), "trail.db");
  const file = openTrailFile(path, false);
  t.after(() => file.close());
  file.db.pragma("busy_timeout = 50");
  const trail = await openTrail(trailStoreOn(file), () => NOON);
  await trail.append(callDecided("call_1"));
  const other = new BetterSqlite3(path);
  t.after(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  await assert.rejects(trail.append(callDecided("call_2")), { code: "AUDIT_UNAVAILABLE", status: 503 });
  assert.equal(trail.healthy(), false);
  other.exec("ROLLBACK");
  await trail.append(callDecided("call_3"));
  assert.equal(trail.healthy(), true);
  assert.deepEqual(
    (await allRows(trailStoreOn(file))).map((row) => row.call ?? row.kind),
    ["call_1", "audit.resumed", "call_3"],
  );
});

test("a full disk keeps a program and its event out together", async (t) => {
  const { trail, store, fill, free } = await openOnSmallDisk(t);
  fill();
  const code = `return "${"x".repeat(60_000)}"`;
  await assert.rejects(trail.append(runSubmitted("run_1", code)), { code: "AUDIT_UNAVAILABLE" });
  assert.equal(await store.codeText(sha256Hex(code)), null);
  free();
  await trail.append(runSubmitted("run_2", code), runSubmitted("run_3", code));
  assert.equal(await store.codeText(sha256Hex(code)), code);
  assert.equal((await store.scanCode(1, "", 10)).length, 1, "the same text is kept once");
  assert.equal((await verifyTrail(store)).ok, true);
});

test("whoever watches the trail hears of what is durable, in its place, and of what was refused", async (t) => {
  const file = openTrailFile(join(await temporaryFolder(t), "trail.db"), false);
  t.after(() => file.close());
  const heard: string[] = [];
  const trail = await openTrail(trailStoreOn(file), () => NOON, {
    onAppended: (events) => heard.push(...events.map(({ seq, call }) => `${seq} ${call}`)),
    onRefused: (events) => heard.push(`refused ${events}`),
  });
  await Promise.all([trail.append(callDecided("a"), callDecided("b")), trail.append(callDecided("c"))]);
  file.db.pragma("query_only = ON");
  await assert.rejects(trail.append(callDecided("d"), callDecided("e")));
  file.db.pragma("query_only = OFF");
  await trail.append(callDecided("f"));
  assert.deepEqual(heard, ["1 a", "2 b", "3 c", "refused 2", "5 f"]);
});

test("a store that was closed under the trail refuses events and closing, as unavailable", async (t) => {
  const file = openTrailFile(join(await temporaryFolder(t), "trail.db"), false);
  const trail = await openTrail(trailStoreOn(file), () => NOON);
  await file.close();
  await assert.rejects(trail.append(callDecided("call_1")), { code: "AUDIT_UNAVAILABLE" });
  assert.equal(trail.healthy(), false);
  await assert.rejects(trail.close(), { code: "AUDIT_UNAVAILABLE" });
});

test("a trail that is open for reading only takes no events", async (t) => {
  const path = join(await temporaryFolder(t), "trail.db");
  await openTrailFile(path, false).close();
  const file = openTrailFile(path, true);
  t.after(() => file.close());
  const trail = await openTrail(trailStoreOn(file), () => NOON);
  await assert.rejects(trail.append(callDecided("call_1")), { code: "AUDIT_UNAVAILABLE" });
});

test("ends that could not be recorded are closed by the first event after the outage, each once", async (t) => {
  const { trail, store, fill, free } = await openOnSmallDisk(t);
  await trail.append(callDecided("call_1"), callDecided("call_2"), callDecided("call_3"));
  fill();
  const ended = (call: string, more = "") =>
    trail.append({
      kind: "call.completed",
      call,
      run: "run_1",
      tool: "crm.get",
      status: "succeeded",
      body: { more },
    });
  await assert.rejects(ended("call_1", LARGE.body.args));
  await assert.rejects(ended("call_1", LARGE.body.args), "told twice, as the gate does");
  await assert.rejects(ended("call_2", LARGE.body.args));
  free();
  await ended("call_2");
  await trail.append(callDecided("call_4"));
  const completed = await allRows(store, { kind: "call.completed" });
  assert.deepEqual(
    completed.map(({ call, status, tool }) => [call, status, tool]),
    [
      ["call_2", "succeeded", "crm.get"],
      ["call_1", "unknown", "crm.get"],
    ],
  );
  assert.deepEqual(
    (await store.openCalls()).map(({ call }) => call),
    ["call_3", "call_4"],
  );
});
