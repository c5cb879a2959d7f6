// How many durable events a second the trail takes, what waiting for one costs, and how fast it is verified.
// Run: node bench/record.ts

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCheckpointKeys, openTrail, type TrailEvent, verifyTrail } from "../src/record/record.ts";
import { openSqliteStorage } from "../src/storage/storage.ts";

const WRITERS = [1, 8, 50];
const SECONDS_EACH = 3;
const GOAL_AT_50 = 8_000;
const GOAL_VERIFY = 100_000;

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
