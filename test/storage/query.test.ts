import assert from "node:assert/strict";
import { test } from "node:test";
import { openTrail, type TrailEvent } from "../../src/record/record.ts";
import { openSqliteStorage, type TrailFilter } from "../../src/storage/storage.ts";
import { callDecided, temporaryFolder } from "../record/trail-fixture.ts";

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
  for (const { title, filter, found } of FILTERS) {
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
  assert.equal((await storage.trail.query({ limit: 100, order: "asc" })).length, EVENTS.length);
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
