// What is summed up beside the events must say what reading every event says, whatever was written and whatever is asked.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTrail, type TrailEvent } from "../../src/record/record.ts";
import { openSqliteTrailStore, type TrailRow, type TrailStore } from "../../src/storage/storage.ts";
import { addFlow, type FlowEntry } from "../../src/storage/summary/flow-entries.ts";
import { flowsOfRows, tallyRows } from "../../src/storage/summary/summarize.ts";
import { addTally, createTally } from "../../src/storage/summary/tally.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";
import { temporaryFolder } from "../record/trail-fixture.ts";

const NOON = Date.UTC(2026, 2, 28, 12);
const SEED = Number(process.env["SEED"] ?? 7);

function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  return {
    below: (most: number) => Math.floor(next() * most),
    one: <T>(...of: T[]): T => of[Math.floor(next() * of.length)] as T,
  };
}

type Random = ReturnType<typeof createRandom>;
type Run = { principal: string; session: string; run: string };

function tokensOf({ below, one }: Random) {
  return Array.from({ length: below(4) }, () => {
    const name = one("EMAIL", "PHONE");
    const sources = Array.from({ length: below(3) }, () => ({ tool: one("crm.get", "context"), call: "c" }));
    return { token: `${name}_${below(30)}`, class: name, pointer: `/to/${below(3)}`, sources };
  });
}

/** One event of a run that goes on, or of one that begins; few runs end, so that many lie over many borders. */
function someEvent(random: Random, open: Run[], number: number): TrailEvent {
  const { below, one } = random;
  if (open.length === 0 || below(5) === 0) {
    const place = { principal: one("ann's bot", "__proto__", "7"), session: `s${below(9)}` };
    open.push({ ...place, run: `run_${number}` });
    const body = { codeSha256: sha256Hex(""), codeBytes: below(500) };
    return { ...place, run: `run_${number}`, kind: "run.submitted", body };
  }
  const place = open[below(open.length)] as Run;
  const error = one(undefined, { code: one("TIMEOUT", "TOOL_DENIED"), message: "x" });
  const outcome = { durationMs: below(400), ...(error && { error }) };
  const here = { ...place, call: `c${number}`, tool: one("crm.get", "mail.send", "web.post") };
  switch (below(8)) {
    case 0:
      open.splice(open.indexOf(place), 1);
      return one<TrailEvent>(
        { ...place, kind: "run.finished", status: "failed", body: { ...outcome, savedTokens: below(90) } },
        { ...place, kind: "run.finished", status: "succeeded", body: { durationMs: 1, resultTokens: 4 } },
        { ...place, kind: "run.decided", decision: "deny", rule: one("no-eval", "size"), body: {} },
      );
    case 1:
      return { ...place, kind: "run.decided", decision: one("approve", "allow"), rule: "code", body: {} };
    case 2:
      return { kind: "policy.loaded", body: { sha256: "00" } };
    case 3:
      return { ...here, kind: "call.completed", status: one("succeeded", "failed"), body: outcome };
    case 4:
      return { ...place, kind: "token.created", body: { tokens: tokensOf(random) } };
    default: {
      const tokens = tokensOf(random);
      const restores = tokens.slice(1).map(({ token, pointer }) => ({ token, pointer, flow: "mail" }));
      const decision = one("allow", "allow", "deny");
      return { ...here, kind: "call.decided", decision, rule: "r", body: { tokens, restores } };
    }
  }
}

async function openFilled(t: TestContext, events: number, segmentMb: number): Promise<TrailStore> {
  const folder = await temporaryFolder(t);
  const random = createRandom(SEED);
  const open: Run[] = [];
  let at = NOON;
  const store = openSqliteTrailStore(folder, { readOnly: false, segmentMb });
  t.after(() => store.close());
  const trail = await openTrail(store, () => new Date(at));
  for (let written = 0; written < events; ) {
    // Now and then the clock goes back.
    at += random.below(20) === 0 ? -40_000 : random.below(60_000);
    const count = 1 + random.below(120);
    await trail.append(
      ...Array.from({ length: count }, (_, index) => someEvent(random, open, written + index)),
    );
    written += count;
  }
  await trail.close();
  return store;
}

async function allRows(store: TrailStore): Promise<TrailRow[]> {
  return store.scan(0, 1_000_000);
}

/** Without what only joins tallies. */
function shown({ open: _, ...counts }: Awaited<ReturnType<TrailStore["tally"]>>) {
  const sorted = (part: object) =>
    Object.entries(part as Record<string, number | Map<string, number>>).map(([name, value]) => [
      name,
      typeof value === "number" ? value : [...value].sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
  return [counts.events, sorted(counts.runs), sorted(counts.calls), sorted(counts.tokens)];
}

function readTally(rows: TrailRow[]) {
  const sum = createTally();
  for (const tally of tallyRows(rows).values()) addTally(sum, tally);
  return shown(sum);
}

function shownFlows(entries: FlowEntry[]) {
  return entries
    .map(({ seen, ...entry }) => {
      const tokens = [...seen].map(([session, all]) => [session, [...all].sort()] as const);
      return JSON.stringify([Object.entries(entry).sort(), tokens.sort(([a], [b]) => (a < b ? -1 : 1))]);
    })
    .sort();
}

function readFlows(rows: TrailRow[]) {
  const entries = new Map<string, FlowEntry>();
  for (const entry of flowsOfRows(rows)) addFlow(entries, entry);
  return shownFlows([...entries.values()]);
}

function spans(random: Random, rows: TrailRow[]) {
  const time = () => rows[random.below(rows.length)]?.at ?? "";
  return Array.from({ length: 40 }, () => {
    const principal = random.one(undefined, undefined, "ann's bot", "__proto__", "7", "nobody");
    const [since, until] = [random.one(undefined, time()), random.one(undefined, time())];
    return {
      ...(principal !== undefined && { principal }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    };
  });
}

for (const [events, segmentMb] of [
  [14_300, 512],
  [14_300, 2],
] as const) {
  test(`sums equal a reading of every event: ${events} random events in files of ${segmentMb} MB, seed ${SEED}`, async (t) => {
    const store = await openFilled(t, events, segmentMb);
    const rows = await allRows(store);
    assert.ok(rows.length >= events);
    assert.equal((await store.segments()).length > 1, segmentMb === 2);
    for (const span of spans(createRandom(SEED + 1), rows)) {
      const wanted = rows.filter(
        ({ at, principal }) =>
          (span.principal === undefined || principal === span.principal) &&
          (span.since === undefined || at >= span.since) &&
          (span.until === undefined || at < span.until),
      );
      const label = JSON.stringify(span);
      assert.deepEqual(shown(await store.tally(span)), readTally(wanted), label);
      assert.deepEqual(shownFlows(await store.flows(span)), readFlows(wanted), label);
    }
  });
}
