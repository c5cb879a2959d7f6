import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import BetterSqlite3 from "better-sqlite3";
import {
  EVENT_KINDS,
  type EventKind,
  OWN_KINDS,
  type OwnKind,
  presentRow,
  type TrailEvent,
} from "../../src/record/record.ts";
import { allRows, callDecided, openSignedTrail, temporaryFolder, verifyFolder } from "./trail-fixture.ts";

test("an event is in the file for other connections when append resolves", async (t) => {
  const { folder, trail } = await openSignedTrail(t, await temporaryFolder(t));
  const other = new BetterSqlite3(join(folder, "trail.db"), { readonly: true });
  t.after(() => other.close());
  const pending = trail.append(callDecided("call_1"));
  assert.equal(other.prepare("SELECT count(*) FROM events").pluck().get(), 0);
  await pending;
  assert.equal(other.prepare("SELECT call FROM events").pluck().get(), "call_1");
});

for (const [how, trigger] of [
  ["ignores", "BEFORE INSERT ON events WHEN NEW.kind = 'call.decided' BEGIN SELECT RAISE(IGNORE); END"],
  [
    "deletes",
    "AFTER INSERT ON events WHEN NEW.kind = 'call.decided' BEGIN DELETE FROM events WHERE seq = NEW.seq; END",
  ],
])
  test(`an event that a planted trigger ${how} is no event, and its append fails`, async (t) => {
    const { folder, trail, store } = await openSignedTrail(t, await temporaryFolder(t));
    const other = new BetterSqlite3(join(folder, "trail.db"));
    t.after(() => other.close());
    other.exec(`DROP TRIGGER events_no_delete; CREATE TRIGGER planted ${trigger}`);
    await assert.rejects(trail.append(callDecided("call_1")), { code: "AUDIT_UNAVAILABLE" });
    assert.equal((await allRows(store, { kind: "call.decided" })).length, 0);
  });

test("concurrent appends keep one chain, in the order in which they were asked for", async (t) => {
  const { folder, trail, store, close } = await openSignedTrail(t, await temporaryFolder(t), {
    checkpointEvery: 40,
  });
  const calls = Array.from({ length: 200 }, (_, index) => `call_${index}`);
  await Promise.all(calls.map((call) => trail.append(callDecided(call))));
  const rows = await allRows(store, { kind: "call.decided" });
  assert.deepEqual(
    rows.map((row) => row.call),
    calls,
  );
  const everything = await allRows(store);
  assert.deepEqual(
    everything.map((row) => row.seq),
    everything.map((_, index) => index + 1),
  );
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("the events of one append stand together even among concurrent ones", async (t) => {
  const { trail, store } = await openSignedTrail(t, await temporaryFolder(t));
  await Promise.all(
    ["a", "b", "c"].map((name) =>
      trail.append(callDecided(name), {
        kind: "call.completed",
        call: name,
        run: "run_1",
        status: "succeeded",
        body: {},
      }),
    ),
  );
  const rows = await allRows(store);
  assert.deepEqual(
    rows.map((row) => `${row.kind} ${row.call}`),
    ["a", "b", "c"].flatMap((name) => [`call.decided ${name}`, `call.completed ${name}`]),
  );
});

test("one malformed event keeps out the whole append", async (t) => {
  const { trail, store } = await openSignedTrail(t, await temporaryFolder(t));
  const bad = { kind: "run.submitted", run: "run_1", body: {} } as TrailEvent;
  await assert.rejects(trail.append(callDecided("call_1"), bad), { code: "INTERNAL" });
  assert.deepEqual(await allRows(store), []);
  assert.equal(trail.healthy(), true);
});

const MALFORMED: { title: string; event: unknown; message: RegExp }[] = [
  { title: "an unknown kind", event: { kind: "run.dreamt", body: {} }, message: /run\.dreamt/ },
  { title: "a kind that only prototypes have", event: { kind: "toString", body: {} }, message: /toString/ },
  { title: "a checkpoint", event: { kind: "checkpoint", body: {} }, message: /checkpoint/ },
  {
    title: "a pruning that did not happen",
    event: { kind: "trail.pruned", principal: "ann", body: { throughSeq: 5, throughHash: "0" } },
    message: /trail\.pruned/,
  },
  {
    title: "a code whose hash is another one",
    event: { kind: "run.submitted", run: "r", body: { codeSha256: "0".repeat(64), code: "return 1" } },
    message: /another code/,
  },
  {
    title: "a missing column",
    event: { kind: "call.completed", call: "c", body: {} },
    message: /lacks: status/,
  },
  {
    title: "a wrong type in the body",
    event: { kind: "policy.loaded", body: { sha256: 5 } },
    message: /sha256/,
  },
  { title: "a missing field", event: { kind: "key.created", body: { name: "x" } }, message: /id/ },
  { title: "a body that is a list", event: { kind: "gateway.started", body: [] }, message: /body/ },
  {
    title: "a word outside a closed list",
    event: { kind: "call.completed", call: "c", status: "failed", body: { executed: "maybe" } },
    message: /executed/,
  },
];

for (const { title, event, message } of MALFORMED) {
  test(`${title} is refused before anything is written`, async (t) => {
    const { trail, store } = await openSignedTrail(t, await temporaryFolder(t));
    await assert.rejects(trail.append(event as TrailEvent), { code: "INTERNAL", message });
    assert.deepEqual(await allRows(store), []);
  });
}

/** The least that each kind must hold; a kind that is added without an entry here does not compile. */
const SKILL = { name: "report", version: 1, sha256: "0" };
const LEAST: Record<TrailEvent["kind"], Omit<TrailEvent, "kind">> = {
  "gateway.started": { body: {} },
  "gateway.stopped": { body: {} },
  "run.submitted": { run: "r", body: { codeSha256: "0" } },
  "code.checked": { run: "r", body: {} },
  "run.decided": { run: "r", decision: "allow", body: {} },
  "run.started": { run: "r", body: {} },
  "call.decided": { call: "c", tool: "crm.get", decision: "deny", body: {} },
  "token.created": { body: { tokens: [] } },
  "token.revealed": {
    principal: "eve",
    body: { token: "EMAIL_001", class: "EMAIL", owner: "agent", reason: "case 1" },
  },
  "token.derived": { run: "r", body: { fact: "domain", tokens: [] } },
  "vault.forgotten": { body: { why: "idle", sessions: [] } },
  "vault.rotated": { body: { sessions: 0, keyId: "0" } },
  "token.restored": { call: "c", body: { tokens: [] } },
  "call.completed": { call: "c", status: "succeeded", body: {} },
  "request.decided": { tool: "crm.roots/list", decision: "deny", body: {} },
  "result.filtered": { body: {} },
  "run.finished": { run: "r", status: "succeeded", body: {} },
  "approval.requested": { run: "r", rule: "x", body: { approval: "apr_1", digest: "0", state: "pending" } },
  "approval.decided": {
    run: "r",
    decision: "approve",
    body: { approval: "apr_1", digest: "0", state: "approved", by: "ann" },
  },
  "approval.expired": { run: "r", body: { approval: "apr_1", digest: "0", state: "expired" } },
  "approval.withdrawn": { run: "r", body: { approval: "apr_1", digest: "0", state: "withdrawn" } },
  "policy.loaded": { body: { sha256: "0" } },
  "policy.refused": { body: { kept: "0", problems: [] } },
  "tools.pinned": { body: { pins: {} } },
  "tools.flagged": { body: { tools: ["crm.list_contacts"] } },
  "workspace.shared": { run: "r", decision: "allow", body: { name: "plan", access: "read" } },
  "workspace.read": { principal: "ann", body: { key: "k", bytes: 1, labels: [] } },
  "skill.saved": { principal: "ann", body: { ...SKILL, code: "return 1", tools: [], provenRun: "run_1" } },
  "skill.refused": { principal: "ann", body: { name: "report" } },
  "skill.approved": { principal: "rita", body: { ...SKILL, owner: "ann", tools: [] } },
  "skill.quarantined": { body: { ...SKILL, changes: [] } },
  "skill.retired": { principal: "ann", body: SKILL },
  "skill.run": { run: "r", body: SKILL },
  "skill.exported": { principal: "rita", body: { skills: [], keyId: "0" } },
  "skill.imported": { principal: "rita", body: { ...SKILL, code: "return 1", origin: {} } },
  "key.created": { body: { id: "key_1" } },
  "key.revoked": { body: { id: "key_1" } },
  "audit.read": { principal: "ann", body: {} },
  "audit.resumed": { body: { since: "2026-03-01T12:00:00.000Z", refused: 1 } },
};

function isOwn(kind: EventKind): kind is OwnKind {
  return OWN_KINDS.some((own) => own === kind);
}

test("every kind of event can be appended, and each demands its columns and fields", async (t) => {
  const { trail, store } = await openSignedTrail(t, await temporaryFolder(t));
  for (const kind of EVENT_KINDS) {
    if (isOwn(kind)) continue;
    const { body, ...columns } = LEAST[kind];
    await trail.append({ kind, ...columns, body });
    for (const column of Object.keys(columns)) {
      const without = { kind, ...columns, [column]: undefined, body } as unknown as TrailEvent;
      await assert.rejects(trail.append(without), { code: "INTERNAL" }, `${kind} without ${column}`);
    }
    for (const field of Object.keys(body)) {
      const without = { kind, ...columns, body: { ...body, [field]: undefined } } as unknown as TrailEvent;
      await assert.rejects(trail.append(without), { code: "INTERNAL" }, `${kind} without ${field}`);
    }
  }
  assert.equal((await allRows(store)).length, EVENT_KINDS.length - OWN_KINDS.length);
});

test("texts that UTF-8 or JSON cannot hold come back readable and keep the chain valid", async (t) => {
  const { folder, trail, store, close } = await openSignedTrail(t, await temporaryFolder(t));
  const half = "half \ud83d";
  await trail.append(
    callDecided("call_\ud83d", {
      tool: "crm.nul\0byte",
      body: { args: { [half]: half, quoted: "\\ud83d", n: Number.NaN, ok: "🎉" } },
    }),
  );
  const [row] = await allRows(store);
  assert.ok(row);
  assert.equal(row.call, "call_\ufffd");
  assert.equal(row.tool, "crm.nul\0byte");
  assert.deepEqual(presentRow(row).body, {
    args: { "half \\ud83d": "half \\ud83d", quoted: "\\ud83d", n: null, ok: "🎉" },
    v: 1,
  });
  await close();
  assert.equal((await verifyFolder(folder)).ok, true);
});

test("a presented row leaves out empty columns and shows an unreadable body as it is", async (t) => {
  const { trail, store } = await openSignedTrail(t, await temporaryFolder(t));
  await trail.append({ kind: "gateway.started", body: { version: "1" } });
  const [row] = await allRows(store);
  assert.ok(row);
  const { prev, hash } = row;
  assert.deepEqual(presentRow(row), {
    seq: 1,
    at: "2026-03-01T12:00:00.000Z",
    kind: "gateway.started",
    body: { v: 1, version: "1" },
    prev,
    hash,
  });
  assert.deepEqual(presentRow({ ...row, body: "{" }).body, { unreadable: "{" });
});

test("a closed trail refuses events, signs its head once, and closes twice without harm", async (t) => {
  const { trail, store } = await openSignedTrail(t, await temporaryFolder(t));
  const last = trail.append(callDecided("call_1"));
  const closed = [trail.close(), trail.close()];
  await assert.rejects(trail.append(callDecided("call_2")), { code: "AUDIT_UNAVAILABLE", message: /closed/ });
  await Promise.all([last, ...closed]);
  assert.deepEqual(
    (await allRows(store)).map((row) => row.kind),
    ["call.decided", "checkpoint"],
  );
});
