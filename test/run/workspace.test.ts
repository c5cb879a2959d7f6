import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorkspace as createLabelledWorkspace } from "../../src/run/workspace.ts";
import { countTokens } from "../../src/text/count-tokens.ts";

/** Most rows are about texts: labels are left out. */
function createWorkspace(quotaBytes: number) {
  const workspace = createLabelledWorkspace(quotaBytes);
  return {
    get: (session: string, key: string) => workspace.get(session, key)?.text,
    set: (session: string, key: string, text: string) => workspace.set(session, key, { text, labels: [] }),
    list: (session: string) => workspace.list(session).map(({ key, bytes }) => ({ key, bytes })),
    delete: workspace.delete,
  };
}

test("a session reads, lists and deletes what it wrote, and sees nothing of another", () => {
  const workspace = createWorkspace(1000);
  workspace.set("ann/main", "a/b.c:d-e_f", '"é"');
  assert.equal(workspace.get("ann/main", "a/b.c:d-e_f"), '"é"');
  assert.deepEqual(workspace.list("ann/main"), [{ key: "a/b.c:d-e_f", bytes: 4 }]);
  assert.equal(workspace.get("ann/other", "a/b.c:d-e_f"), undefined);
  assert.deepEqual(workspace.list("bob/main"), []);
  assert.equal(workspace.delete("bob/main", "a/b.c:d-e_f"), false);
  assert.equal(workspace.delete("ann/main", "a/b.c:d-e_f"), true);
  assert.equal(workspace.delete("ann/main", "a/b.c:d-e_f"), false);
  assert.deepEqual(workspace.list("ann/main"), []);
});

for (const key of ["", " ", "a b", "a\n", "é", "a".repeat(129), "a\0"]) {
  test(`${JSON.stringify(key.slice(0, 10))} cannot be a key`, () => {
    assert.throws(() => createWorkspace(1000).set("ann/main", key, "1"), { code: "BAD_ARGUMENTS" });
  });
}

test("names of the prototype are keys like others", () => {
  const workspace = createWorkspace(1000);
  assert.equal(workspace.get("ann/main", "__proto__"), undefined);
  workspace.set("ann/main", "__proto__", "1");
  assert.equal(workspace.get("ann/main", "__proto__"), "1");
});

test("the quota counts keys and values in bytes, and gives room back", () => {
  const workspace = createWorkspace(10);
  workspace.set("ann/main", "k", "x".repeat(9));
  assert.throws(() => workspace.set("ann/main", "j", ""), { code: "WORKSPACE_FULL" });
  assert.throws(() => workspace.set("ann/main", "k", "x".repeat(10)), { code: "WORKSPACE_FULL" });
  assert.equal(workspace.get("ann/main", "k"), "x".repeat(9), "a refused value leaves the old one");
  workspace.set("ann/main", "k", "xx");
  workspace.set("ann/main", "j", "éé");
  assert.throws(() => workspace.set("ann/main", "i", "ééé"), { code: "WORKSPACE_FULL" });
  workspace.delete("ann/main", "j");
  workspace.set("ann/main", "i", "ééé");
});

test("the number of keys is bounded", () => {
  const workspace = createWorkspace(1_000_000);
  for (let key = 0; key < 10_000; key += 1) workspace.set("ann/main", `k${key}`, "1");
  assert.throws(() => workspace.set("ann/main", "one-more", "1"), { code: "WORKSPACE_FULL" });
  workspace.set("ann/main", "k0", "2");
});

test("one who opens many sessions pushes out its own notes, not those of others", () => {
  const workspace = createWorkspace(100);
  workspace.set("bob/main", "k", "x".repeat(90));
  for (let session = 0; session < 40; session += 1) workspace.set(`ann/s${session}`, "k", "x".repeat(90));
  assert.equal(workspace.get("bob/main", "k")?.length, 90);
  assert.equal(workspace.get("ann/s39", "k")?.length, 90);
  assert.equal(workspace.get("ann/s0", "k"), undefined);
});

test("notes that are read stay longer than notes that are not", () => {
  const workspace = createWorkspace(100);
  for (let session = 0; session < 16; session += 1) workspace.set(`ann/s${session}`, "k", "x".repeat(99));
  workspace.get("ann/s0", "k");
  workspace.set("ann/new", "k", "x".repeat(99));
  assert.equal(workspace.get("ann/s0", "k")?.length, 99);
  assert.equal(workspace.get("ann/s1", "k"), undefined);
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

test("a note keeps the labels of the run that wrote it", () => {
  const workspace = createLabelledWorkspace(1000);
  workspace.set("ann/main", "k", { text: "1", labels: ["untrusted"] });
  assert.deepEqual(workspace.get("ann/main", "k"), { text: "1", labels: ["untrusted"] });
  assert.deepEqual(workspace.list("ann/main"), [{ key: "k", bytes: 1, labels: ["untrusted"] }]);
  workspace.set("ann/main", "k", { text: "2", labels: [] });
  assert.deepEqual(workspace.get("ann/main", "k")?.labels, []);
});
