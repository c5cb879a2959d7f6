// Skills and notes in their tables: what is there already stays, and space is given back to others in the right order.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openSqliteStateStore } from "../../src/storage/sqlite/state-store.ts";
import type { NoteLimits, StateStore } from "../../src/storage/storage.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-state-"));
let store: StateStore;
before(() => {
  store = openSqliteStateStore(join(folder, "state.db"), false);
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const LIMITS: NoteLimits = { bytes: 20, keys: 2, totalBytes: 50, spaces: 10 };
const note = (key: string, text: string) => ({ key, kind: "value" as const, text, labels: [] });
const put = (space: string, key: string, text: string, now = 1) =>
  store.saveNote({ name: space, owner: space.split("/")[0] ?? "" }, note(key, text), LIMITS, now);

test("a version of a skill is added once, changed by name, and counted beside its text", async () => {
  assert.equal(await store.addSkill("find", 1, "one"), true);
  assert.equal(await store.addSkill("find", 1, "other"), false);
  assert.equal(await store.addSkill("find", 2, "two"), true);
  assert.equal(await store.addSkill("a", 1, "a"), true);
  await store.saveSkill("find", 1, "one, approved");
  await store.countSkillRun("find", 1, { runs: 1, failed: 0, at: "t1" });
  await store.countSkillRun("find", 1, { runs: 0, failed: 1, at: "t2" });
  assert.deepEqual(await store.skillVersions("find"), [
    { name: "find", version: 2, text: "two", runs: 0, failed: 0, lastRunAt: null },
    { name: "find", version: 1, text: "one, approved", runs: 1, failed: 1, lastRunAt: "t2" },
  ]);
  assert.deepEqual(
    (await store.listSkills()).map(({ name, version }) => `${name}@${version}`),
    ["a@1", "find@2", "find@1"],
  );
  assert.deepEqual(await store.skillVersions("none"), []);
});

test("a note that does not fit is not kept, and the one before it stays", async () => {
  assert.equal(await put("ann/a", "k", "x".repeat(18)), true);
  assert.equal(await put("ann/a", "k", "x".repeat(20)), false);
  assert.equal(await put("ann/a", "j", ""), true);
  assert.equal(await put("ann/a", "i", ""), false, "a third key");
  assert.equal((await store.findNote("ann/a", "k", 1))?.text.length, 18);
  assert.equal(await store.deleteNote("ann/a", "k"), true);
  assert.equal(await store.deleteNote("ann/a", "k"), false);
  assert.equal(await put("ann/a", "i", "x".repeat(18)), true, "room is given back");
  await store.forgetNotes(["ann/a"]);
});

test("an owner's own oldest space makes room first, then the oldest of others", async () => {
  await put("bob/a", "k", "x".repeat(15), 1);
  await put("ann/a", "k", "x".repeat(15), 2);
  await put("ann/b", "k", "x".repeat(15), 3);
  await put("ann/c", "k", "x".repeat(15), 4);
  const there = async () =>
    (
      await Promise.all(["bob/a", "ann/a", "ann/b", "ann/c"].map((space) => store.findNote(space, "k", 5)))
    ).map(Boolean);
  assert.deepEqual(await there(), [true, false, true, true]);
  await put("carl/a", "k", "x".repeat(15), 6);
  assert.deepEqual(await there(), [false, false, true, true]);
  assert.deepEqual(await store.idleSpaces(5), ["ann/b", "ann/c"]);
  await store.forgetNotes(["ann/b", "ann/c", "carl/a"]);
  assert.deepEqual(await store.listNotes("ann/b"), []);
  assert.deepEqual(await store.idleSpaces(100), []);
});
