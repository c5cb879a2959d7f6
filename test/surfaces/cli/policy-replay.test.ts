import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, test } from "node:test";
import { openSqliteStorage, type TrailRow } from "../../../src/storage/storage.ts";
import { LAUNCHER, openDesk, spawnNode } from "./cli-fixture.ts";

const DECISIONS = 100_000;
const BATCH = 5000;
const desk = openDesk();
after(() => desk.remove());

const BODY = JSON.stringify({ args: { query: "x".repeat(600) }, tokens: [], labels: [], shadow: [] });

/** Rows in their order; replay reads decisions and leaves the chain to `audit verify`. */
function row(seq: number): TrailRow {
  const isRead = seq % 2 === 0;
  return {
    seq,
    at: new Date().toISOString(),
    kind: "call.decided",
    principal: "bot",
    session: "main",
    run: "run_1",
    call: `call_${seq}`,
    tool: isRead ? "crm.list_contacts" : "crm.delete_contact",
    decision: "allow",
    rule: "crm.read",
    status: null,
    body: BODY,
    prev: hashOf(seq - 1),
    hash: hashOf(seq),
  };
}

function hashOf(seq: number): string {
  return seq.toString(16).padStart(64, "0");
}

test("a hundred thousand decisions are replayed in a heap that could not hold them", async () => {
  mkdirSync(desk.path(".sallyport"));
  const storage = await openSqliteStorage(desk.path(".sallyport"));
  for (let first = 1; first <= DECISIONS; first += BATCH) {
    await storage.trail.append(Array.from({ length: BATCH }, (_, index) => row(first + index)));
  }
  await storage.close();
  const command = ["--max-old-space-size=64", LAUNCHER, "policy", "replay", "--since", "1d", "--json"];
  const { code, out, err } = await spawnNode(command, { cwd: desk.folder });
  assert.equal(code, 0, err);
  const report = JSON.parse(out);
  assert.deepEqual(
    [report.decisions, report.replayed, report.unchanged],
    [DECISIONS, DECISIONS, DECISIONS / 2],
  );
  assert.deepEqual(
    report.flips.map(({ count, to }: { count: number; to: { rule: string } }) => [count, to.rule]),
    [[DECISIONS / 2, "no_match"]],
  );
});
