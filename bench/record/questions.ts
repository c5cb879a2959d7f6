// How long auditors wait for the usual questions on a large trail.

import { setTimeout as sleep } from "node:timers/promises";
import { type AuditDesk, createAuditDesk } from "../../src/record/record.ts";
import type { Figure } from "../figures.ts";
import type { Bench } from "../open-bench.ts";
import { median } from "../percentiles.ts";
import { sampleRun } from "./sample.ts";
import { openTrailParts, withFolder } from "./ways.ts";

const GOAL_MS = 50;
const RUNS_EACH = 400;
const EVENTS_OF_A_RUN = 5;
const ROUNDS = 3;
/** Nobody asks in SQL again before the answer is read; meanwhile the next question's process starts. */
const READING_MS = 1_000;
const CALLS_BY_TOOL = `select tool, decision, sum(events) as calls from daily
  where kind = 'call.decided' group by 1, 2 order by 3 desc`;
const SCAN_OF_CALLS = "select tool, count(*) from calls where duration_ms > 1 group by 1";

type Question = [title: string, ask: (desk: AuditDesk) => Promise<unknown>];
type Waited = { title: string; first: number; later: number };

const page = { limit: 100, order: "desc" } as const;
const LISTINGS: Question[] = [
  ["newest 100 events", (desk) => desk.events("bench", page)],
  ["newest 100 denials", (desk) => desk.events("bench", { ...page, decision: "deny" })],
  ["100 events of a session", (desk) => desk.events("bench", { ...page, session: "session-42" })],
  ["100 events of a principal", (desk) => desk.events("bench", { ...page, principal: "agent-7" })],
  ["a principal that is not there", (desk) => desk.events("bench", { ...page, principal: "nobody" })],
  ["a kind that is rare", (desk) => desk.events("bench", { ...page, kind: "key.*" })],
  ["100 calls of a tool pattern", (desk) => desk.events("bench", { ...page, tool: "mail.*" })],
  ["a tool pattern that is not there", (desk) => desk.events("bench", { ...page, tool: "*.purge" })],
  ["a rule that never decided", (desk) => desk.events("bench", { ...page, rule: "nothing" })],
  ["calls that nobody knows the end of", (desk) => desk.events("bench", { ...page, status: "unknown" })],
  ["100 events of a class", (desk) => desk.events("bench", { ...page, class: "EMAIL" })],
  ["a class that is not there", (desk) => desk.events("bench", { ...page, class: "IBAN" })],
  ["100 runs by text in code", (desk) => desk.events("bench", { ...page, code: "page: 117 }" })],
  ["text that is in no code", (desk) => desk.events("bench", { ...page, code: "drop_table" })],
  ["one run told", (desk) => desk.run("bench", "run_42")],
];
const COUNTS: Question[] = [
  ["flows of a class, all events", (desk) => desk.flows("bench", { class: "EMAIL" })],
  ["statistics, all events", (desk) => desk.stats("bench", {})],
];
const SQL: Question = [
  "SQL: calls by tool and decision, all events",
  (desk) => desk.sql("bench", CALLS_BY_TOOL, 100),
];
/** No usual question: it reads every call, and is told without a goal. */
const SCAN: Question = ["SQL: a scan of all calls", (desk) => desk.sql("bench", SCAN_OF_CALLS, 10)];

const WRITTEN_STEPS = 50;
/** Of the bar: writing the trail, then one for each question. */
export const QUESTION_STEPS = WRITTEN_STEPS + LISTINGS.length + COUNTS.length + 2;

export async function measureQuestions(events: number, bench: Bench): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const { storage, trail, keys, close } = await openTrailParts(folder);
    const runs = events / EVENTS_OF_A_RUN;
    let steps = 0;
    for (let from = 0; from < runs; from += RUNS_EACH) {
      await trail.append(...Array.from({ length: RUNS_EACH }, (_, index) => sampleRun(from + index)).flat());
      for (; steps < (from / runs) * WRITTEN_STEPS; steps += 1) bench.step();
    }
    const desk = createAuditDesk({
      store: storage.trail,
      evidence: async () => ({ publicKeys: keys.publicKeys, kept: null }),
      recordRead: (reader, body) => trail.append({ kind: "audit.read", principal: reader, body }),
    });
    bench.detail(`\n| question, ${events} events | first, ms | then, ms |\n|---|---|---|`);
    const askAll = async (questions: Question[], pauseMs = 0): Promise<Waited[]> => {
      const waited: Waited[] = [];
      for (const [title, ask] of questions) {
        const first = await timed(() => ask(desk));
        const again: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          await sleep(pauseMs);
          again.push(await timed(() => ask(desk)));
        }
        waited.push({ title, first, later: median(again) });
        bench.detail(`| ${title} | ${first.toFixed(1)} | ${median(again).toFixed(1)} |`);
        bench.step();
      }
      return waited;
    };
    const listings = await askAll(LISTINGS);
    const counts = await askAll(COUNTS);
    const [sql] = await askAll([SQL, SCAN], READING_MS);
    await close();
    const size = `of ${events.toLocaleString("en-US")} events`;
    return [
      ...bothTimes(`the slowest of ${LISTINGS.length} listings ${size}`, {
        first: Math.max(...listings.map(({ first }) => first)),
        later: Math.max(...listings.map(({ later }) => later)),
      }),
      ...counts.flatMap(({ title, ...times }) => bothTimes(title, times)),
      ...(sql ? sqlTimes(sql) : []),
    ];
  });
}

function bothTimes(title: string, { first, later }: Omit<Waited, "title">): Figure[] {
  const goal = { atMost: GOAL_MS };
  return [
    { what: `${title}, first`, ours: first, unit: "ms", goal },
    { what: `${title}, then`, ours: later, unit: "ms", goal },
  ];
}

/** The first question also starts the process that answers it. */
function sqlTimes({ title, first, later }: Waited): Figure[] {
  return [
    { what: `${title}, first, with its process`, ours: first, unit: "ms" },
    { what: `${title}, then`, ours: later, unit: "ms", goal: { atMost: GOAL_MS } },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
