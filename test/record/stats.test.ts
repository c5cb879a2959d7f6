// Statistics are kept in blocks of ten thousand events; they must say what one pass over everything would say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuditDesk, openTrail, type TrailEvent } from "../../src/record/record.ts";
import { openSqliteTrailStore } from "../../src/storage/storage.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";
import { temporaryFolder } from "./trail-fixture.ts";

const RUNS = 5000;
const NOON = Date.UTC(2026, 2, 1, 12);

/** Five events; each run begins where another one ends, so that every border of a block cuts some in two. */
function stepsOf(number: number): TrailEvent[] {
  const place = { principal: `bot-${number % 3}`, session: "s", run: `run_${number}` };
  const call = (tool: string): TrailEvent => {
    return { ...place, kind: "call.decided", call: `${number}${tool}`, tool, decision: "allow", body: {} };
  };
  return [
    { ...place, kind: "run.submitted", body: { codeSha256: sha256Hex(""), codeBytes: 10 + (number % 7) } },
    call("a.one"),
    call(number % 5 === 0 ? "b.two" : "c.three"),
    call("d.four"),
    {
      ...place,
      kind: "run.finished",
      status: number % 10 === 0 ? "failed" : "succeeded",
      body: { durationMs: number % 400, savedTokens: 3, resultTokens: 1 },
    },
  ];
}

test("statistics over many blocks are exact, for all, for one principal and for a span, and stay so as events come", async (t) => {
  const store = openSqliteTrailStore(await temporaryFolder(t), { readOnly: false });
  let at = NOON;
  const trail = await openTrail(store, () => new Date(at));
  t.after(async () => {
    await trail.close();
    await store.close();
  });
  const overlapping = Array.from({ length: RUNS + 4 }, (_, turn) =>
    Array.from({ length: 5 }, (_, step) => stepsOf(turn - step)[step]).filter((_, step) => {
      return turn - step >= 0 && turn - step < RUNS;
    }),
  ) as TrailEvent[][];
  for (let from = 0; from < overlapping.length; from += 50) {
    at += 1000;
    await trail.append(...overlapping.slice(from, from + 50).flat());
  }
  const desk = createAuditDesk({
    store,
    evidence: async () => ({ publicKeys: new Map(), kept: null }),
    recordRead: async () => {},
  });

  const all = await desk.stats("ann", {});
  assert.deepEqual([all.events, all.runs.submitted, all.calls.decided], [RUNS * 5, RUNS, RUNS * 3]);
  assert.deepEqual(all.runs.byStatus, { failed: RUNS / 10, succeeded: RUNS * 0.9 });
  const sorted = Array.from({ length: RUNS }, (_, number) => number % 400).sort((a, b) => a - b);
  const rank = (part: number) => sorted[Math.ceil(RUNS * part) - 1];
  assert.deepEqual(all.runs.latencyMs, { p50: rank(0.5), p95: rank(0.95), p99: rank(0.99) });
  const pairs = all.calls.pairs.map(({ first, second, count }) => [first, second, count]);
  assert.deepEqual(pairs, [
    ["a.one", "c.three", RUNS * 0.8],
    ["c.three", "d.four", RUNS * 0.8],
    ["a.one", "b.two", RUNS / 5],
    ["b.two", "d.four", RUNS / 5],
  ]);
  assert.deepEqual(await desk.stats("ann", {}), all, "what is remembered says the same");

  const one = await desk.stats("ann", { principal: "bot-1" });
  assert.deepEqual([one.runs.submitted, one.tokens.saved], [1667, 1667 * 3]);
  const [since, until] = [20_000, 70_000].map((ms) => new Date(NOON + ms).toISOString());
  const span = await desk.stats("ann", { since: since ?? "", until: until ?? "" });
  const wanted = overlapping.slice(19 * 50, 69 * 50).flat();
  assert.equal(span.events, wanted.length);
  assert.equal(span.runs.submitted, wanted.filter(({ kind }) => kind === "run.submitted").length);
  const parts = [
    await desk.stats("ann", { until: since ?? "" }),
    span,
    await desk.stats("ann", { since: until ?? "" }),
  ];
  assert.equal(
    parts.reduce((sum, { events }) => sum + events, 0),
    all.events,
  );

  await trail.append(...stepsOf(RUNS));
  assert.equal((await desk.stats("ann", {})).runs.submitted, RUNS + 1);
});

test("flows over many blocks are counted once each, and tokens that come again in a later block are the same", async (t) => {
  const store = openSqliteTrailStore(await temporaryFolder(t), { readOnly: false });
  let at = NOON;
  const trail = await openTrail(store, () => new Date(at));
  t.after(async () => {
    await trail.close();
    await store.close();
  });
  const flowing = (number: number): TrailEvent => {
    const sources = [{ tool: "crm.get", call: "c", pointer: "" }];
    const tokens = [{ token: `EMAIL_${number % 7}`, class: "EMAIL", pointer: `/to/${number % 3}`, sources }];
    const place = { principal: `bot-${number % 2}`, session: "s", run: "r", call: `c${number}` };
    const tool = number % 4 === 0 ? "web.post" : "mail.send";
    return { ...place, kind: "call.decided", tool, decision: "allow", body: { tokens, restores: [] } };
  };
  for (let from = 0; from < 24_000; from += 1000) {
    at += 1000;
    await trail.append(...Array.from({ length: 1000 }, (_, index) => flowing(from + index)));
  }
  const evidence = async () => ({ publicKeys: new Map(), kept: null });
  const desk = createAuditDesk({ store, evidence, recordRead: async () => {} });
  const ask = async (question: object) =>
    (await desk.flows("ann", question)).map(({ to, count, tokens }) => [to, count, tokens]);
  // A token is counted within a session of a principal: seven of each of the two bots.
  const all = [
    ["mail.send#/to/*", 18_000, 14],
    ["web.post#/to/*", 6000, 7],
  ];
  assert.deepEqual(await ask({}), all);
  assert.deepEqual(await ask({ class: "EMAIL" }), all, "what is remembered says the same");
  assert.deepEqual(await ask({ class: "PHONE" }), []);
  assert.deepEqual(await ask({ tool: "w*.p*t" }), [["web.post#/to/*", 6000, 7]]);
  assert.deepEqual(await ask({ principal: "bot-1" }), [["mail.send#/to/*", 12_000, 7]]);
  const since = new Date(NOON + 5000).toISOString();
  const until = new Date(NOON + 15_000).toISOString();
  assert.deepEqual(await ask({ since, until, principal: "bot-1" }), [["mail.send#/to/*", 5000, 7]]);
});
