import assert from "node:assert/strict";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openCheckpointKeys, openTrail, readCheckpointKeys, verifyTrail } from "../../src/record/record.ts";
import { openSqliteStorage, openSqliteStorageReadOnly } from "../../src/storage/storage.ts";
import {
  callDecided,
  openSignedTrail,
  tamper,
  temporaryFolder,
  verifyFolder,
  writeSampleTrail,
} from "./trail-fixture.ts";

test("without evidence a cut tail passes, and that is why checkpoints are kept elsewhere", async (t) => {
  const folder = await temporaryFolder(t);
  await writeSampleTrail(t, folder);
  tamper(folder, (db) => db.exec("DELETE FROM events WHERE seq > 13"));
  const storage = await openSqliteStorageReadOnly(folder);
  t.after(() => storage.close());
  assert.equal((await verifyTrail(storage.trail)).ok, true);
});

test("deleting the public keys does not make signatures pass unchecked", async (t) => {
  const folder = await temporaryFolder(t);
  await writeSampleTrail(t, folder);
  const keys = join(folder, "keys");
  for (const name of await readdir(keys)) if (name.endsWith(".pub.pem")) await rm(join(keys, name));
  const result = await verifyFolder(folder);
  assert.ok(!result.ok);
  assert.equal(result.broken.seq, 6);
});

test("an edited kept checkpoint is no evidence", async (t) => {
  const folder = await temporaryFolder(t);
  await writeSampleTrail(t, folder);
  const file = join(folder, "keys", "trail-checkpoint.json");
  const kept = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...kept, seq: 1000 }));
  const result = await verifyFolder(folder);
  assert.ok(!result.ok);
  assert.match(result.broken.problem, /proves nothing/);
  await writeFile(file, "{");
  await assert.rejects(readCheckpointKeys(folder), { code: "STORAGE_UNAVAILABLE", message: /damaged/ });
});

test("a gateway does not go on from a trail that was cut behind its back", async (t) => {
  const folder = await temporaryFolder(t);
  await writeSampleTrail(t, folder);
  tamper(folder, (db) => db.exec("DELETE FROM events WHERE seq > 10"));
  const storage = await openSqliteStorage(folder);
  t.after(() => storage.close());
  const keys = await openCheckpointKeys(folder);
  await assert.rejects(openTrail(storage.trail, undefined, { keys }), {
    code: "AUDIT_UNAVAILABLE",
    message: /event 14/,
  });
});

test("keys are private, stay the same over restarts, and a damaged one is named", async (t) => {
  const folder = await temporaryFolder(t);
  const first = await openCheckpointKeys(folder);
  const again = await openCheckpointKeys(folder);
  assert.deepEqual([...again.publicKeys.keys()], [...first.publicKeys.keys()]);
  const keys = join(folder, "keys");
  assert.equal((await stat(keys)).mode & 0o777, 0o700);
  for (const name of await readdir(keys))
    assert.equal((await stat(join(keys, name))).mode & 0o777, 0o600, name);
  await writeFile(join(keys, "trail-0123456789abcdef.pub.pem"), "no key");
  await assert.rejects(readCheckpointKeys(folder), {
    code: "STORAGE_UNAVAILABLE",
    message: /trail-0123456789abcdef\.pub\.pem/,
  });
});

test("checkpoints of an older key still count after the signing key was replaced", async (t) => {
  const folder = await temporaryFolder(t);
  await writeSampleTrail(t, folder);
  await rm(join(folder, "keys", "trail-signing.pem"));
  const { trail, close } = await openSignedTrail(t, folder);
  await trail.append(callDecided("call_13"));
  await close();
  const result = await verifyFolder(folder);
  assert.ok(result.ok);
  assert.equal((await readCheckpointKeys(folder)).publicKeys.size, 2);
});

test("an event does not stay unsigned for long, and a quiet trail is not signed again and again", async (t) => {
  const folder = await temporaryFolder(t);
  const storage = await openSqliteStorage(folder);
  const keys = await openCheckpointKeys(folder);
  const trail = await openTrail(storage.trail, undefined, { keys, checkpointMs: 20 });
  const checkpoints = async () =>
    (await storage.trail.query({ kind: "checkpoint", limit: 100, order: "asc" })).map(({ seq }) => seq);
  await trail.append(callDecided("call_1"));
  for (let tries = 0; (await checkpoints()).length === 0 && tries < 500; tries += 1) await delay(10);
  await delay(100);
  assert.deepEqual(await checkpoints(), [2]);
  await trail.append(callDecided("call_2"));
  for (let tries = 0; (await checkpoints()).length === 1 && tries < 500; tries += 1) await delay(10);
  assert.deepEqual(await checkpoints(), [2, 4]);
  await trail.close();
  await storage.close();
  assert.equal((await verifyFolder(folder)).ok, true);
});
