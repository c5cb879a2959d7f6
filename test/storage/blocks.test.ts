// Questions over many blocks of events must find exactly what reading every event finds.

import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import BetterSqlite3 from "better-sqlite3";
import { openTrail, type TrailEvent } from "../../src/record/record.ts";
import { openSqliteTrailStore, type TrailFilter, type TrailRow } from "../../src/storage/storage.ts";
import { temporaryFolder } from "../record/trail-fixture.ts";

const EVENTS = 5300;
const NOON = Date.UTC(2026, 2, 1, 12);
const second = (n: number) => new Date(NOON + n * 1000).toISOString();

/** Some names are everywhere, some in one block only, some nowhere; the clock goes back in the middle. */
function eventOf(n: number): TrailEvent {
  const tokens = [{ token: "EMAIL_001", class: n % 1700 === 9 ? "IBAN" : "EMAIL" }];
  return {
    kind: n === 2500 ? "policy.loaded" : "call.decided",
    principal: n > 4100 && n < 4120 ? "late-bot" : `bot-${n % 3}`,
    call: `call_${n}`,
    tool: n % 900 === 5 ? "mail.send" : "crm.get",
    decision: n % 50 === 0 ? "deny" : "allow",
    rule: n === 7 ? "odd" : "reads",
    ...(n === 3333 && { status: "failed" }),
    body: n === 2500 ? { sha256: "00" } : { tokens: n % 4 === 1 ? tokens : [] },
  };
}

async function openFilled(t: TestContext): Promise<{ folder: string; rows: TrailRow[] }> {
  const folder = await temporaryFolder(t);
  const store = openSqliteTrailStore(folder, { readOnly: false });
  let n = 0;
  const trail = await openTrail(store, () => new Date(NOON + (n < 3000 ? n : n - 1500) * 1000));
  for (; n < EVENTS; n += 53) {
    await trail.append(...Array.from({ length: 53 }, (_, index) => eventOf(n + index)));
  }
  const rows = await store.scan(0, EVENTS * 2);
  await trail.close();
  await store.close();
  return { folder, rows };
}

const FILTERS: Partial<TrailFilter>[] = [
  { principal: "late-bot" },
  { principal: "nobody" },
  { principal: "bot-1", decision: "deny" },
  { kind: "policy.*" },
  { kind: "policy.loaded" },
  { kind: "*.decided", tool: "mail.*" },
  { tool: "mail.*" },
  { tool: "m*.s*nd" },
  { tool: "*.sen" },
  { tool: "crm.get*get" },
  { rule: "odd" },
  { status: "failed" },
  { class: "IBAN" },
  { class: "IBAN", tool: "crm.*" },
  { class: "PHONE" },
  { since: second(2900), until: second(2950) },
  { since: second(4000) },
  { until: second(3) },
  { since: second(1600), principal: "bot-2", decision: "deny" },
];

/** The same by reading everything. */
function isWanted(row: TrailRow, filter: Partial<TrailFilter>): boolean {
  const { kind, tool, since, until, class: name, ...equal } = filter;
  const fits = (pattern: string | undefined, value: string | null) =>
    pattern === undefined ||
    new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(value ?? "");
  return (
    fits(kind, row.kind) &&
    fits(tool, row.tool) &&
    (since === undefined || row.at >= since) &&
    (until === undefined || row.at < until) &&
    (name === undefined || row.body.includes(`"class":"${name}"`)) &&
    Object.entries(equal).every(([column, value]) => row[column as keyof TrailRow] === value)
  );
}

test("every question over many blocks finds what reading everything finds, in pages and both orders", async (t) => {
  const { folder, rows } = await openFilled(t);
  const store = openSqliteTrailStore(folder, { readOnly: true });
  t.after(() => store.close());
  for (const filter of FILTERS) {
    const wanted = rows.filter((row) => isWanted(row, filter)).map(({ seq }) => seq);
    for (const order of ["asc", "desc"] as const) {
      const found: number[] = [];
      for (let cursor: number | undefined; ; cursor = found.at(-1)) {
        const page = await store.query({
          ...filter,
          ...(cursor !== undefined && { cursor }),
          limit: 37,
          order,
        });
        found.push(...page.map(({ seq }) => seq));
        if (page.length < 37) break;
      }
      assert.deepEqual(
        order === "asc" ? found : found.reverse(),
        wanted,
        `${JSON.stringify(filter)} ${order}`,
      );
    }
  }
});

test("a file of the version before is described when it is opened for writing, and without that nothing is missed", async (t) => {
  const { folder, rows } = await openFilled(t);
  const change = (sql: string) => {
    const db = new BetterSqlite3(join(folder, "trail.db"));
    db.exec(sql);
    const blocks = db.prepare("SELECT count(*) FROM blocks").pluck().get();
    db.close();
    return blocks;
  };
  const ask = async (readOnly: boolean) => {
    const store = openSqliteTrailStore(folder, { readOnly });
    const found = await store.query({ principal: "late-bot", limit: 100, order: "asc" });
    await store.close();
    return found.map(({ seq }) => seq);
  };
  const wanted = rows.filter(({ principal }) => principal === "late-bot").map(({ seq }) => seq);
  assert.equal(change("DELETE FROM blocks WHERE last > 2000 AND last < 4900"), 3, "a hole in the middle");
  assert.deepEqual(await ask(true), wanted);
  assert.equal(change("DELETE FROM blocks"), 0);
  assert.deepEqual(await ask(true), wanted);
  assert.deepEqual(await ask(false), wanted);
  assert.equal(change("SELECT 1"), 5);
});
