import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createProtector } from "../../src/protect/protect.ts";
import { openSqliteStorage } from "../../src/storage/storage.ts";
import { type JsonObject, PII_CLASSES } from "../../src/vocabulary.ts";
import { createMemoryVaultStore } from "../fakes/memory-vault-store.ts";
import { FROM_CODE, FROM_CRM, FROM_WEB, MASTER_KEY, protectorOn, rulesWith } from "./protect-fixture.ts";

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `user${index + 1}@example.com`);

test("planted tokens of every class become literals, whether the real token exists yet or not", async () => {
  const vault = await protectorOn().session("ann/s1");
  const planted = PII_CLASSES.map((name) => `${name}_001`);
  const before = await vault.tokenize(planted, FROM_WEB, rulesWith());
  await vault.tokenize({ email: "ann@example.com", phone: "+1 415 555 0132" }, FROM_CRM, rulesWith());
  const after = await vault.tokenize(planted.join(" "), FROM_WEB, rulesWith());
  for (const value of [before.value, String(after.value).split(" ")] as string[][])
    for (const word of value) assert.match(word, /^LITERAL_\d{3}$/);
  assert.deepEqual(vault.restore(before.value, vault.findTokens(before.value)), planted);
  assert.equal(vault.restore(after.value, vault.findTokens(after.value)), planted.join(" "));
});

test("a thousand tokens are told apart, EMAIL_100 from EMAIL_1000", async () => {
  const vault = await protectorOn().session("ann/s1");
  await vault.tokenize(addresses(1001), FROM_CRM, rulesWith());
  const text = "EMAIL_1000,EMAIL_100,EMAIL_010,EMAIL_001";
  assert.equal(
    vault.restore(text, vault.findTokens(text)),
    "user1000@example.com,user100@example.com,user10@example.com,user1@example.com",
  );
  assert.deepEqual(
    vault.findTokens("EMAIL_10000 EMAIL_0100").map((use) => use.known),
    [false, false],
  );
});

test("values with replacement patterns and values that look like tokens are restored in one pass", async () => {
  const vault = await protectorOn().session("ann/s1");
  const value = { password: "$&x$1$$`9", other: "EMAIL_001", email: "ann@example.com", pwd: "LITERAL_001" };
  const result = await vault.tokenize(value, FROM_CRM, rulesWith());
  assert.deepEqual(vault.restore(result.value, vault.findTokens(result.value)), value);
  const tokens = result.value as JsonObject;
  const sentence = `${tokens["password"]} ${tokens["other"]} ${tokens["email"]}`;
  assert.equal(vault.restore(sentence, vault.findTokens(sentence)), "$&x$1$$`9 EMAIL_001 ann@example.com");
});

test("a token of another session is unknown, also when its spelling is right", async () => {
  const protector = protectorOn();
  const ann = await protector.session("ann/s1");
  const bob = await protector.session("bob/s1");
  await ann.tokenize(["a@example.com", "b@example.com"], FROM_CRM, rulesWith());
  await bob.tokenize("c@example.com", FROM_CRM, rulesWith());
  const [use] = bob.findTokens("EMAIL_002");
  assert.equal(use?.known, false);
  assert.throws(() => bob.restore("EMAIL_002", bob.findTokens("EMAIL_002")), { code: "TOKEN_UNKNOWN" });
  assert.throws(() => ann.restore("EMAIL_001", []), { code: "TOKEN_UNKNOWN" });
});

test("a full vault refuses the whole result and issues nothing of it", async () => {
  const store = createMemoryVaultStore();
  const vault = await protectorOn(store, 3).session("ann/s1");
  await vault.tokenize(addresses(2), FROM_CRM, rulesWith());
  await assert.rejects(vault.tokenize(addresses(5), FROM_CRM, rulesWith()), { code: "VAULT_FULL" });
  assert.equal(store.rows.size, 2);
  assert.deepEqual((await vault.tokenize(addresses(3), FROM_CRM, rulesWith())).value, [
    "EMAIL_001",
    "EMAIL_002",
    "EMAIL_003",
  ]);
});

test("a store that fails lets nothing through, and the next try does not skip or reuse a number", async () => {
  const store = createMemoryVaultStore();
  const vault = await protectorOn(store).session("ann/s1");
  await vault.tokenize("a@example.com", FROM_CRM, rulesWith());
  store.failure = new Error("disk is gone");
  await assert.rejects(vault.tokenize("b@example.com", FROM_CRM, rulesWith()), { code: "VAULT_UNAVAILABLE" });
  store.failure = null;
  assert.equal((await vault.tokenize("c@example.com", FROM_CRM, rulesWith())).value, "EMAIL_002");
});

test("the wrong master key opens no session that has tokens", async () => {
  const store = createMemoryVaultStore();
  await (await protectorOn(store).session("ann/s1")).tokenize("a@example.com", FROM_CRM, rulesWith());
  const masterKey = new Uint8Array(32).fill(8);
  const other = createProtector({ store, masterKey, maxTokensPerSession: 10, defaultRegion: "US" });
  await assert.rejects(other.session("ann/s1"), { code: "VAULT_UNAVAILABLE" });
  assert.throws(
    () =>
      createProtector({
        store,
        masterKey: MASTER_KEY.slice(1),
        maxTokensPerSession: 10,
        defaultRegion: "US",
      }),
    { code: "SETTINGS_INVALID" },
  );
});

test("a row that was changed or moved to another token stops the session", async () => {
  const store = createMemoryVaultStore();
  await (await protectorOn(store).session("ann/s1")).tokenize(addresses(2), FROM_CRM, rulesWith());
  const [first, second] = [...store.rows.values()];
  assert.ok(first && second);
  store.rows.set("ann/s1\0EMAIL_001", { ...first, value: second.value });
  await assert.rejects(protectorOn(store).session("ann/s1"), { code: "VAULT_UNAVAILABLE" });
});

test("the same value has the same token after a restart, and the files on disk hold no clear value", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vault-"));
  const value = {
    name: "Annabella Quandt",
    email: "annabella.quandt@example.com",
    phone: 4155550132,
    iban: "DE89370400440532013000",
  };
  try {
    const seen: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      const storage = await openSqliteStorage(folder);
      const options = {
        store: storage.vault,
        masterKey: MASTER_KEY,
        maxTokensPerSession: 100,
        defaultRegion: "US",
      };
      const vault = await createProtector(options).session("ann/s1");
      const { value: tokenized } = await vault.tokenize(value, FROM_CRM, rulesWith());
      seen.push(tokenized);
      assert.deepEqual(vault.restore(tokenized, vault.findTokens(tokenized)), value);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const file of files.filter((entry) => entry.isFile())) {
        const bytes = (await readFile(join(file.parentPath, file.name))).toString("latin1");
        for (const clear of ["Annabella", "annabella.quandt", "4155550132", "DE8937"])
          assert.ok(!bytes.includes(clear), `${file.name} holds ${clear}`);
      }
      await storage.close();
    }
    assert.deepEqual(seen[0], {
      name: "PERSON_001",
      email: "EMAIL_001",
      phone: "PHONE_001",
      iban: "IBAN_001",
    });
    assert.deepEqual(seen[1], seen[0]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a forgotten session cannot be restored, and starts anew under its name", async () => {
  const store = createMemoryVaultStore();
  const protector = protectorOn(store);
  const vault = await protector.session("ann/s1");
  await vault.tokenize("a@example.com", FROM_CRM, rulesWith());
  await protector.forget("ann/s1");
  assert.equal(store.rows.size + store.keys.size, 0);
  assert.throws(() => vault.findTokens("EMAIL_001"), { code: "VAULT_UNAVAILABLE" });
  const again = await protector.session("ann/s1");
  assert.equal(again.findTokens("EMAIL_001")[0]?.known, false);
});

test("numbers come back as numbers, and integers of 19 digits inside JSON text keep every digit", async () => {
  const vault = await protectorOn().session("ann/s1");
  const value = {
    phone: 4155550132,
    body: '{"id":1234567890123456789,"email":"ann@example.com"}',
    id: 12345678,
  };
  const { value: tokenized } = await vault.tokenize(value, FROM_CRM, rulesWith());
  assert.deepEqual(tokenized, {
    phone: "PHONE_001",
    body: '{"id":1234567890123456789,"email":"EMAIL_001"}',
    id: 12345678,
  });
  assert.deepEqual(vault.restore(tokenized, vault.findTokens(tokenized)), value);
});

test("one result is one transaction, however many tokens it needs", async () => {
  const store = createMemoryVaultStore();
  const vault = await protectorOn(store).session("ann/s1");
  await vault.tokenize(addresses(500), FROM_CRM, rulesWith());
  assert.equal(store.saves.length, 1);
  await vault.tokenize('send("user7@example.com")', FROM_CODE, rulesWith());
  assert.equal(store.rows.size, 500);
});
