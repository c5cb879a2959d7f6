import assert from "node:assert/strict";
import { test } from "node:test";
import { openTrail, type TrailEvent } from "../../src/record/record.ts";
import { openSqliteStorage, type TrailFilter } from "../../src/storage/storage.ts";
import { callDecided, runSubmitted, temporaryFolder } from "../record/trail-fixture.ts";

const EVENTS: TrailEvent[] = [
  { kind: "gateway.started", body: {} },
  callDecided("c1", { principal: "ann", session: "s1", run: "r1", tool: "crm.get" }),
  callDecided("c2", { principal: "ann", session: "s1", run: "r1", tool: "crm.list", decision: "deny" }),
  callDecided("c3", { principal: "bob", session: "s1", run: "r2", tool: "crmx.get", rule: "other" }),
  {
    kind: "call.completed",
    principal: "ann",
    run: "r1",
    call: "c1",
    tool: "crm.get",
    status: "failed",
    body: {},
  },
  callDecided("c4", { principal: "bob", session: "s2", run: "r3", tool: "CRM.get" }),
  callDecided("c5", { principal: "it's", session: "s3", run: "r4", tool: "odd.a?[b]" }),
  callDecided("c6", { principal: "bob", session: "s2", run: "r3", tool: "odd.axb" }),
];

const EMAIL = { token: "EMAIL_001", class: "EMAIL", pointer: "/to" };
/** Events 9 to 15, for the filters that look into bodies and programs. */
const DEEP_EVENTS: TrailEvent[] = [
  runSubmitted("r9", 'const page = await crm.list_contacts();\nreturn "100 %_done"'),
  runSubmitted("r10", "return CRM.Export_All()"),
  { kind: "token.created", run: "r9", body: { tokens: [EMAIL] } },
  { kind: "token.restored", run: "r9", call: "c9", tool: "mail.send", body: { tokens: [EMAIL] } },
  { kind: "token.created", run: "r9", body: { tokens: [{ token: "PHONE_001", class: "PHONE" }] } },
  callDecided("c9", { run: "r9", tool: "mail.send", decision: "deny", body: { tokens: [EMAIL] } }),
  callDecided("c10", { run: "r9", body: { args: { note: '"class":"EMAIL"', kind: { class: "EMAIL" } } } }),
];

const DEEP_FILTERS: { title: string; filter: Partial<TrailFilter>; found: number[] }[] = [
  { title: "kinds by a pattern", filter: { kind: "token.*" }, found: [11, 12, 13] },
  { title: "a pattern with the star in front", filter: { kind: "*.restored" }, found: [12] },
  { title: "a pattern that no kind has", filter: { kind: "token*x" }, found: [] },
  { title: "a class of tokens", filter: { class: "EMAIL" }, found: [11, 12, 14] },
  { title: "a class and a kind", filter: { class: "EMAIL", kind: "token.created" }, found: [11] },
  { title: "another class", filter: { class: "PHONE" }, found: [13] },
  { title: "half a class", filter: { class: "EMAI" }, found: [] },
  { title: "a text in code", filter: { code: "crm.list_" }, found: [9] },
  { title: "a text in code, whatever its case", filter: { code: "crm." }, found: [9, 10] },
  { title: "the middle of a word", filter: { code: "port_al" }, found: [10] },
  { title: "a text over two lines", filter: { code: "();\nreturn" }, found: [9] },
  { title: "a short text", filter: { code: "%_" }, found: [9] },
  { title: "a text with quotes and operators", filter: { code: '"100 %_done"' }, found: [9] },
  { title: "words of the search language", filter: { code: "crm OR export" }, found: [] },
  { title: "a text in no code", filter: { code: "drop_table" }, found: [] },
  { title: "code of one run", filter: { code: "return", run: "r10" }, found: [10] },
];

// One event a second from 12:00:01 on, so event n happened at second n.
const at = (second: number, fraction = "") => `2026-03-01T12:00:0${second}${fraction}Z`;

const FILTERS: { title: string; filter: Partial<TrailFilter>; found: number[] }[] = [
  { title: "nothing", filter: {}, found: [1, 2, 3, 4, 5, 6, 7, 8] },
  { title: "a kind", filter: { kind: "call.completed" }, found: [5] },
  { title: "a principal", filter: { principal: "ann" }, found: [2, 3, 5] },
  { title: "a principal with a quote", filter: { principal: "it's" }, found: [7] },
  { title: "half a principal", filter: { principal: "an" }, found: [] },
  { title: "a session", filter: { session: "s1" }, found: [2, 3, 4] },
  { title: "a session of one principal", filter: { session: "s1", principal: "bob" }, found: [4] },
  { title: "a run", filter: { run: "r1" }, found: [2, 3, 5] },
  { title: "a call", filter: { call: "c1" }, found: [2, 5] },
  { title: "a decision", filter: { decision: "deny" }, found: [3] },
  { title: "a rule", filter: { rule: "other" }, found: [4] },
  { title: "a status", filter: { status: "failed" }, found: [5] },
  { title: "an empty text, which no column holds", filter: { status: "" }, found: [] },
  { title: "a tool", filter: { tool: "crm.get" }, found: [2, 5] },
  { title: "a server's tools", filter: { tool: "crm.*" }, found: [2, 3, 5] },
  { title: "a tool of all servers", filter: { tool: "*.get" }, found: [2, 4, 5, 6] },
  { title: "stars in several places", filter: { tool: "c*m*.g*t" }, found: [2, 4, 5] },
  { title: "every tool, but not events without one", filter: { tool: "*" }, found: [2, 3, 4, 5, 6, 7, 8] },
  { title: "a question mark, which is only itself", filter: { tool: "odd.a?*" }, found: [7] },
  { title: "a bracket, which is only itself", filter: { tool: "*[b]" }, found: [7] },
  { title: "a percent sign, which is no wildcard", filter: { tool: "crm.%" }, found: [] },
  { title: "from a moment on", filter: { since: at(7) }, found: [7, 8] },
  { title: "from a moment on, with its fraction", filter: { since: at(7, ".000") }, found: [7, 8] },
  { title: "from just after a moment", filter: { since: at(7, ".001") }, found: [8] },
  { title: "before a moment", filter: { until: at(3) }, found: [1, 2] },
  { title: "a moment in another zone", filter: { since: "2026-03-01T14:00:07+02:00" }, found: [7, 8] },
  { title: "a span", filter: { since: at(3), until: at(5) }, found: [3, 4] },
  { title: "a reversed span", filter: { since: at(5), until: at(3) }, found: [] },
  { title: "upwards from a cursor", filter: { cursor: 6 }, found: [7, 8] },
  { title: "downwards from a cursor", filter: { cursor: 3, order: "desc" }, found: [2, 1] },
  { title: "downwards, some", filter: { order: "desc", limit: 3 }, found: [8, 7, 6] },
  { title: "a cursor with a filter", filter: { principal: "ann", cursor: 5, order: "desc" }, found: [3, 2] },
  { title: "none", filter: { limit: 0 }, found: [] },
  { title: "a negative limit", filter: { limit: -1 }, found: [] },
  {
    title: "an endless limit",
    filter: { limit: Number.POSITIVE_INFINITY, kind: "call.completed" },
    found: [5],
  },
  { title: "a text that would be SQL", filter: { principal: "x' OR '1'='1" }, found: [] },
  { title: "a statement in a pattern", filter: { tool: "*'; DROP TABLE events; --" }, found: [] },
];

test("filters find exactly their events", async (t) => {
  const storage = await openSqliteStorage(await temporaryFolder(t));
  t.after(() => storage.close());
  let second = 0;
  const trail = await openTrail(storage.trail, () => new Date(at(second)));
  for (const event of EVENTS) {
    second += 1;
    await trail.append(event);
  }
  const filters = FILTERS.map((one) => ({ ...one, filter: { until: at(9), ...one.filter } }));
  second = 9;
  for (const event of DEEP_EVENTS) await trail.append(event);
  for (const { title, filter, found } of [...filters, ...DEEP_FILTERS]) {
    await t.test(title, async () => {
      const rows = await storage.trail.query({ limit: 100, order: "asc", ...filter });
      assert.deepEqual(
        rows.map((row) => row.seq),
        found,
      );
    });
  }
  for (const time of ["yesterday", "", "2026-13-01T00:00:00Z"]) {
    await t.test(`"${time}" is no time`, async () => {
      await assert.rejects(storage.trail.query({ limit: 1, order: "asc", since: time }), {
        code: "BAD_REQUEST",
      });
      await assert.rejects(storage.trail.query({ limit: 1, order: "asc", until: time }), {
        code: "BAD_REQUEST",
      });
    });
  }
  assert.equal(
    (await storage.trail.query({ limit: 100, order: "asc" })).length,
    EVENTS.length + DEEP_EVENTS.length,
  );
});

test("pages by cursor give every event once, in both directions", async (t) => {
  const storage = await openSqliteStorage(await temporaryFolder(t));
  t.after(() => storage.close());
  const trail = await openTrail(storage.trail);
  await trail.append(...Array.from({ length: 25 }, (_, index) => callDecided(`c${index}`)));
  for (const order of ["asc", "desc"] as const) {
    const seen: number[] = [];
    for (let page = await storage.trail.query({ limit: 10, order }); page.length > 0; ) {
      seen.push(...page.map((row) => row.seq));
      page = await storage.trail.query({ limit: 10, order, cursor: seen.at(-1) ?? 0 });
    }
    const expected = Array.from({ length: 25 }, (_, index) => index + 1);
    assert.deepEqual(seen, order === "asc" ? expected : expected.reverse());
  }
});
