import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  createProtector,
  forgetValue,
  openMasterKey,
  parseMasterKey,
  rotateMasterKey,
  vaultStats,
} from "../../src/protect/protect.ts";
import { openSqliteStorage, type VaultStore } from "../../src/storage/storage.ts";
import { createMemoryVaultStore } from "../fakes/memory-vault-store.ts";
import { FROM_CRM, MASTER_KEY, protectorOn, rulesWith } from "./protect-fixture.ts";

const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "vault-care-"));
  folders.push(folder);
  return folder;
};
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const DAY = 86_400_000;
const HEX = "ab".repeat(32);
const BASE64 = Buffer.from(HEX, "hex").toString("base64");

function protectorAt(store: VaultStore, masterKey: Uint8Array, time: { now: number } = { now: Date.now() }) {
  return createProtector({
    store,
    masterKey,
    maxTokensPerSession: 1000,
    defaultRegion: "US",
    idleMs: 30 * DAY,
    clock: () => new Date(time.now),
  });
}

test("the master key comes from the settings, from a command or from its file", async () => {
  const folder = await newFolder();
  const wanted = Buffer.from(HEX, "hex");
  assert.deepEqual(Buffer.from(await openMasterKey(folder, { masterKey: HEX })), wanted);
  assert.deepEqual(Buffer.from(await openMasterKey(folder, { masterKey: BASE64 })), wanted);
  assert.deepEqual(Buffer.from(await openMasterKey(folder, { masterKeyCommand: `echo ${HEX}` })), wanted);
  assert.deepEqual(await readdir(folder), []);
  const fromFile = await openMasterKey(folder);
  assert.deepEqual(await openMasterKey(folder), fromFile);
  assert.equal((await stat(join(folder, "vault.key"))).mode & 0o777, 0o600);
});

const BAD_KEYS: [title: string, source: { masterKey?: string; masterKeyCommand?: string }, code: string][] = [
  ["a short key", { masterKey: HEX.slice(2) }, "SETTINGS_INVALID"],
  ["a key of other letters", { masterKey: `${HEX.slice(1)}z` }, "SETTINGS_INVALID"],
  ["a command that fails", { masterKeyCommand: `echo ${HEX}; exit 3` }, "VAULT_UNAVAILABLE"],
  ["a command that prints nothing", { masterKeyCommand: "true" }, "SETTINGS_INVALID"],
  ["a command that does not exist", { masterKeyCommand: "no-such-command-here" }, "VAULT_UNAVAILABLE"],
  ["both", { masterKey: HEX, masterKeyCommand: `echo ${HEX}` }, "SETTINGS_INVALID"],
];
for (const [title, source, code] of BAD_KEYS) {
  test(`${title} opens no vault, and no message repeats what was given`, async () => {
    const folder = await newFolder();
    await assert.rejects(openMasterKey(folder, source), (error: { code?: string; message: string }) => {
      assert.equal(error.code, code);
      assert.doesNotMatch(`${error.message}`, /abab/);
      return true;
    });
    assert.deepEqual(await readdir(folder), []);
  });
}

test("a key that is not the vault's is refused before it wraps anything", async () => {
  const store = createMemoryVaultStore();
  const folder = await newFolder();
  await openMasterKey(folder, { masterKey: HEX }, store);
  await assert.rejects(openMasterKey(folder, { masterKey: "cd".repeat(32) }, store), {
    code: "VAULT_UNAVAILABLE",
  });
  const older = createMemoryVaultStore();
  await (await protectorOn(older).session("ann/s1")).tokenize("a@example.com", FROM_CRM, rulesWith());
  await assert.rejects(openMasterKey(folder, { masterKey: HEX }, older), { code: "VAULT_UNAVAILABLE" });
  await openMasterKey(folder, { masterKey: Buffer.from(MASTER_KEY).toString("hex") }, older);
});

test("a session that nobody uses is forgotten, one that is used stays", async () => {
  const store = createMemoryVaultStore();
  const time = { now: 1_800_000_000_000 };
  const start = protectorAt(store, MASTER_KEY, time);
  for (const key of ["ann/idle", "ann/used"]) {
    await (await start.session(key)).tokenize("a@example.com", FROM_CRM, rulesWith());
    await start.session(key);
  }
  time.now += 20 * DAY;
  await start.session("ann/used");
  time.now += 20 * DAY;
  const later = protectorAt(store, MASTER_KEY, time);
  assert.deepEqual(await later.forgetIdle(), ["ann/idle"]);
  assert.equal((await later.session("ann/idle")).findTokens("EMAIL_001")[0]?.known, false);
  assert.equal((await later.session("ann/used")).findTokens("EMAIL_001")[0]?.known, true);
});

test("what is forgotten for not being used is announced first, and stays when that fails", async () => {
  const store = createMemoryVaultStore();
  const time = { now: 1_800_000_000_000 };
  const announced: string[][] = [];
  let failure: Error | null = new Error("no trail");
  const open = () =>
    createProtector({
      store,
      masterKey: MASTER_KEY,
      maxTokensPerSession: 10,
      defaultRegion: "US",
      idleMs: DAY,
      clock: () => new Date(time.now),
      async beforeIdleForgotten(sessions) {
        if (failure) throw failure;
        announced.push(sessions);
      },
    });
  for (const key of ["ann/a", "ann/b"]) {
    await (await open().session(key)).tokenize("a@example.com", FROM_CRM, rulesWith());
    await open().session(key);
  }
  time.now += 3 * DAY;
  await assert.rejects(open().forgetIdle(), failure);
  await assert.rejects(open().session("ann/a"), failure);
  assert.equal(store.keys.size, 2);
  failure = null;
  await open().session("ann/a");
  await open().forgetIdle();
  assert.deepEqual(announced, [["ann/a"], ["ann/b"]]);
  assert.equal(store.keys.size, 0);
});

test("an idle session is gone when it is opened, without any sweep, and a held one is shut", async () => {
  const store = createMemoryVaultStore();
  const time = { now: 1_800_000_000_000 };
  const start = protectorAt(store, MASTER_KEY, time);
  const held = await start.session("ann/s1");
  await held.tokenize("a@example.com", FROM_CRM, rulesWith());
  await start.session("ann/s1");
  time.now += 31 * DAY;
  const fresh = await protectorAt(store, MASTER_KEY, time).session("ann/s1");
  assert.equal(fresh.findTokens("EMAIL_001")[0]?.known, false);
  store.keys.set("ann/s1", new Uint8Array(1));
  await start.forgetIdle();
  assert.throws(() => held.findTokens("EMAIL_001"), { code: "VAULT_UNAVAILABLE" });
});

const SPELLINGS: [title: string, stored: { [field: string]: string | number }, forget: string][] = [
  ["an address in another spelling", { email: "Ann@Example.com" }, "Ann@example.COM"],
  ["a number in another layout", { phone: "+1 415 555 0132" }, "(415) 555-0132"],
  ["a number that was a JSON number", { phone: 4155550132 }, "+1 415 555 0132"],
  ["a card with spaces", { card: "4111 1111 1111 1111" }, "4111111111111111"],
  ["a name", { full_name: "Jürgen Müller" }, "Jürgen Müller"],
  ["a code under a field", { national_id: "ab 12-34 567" }, "AB1234567"],
  ["a date under a field", { dob: "12 March 1984" }, "12 march 1984"],
];
for (const [title, stored, forget] of SPELLINGS) {
  test(`${title} is forgotten in all sessions, and its token's name is never used again`, async () => {
    const folder = await newFolder();
    const storage = await openSqliteStorage(folder);
    const store = storage.vault;
    for (const key of ["ann/s1", "bob/s9"]) {
      const vault = await protectorOn(store as never).session(key);
      await vault.tokenize([{ ...stored }, "other@example.org"], FROM_CRM, rulesWith());
    }
    const forgotten = await forgetValue({ store, masterKey: MASTER_KEY, region: "US" }, forget);
    assert.deepEqual(
      forgotten.map((entry) => entry.session),
      ["ann/s1", "bob/s9"],
    );
    const [token] = forgotten[0]?.tokens ?? [];
    assert.ok(token);
    const again = await protectorOn(store as never).session("ann/s1");
    assert.equal(again.findTokens(token)[0]?.known, false);
    const anew = await again.tokenize({ ...stored }, FROM_CRM, rulesWith());
    assert.notEqual(anew.tokens[0]?.token, token);
    assert.ok((await store.load("ann/s1")).some((row) => row.token !== token && row.value.length > 0));
    await storage.close();
  });
}

test("a value that no session holds is forgotten nowhere, and nothing else goes with it", async () => {
  const store = createMemoryVaultStore();
  const vault = await protectorOn(store).session("ann/s1");
  await vault.tokenize(["ann@example.com", "annie@example.com"], FROM_CRM, rulesWith());
  const options = { store, masterKey: MASTER_KEY, region: "US" };
  assert.deepEqual(await forgetValue(options, "nn@example.com"), []);
  assert.deepEqual(await forgetValue(options, "example.com"), []);
  assert.equal((await vaultStats(store)).tokens, 2);
});

async function rotated(): Promise<{ folder: string; keys: string; before: Uint8Array }> {
  const folder = await newFolder();
  const keys = join(folder, "keys");
  const storage = await openSqliteStorage(folder);
  const before = await openMasterKey(keys, {}, storage.vault);
  for (const key of ["ann/s1", "ann/s2", "bob/s1"])
    await (await protectorAt(storage.vault, before).session(key)).tokenize(
      `${key.replace("/", ".")}@example.com`,
      FROM_CRM,
      rulesWith(),
    );
  await storage.close();
  return { folder, keys, before };
}

async function opensAll(folder: string, keys: string): Promise<void> {
  const storage = await openSqliteStorage(folder);
  try {
    const key = await openMasterKey(keys, {}, storage.vault);
    for (const name of ["ann/s1", "ann/s2", "bob/s1"]) {
      const vault = await protectorAt(storage.vault, key).session(name);
      assert.equal(
        vault.restore("EMAIL_001", vault.findTokens("EMAIL_001")),
        `${name.replace("/", ".")}@example.com`,
      );
    }
    assert.deepEqual((await readdir(keys)).sort(), ["vault.key"]);
  } finally {
    await storage.close();
  }
}

test("a rotation wraps every session's key anew, and the old key opens nothing any more", async () => {
  const { folder, keys, before } = await rotated();
  const storage = await openSqliteStorage(folder);
  const next = parseMasterKey(HEX);
  const rotation = await rotateMasterKey(storage.vault, { current: before, next, folder: keys });
  assert.equal(rotation.sessions, 3);
  await assert.rejects(protectorAt(storage.vault, before).session("ann/s1"), { code: "VAULT_UNAVAILABLE" });
  await storage.close();
  assert.notDeepEqual(await readFile(join(keys, "vault.key")), Buffer.from(before));
  await opensAll(folder, keys);
});

test("a crash before the vault changed keeps the old key, a crash after it takes the new one", async () => {
  for (const moment of ["before", "after"]) {
    const { folder, keys, before } = await rotated();
    const storage = await openSqliteStorage(folder);
    const store: VaultStore = {
      ...storage.vault,
      async rewrap(wrapped, id) {
        if (moment === "after") await storage.vault.rewrap(wrapped, id);
        throw new Error("the power is gone");
      },
    };
    await assert.rejects(
      rotateMasterKey(store, { current: before, next: parseMasterKey(HEX), folder: keys }),
      /power/,
    );
    await storage.close();
    assert.deepEqual((await readdir(keys)).sort(), ["vault.key", "vault.key.next"]);
    await opensAll(folder, keys);
  }
});

test("a rotation that cannot store all keys stores none", async () => {
  const { folder, keys, before } = await rotated();
  const storage = await openSqliteStorage(folder);
  const known = await storage.vault.sessions();
  const store: VaultStore = { ...storage.vault, sessions: async () => known.slice(1) };
  await assert.rejects(rotateMasterKey(store, { current: before, next: parseMasterKey(HEX), folder: null }), {
    code: "STORAGE_UNAVAILABLE",
  });
  await storage.close();
  await opensAll(folder, keys);
});

test("statistics count live tokens and hold no value", async () => {
  const store = createMemoryVaultStore();
  const vault = await protectorAt(store, MASTER_KEY, { now: 1_800_000_000_000 }).session("ann/s1");
  await vault.tokenize(["a@example.com", "b@example.com", "+1 415 555 0132"], FROM_CRM, rulesWith());
  await forgetValue({ store, masterKey: MASTER_KEY, region: "US" }, "a@example.com");
  const stats = await vaultStats(store);
  assert.deepEqual([stats.sessions, stats.tokens, stats.classes], [1, 2, { EMAIL: 1, PHONE: 1 }]);
  assert.doesNotMatch(JSON.stringify(stats), /example/);
  assert.equal((await vaultStats(createMemoryVaultStore())).oldestUse, null);
});

test("a key file that was cut is refused", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "vault.key"), "short");
  await chmod(join(folder, "vault.key"), 0o600);
  await assert.rejects(openMasterKey(folder), { code: "VAULT_UNAVAILABLE" });
});
