// What fits: per session, in the whole vault, and of values that the agent writes itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createProtector } from "../../src/protect/protect.ts";
import { createMemoryVaultStore } from "../fakes/memory-vault-store.ts";
import { FROM_CODE, FROM_CRM, MASTER_KEY, rulesWith } from "./protect-fixture.ts";

type Bounds = { maxTokensPerSession?: number; maxTokensInVault?: number; maxWrittenValues?: number };

function openVault(bounds: Bounds, store = createMemoryVaultStore()) {
  const settings = { maxTokensPerSession: 1000, defaultRegion: "US", ...bounds };
  return createProtector({ store, masterKey: MASTER_KEY, ...settings });
}

const people = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `person${from + index}@fernhill.example`);

test("the sessions of a vault share one bound, and a forgotten session makes room", async () => {
  const store = createMemoryVaultStore();
  const protector = openVault({ maxTokensInVault: 10 }, store);
  const [ann, bob] = [await protector.session("ann/s"), await protector.session("bob/s")];
  await ann.tokenize(people(0, 6), FROM_CRM, rulesWith());
  const full = { code: "VAULT_FULL", message: /all sessions together/, hint: /vault forget/ };
  await assert.rejects(bob.tokenize(people(0, 5), FROM_CRM, rulesWith()), full);
  assert.equal(store.rows.size, 6, "nothing of a refused result is kept");
  await bob.tokenize(people(0, 4), FROM_CRM, rulesWith());
  await bob.tokenize(people(0, 4), FROM_CRM, rulesWith());
  await assert.rejects(ann.tokenize(people(6, 1), FROM_CRM, rulesWith()), full);
  await protector.forget("bob/s");
  await ann.tokenize(people(6, 4), FROM_CRM, rulesWith());
  await assert.rejects(ann.tokenize(people(10, 1), FROM_CRM, rulesWith()), full);
  const restarted = await openVault({ maxTokensInVault: 10 }, store).session("ann/s");
  await assert.rejects(restarted.tokenize(people(10, 1), FROM_CRM, rulesWith()), full);
});

const GUESSES: [title: string, origin: Parameters<typeof write>[1]][] = [
  ["code", FROM_CODE],
  ["context", { from: "agent", channel: "context" }],
  ["results", { from: "agent", channel: "result" }],
  ["direct requests", { from: "agent", channel: "direct" }],
  ["data handed in to be tokenized", { from: "upstream", tool: "direct", call: "call_9" }],
];
type Session = Awaited<ReturnType<ReturnType<typeof openVault>["session"]>>;
function write(session: Session, origin: Parameters<Session["tokenize"]>[1], values: string[]) {
  return session.tokenize(values, origin, rulesWith());
}

for (const [title, origin] of GUESSES) {
  test(`values that an agent writes into ${title} are bounded, right guesses and wrong ones alike`, async () => {
    const store = createMemoryVaultStore();
    const session = await openVault({ maxWrittenValues: 5 }, store).session("ann/s");
    await session.tokenize(people(0, 20), FROM_CRM, rulesWith());
    const guessed = await write(session, origin, [...people(0, 2), ...people(100, 3)]);
    assert.deepEqual(
      guessed.tokens.map(({ token }) => token),
      ["EMAIL_001", "EMAIL_002", "EMAIL_021", "EMAIL_022", "EMAIL_023"],
    );
    const full = { code: "VALUES_WRITTEN_LIMIT", hint: /maxWrittenValues/ };
    await assert.rejects(write(session, origin, people(2, 1)), full, "a right guess");
    await assert.rejects(write(session, origin, people(200, 1)), full, "a wrong guess");
    const again = await openVault({ maxWrittenValues: 5 }, store).session("ann/s");
    await assert.rejects(write(again, origin, people(2, 1)), full, "after a restart");
  });
}

test("near misses: repeated values, the session's own tokens and tools' data cost nothing", async () => {
  const session = await openVault({ maxWrittenValues: 2 }).session("ann/s");
  for (let round = 0; round < 3; round++) {
    await write(session, FROM_CODE, people(0, 2));
    await write(session, FROM_CODE, ["EMAIL_001", "EMAIL_002", "EMAIL_777", "PHONE_001"]);
    await session.tokenize(people(round * 50, 50), FROM_CRM, rulesWith());
  }
  await assert.rejects(write(session, FROM_CODE, people(900, 1)), { code: "VALUES_WRITTEN_LIMIT" });
});
