// How long auditors wait for the usual questions on a large trail.

import { type AuditDesk, createAuditDesk } from "../../src/record/record.ts";
import { median } from "./figures.ts";
import { sampleRun } from "./sample.ts";
import { openTrailParts, withFolder } from "./ways.ts";

const GOAL_MS = 50;
const RUNS_EACH = 400;
const ROUNDS = 3;

type Question = [title: string, ask: (desk: AuditDesk) => Promise<unknown>];

const page = { limit: 100, order: "desc" } as const;
const QUESTIONS: Question[] = [
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
  ["one run told", (desk) => desk.run("bench", "run_20000")],
  ["flows of a class, all events", (desk) => desk.flows("bench", { class: "EMAIL" })],
  ["statistics, all events", (desk) => desk.stats("bench", {})],
  [
    "SQL: calls by tool, all events",
    (desk) => desk.sql("bench", "select tool, count(*) from calls group by 1", 10),
  ],
];

export async function measureQuestions(events: number): Promise<void> {
  await withFolder(async (folder) => {
    const { storage, trail, keys, close } = await openTrailParts(folder);
    for (let from = 0; from < events / 5; from += RUNS_EACH) {
      await trail.append(...Array.from({ length: RUNS_EACH }, (_, index) => sampleRun(from + index)).flat());
    }
    const desk = createAuditDesk({
      store: storage.trail,
      evidence: async () => ({ publicKeys: keys.publicKeys, kept: null }),
      recordRead: (reader, body) => trail.append({ kind: "audit.read", principal: reader, body }),
    });
    console.log(`\n| question, ${events} events | first, ms | then, ms | goal |\n|---|---|---|---|`);
    for (const [title, ask] of QUESTIONS) {
      const first = await timed(() => ask(desk));
      const then: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) then.push(await timed(() => ask(desk)));
      const verdict = `first ${judge(first)}, then ${judge(median(then))}`;
      console.log(
        `| ${title} | ${first.toFixed(1)} | ${median(then).toFixed(1)} | ≤ ${GOAL_MS}: ${verdict} |`,
      );
    }
    await close();
  });
}

function judge(ms: number): string {
  return ms <= GOAL_MS ? "met" : "missed";
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
