import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { PolicyReload, PolicySnapshot, PolicyWatch, WatchOptions } from "../../src/decide/decide.ts";
import { loadPolicies, watchPolicies } from "../../src/decide/decide.ts";
import { BOT, call, PATTERNS, policyText } from "./policy-fixtures.ts";

const ALLOW = policyText("tools: [{ id: g, match: [s.t], effect: allow }]");
const DENY = policyText("tools: [{ id: d, match: [s.t], effect: deny }]");
const CEILING = policyText(
  "tools: [{ id: c, match: [s.t], effect: deny }]",
  'id: c\nrole: ceiling\napplies_to: { agents: ["*"] }',
);

type Opened = {
  folder: string;
  watch: PolicyWatch;
  heard: PolicyReload[];
  write(name: string, text: string): void;
};

async function open(t: TestContext, options: Partial<WatchOptions> = {}): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-watch-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("a.yaml", ALLOW);
  const loaded = await loadPolicies(folder, { patterns: PATTERNS });
  assert.ok(loaded.ok);
  const watch = watchPolicies(folder, {
    initial: loaded.policies,
    patterns: PATTERNS,
    settleMs: 20,
    pollMs: 100,
    ...options,
  });
  const heard: PolicyReload[] = [];
  watch.onChange((reload) => heard.push(reload));
  t.after(async () => {
    await watch.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, watch, heard, write };
}

const effect = (policies: PolicySnapshot) => call(policies, "s.t").effect;

/** Bounded by time, not by speed: a busy machine only makes it wait longer. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500; turn++) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail("it did not happen within ten seconds");
}

test("a changed file comes into force, and a run keeps the snapshot it has", async (t) => {
  const { watch, write, heard } = await open(t);
  const kept = watch.current();
  write("a.yaml", DENY);
  await until(() => effect(watch.current()) === "deny");
  assert.equal(effect(kept), "allow");
  assert.deepEqual(
    heard.map((reload) => reload.ok && reload.changed),
    [true],
  );
});

test("a broken file leaves the last good set in force and names its place, until it is mended", async (t) => {
  const { watch, write, heard } = await open(t);
  write("a.yaml", DENY.replace("effect", "efect"));
  await until(() => watch.lastError() !== null);
  assert.equal(effect(watch.current()), "allow");
  assert.match(watch.lastError()?.[0]?.message ?? "", /unknown key "efect"/);
  assert.equal(watch.lastError()?.[0]?.line, 4);
  write("a.yaml", DENY);
  await until(() => effect(watch.current()) === "deny");
  assert.equal(watch.lastError(), null);
  assert.deepEqual(
    heard.map(({ ok }) => ok),
    [false, true],
  );
});

test("the same broken file is announced once", async (t) => {
  const { watch, write, heard } = await open(t);
  write("a.yaml", "policy: 2\n");
  await until(() => watch.lastError() !== null);
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(heard.length, 1);
});

test("all files or none: a good file beside a broken one does not come into force", async (t) => {
  const { watch, write } = await open(t);
  write("b.yaml", "policy: 1\nid: [\n");
  write("a.yaml", DENY);
  const reload = await watch.reload();
  assert.equal(reload.ok, false);
  assert.equal(effect(watch.current()), "allow");
});

test("an editor's atomic rename is seen, and its temporary file is no policy", async (t) => {
  const { watch, write, folder } = await open(t);
  write(".a.yaml.swp", "nonsense");
  write("a.yaml~", "nonsense");
  renameTo(folder, DENY);
  await until(() => effect(watch.current()) === "deny");
  renameTo(folder, ALLOW);
  await until(() => effect(watch.current()) === "allow");
  assert.equal(watch.lastError(), null);
});

function renameTo(folder: string, text: string): void {
  const temporary = join(folder, "4913");
  writeFileSync(temporary, text);
  renameSync(temporary, join(folder, "a.yaml"));
}

test("a half-written file that is valid does not come into force while it grows", async (t) => {
  const { watch, write, folder } = await open(t, { settleMs: 300, pollMs: 60_000 });
  write("c.yaml", CEILING);
  await until(() => effect(watch.current()) === "deny");
  const seen = new Set<string>();
  // The text without its end would be a ceiling without the deny.
  const growing = [
    "policy: 1\n",
    'id: c\nrole: ceiling\napplies_to: { agents: ["*"] }\n',
    "tools: [{ id: c, match: [s.t], effect: deny }]\n",
    "# end\n",
  ];
  let text = "";
  for (const part of growing) {
    text += part;
    writeFileSync(join(folder, "c.yaml"), text);
    await new Promise((resolve) => setTimeout(resolve, 40));
    seen.add(effect(watch.current()));
  }
  await new Promise((resolve) => setTimeout(resolve, 800));
  seen.add(effect(watch.current()));
  assert.deepEqual([...seen], ["deny"]);
});

test("a removed ceiling and an emptied folder: the first counts, the second is refused", async (t) => {
  const { watch, write, folder } = await open(t);
  write("c.yaml", CEILING);
  await until(() => effect(watch.current()) === "deny");
  rmSync(join(folder, "c.yaml"));
  await until(() => effect(watch.current()) === "allow");
  rmSync(join(folder, "a.yaml"));
  await until(() => watch.lastError() !== null);
  assert.equal(watch.current().mayCall(BOT, "s.t"), true);
});

test("a folder that was taken away and made anew sends no events, and is found by polling", async (t) => {
  const { watch, write, folder } = await open(t);
  rmSync(folder, { recursive: true });
  await until(() => watch.lastError() !== null);
  assert.equal(effect(watch.current()), "allow");
  mkdirSync(folder);
  write("a.yaml", DENY);
  await until(() => effect(watch.current()) === "deny");
});

test("a set that cannot be put on record does not come into force, and is tried again", async (t) => {
  let isWritable = false;
  const recorded: string[] = [];
  const { watch, write } = await open(t, {
    beforeChange: async (next) => {
      if (!isWritable) throw new Error("disk full");
      recorded.push(next.sha256);
    },
  });
  write("a.yaml", DENY);
  await until(() => watch.lastError() !== null);
  assert.match(watch.lastError()?.[0]?.message ?? "", /could not be put on record/);
  assert.equal(effect(watch.current()), "allow");
  isWritable = true;
  await until(() => effect(watch.current()) === "deny");
  assert.deepEqual(recorded, [watch.current().sha256]);
});

test("reload answers what happened, and a comment alone changes nothing", async (t) => {
  const { watch, write } = await open(t, { pollMs: 60_000, settleMs: 10_000 });
  write("a.yaml", `# a comment\n${ALLOW}`);
  assert.deepEqual(await watch.reload(), { ok: true, policies: watch.current(), changed: false });
  write("a.yaml", DENY);
  const reload = await watch.reload();
  assert.equal(reload.ok && reload.changed, true);
  assert.equal(effect(watch.current()), "deny");
});

test("a listener that throws does not keep others from hearing, and nothing is heard after close", async (t) => {
  const { watch, write, heard } = await open(t);
  watch.onChange(() => {
    throw new Error("mine");
  });
  const second: PolicyReload[] = [];
  watch.onChange((reload) => second.push(reload));
  write("a.yaml", DENY);
  await until(() => second.length === 1);
  await watch.close();
  write("a.yaml", ALLOW);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual([heard.length, second.length, effect(watch.current())], [1, 1, "deny"]);
});

test("closing in the middle of a look ends it, also where nothing else keeps the process alive", () => {
  const script = `
    const { watchPolicies } = await import(${JSON.stringify(new URL("../../src/decide/decide.ts", import.meta.url).href)});
    const watch = watchPolicies(process.argv[1], { initial: { sha256: "", files: [] }, patterns: new Set(), settleMs: 20 });
    await new Promise((done) => setTimeout(done, 35));
    await watch.close();
    console.log("closed");`;
  const folder = mkdtempSync(join(tmpdir(), "sallyport-watch-"));
  const ended = spawnSync(process.execPath, ["--input-type=module", "-e", script, folder], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true, force: true });
  assert.equal(ended.stdout.trim(), "closed", ended.stderr);
});
