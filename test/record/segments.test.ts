import assert from "node:assert/strict";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import BetterSqlite3, { type Database } from "better-sqlite3";
import { linkRow } from "../../src/record/chain/chain-rows.ts";
import {
  openCheckpointKeys,
  readCheckpointKeys,
  readEvidence,
  verifyTrail,
} from "../../src/record/record.ts";
import { openSqliteStorageReadOnly, openTrailFiles, type TrailRow } from "../../src/storage/storage.ts";
import {
  allRows,
  callDecided,
  openSignedTrail,
  runSubmitted,
  tamper,
  temporaryFolder,
  verifyFolder,
} from "./trail-fixture.ts";

const day = (text: string) => new Date(`${text}T12:00:00.000Z`);

/** Three months with a run and two calls each; the last call of the first month is left open. */
async function writeMonths(t: TestContext, folder: string) {
  let now = day("2026-01-10");
  const opened = await openSignedTrail(t, folder, { clock: () => now });
  const code = "return await crm.list_contacts()";
  for (const month of ["2026-01-10", "2026-02-10", "2026-03-10"]) {
    now = day(month);
    await opened.trail.append(runSubmitted(`run_${month}`, code));
    for (const call of ["a", "b"]) await opened.trail.append(callDecided(`call_${month}_${call}`));
  }
  return { ...opened, setTime: (time: Date) => (now = time) };
}

const trailFiles = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^trail.*\.db$/.test(name)).sort();

test("a new month begins a new file, whose first event carries the head of the one before", async (t) => {
  const folder = await temporaryFolder(t);
  const { store, close } = await writeMonths(t, folder);
  assert.deepEqual(await trailFiles(folder), ["trail-000002.db", "trail-000003.db", "trail.db"]);
  const segments = await store.segments();
  assert.deepEqual(
    segments.map(({ number, firstSeq, lastSeq }) => [number, firstSeq, lastSeq]),
    [
      [1, 1, 4],
      [2, 5, 9],
      [3, 10, 13],
    ],
  );
  const [opening] = await store.scanSegment(2, 0, 1);
  assert.equal(opening?.kind, "segment.opened");
  const [last] = await store.scan(3, 1);
  assert.deepEqual([last?.kind, last?.seq], ["checkpoint", 4], "the old file ends with a signature");
  assert.deepEqual(JSON.parse(opening?.body ?? ""), { previousSeq: 4, previousHash: last?.hash, v: 1 });
  await close();
  const result = await verifyFolder(folder);
  assert.ok(result.ok);
  assert.deepEqual([result.events, result.segments, result.first], [14, 3, undefined]);
});

test("a file that has its size begins the next one", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, store, close } = await openSignedTrail(t, folder, { segmentMb: 0.2 });
  const body = { args: "x".repeat(2000) };
  for (let turn = 0; turn < 100; turn += 1) await trail.append(callDecided(`call_${turn}`, { body }));
  const segments = await store.segments();
  assert.ok(segments.length >= 2 && segments.length <= 4, `${segments.length} segments`);
  for (const { bytes } of segments) assert.ok(bytes < 400_000, `${bytes} bytes`);
  assert.equal((await allRows(store, { kind: "call.decided" })).length, 100);
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("questions reach over all files, in both directions and page by page", async (t) => {
  const { store } = await writeMonths(t, await temporaryFolder(t));
  const seqs = (rows: TrailRow[]) => rows.map(({ seq }) => seq);
  const calls = await store.query({ kind: "call.decided", order: "desc", limit: 3 });
  assert.deepEqual(seqs(calls), [13, 12, 8]);
  const more = await store.query({ kind: "call.decided", order: "desc", limit: 10, cursor: 8 });
  assert.deepEqual(seqs(more), [7, 3, 2]);
  assert.deepEqual(seqs(await store.query({ order: "asc", limit: 4, cursor: 3 })), [4, 5, 6, 7]);
  assert.deepEqual(seqs(await store.scan(3, 8)), [4, 5, 6, 7, 8, 9, 10, 11]);
  assert.deepEqual(seqs(await store.query({ code: "LIST_contacts", order: "asc", limit: 10 })), [1, 6, 11]);
  assert.deepEqual(seqs(await store.query({ since: "2026-02-01T00:00:00Z", order: "asc", limit: 1 })), [4]);
});

test("what is open in an old file is still known, and what ends later is closed", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, store, close } = await writeMonths(t, folder);
  assert.equal((await store.openCalls()).length, 6);
  const completed = { run: "run_1", tool: "crm.list_contacts", status: "succeeded", body: {} };
  await trail.append({ kind: "call.completed", call: "call_2026-01-10_a", ...completed });
  const open = await store.openCalls();
  assert.deepEqual([open.length, open[0]?.call, open[0]?.seq], [5, "call_2026-01-10_b", 3]);
  await close();
  const again = await openSignedTrail(t, folder, { clock: () => day("2026-03-11") });
  assert.deepEqual(await again.trail.recover(), { calls: 5, runs: 0 });
});

test("a clock that goes back begins no file, breaks no chain and loses no event of a time filter", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, store, setTime, close } = await writeMonths(t, folder);
  setTime(day("2025-12-31"));
  await trail.append(callDecided("call_early"));
  setTime(day("2026-03-12"));
  await trail.append(callDecided("call_late"));
  assert.equal((await store.segments()).length, 3);
  const early = await store.query({ until: "2026-01-01T00:00:00Z", order: "asc", limit: 10 });
  assert.deepEqual(
    early.map(({ call }) => call),
    ["call_early"],
  );
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("a reader beside the gateway sees new files at once", async (t) => {
  const folder = await temporaryFolder(t);
  let now = day("2026-01-10");
  const { trail } = await openSignedTrail(t, folder, { clock: () => now });
  await trail.append(callDecided("call_1"));
  const beside = await openSqliteStorageReadOnly(folder);
  t.after(() => beside.close());
  assert.equal((await beside.trail.head())?.seq, 1);
  now = day("2026-02-10");
  await trail.append(callDecided("call_2"));
  assert.equal((await beside.trail.head())?.seq, 4);
  assert.equal((await allRows(beside.trail, { kind: "call.decided" })).length, 2);
});

test("closed files can be verified where they were carried, and nothing is written beside them", async (t) => {
  const folder = await temporaryFolder(t);
  await (await writeMonths(t, folder)).close();
  const away = join(folder, "away");
  await mkdir(away);
  await copyFile(join(folder, "trail.db"), join(away, "january.db"));
  const store = openTrailFiles([join(away, "january.db")]);
  t.after(() => store.close());
  const result = await verifyTrail(
    store,
    await readCheckpointKeys(folder).then((e) => ({ ...e, kept: null })),
  );
  assert.ok(result.ok);
  assert.equal(result.checkpoint?.seq, 3);
  assert.deepEqual(await readdir(away), ["january.db"]);
});

test("a new file that cannot be filled is taken back, and the trail goes on later", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, store, setTime, close } = await writeMonths(t, folder);
  await mkdir(join(folder, "trail-000004.db"));
  setTime(day("2026-04-10"));
  await assert.rejects(trail.append(callDecided("call_x")), { code: "AUDIT_UNAVAILABLE" });
  await rm(join(folder, "trail-000004.db"), { recursive: true });
  await trail.append(callDecided("call_y"));
  assert.equal((await store.segments()).length, 4);
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("a file that a stop left empty is discarded at the next start", async (t) => {
  const folder = await temporaryFolder(t);
  await (await writeMonths(t, folder)).close();
  new BetterSqlite3(join(folder, "trail-000004.db")).close();
  const { trail, store, close } = await openSignedTrail(t, folder, { clock: () => day("2026-04-10") });
  await trail.append(callDecided("call_y"));
  assert.equal((await store.scanSegment(4, 0, 1))[0]?.kind, "segment.opened");
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("pruning deletes whole old files, says so, and the rest still verifies", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, store, close } = await writeMonths(t, folder);
  const order = { before: new Date("2026-02-20T00:00:00Z"), by: "ann" };
  assert.deepEqual(await trail.prune({ ...order, keepAfter: 6 }), { segments: 1, events: 4, throughSeq: 4 });
  assert.deepEqual(await trail.prune(order), { segments: 1, events: 5, throughSeq: 9 });
  assert.deepEqual(await trail.prune(order), { segments: 0, events: 0, throughSeq: 0 });
  assert.deepEqual(await trailFiles(folder), ["trail-000003.db"]);
  const said = await allRows(store, { kind: "trail.pruned" });
  assert.deepEqual(
    said.map(({ principal, body }) => [principal, JSON.parse(body).throughSeq]),
    [
      ["ann", 4],
      ["ann", 9],
    ],
  );
  await close();
  const result = await verifyFolder(folder);
  assert.ok(result.ok, JSON.stringify(result));
  assert.deepEqual([result.first, result.events], [10, 8]);
});

test("the newest file is never pruned, and a stop before the deletion is made good", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, close } = await writeMonths(t, folder);
  await copyFile(join(folder, "trail.db"), join(folder, "kept-copy"));
  assert.equal((await trail.prune({ before: day("2027-01-01"), by: "ann" })).segments, 2);
  await close();
  await rename(join(folder, "kept-copy"), join(folder, "trail.db"));
  const again = await openSignedTrail(t, folder, { clock: () => day("2026-03-11") });
  await again.trail.recover();
  assert.deepEqual(await trailFiles(folder), ["trail-000003.db"]);
});

test("a backup of a running trail is one file that verifies by itself with the public key", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, store, setTime } = await writeMonths(t, folder);
  const file = join(folder, "backup.db");
  const beside = await openSqliteStorageReadOnly(folder);
  t.after(() => beside.close());
  const writing = trail.append(callDecided("call_meanwhile"));
  await Promise.all([beside.trail.backup(file), writing]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await assert.rejects(beside.trail.backup(file), { code: "BAD_REQUEST", message: /exists already/ });
  const [keyFile] = (await readdir(join(folder, "keys"))).filter((name) => name.endsWith(".pub.pem"));
  const evidence = await readEvidence({ keys: [join(folder, "keys", keyFile ?? "")] });
  const copy = openTrailFiles([file]);
  t.after(() => copy.close());
  const result = await verifyTrail(copy, evidence);
  assert.ok(result.ok, JSON.stringify(result));
  assert.ok(result.events >= 13);
  const search = await copy.query({ code: "list_contacts", order: "asc", limit: 10 });
  assert.equal(search.length, 3);
  setTime(day("2026-04-01"));
  await trail.append(callDecided("call_after"));
  assert.ok(((await store.head())?.seq ?? 0) > result.events);
});

const EDITS: {
  title: string;
  edit: (folder: string) => void | Promise<void>;
  seq: number;
  problem: RegExp;
}[] = [
  {
    title: "an edited program",
    edit: (folder) =>
      tamper(folder, (db) => db.exec("UPDATE code SET text = text || ' '"), "trail-000002.db"),
    seq: 6,
    problem: /program of event 6 was changed/,
  },
  {
    title: "a deleted program",
    edit: (folder) => tamper(folder, (db) => db.exec("DELETE FROM code")),
    seq: 1,
    problem: /program of event 1 is missing/,
  },
  {
    title: "an added program",
    edit: (folder) =>
      tamper(folder, (db) => db.exec("INSERT INTO code (sha256, text) VALUES ('aa', 'evil()')")),
    seq: 4,
    problem: /no event up to 4 names/,
  },
  {
    title: "a program filed under another hash",
    edit: (folder) => tamper(folder, (db) => db.exec("UPDATE code SET sha256 = 'aa'")),
    seq: 1,
    problem: /program of event 1 is missing/,
  },
  {
    title: "an event changed before an edited program",
    edit: (folder) =>
      tamper(
        folder,
        (db) => db.exec("UPDATE events SET at = 'x' WHERE seq = 5; UPDATE code SET text = ''"),
        "trail-000002.db",
      ),
    seq: 5,
    problem: /Event 5 was changed/,
  },
  {
    title: "a program edited before a changed event",
    edit: (folder) =>
      tamper(
        folder,
        (db) => db.exec("UPDATE events SET at = 'x' WHERE seq = 8; UPDATE code SET text = ''"),
        "trail-000002.db",
      ),
    seq: 6,
    problem: /program of event 6 was changed/,
  },
  {
    title: "two swapped files",
    edit: async (folder) => {
      await rename(join(folder, "trail.db"), join(folder, "x"));
      await rename(join(folder, "trail-000002.db"), join(folder, "trail.db"));
      await rename(join(folder, "x"), join(folder, "trail-000002.db"));
    },
    seq: 1,
    problem: /Event 1 was inserted/,
  },
  {
    title: "a file missing in the middle",
    edit: (folder) => rm(join(folder, "trail-000002.db")),
    seq: 5,
    problem: /Events 5 to 9 are missing/,
  },
  {
    title: "the oldest file deleted by hand",
    edit: (folder) => rm(join(folder, "trail.db")),
    seq: 1,
    problem: /Events 1 to 4 are missing, and the trail does not say/,
  },
  {
    title: "the newest file deleted by hand",
    edit: (folder) => rm(join(folder, "trail-000003.db")),
    seq: 10,
    problem: /cut after event 9/,
  },
  {
    title: "a file that was emptied",
    edit: (folder) =>
      tamper(folder, (db) => db.exec("DELETE FROM events; DELETE FROM code"), "trail-000002.db"),
    seq: 5,
    problem: /Events 5 to 9 are missing/,
  },
  {
    title: "an edited first event of a file",
    edit: (folder) =>
      tamper(
        folder,
        (db) => db.exec("UPDATE events SET body = replace(body, '4', '3') WHERE seq = 5"),
        "trail-000002.db",
      ),
    seq: 5,
    problem: /Event 5 was changed/,
  },
  {
    title: "a file of another trail in the place of one",
    edit: async (folder) => {
      await rm(join(folder, "trail-000002.db"));
      await copyFile(join(folder, "trail.db"), join(folder, "trail-000002.db"));
    },
    seq: 1,
    problem: /Event 1 was inserted/,
  },
  {
    title: "a forged word that the oldest file was pruned",
    edit: async (folder) => {
      const [last] = readLast(folder, "trail.db");
      await rm(join(folder, "trail.db"));
      forgePruning(folder, last);
    },
    seq: 1,
    problem: /no signature covers event 15/,
  },
];

function readLast(folder: string, file: string): TrailRow[] {
  const db = new BetterSqlite3(join(folder, file), { readonly: true });
  const rows = db.prepare<[], TrailRow>("SELECT * FROM events ORDER BY seq DESC LIMIT 1").all();
  db.close();
  return rows;
}

function forgePruning(folder: string, pruned: TrailRow | undefined): void {
  tamper(
    folder,
    (db: Database) => {
      const head = db.prepare("SELECT * FROM events ORDER BY seq DESC LIMIT 1").get() as TrailRow;
      const body = JSON.stringify({ throughSeq: pruned?.seq, throughHash: pruned?.hash, v: 1 });
      const row = linkRow(head, { ...head, kind: "trail.pruned", principal: "ann", body });
      db.prepare(
        "INSERT INTO events VALUES (@seq,@at,@kind,@principal,@session,@run,@call,@tool,@decision,@rule,@status,@body,@prev,@hash)",
      ).run(row);
    },
    "trail-000003.db",
  );
}

for (const { title, edit, seq, problem } of EDITS) {
  test(`verify names ${title}`, async (t) => {
    const folder = await temporaryFolder(t);
    await (await writeMonths(t, folder)).close();
    await edit(folder);
    const result = await verifyFolder(folder);
    assert.ok(!result.ok, "the edit went unnoticed");
    assert.match(result.broken.problem, problem);
    assert.equal(result.broken.seq, seq);
  });
}

test("the search index and the list of open work are no evidence: losing them breaks nothing", async (t) => {
  const folder = await temporaryFolder(t);
  await (await writeMonths(t, folder)).close();
  tamper(folder, (db) => db.exec("DELETE FROM open_work; DELETE FROM blocks; DELETE FROM code_uses"));
  assert.equal((await verifyFolder(folder)).ok, true);
  assert.equal((await openCheckpointKeys(folder)).publicKeys.size, 1);
});
