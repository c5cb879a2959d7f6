// How many durable events a second the trail takes, what waiting for one costs, how fast it is verified, and how long
// auditors wait for the usual questions on a trail of 200,000 events.
// Run: node bench/record.ts

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AuditDesk,
  createAuditDesk,
  openCheckpointKeys,
  openTrail,
  type TrailEvent,
  verifyTrail,
} from "../src/record/record.ts";
import { openSqliteStorage } from "../src/storage/storage.ts";
import { sha256Hex } from "../src/text/canonical-json.ts";

const WRITERS = [1, 8, 50];
const SECONDS_EACH = 3;
const GOAL_AT_50 = 8_000;
const GOAL_VERIFY = 100_000;
const ASKED_EVENTS = 200_000;

type Line = {
  measure: string;
  perSecond: number;
  p50Ms: number | null;
  p99Ms: number | null;
  goal: number | null;
};

function sampleEvent(writer: number, turn: number): TrailEvent {
  return {
    kind: "call.decided",
    principal: `agent-${writer}`,
    session: `agent-${writer}/main`,
    run: `run_${writer}_${turn >> 4}`,
    call: `call_${writer}_${turn}`,
    tool: "crm.list_contacts",
    decision: turn % 10 === 0 ? "deny" : "allow",
    rule: "support-reads",
    body: {
      args: { query: "open tickets", email: "EMAIL_001", limit: 50 },
      pin: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      policyHash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
      reason: "The rule support-reads grants this tool.",
      shadow: [],
    },
  };
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function withTrail<T>(work: (parts: Awaited<ReturnType<typeof openParts>>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "bench-record-"));
  const parts = await openParts(folder);
  try {
    return await work(parts);
  } finally {
    await parts.trail.close();
    await parts.storage.close();
    await rm(folder, { recursive: true });
  }
}

async function openParts(folder: string) {
  const storage = await openSqliteStorage(folder);
  const keys = await openCheckpointKeys(folder);
  return { storage, keys, trail: await openTrail(storage.trail, undefined, { keys }) };
}

async function measureWriters(writers: number): Promise<Line> {
  return withTrail(async ({ trail }) => {
    const waits: number[] = [];
    const start = performance.now();
    const end = start + SECONDS_EACH * 1000;
    const write = async (writer: number) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const asked = performance.now();
        await trail.append(sampleEvent(writer, turn));
        waits.push(performance.now() - asked);
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    const perSecond = (waits.length * 1000) / (performance.now() - start);
    waits.sort((a, b) => a - b);
    const goal = writers === 50 ? GOAL_AT_50 : null;
    const [p50Ms, p99Ms] = [percentile(waits, 0.5), percentile(waits, 0.99)];
    return { measure: `append, ${writers} writer(s)`, perSecond, p50Ms, p99Ms, goal };
  });
}

async function measureVerify(events: number): Promise<Line> {
  return withTrail(async ({ storage, trail, keys }) => {
    for (let from = 0; from < events; from += 1000) {
      await trail.append(
        ...Array.from({ length: 1000 }, (_, index) => sampleEvent(index % 50, from + index)),
      );
    }
    const rates: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const start = performance.now();
      const result = await verifyTrail(storage.trail, { publicKeys: keys.publicKeys, kept: null });
      if (!result.ok) throw new Error(result.broken.problem);
      rates.push((result.events * 1000) / (performance.now() - start));
    }
    rates.sort((a, b) => a - b);
    const perSecond = percentile(rates, 0.5);
    return { measure: `verify, ${events} events`, perSecond, p50Ms: null, p99Ms: null, goal: GOAL_VERIFY };
  });
}

/** Five events of one run, with a program out of two hundred, a token and a refusal now and then. */
function sampleRun(number: number): TrailEvent[] {
  const code = `const page = await crm.list_contacts({ page: ${number % 200} });\nreturn page.total`;
  const place = {
    principal: `agent-${number % 20}`,
    session: `session-${number % 100}`,
    run: `run_${number}`,
  };
  const tokens = [
    {
      token: "EMAIL_001",
      class: "EMAIL",
      pointer: "/to",
      sources: [{ tool: "crm.get", call: "c", pointer: "" }],
    },
  ];
  const here = {
    ...place,
    call: `call_${number}`,
    tool: number % 3 === 0 ? "mail.send" : "crm.list_contacts",
  };
  return [
    { ...place, kind: "run.submitted", body: { codeSha256: sha256Hex(code), codeBytes: code.length, code } },
    { ...place, kind: "run.started", body: {} },
    {
      ...here,
      kind: "call.decided",
      decision: number % 50 === 0 ? "deny" : "allow",
      rule: "reads",
      body: {
        args: { page: number },
        reason: "The rule reads grants this tool.",
        tokens: number % 10 === 0 ? tokens : [],
      },
    },
    {
      ...here,
      kind: "call.completed",
      status: "succeeded",
      body: { executed: "yes", durationMs: number % 90 },
    },
    {
      ...place,
      kind: "run.finished",
      status: "succeeded",
      body: { durationMs: number % 300, savedTokens: 900 },
    },
  ];
}

type Question = [title: string, ask: (desk: AuditDesk) => Promise<unknown>];

const page = { limit: 100, order: "desc" } as const;
const QUESTIONS: Question[] = [
  ["newest 100 events", (desk) => desk.events("bench", page)],
  ["newest 100 denials", (desk) => desk.events("bench", { ...page, decision: "deny" })],
  ["100 events of a session", (desk) => desk.events("bench", { ...page, session: "session-42" })],
  ["100 events of a principal", (desk) => desk.events("bench", { ...page, principal: "agent-7" })],
  ["100 calls of a tool pattern", (desk) => desk.events("bench", { ...page, tool: "mail.*" })],
  ["100 events of a class", (desk) => desk.events("bench", { ...page, class: "EMAIL" })],
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

async function measureQuestions(): Promise<void> {
  await withTrail(async ({ storage, trail, keys }) => {
    for (let from = 0; from < ASKED_EVENTS / 5; from += 400) {
      await trail.append(...Array.from({ length: 400 }, (_, index) => sampleRun(from + index)).flat());
    }
    const desk = createAuditDesk({
      store: storage.trail,
      evidence: async () => ({ publicKeys: keys.publicKeys, kept: null }),
      recordRead: (reader, body) => trail.append({ kind: "audit.read", principal: reader, body }),
    });
    console.log(`\n| question, ${ASKED_EVENTS} events | ms |\n|---|---|`);
    for (const [title, ask] of QUESTIONS) {
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const start = performance.now();
        await ask(desk);
        times.push(performance.now() - start);
      }
      times.sort((a, b) => a - b);
      console.log(`| ${title} | ${percentile(times, 0.5).toFixed(1)} |`);
    }
  });
}

function printTable(lines: Line[]): void {
  console.log("| measure | events/s | p50 ms | p99 ms | goal |\n|---|---|---|---|---|");
  for (const { measure, perSecond, p50Ms, p99Ms, goal } of lines) {
    const verdict = goal === null ? "–" : `≥ ${goal}: ${perSecond >= goal ? "met" : "missed"}`;
    const cells = [
      measure,
      Math.round(perSecond),
      p50Ms?.toFixed(2) ?? "–",
      p99Ms?.toFixed(2) ?? "–",
      verdict,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

const lines: Line[] = [];
for (const writers of WRITERS) lines.push(await measureWriters(writers));
lines.push(await measureVerify(50_000));
printTable(lines);
await measureQuestions();
