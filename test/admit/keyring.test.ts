import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createKeyring, type KeyChange, type Keyring } from "../../src/admit/admit.ts";
import { openSqliteStorage, type StateStore } from "../../src/storage/storage.ts";
import type { Role } from "../../src/vocabulary.ts";
import { NOON, temporaryFolder } from "../record/trail-fixture.ts";

type Opened = { folder: string; keysFolder: string; state: StateStore; keyring: Keyring };

async function openKeyring(t: TestContext): Promise<Opened> {
  const folder = await temporaryFolder(t);
  const storage = await openSqliteStorage(folder);
  t.after(() => storage.close());
  const keysFolder = join(folder, "keys");
  const keyring = createKeyring(storage.state, keysFolder, () => NOON);
  return { folder, keysFolder, state: storage.state, keyring };
}

const HEADERS: { title: string; header: (secret: string) => string | undefined; isGood: boolean }[] = [
  { title: "the key", header: (secret) => `Bearer ${secret}`, isGood: true },
  { title: "a scheme in lower case", header: (secret) => `bearer ${secret}`, isGood: true },
  { title: "a scheme in upper case", header: (secret) => `BEARER ${secret}`, isGood: true },
  { title: "no header", header: () => undefined, isGood: false },
  { title: "an empty header", header: () => "", isGood: false },
  { title: "the scheme alone", header: () => "Bearer", isGood: false },
  { title: "the scheme and a space", header: () => "Bearer ", isGood: false },
  { title: "the key alone", header: (secret) => secret, isGood: false },
  { title: "two spaces", header: (secret) => `Bearer  ${secret}`, isGood: false },
  { title: "a tab", header: (secret) => `Bearer\t${secret}`, isGood: false },
  { title: "a space behind", header: (secret) => `Bearer ${secret} `, isGood: false },
  { title: "a line break behind", header: (secret) => `Bearer ${secret}\n`, isGood: false },
  { title: "another scheme", header: (secret) => `Basic ${secret}`, isGood: false },
  { title: "the key twice", header: (secret) => `Bearer ${secret}, Bearer ${secret}`, isGood: false },
  { title: "quotes", header: (secret) => `Bearer "${secret}"`, isGood: false },
  { title: "a key that lacks its end", header: (secret) => `Bearer ${secret.slice(0, -1)}`, isGood: false },
  { title: "a key with one letter more", header: (secret) => `Bearer ${secret}A`, isGood: false },
  { title: "a key in other case", header: (secret) => `Bearer ${secret.toUpperCase()}`, isGood: false },
  { title: "a short key", header: () => "Bearer short", isGood: false },
  { title: "a huge key", header: () => `Bearer ${"a".repeat(100_000)}`, isGood: false },
];

test("only a whole Bearer header with a known key names a principal", async (t) => {
  const { keyring } = await openKeyring(t);
  const { secret } = await keyring.create({ name: "support-bot", role: "agent", groups: ["support"] });
  for (const { title, header, isGood } of HEADERS) {
    await t.test(title, async () => {
      const answer = keyring.authenticate(header(secret));
      if (!isGood) return assert.rejects(answer, { code: "UNAUTHENTICATED", status: 401 });
      assert.deepEqual(await answer, { name: "support-bot", role: "agent", groups: ["support"] });
    });
  }
});

test("the hash of a key, which the store holds, is no key", async (t) => {
  const { keyring } = await openKeyring(t);
  const { row } = await keyring.create({ name: "support-bot", role: "agent", groups: [] });
  await assert.rejects(keyring.authenticate(`Bearer ${row.hash}`), { code: "UNAUTHENTICATED" });
});

test("a revoked key is refused at once and its name can be used again", async (t) => {
  const { keyring } = await openKeyring(t);
  const { row, secret } = await keyring.create({ name: "support-bot", role: "agent", groups: [] });
  const revoked = await keyring.revoke("support-bot");
  assert.deepEqual(
    revoked.map(({ id }) => id),
    [row.id],
  );
  await assert.rejects(keyring.authenticate(`Bearer ${secret}`), { code: "UNAUTHENTICATED" });
  await assert.rejects(keyring.revoke(row.id), { code: "NOT_FOUND" });
  await assert.rejects(keyring.revoke("nobody"), { code: "NOT_FOUND" });
  const again = await keyring.create({ name: "support-bot", role: "auditor", groups: [] });
  assert.equal((await keyring.authenticate(`Bearer ${again.secret}`)).role, "auditor");
});

test("the files of the store hold no secret", async (t) => {
  const { folder, keyring } = await openKeyring(t);
  const { secret } = await keyring.create({ name: "support-bot", role: "agent", groups: [] });
  for (const name of ["state.db", "state.db-wal"]) {
    assert.equal((await readFile(join(folder, name))).includes(secret), false, name);
  }
});

const BAD_KEYS: { title: string; name: string; role: string }[] = [
  { title: "an empty name", name: "", role: "agent" },
  { title: "a capital letter", name: "Bot", role: "agent" },
  { title: "a slash, which divides principal and session", name: "a/b", role: "agent" },
  { title: "a star", name: "*", role: "agent" },
  { title: "a leading dot", name: ".bot", role: "agent" },
  { title: "a space", name: "a b", role: "agent" },
  { title: "65 letters", name: "a".repeat(65), role: "agent" },
  { title: "an unknown role", name: "bot", role: "root" },
  { title: "a name in use", name: "taken", role: "agent" },
];

for (const { title, name, role } of BAD_KEYS) {
  test(`no key is made with ${title}`, async (t) => {
    const { keyring } = await openKeyring(t);
    await keyring.create({ name: "taken", role: "agent", groups: [] });
    await assert.rejects(keyring.create({ name, role: role as Role, groups: [] }), {
      code: "BAD_REQUEST",
      status: 400,
    });
    assert.equal((await keyring.list()).length, 1);
  });
}

test("of two callers who want one name at the same time, one gets it", async (t) => {
  const { keyring } = await openKeyring(t);
  const results = await Promise.allSettled([
    keyring.create({ name: "bot", role: "agent", groups: [] }),
    keyring.create({ name: "bot", role: "admin", groups: [] }),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "rejected"],
  );
  assert.equal((await keyring.list()).length, 1);
});

test("the first start makes two keys in private files, later starts none", async (t) => {
  const { keysFolder, keyring } = await openKeyring(t);
  const made = await keyring.bootstrap(undefined);
  assert.deepEqual(
    made.map(({ name, role }) => [name, role]),
    [
      ["admin", "admin"],
      ["agent", "agent"],
    ],
  );
  assert.equal((await stat(keysFolder)).mode & 0o777, 0o700);
  for (const { id, name, secret, file } of made) {
    assert.equal(file, join(keysFolder, `${name}.key`));
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal(await readFile(file, "utf8"), `${secret}\n`);
    assert.equal((await keyring.authenticate(`Bearer ${secret}`)).name, name);
    assert.ok((await keyring.list()).some((key) => key.id === id));
  }
  assert.deepEqual(await keyring.bootstrap(undefined), []);
});

test("a key file that cannot be written leaves no key that nobody holds", async (t) => {
  const { folder, state } = await openKeyring(t);
  await writeFile(join(folder, "blocked"), "");
  const keyring = createKeyring(state, join(folder, "blocked", "keys"), () => NOON);
  await assert.rejects(keyring.bootstrap(undefined), { code: "STORAGE_UNAVAILABLE", message: /admin\.key/ });
  assert.deepEqual(await keyring.list(), []);
});

const FIRST = "first-secret-of-the-admin";
const SECOND = "second-secret-of-the-admin";

test("a given admin secret is the admin's key, and another one replaces it", async (t) => {
  const { keyring } = await openKeyring(t);
  const changes: string[] = [];
  const record = async ({ kind, row }: KeyChange) => void changes.push(`${kind} ${row.name}`);
  const made = await keyring.bootstrap(FIRST, record);
  assert.deepEqual(
    made.map(({ name }) => name),
    ["agent"],
  );
  assert.equal((await keyring.authenticate(`Bearer ${FIRST}`)).role, "admin");
  await keyring.bootstrap(FIRST, record);
  assert.deepEqual(changes, ["key.created admin", "key.created agent"], "the same secret changes nothing");
  assert.deepEqual(await keyring.bootstrap(SECOND, record), []);
  assert.deepEqual(changes.slice(2), ["key.revoked admin", "key.created admin"]);
  assert.equal((await keyring.authenticate(`Bearer ${SECOND}`)).role, "admin");
  await assert.rejects(keyring.authenticate(`Bearer ${FIRST}`), { code: "UNAUTHENTICATED" });
});

test("a secret that was revoked, or belongs to another key, cannot become the admin's", async (t) => {
  const { keyring } = await openKeyring(t);
  const [agent] = await keyring.bootstrap(FIRST);
  await keyring.bootstrap(SECOND);
  await assert.rejects(keyring.bootstrap(FIRST), {
    code: "SETTINGS_INVALID",
    message: /revoked key "admin"/,
  });
  await assert.rejects(keyring.bootstrap(agent?.secret), {
    code: "SETTINGS_INVALID",
    message: /key "agent"/,
  });
  assert.equal((await keyring.authenticate(`Bearer ${SECOND}`)).role, "admin");
});

test("a change of keys that cannot be recorded does not happen", async (t) => {
  const { keyring } = await openKeyring(t);
  await keyring.bootstrap(FIRST);
  const failing = () => Promise.reject(new Error("no trail"));
  await assert.rejects(keyring.bootstrap(SECOND, failing), { message: "no trail" });
  assert.equal((await keyring.authenticate(`Bearer ${FIRST}`)).role, "admin");
});

test("a change that cannot be recorded is not made", async (t) => {
  const { keyring } = await openKeyring(t);
  const refuse = async () => {
    throw new Error("the trail is full");
  };
  const wish = { name: "eve", role: "admin", groups: [] } as const;
  await assert.rejects(keyring.create({ ...wish, groups: [] }, refuse), /trail is full/);
  assert.deepEqual(await keyring.list(), []);
  const { secret } = await keyring.create({ ...wish, groups: [] });
  await assert.rejects(keyring.revoke("eve", refuse), /trail is full/);
  assert.equal((await keyring.authenticate(`Bearer ${secret}`)).name, "eve");
});
