import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import BetterSqlite3, { type Database } from "better-sqlite3";
import { hashRow, linkRow } from "../../src/record/chain/chain-rows.ts";
import { checkpointStatement } from "../../src/record/chain/checkpoints.ts";
import { readCheckpointKeys } from "../../src/record/record.ts";
import type { TrailRow } from "../../src/storage/storage.ts";
import {
  callDecided,
  openSignedTrail,
  tamper,
  temporaryFolder,
  verifyFolder,
  writeSampleTrail,
} from "./trail-fixture.ts";

// Rows of the sample: checkpoints at 6, 12 and 15, calls in between.
const LAST = 15;

test("a clean trail passes and names its newest checkpoint", async (t) => {
  const folder = await temporaryFolder(t);
  await writeSampleTrail(t, folder);
  const result = await verifyFolder(folder);
  assert.ok(result.ok);
  assert.equal(result.events, LAST);
  assert.equal(result.checkpoint?.seq, LAST - 1);
  assert.deepEqual((await readCheckpointKeys(folder)).kept, result.checkpoint);
});

test("an empty trail passes", async (t) => {
  const folder = await temporaryFolder(t);
  await (await openSignedTrail(t, folder)).close();
  assert.deepEqual(await verifyFolder(folder), { ok: true, events: 0, head: null });
});

test("a trail of more than one page passes and its last row is still checked", async (t) => {
  const folder = await temporaryFolder(t);
  const { trail, close } = await openSignedTrail(t, folder);
  await trail.append(...Array.from({ length: 2000 }, (_, index) => callDecided(`call_${index}`)));
  await close();
  const clean = await verifyFolder(folder);
  assert.ok(clean.ok);
  tamper(folder, (db) => db.exec(`UPDATE events SET body = body || ' ' WHERE seq = ${clean.events}`));
  const broken = await verifyFolder(folder);
  assert.ok(!broken.ok);
  assert.equal(broken.broken.seq, clean.events);
});

test("plain SQL can neither change nor delete nor slip in a row", async (t) => {
  const folder = await temporaryFolder(t);
  await writeSampleTrail(t, folder);

  const db = new BetterSqlite3(join(folder, "trail.db"));
  t.after(() => db.close());
  const copyTo = (seq: number) =>
    `INSERT INTO events SELECT ${seq}, at, kind, principal, session, run, call, tool, decision, rule, status, body, prev, hash FROM events WHERE seq = 3`;
  const refused: [sql: string, message: RegExp][] = [
    ["UPDATE events SET body = '{}' WHERE seq = 3", /insert-only/],
    ["UPDATE events SET seq = 99 WHERE seq = 3", /insert-only/],
    ["DELETE FROM events WHERE seq = 3", /insert-only/],
    ["DELETE FROM events", /insert-only/],
    [copyTo(LAST + 2), /no gaps/],
    [copyTo(3), /no gaps/],
    [copyTo(3).replace("INSERT", "INSERT OR REPLACE"), /no gaps/],
    [copyTo(0), /no gaps/],
  ];
  for (const [sql, message] of refused) assert.throws(() => db.exec(sql), { message }, sql);
  assert.equal((await verifyFolder(folder)).ok, true);
});

function readRow(db: Database, seq: number): TrailRow {
  return db.prepare("SELECT * FROM events WHERE seq = ?").get(seq) as TrailRow;
}

function replaceRow(db: Database, row: TrailRow): void {
  db.prepare("DELETE FROM events WHERE seq = ?").run(row.seq);
  const columns = Object.keys(row);
  const places = columns.map((name) => `@${name}`).join(", ");
  db.prepare(`INSERT INTO events (${columns.join(", ")}) VALUES (${places})`).run(row);
}

/** Rewrites rows from `seq` on so that the chain fits again, as a careful forger would. */
function relinkFrom(db: Database, seq: number, change: (row: TrailRow) => TrailRow): void {
  let head = readRow(db, seq - 1);
  const count = db.prepare("SELECT max(seq) FROM events").pluck().get() as number;
  for (let at = seq; at <= count; at += 1) {
    const row = readRow(db, at);
    head = linkRow(head, at === seq ? change(row) : row);
    replaceRow(db, head);
  }
}

function shiftUp(db: Database, from: number): void {
  for (let seq = LAST; seq >= from; seq -= 1)
    db.prepare("UPDATE events SET seq = ? WHERE seq = ?").run(seq + 1, seq);
}

function forgeSignature(row: TrailRow, keyId?: string): TrailRow {
  const { privateKey } = generateKeyPairSync("ed25519");
  const body = JSON.parse(row.body);
  const statement = { seq: body.seq, head: body.head, keyId: keyId ?? body.keyId };
  const signature = sign(null, checkpointStatement(statement), privateKey).toString("base64");
  return { ...row, body: JSON.stringify({ ...body, ...statement, signature }) };
}

const EDITS: { title: string; edit: (db: Database) => void; seq: number; problem: RegExp }[] = [
  ...["at", "kind", "principal", "session", "run", "call", "tool", "decision", "rule", "body"].map(
    (name) => ({
      title: `an edited ${name}`,
      edit: (db: Database) => db.exec(`UPDATE events SET ${name} = ${name} || 'x' WHERE seq = 4`),
      seq: 4,
      problem: /changed/,
    }),
  ),
  {
    title: "a filled column that was empty",
    edit: (db) => db.exec("UPDATE events SET status = '' WHERE seq = 4"),
    seq: 4,
    problem: /changed/,
  },
  {
    title: "an emptied column",
    edit: (db) => db.exec("UPDATE events SET tool = NULL WHERE seq = 4"),
    seq: 4,
    problem: /changed/,
  },
  {
    title: "an edited hash",
    edit: (db) => db.exec("UPDATE events SET hash = replace(hash, substr(hash, 1, 1), 'g') WHERE seq = 4"),
    seq: 4,
    problem: /changed/,
  },
  {
    title: "an edited row with a hash that fits it",
    edit: (db) => {
      const row = { ...readRow(db, 4), decision: "deny" };
      replaceRow(db, { ...row, hash: hashRow(row) });
    },
    seq: 5,
    problem: /does not follow event 4/,
  },
  {
    title: "a deleted first row",
    edit: (db) => db.exec("DELETE FROM events WHERE seq = 1"),
    seq: 1,
    problem: /Event 1 is missing/,
  },
  {
    title: "a deleted row",
    edit: (db) => db.exec("DELETE FROM events WHERE seq = 5"),
    seq: 5,
    problem: /Event 5 is missing/,
  },
  {
    title: "a deleted range",
    edit: (db) => db.exec("DELETE FROM events WHERE seq BETWEEN 4 AND 8"),
    seq: 4,
    problem: /Events 4 to 8 are missing/,
  },
  {
    title: "a row inserted before the first",
    edit: (db) => replaceRow(db, { ...readRow(db, 3), seq: 0 }),
    seq: 0,
    problem: /inserted/,
  },
  {
    title: "a row inserted in the middle",
    edit: (db) => {
      const forged = readRow(db, 4);
      shiftUp(db, 5);
      replaceRow(db, { ...forged, seq: 5 });
    },
    seq: 5,
    problem: /changed/,
  },
  {
    title: "a well-linked row inserted in the middle",
    edit: (db) => {
      const before = readRow(db, 4);
      shiftUp(db, 5);
      replaceRow(db, linkRow(before, { ...before, call: "call_forged" }));
    },
    seq: 6,
    problem: /changed/,
  },
  {
    title: "two swapped rows",
    edit: (db) => {
      db.exec("UPDATE events SET seq = 100 WHERE seq = 3; UPDATE events SET seq = 3 WHERE seq = 4");
      db.exec("UPDATE events SET seq = 4 WHERE seq = 100");
    },
    seq: 3,
    problem: /changed/,
  },
  {
    title: "a cut tail",
    edit: (db) => db.exec("DELETE FROM events WHERE seq > 13"),
    seq: 14,
    problem: /cut after event 13/,
  },
  {
    title: "a trail cut down to nothing",
    edit: (db) => db.exec("DELETE FROM events"),
    seq: 1,
    problem: /cut after event 0/,
  },
  {
    title: "a chain rewritten from the middle",
    edit: (db) => relinkFrom(db, 4, (row) => ({ ...row, decision: "deny" })),
    seq: 6,
    problem: /Checkpoint 6 speaks of another trail/,
  },
  {
    title: "a rewritten end that no checkpoint row covers",
    edit: (db) => {
      db.exec("DELETE FROM events WHERE seq > 14");
      relinkFrom(db, 14, (row) => ({ ...row, decision: "deny" }));
    },
    seq: 14,
    problem: /rewritten/,
  },
  {
    title: "an edited checkpoint",
    edit: (db) => relinkFrom(db, 12, (row) => ({ ...row, body: row.body.replace('"seq":11', '"seq":10') })),
    seq: 12,
    problem: /speaks of another trail/,
  },
  {
    title: "a checkpoint with the signature of another key",
    edit: (db) => relinkFrom(db, 12, (row) => forgeSignature(row)),
    seq: 12,
    problem: /not signed by this gateway/,
  },
  {
    title: "a checkpoint by a foreign key",
    edit: (db) => relinkFrom(db, 12, (row) => forgeSignature(row, "0123456789abcdef")),
    seq: 12,
    problem: /not signed by this gateway/,
  },
];

for (const { title, edit, seq, problem } of EDITS) {
  test(`verify names ${title}`, async (t) => {
    const folder = await temporaryFolder(t);
    await writeSampleTrail(t, folder);
    tamper(folder, edit);
    const result = await verifyFolder(folder);
    assert.ok(!result.ok, "the edit went unnoticed");
    assert.equal(result.broken.seq, seq);
    assert.match(result.broken.problem, problem);
    assert.notEqual(result.broken.expected, result.broken.found);
  });
}
