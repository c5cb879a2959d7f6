import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createWorkspace as createLabelledWorkspace } from "../../src/run/workspace.ts";
import { openSqliteStateStore } from "../../src/storage/sqlite/state-store.ts";
import { countTokens } from "../../src/text/count-tokens.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-workspace-"));
const opened: { close(): Promise<void> }[] = [];
after(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** On a file of its own, with a clock that goes on by two minutes at each look. */
function openWorkspace(quotaBytes: number, file = `state-${opened.length}.db`) {
  const store = openSqliteStateStore(join(folder, file), false);
  opened.push(store);
  let now = 1_800_000_000_000;
  const clock = () => {
    now += 120_000;
    return new Date(now);
  };
  return createLabelledWorkspace(store, quotaBytes, clock);
}

/** Most rows are about texts: labels are left out. */
function createWorkspace(quotaBytes: number, file?: string) {
  const workspace = openWorkspace(quotaBytes, file);
  return {
    get: async (session: string, key: string) => (await workspace.get(session, key))?.text,
    set: (session: string, key: string, text: string) =>
      workspace.set(session, key, { kind: "value", text, labels: [] }),
    list: async (session: string) =>
      (await workspace.list(session)).map(({ key, bytes }) => ({ key, bytes })),
    delete: workspace.delete,
    forget: workspace.forget,
    idleFor: workspace.idleFor,
  };
}

test("a session reads, lists and deletes what it wrote, and sees nothing of another", async () => {
  const workspace = createWorkspace(1000);
  await workspace.set("ann/main", "a/b.c:d-e_f", '"é"');
  assert.equal(await workspace.get("ann/main", "a/b.c:d-e_f"), '"é"');
  assert.deepEqual(await workspace.list("ann/main"), [{ key: "a/b.c:d-e_f", bytes: 4 }]);
  assert.equal(await workspace.get("ann/other", "a/b.c:d-e_f"), undefined);
  assert.deepEqual(await workspace.list("bob/main"), []);
  assert.equal(await workspace.delete("bob/main", "a/b.c:d-e_f"), false);
  assert.equal(await workspace.delete("ann/main", "a/b.c:d-e_f"), true);
  assert.equal(await workspace.delete("ann/main", "a/b.c:d-e_f"), false);
  assert.deepEqual(await workspace.list("ann/main"), []);
});

for (const key of ["", " ", "a b", "a\n", "é", "a".repeat(129), "a\0"]) {
  test(`${JSON.stringify(key.slice(0, 10))} cannot be a key`, async () => {
    await assert.rejects(createWorkspace(1000).set("ann/main", key, "1"), { code: "BAD_ARGUMENTS" });
  });
}

test("names of the prototype are keys like others", async () => {
  const workspace = createWorkspace(1000);
  assert.equal(await workspace.get("ann/main", "__proto__"), undefined);
  await workspace.set("ann/main", "__proto__", "1");
  assert.equal(await workspace.get("ann/main", "__proto__"), "1");
});

test("the quota counts keys and values in bytes, and gives room back", async () => {
  const workspace = createWorkspace(10);
  await workspace.set("ann/main", "k", "x".repeat(9));
  await assert.rejects(workspace.set("ann/main", "j", ""), { code: "WORKSPACE_FULL" });
  await assert.rejects(workspace.set("ann/main", "k", "x".repeat(10)), { code: "WORKSPACE_FULL" });
  assert.equal(await workspace.get("ann/main", "k"), "x".repeat(9), "a refused value leaves the old one");
  await workspace.set("ann/main", "k", "xx");
  await workspace.set("ann/main", "j", "éé");
  await assert.rejects(workspace.set("ann/main", "i", "ééé"), { code: "WORKSPACE_FULL" });
  await workspace.delete("ann/main", "j");
  await workspace.set("ann/main", "i", "ééé");
});

test("the number of keys is bounded", async () => {
  const workspace = createWorkspace(1_000_000);
  for (let key = 0; key < 10_000; key += 1) await workspace.set("ann/main", `k${key}`, "1");
  await assert.rejects(workspace.set("ann/main", "one-more", "1"), { code: "WORKSPACE_FULL" });
  await workspace.set("ann/main", "k0", "2");
});

test("one who opens many sessions pushes out its own notes, not those of others", async () => {
  const workspace = createWorkspace(100);
  await workspace.set("bob/main", "k", "x".repeat(90));
  for (let session = 0; session < 40; session += 1)
    await workspace.set(`ann/s${session}`, "k", "x".repeat(90));
  assert.equal((await workspace.get("bob/main", "k"))?.length, 90);
  assert.equal((await workspace.get("ann/s39", "k"))?.length, 90);
  assert.equal(await workspace.get("ann/s0", "k"), undefined);
});

test("notes that are read stay longer than notes that are not", async () => {
  const workspace = createWorkspace(100);
  for (let session = 0; session < 16; session += 1)
    await workspace.set(`ann/s${session}`, "k", "x".repeat(99));
  await workspace.get("ann/s0", "k");
  await workspace.set("ann/new", "k", "x".repeat(99));
  assert.equal((await workspace.get("ann/s0", "k"))?.length, 99);
  assert.equal(await workspace.get("ann/s1", "k"), undefined);
});

test("tokens are counted exactly in short texts and nearly in long ones", () => {
  assert.equal(countTokens(""), 0);
  assert.equal(countTokens("hello world"), 2);
  const sentence = "The gateway checks every call before it leaves. ";
  const one = countTokens(sentence.repeat(100)) / 100;
  const many = countTokens(sentence.repeat(10_000));
  assert.ok(Math.abs(many / (one * 10_000) - 1) < 0.02, `${many} against ${one * 10_000}`);
});

test("words that command a model are counted as text", () => {
  assert.ok(countTokens("<|endoftext|> <|im_start|>") > 4);
});

test("long runs of one kind of character are counted in pieces", () => {
  // Counted whole, each of these takes seconds; the test would not end in time.
  for (const letter of ["漢", "a", " ", "-", "\n", "é"]) {
    assert.ok(countTokens(letter.repeat(32_768)) > 200, letter);
  }
});

test("a note keeps the labels of the run that wrote it", async () => {
  const workspace = openWorkspace(1000);
  await workspace.set("ann/main", "k", { kind: "value", text: "1", labels: ["untrusted"] });
  assert.deepEqual(await workspace.get("ann/main", "k"), { kind: "value", text: "1", labels: ["untrusted"] });
  assert.deepEqual(await workspace.list("ann/main"), [
    { key: "k", kind: "value", bytes: 1, labels: ["untrusted"] },
  ]);
  await workspace.set("ann/main", "k", { kind: "value", text: "2", labels: [] });
  assert.deepEqual((await workspace.get("ann/main", "k"))?.labels, []);
});

test("notes outlive the process, until their session is forgotten", async () => {
  const first = createWorkspace(1000, "kept.db");
  await first.set("ann/main", "k", "1");
  await first.set("ann/other", "k", "2");
  await opened.pop()?.close();
  const second = createWorkspace(1000, "kept.db");
  assert.equal(await second.get("ann/main", "k"), "1");
  assert.deepEqual(await second.idleFor(365 * 86_400_000), []);
  assert.deepEqual(await second.idleFor(1), ["ann/main", "ann/other"]);
  await second.forget(["ann/main"]);
  assert.equal(await second.get("ann/main", "k"), undefined);
  assert.equal(await second.get("ann/other", "k"), "2");
});
