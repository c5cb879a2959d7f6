import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createAuditDesk, readCheckpointKeys, readNote } from "../../src/record/record.ts";
import type { JsonObject } from "../../src/vocabulary.ts";
import { BAD_CODE, MAIL_CODE, SAMPLE_EVENTS } from "./sample-events.ts";
import { allRows, callDecided, NOON, openSignedTrail, temporaryFolder } from "./trail-fixture.ts";

async function openDesk(t: TestContext) {
  const folder = await temporaryFolder(t);
  let minute = 0;
  const clock = () => new Date(NOON.getTime() + minute++ * 60_000);
  const { trail, store } = await openSignedTrail(t, folder, { clock });
  for (const events of SAMPLE_EVENTS) await trail.append(...events);
  const desk = createAuditDesk({
    store,
    evidence: () => readCheckpointKeys(folder),
    recordRead: (reader, body) => trail.append({ kind: "audit.read", principal: reader, body }),
    prune: (order) => trail.prune(order),
    followMs: 5,
  });
  const lastRead = async () => {
    const [row] = await store.query({ kind: "audit.read", limit: 1, order: "desc" });
    return { principal: row?.principal, ...(JSON.parse(row?.body ?? "{}") as JsonObject) } as JsonObject;
  };
  return { folder, trail, store, desk, lastRead };
}

test("a run is told from its code to its end, with the way of its tokens", async (t) => {
  const { desk, lastRead } = await openDesk(t);
  const story = await desk.run("ann", "run_mailed");
  assert.equal(story.code, MAIL_CODE);
  assert.deepEqual([story.status, story.principal, story.durationMs], ["succeeded", "support-bot", 40]);
  assert.deepEqual(story.decision?.rule, "code.default");
  assert.deepEqual(
    story.calls.map(({ tool, status, rule, durationMs }) => [tool, status, rule, durationMs]),
    [
      ["crm.get_contact", "succeeded", "crm.read", 12],
      ["mail.send", "succeeded", "mail.send", 12],
    ],
  );
  assert.ok((story.calls[1]?.afterMs ?? 0) > (story.calls[0]?.afterMs ?? 0));
  const [token] = story.tokens;
  assert.deepEqual(
    [
      token?.token,
      token?.created,
      token?.sources,
      token?.restored.map(({ tool, pointer }) => tool + pointer),
    ],
    [
      "EMAIL_001",
      true,
      [{ tool: "crm.get_contact", pointer: "/email" }],
      ["mail.send/to/0", "mail.send/to/1"],
    ],
  );
  assert.deepEqual((await lastRead())["filter"], { run: "run_mailed" });
});

test("a blocked run has its finding and no calls; a run without an end is running; an unknown one is not found", async (t) => {
  const { desk, trail, lastRead } = await openDesk(t);
  const blocked = await desk.run("ann", "run_blocked");
  assert.deepEqual([blocked.status, blocked.code, blocked.calls], ["blocked", BAD_CODE, []]);
  assert.equal(blocked.findings[0]?.["rule"], "no-dynamic-code");
  await trail.append(
    { kind: "run.started", run: "run_open", body: {} },
    callDecided("c", { run: "run_open" }),
  );
  const open = await desk.run("ann", "run_open");
  assert.deepEqual([open.status, open.calls[0]?.status, open.code], ["running", null, null]);
  await assert.rejects(desk.run("ann", "run_none"), { code: "NOT_FOUND" });
  assert.deepEqual((await lastRead())["rows"], 0, "a question without an answer is recorded too");
});

test("flows are counted by class, source, destination and decision, over indexes and sessions", async (t) => {
  const { desk } = await openDesk(t);
  const shown = (flows: Awaited<ReturnType<typeof desk.flows>>) =>
    flows.map(({ from, to, decision, flow, count, tokens }) => [from, to, decision, flow, count, tokens]);
  assert.deepEqual(shown(await desk.flows("ann", { class: "EMAIL" })), [
    ["crm.get_contact", "mail.send#/to/*", "allow", "flow.mail", 2, 1],
    ["crm.get_contact", "web.post#/body", "deny", "", 1, 1],
  ]);
  assert.deepEqual(shown(await desk.flows("ann", { class: "PHONE" })), []);
  assert.equal((await desk.flows("ann", { tool: "web.*" })).length, 1);
  assert.equal((await desk.flows("ann", { principal: "sales-bot" })).length, 1);
  assert.deepEqual(await desk.flows("ann", { until: NOON.toISOString() }), []);
});

test("statistics count runs, errors, latencies, tools, pairs, personal data and what was saved", async (t) => {
  const { desk } = await openDesk(t);
  const stats = await desk.stats("ann", { price: 3 });
  assert.deepEqual([stats.runs.submitted, stats.runs.blocked], [4, 1]);
  assert.deepEqual(stats.runs.byStatus, { succeeded: 1, failed: 2 });
  assert.deepEqual(stats.runs.errorsByCode, { TOOL_DENIED: 1, TOOL_TIMEOUT: 1 });
  assert.equal(stats.runs.errorRate, 2 / 3);
  assert.deepEqual(stats.runs.latencyMs, { p50: 60, p95: 900, p99: 900 });
  assert.deepEqual(stats.calls.byDecision, { allow: 4, deny: 1 });
  assert.deepEqual(stats.calls.tools[0], { tool: "crm.get_contact", calls: 2 });
  assert.deepEqual(stats.calls.pairs, [{ first: "crm.get_contact", second: "mail.send", count: 1 }]);
  assert.deepEqual(stats.pii, { created: { EMAIL: 1 }, restored: { EMAIL: 2 } });
  assert.deepEqual([stats.tokens.saved, stats.tokens.cost], [51_000, 0.15]);
  const codes = [MAIL_CODE, MAIL_CODE, BAD_CODE, "return await crm.list_contacts()"];
  const bytes = codes.reduce((sum, code) => sum + Buffer.byteLength(code), 0) / codes.length;
  assert.equal(stats.runs.averageCodeBytes, Math.round(bytes));
  const none = await desk.stats("ann", { principal: "nobody" });
  assert.deepEqual([none.events, none.runs.errorRate, none.runs.latencyMs.p99], [0, 0, 0]);
});

const QUESTIONS: { title: string; sql: string; rows: unknown[][] }[] = [
  {
    title: "runs",
    sql: "select run, status, error_code, duration_ms from runs order by submitted_at",
    rows: [
      ["run_mailed", "succeeded", null, 40],
      ["run_refused", "failed", "TOOL_DENIED", 60],
      ["run_blocked", "blocked", null, null],
      ["run_failed", "failed", "TOOL_TIMEOUT", 900],
    ],
  },
  {
    title: "calls",
    sql: "select tool, decision, status from calls where run = 'run_refused' order by call",
    rows: [
      ["crm.get_contact", "allow", "succeeded"],
      ["web.post", "deny", null],
    ],
  },
  {
    title: "tokens",
    sql: "select what, count(*) from tokens where class = 'EMAIL' group by what order by 1",
    rows: [
      ["created", 1],
      ["restored", 2],
    ],
  },
  { title: "code", sql: "select count(*) from code", rows: [[3]] },
  { title: "events", sql: "-- all\nselect count(*) from events where kind = 'run.submitted'", rows: [[4]] },
  { title: "a common table", sql: "with x(n) as (values (1), (2)) select sum(n) from x", rows: [[3]] },
];

test("SQL answers from every view, and the question is on the trail", async (t) => {
  const { desk, lastRead } = await openDesk(t);
  for (const { title, sql, rows } of QUESTIONS) {
    await t.test(title, async () => {
      const question = sql.replace(/^-- all\n/, "");
      const answer = await desk.sql("ann", question, 100);
      assert.deepEqual([answer.rows, answer.truncated], [rows, false]);
      assert.deepEqual((await lastRead())["filter"], { sql: question });
    });
  }
  const cut = await desk.sql("ann", "select seq from events", 2);
  assert.deepEqual([cut.rows, cut.truncated, cut.columns], [[[1], [2]], true, ["seq"]]);
});

const REFUSED_SQL: [sql: string, message: RegExp][] = [
  ["delete from events", /SELECT, WITH or VALUES/],
  ["pragma query_only = off", /SELECT, WITH or VALUES/],
  ["attach 'vault.db' as v", /SELECT, WITH or VALUES/],
  ["select 1; delete from events", /more than one statement/],
  ["with x as (select 1) insert into events select * from x", /.+/],
  ["select * from secrets", /no such table: secrets/],
  ["select load_extension('x')", /.+/],
  ["select readfile('/etc/passwd')", /no such function/],
  ["select writefile('x', 'y')", /no such function/],
  ["select", /incomplete input/],
];

test("SQL that could change or reach anything is refused with a sentence", async (t) => {
  const { desk, store, folder } = await openDesk(t);
  const before = await store.head();
  for (const [sql, message] of REFUSED_SQL) {
    await assert.rejects(desk.sql("ann", sql, 10), { code: "BAD_REQUEST", message }, sql);
  }
  assert.deepEqual(await store.head(), before);
  assert.deepEqual((await readFile(join(folder, "trail.db"))).subarray(0, 6).toString(), "SQLite");
});

test("SQL that never ends, or wants too much memory, is stopped and holds nobody up", async (t) => {
  const { store } = await openDesk(t);
  const endless = "with recursive x(n) as (select 1 union all select n + 1 from x) select count(*) from x";
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 20);
  t.after(() => clearInterval(timer));
  await assert.rejects(store.sql({ sql: endless, maxRows: 1, timeoutMs: 700 }), {
    message: /longer than 0\.7 s/,
  });
  assert.ok(turns > 3, "the process went on meanwhile");
  const huge = "select length(group_concat(zeroblob(100000000))) from (values (1), (2), (3))";
  const greedy = { sql: huge, maxRows: 1, timeoutMs: 10_000, memoryMb: 150 };
  if (process.platform === "linux") await assert.rejects(store.sql(greedy), { message: /more memory/ });
});

async function linesOf(chunks: AsyncIterable<string>): Promise<string[]> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text.trimEnd().split(/\r?\n/);
}

test("exports hold every event of the filter, in three formats", async (t) => {
  const { desk, store } = await openDesk(t);
  const kinds = { kind: "call.*" };
  const rows = await allRows(store, kinds);
  const jsonl = (await linesOf(desk.export("ann", kinds, "jsonl"))).map((line) => JSON.parse(line));
  assert.deepEqual(
    jsonl.map(({ seq, hash }) => [seq, hash]),
    rows.map(({ seq, hash }) => [seq, hash]),
  );
  const csv = await linesOf(desk.export("ann", kinds, "csv"));
  assert.equal(csv.length, rows.length + 1);
  assert.match(csv[0] ?? "", /^seq,at,kind,/);
  assert.match(csv[1] ?? "", /call\.decided,support-bot,.*"\{""args""/);
  const ocsf = (await linesOf(desk.export("ann", { decision: "deny" }, "ocsf"))).map((line) =>
    JSON.parse(line),
  );
  const denied = ocsf.find(({ unmapped }) => unmapped.tool === "web.post");
  assert.deepEqual(
    [denied.class_uid, denied.type_uid, denied.action, denied.disposition, denied.severity_id],
    [2004, 200_401, "Denied", "Blocked", 3],
  );
  assert.equal(denied.finding_info.title, "flow");
  const [{ actor, api }] = denied.evidences;
  assert.deepEqual(actor, { user: { name: "sales-bot" }, session: { uid: "leads" } });
  assert.equal(api.operation, "web.post");
  assert.equal(denied.time, Date.parse(denied.unmapped.at));
  const all = (await linesOf(desk.export("ann", { run: "run_blocked" }, "ocsf"))).map((line) =>
    JSON.parse(line),
  );
  assert.deepEqual(
    all.map((event) => [event.unmapped.kind, event.class_uid, event.severity]),
    [
      ["run.submitted", 6003, "Informational"],
      ["code.checked", 2004, "Critical"],
      ["run.decided", 2004, "Medium"],
    ],
  );
});

test("an export ends although it is itself on the trail", async (t) => {
  const { desk, store } = await openDesk(t);
  const lines = await linesOf(desk.export("ann", {}, "jsonl"));
  assert.equal(JSON.parse(lines.at(-1) ?? "").kind, "audit.read");
  assert.equal(lines.length, (await store.head())?.seq);
});

test("following gives new events only, once each, until it is stopped, and is one event itself", async (t) => {
  const { desk, trail, store } = await openDesk(t);
  const stopping = new AbortController();
  const seen: unknown[] = [];
  const following = (async () => {
    for await (const event of desk.follow("ann", { kind: "call.*" }, stopping.signal)) {
      seen.push(event["call"]);
      if (seen.length === 3) stopping.abort();
    }
  })();
  while ((await allRows(store, { kind: "audit.read" })).length === 0)
    await new Promise((go) => setTimeout(go, 2));
  for (const call of ["n1", "n2", "n3"]) await trail.append(callDecided(call));
  await following;
  assert.deepEqual(seen, ["n1", "n2", "n3"]);
  assert.equal((await allRows(store, { kind: "audit.read" })).length, 1);
});

test("events are shown with the program's text, which the stored body does not hold", async (t) => {
  const { desk, store } = await openDesk(t);
  const { events, next } = await desk.events("ann", { kind: "run.submitted", limit: 1, order: "asc" });
  assert.equal(events[0]?.["code"], MAIL_CODE);
  assert.ok(next);
  const [row] = await allRows(store, { kind: "run.submitted" });
  assert.equal(row?.body.includes("get_contact"), false);
});

test("an answer that cannot be recorded is not given", async (t) => {
  const { store, folder } = await openDesk(t);
  const desk = createAuditDesk({
    store,
    evidence: () => readCheckpointKeys(folder),
    recordRead: () => Promise.reject(new Error("disk full")),
  });
  await assert.rejects(desk.events("ann", { limit: 1, order: "asc" }), /disk full/);
  await assert.rejects(desk.run("ann", "run_mailed"), /disk full/);
  await assert.rejects(desk.sql("ann", "select 1", 1), /disk full/);
  await assert.rejects(desk.export("ann", {}, "jsonl").next(), /disk full/);
  await assert.rejects(desk.follow("ann", {}, new AbortController().signal).next(), /disk full/);
  await assert.rejects(desk.prune("ann", NOON), { code: "STORAGE_UNAVAILABLE" });
});

test("readings of a stopped gateway's files are on the trail after the next start, once", async (t) => {
  const folder = await temporaryFolder(t);
  const first = await openSignedTrail(t, folder);
  await first.store.noteRead(readNote("os:ann", NOON, { what: "events", rows: 3 }));
  await first.store.noteRead(readNote("os:bob", NOON, { what: "verify" }));
  await first.close();
  await writeFile(join(folder, "trail-reads.jsonl"), "no note\n", { flag: "a" });
  const { trail, store } = await openSignedTrail(t, folder);
  await trail.recover();
  await trail.recover();
  const reads = await allRows(store, { kind: "audit.read" });
  assert.deepEqual(
    reads.map(({ principal, body }) => [principal, JSON.parse(body)["readAt"] ?? JSON.parse(body)["note"]]),
    [
      ["os:ann", NOON.toISOString()],
      ["os:bob", NOON.toISOString()],
      ["unknown", "no note"],
    ],
  );
});
