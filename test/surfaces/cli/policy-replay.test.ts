import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, test } from "node:test";
import BetterSqlite3 from "better-sqlite3";
import { openSqliteStorage } from "../../../src/storage/storage.ts";
import { LAUNCHER, openDesk, spawnNode } from "./cli-fixture.ts";

const DECISIONS = 100_000;
const desk = openDesk();
after(() => desk.remove());

const BODY = JSON.stringify({ args: { query: "x".repeat(600) }, tokens: [], labels: [], shadow: [] });

/** Rows made by the database itself: replay reads decisions and leaves the chain to `audit verify`. */
async function fillTrail(folder: string): Promise<void> {
  await (await openSqliteStorage(folder)).close();
  const db = new BetterSqlite3(`${folder}/trail.db`);
  const triggers = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
  const columns = "seq, at, kind, principal, session, run, call, tool, decision, rule, body, prev, hash";
  db.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${DECISIONS})
     INSERT INTO events (${columns})
     SELECT i, ?, 'call.decided', 'bot', 'main', 'run_1', 'call_' || i,
       CASE i % 2 WHEN 0 THEN 'crm.list_contacts' ELSE 'crm.delete_contact' END,
       'allow', 'crm.read', ?, 'p' || i, 'h' || i FROM n`,
  ).run(new Date().toISOString(), BODY);
  db.close();
}

test("a hundred thousand decisions are replayed in a heap that could not hold them", async () => {
  const folder = desk.path(".sallyport");
  mkdirSync(folder);
  await fillTrail(folder);
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
