import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type KeyRow, openSqliteStorage, type Storage, type VaultRow } from "../../src/storage/storage.ts";
import { temporaryFolder } from "../record/trail-fixture.ts";

/** Opens the folder again and again, as restarts would. */
async function restartable(t: TestContext): Promise<{ folder: string; restart(): Promise<Storage> }> {
  const folder = await temporaryFolder(t);
  let current: Storage | null = null;
  t.after(() => current?.close());
  return {
    folder,
    async restart() {
      await current?.close();
      current = await openSqliteStorage(folder);
      return current;
    },
  };
}

function vaultRow(token: string, changes: Partial<VaultRow> = {}): VaultRow {
  return {
    session: "ann/main",
    token,
    class: "EMAIL",
    number: Number(token.slice(-3)),
    lookup: `lookup of ${token}`,
    value: new TextEncoder().encode(`sealed ${token}`),
    sources: [{ tool: "crm.get", call: "call_1", pointer: "/email" }],
    ...changes,
  };
}

test("the vault gives back keys and rows after a restart, in the order of their numbers", async (t) => {
  const { restart } = await restartable(t);
  const { vault } = await restart();
  assert.equal(await vault.sessionKey("ann/main"), null);
  await vault.createSession("ann/main", new Uint8Array([1, 2, 3]));
  await vault.save([vaultRow("EMAIL_002"), vaultRow("EMAIL_001")]);
  const again = (await restart()).vault;
  assert.deepEqual([...((await again.sessionKey("ann/main")) ?? [])], [1, 2, 3]);
  const rows = await again.load("ann/main");
  assert.deepEqual(
    rows.map((row) => ({ ...row, value: new TextDecoder().decode(row.value) })),
    ["EMAIL_001", "EMAIL_002"].map((token) => ({ ...vaultRow(token), value: `sealed ${token}` })),
  );
  assert.deepEqual(await again.load("bob/main"), []);
});

test("the first key of a session stays", async (t) => {
  const { vault } = await (await restartable(t)).restart();
  await vault.createSession("ann/main", new Uint8Array([1]));
  await vault.createSession("ann/main", new Uint8Array([2]));
  assert.deepEqual([...((await vault.sessionKey("ann/main")) ?? [])], [1]);
});

test("a token's sources may grow, its value never changes", async (t) => {
  const { vault } = await (await restartable(t)).restart();
  await vault.createSession("ann/main", new Uint8Array([1]));
  await vault.save([vaultRow("EMAIL_001")]);
  const sources = [{ tool: "web.fetch", call: "call_2", pointer: "" }];
  await vault.save([vaultRow("EMAIL_001", { sources, value: new Uint8Array([9]) })]);
  const [row] = await vault.load("ann/main");
  assert.deepEqual(row?.sources, sources);
  assert.equal(new TextDecoder().decode(row?.value), "sealed EMAIL_001");
});

const REFUSED: { title: string; row: VaultRow }[] = [
  { title: "a token that stands for another value", row: vaultRow("EMAIL_001", { lookup: "other" }) },
  { title: "a second token for one value", row: vaultRow("EMAIL_009", { lookup: "lookup of EMAIL_001" }) },
  { title: "a token of a session without a key", row: vaultRow("EMAIL_003", { session: "bob/main" }) },
];

for (const { title, row } of REFUSED) {
  test(`the vault refuses ${title}, together with all rows that came along`, async (t) => {
    const { vault } = await (await restartable(t)).restart();
    await vault.createSession("ann/main", new Uint8Array([1]));
    await vault.save([vaultRow("EMAIL_001")]);
    await assert.rejects(vault.save([vaultRow("EMAIL_002"), row]), { code: "INTERNAL" });
    assert.equal((await vault.load("ann/main")).length, 1);
  });
}

test("a forgotten session leaves no byte of its rows in the files, and others stay", async (t) => {
  const { folder, restart } = await restartable(t);
  const { vault } = await restart();
  for (const session of ["ann/main", "bob/main"]) {
    await vault.createSession(session, new TextEncoder().encode(`wrapped key of ${session}`));
    await vault.save([
      vaultRow("EMAIL_001", { session, value: new TextEncoder().encode(`sealed for ${session}`) }),
    ]);
  }
  await vault.forget("ann/main");
  assert.equal(await vault.sessionKey("ann/main"), null);
  assert.deepEqual(await vault.load("ann/main"), []);
  assert.equal((await vault.load("bob/main")).length, 1);
  for (const name of ["vault.db", "vault.db-wal"]) {
    const bytes = (await readFile(join(folder, name))).toString("latin1");
    assert.equal(bytes.includes("ann/main"), false, name);
  }
});

test("a session's numbers are still known when it is forgotten, also twice, and of no other one", async (t) => {
  const { restart } = await restartable(t);
  const first = await restart();
  const fill = async (vault: typeof first.vault, rows: [token: string, number: number][]) => {
    await vault.createSession("ann/main", new Uint8Array(8));
    await vault.save(rows.map(([token, number]) => vaultRow(token, { number, lookup: `of ${token}` })));
    await vault.forget("ann/main");
  };
  assert.deepEqual(await first.vault.retiredNumbers("ann/main"), {});
  await fill(first.vault, [
    ["EMAIL_001", 1],
    ["EMAIL_007", 7],
  ]);
  assert.deepEqual(await first.vault.retiredNumbers("ann/main"), { EMAIL: 7 });
  const second = await restart();
  await fill(second.vault, [["EMAIL_003", 3]]);
  assert.deepEqual(await second.vault.retiredNumbers("ann/main"), { EMAIL: 7 });
  assert.deepEqual(await second.vault.retiredNumbers("ann/other"), {});
});

function keyRow(id: string, changes: Partial<KeyRow> = {}): KeyRow {
  return {
    id,
    name: `name-${id}`,
    role: "agent",
    groups: ["support"],
    hash: `hash-${id}`,
    createdAt: "2026-03-01T12:00:00.000Z",
    revokedAt: null,
    ...changes,
  };
}

test("keys are found by hash, revoked once, and remembered over a restart", async (t) => {
  const { restart } = await restartable(t);
  const { state } = await restart();
  await state.addKey(keyRow("key_1"));
  await state.addKey(keyRow("key_2", { role: "admin", groups: [] }));
  assert.equal(await state.revokeKey("key_1", "2026-03-02T00:00:00.000Z"), true);
  assert.equal(await state.revokeKey("key_1", "2026-03-03T00:00:00.000Z"), false);
  assert.equal(await state.revokeKey("key_9", "2026-03-03T00:00:00.000Z"), false);
  await assert.rejects(state.addKey(keyRow("key_3", { hash: "hash-key_2" })), { code: "INTERNAL" });
  const again = (await restart()).state;
  const revoked = keyRow("key_1", { revokedAt: "2026-03-02T00:00:00.000Z" });
  assert.deepEqual(await again.listKeys(), [revoked, keyRow("key_2", { role: "admin", groups: [] })]);
  assert.deepEqual(await again.findKey("hash-key_1"), revoked);
  assert.equal(await again.findKey("hash-key"), null);
  assert.equal(await again.findKey("' OR 1=1 --"), null);
});

test("pins are remembered over a restart, and the first one stays", async (t) => {
  const { restart } = await restartable(t);
  await (await restart()).state.addPins(
    new Map([
      ["b.x", "2"],
      ["a.x", "1"],
    ]),
  );
  await (await restart()).state.addPins(new Map([["a.x", "3"]]));
  assert.deepEqual(
    [...(await (await restart()).state.pins())],
    [
      ["a.x", "1"],
      ["b.x", "2"],
    ],
  );
});

const HOUR = 3_600_000;

type Rates = {
  takeRates(claims: { key: string; max: number; windowMs: number }[], now: number): Promise<number | null>;
};

async function takeRate(state: Rates, ...[key, max, windowMs, now]: [string, number, number, number]) {
  return (await state.takeRates([{ key, max, windowMs }], now)) === null;
}

test("several rates are claimed all together or not at all", async (t) => {
  const { state } = await (await restartable(t)).restart();
  const wide = { key: "wide", max: 2, windowMs: HOUR };
  const narrow = { key: "narrow", max: 1, windowMs: HOUR / 2 };
  const take = (now: number) => state.takeRates([wide, narrow], 1_000_000_000 + now);
  assert.equal(await take(0), null);
  for (let turn = 1; turn <= 5; turn += 1) assert.equal(await take(turn), 1, "the narrow one is full");
  assert.equal(await take(HOUR / 2), null, "what was refused did not use up the wide one");
  assert.equal(await take(HOUR / 2 + 1), 0, "now it is full");
  assert.equal(await state.takeRates([], 1_000_000_000), null);
});

test("a rate's window slides, and its count survives a restart", async (t) => {
  const { restart } = await restartable(t);
  const first = (await restart()).state;
  assert.equal(await takeRate(first, "rule/ann", 2, HOUR, 1_000_000_000), true);
  assert.equal(await takeRate(first, "rule/ann", 2, HOUR, 1_000_000_000 + HOUR / 2), true);
  const { state } = await restart();
  assert.equal(await takeRate(state, "rule/ann", 2, HOUR, 1_000_000_000 + HOUR - 1), false);
  assert.equal(await takeRate(state, "rule/bob", 2, HOUR, 1_000_000_000 + HOUR - 1), true, "another key");
  assert.equal(await takeRate(state, "rule/ann", 2, HOUR, 1_000_000_000 + HOUR), true, "the first use left");
  assert.equal(
    await takeRate(state, "rule/ann", 2, HOUR, 1_000_000_000 + HOUR + 1),
    false,
    "the second did not",
  );
});

test("a refused use is not counted", async (t) => {
  const { state } = await (await restartable(t)).restart();
  for (let turn = 0; turn < 5; turn += 1) await takeRate(state, "k", 1, HOUR, 1_000_000_000 + turn);
  assert.equal(await takeRate(state, "k", 1, HOUR, 1_000_000_000 + HOUR), true);
});

test("no window ever holds more than its maximum, whatever the times", async (t) => {
  const { state } = await (await restartable(t)).restart();
  const granted: number[] = [];
  let seed = 42;
  let now = 5_000_000;
  for (let turn = 0; turn < 600; turn += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    now += seed % 97;
    if (await takeRate(state, "k", 10, 1000, now)) granted.push(now);
  }
  assert.ok(granted.length > 200, `${granted.length} granted`);
  for (const start of granted) {
    assert.ok(granted.filter((time) => time >= start && time < start + 1000).length <= 10);
  }
});

test("a clock that is set back far does not lock a rate until the old time comes again", async (t) => {
  const { state } = await (await restartable(t)).restart();
  assert.equal(await takeRate(state, "k", 1, 1000, 9_000_000), true);
  assert.equal(await takeRate(state, "k", 1, 1000, 8_999_900), false, "a little back is still inside");
  assert.equal(await takeRate(state, "k", 1, 1000, 5_000_000), true);
});

test("a maximum of none grants nothing", async (t) => {
  const { state } = await (await restartable(t)).restart();
  assert.equal(await takeRate(state, "k", 0, 1000, 1), false);
});
