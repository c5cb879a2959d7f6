// How many durable events a second the trail takes and what it adds to a tool call, beside a plain transaction for each
// event and beside no audit; how fast it is verified; how long auditors wait on a trail of a million events.
// Run: node bench/record.ts [--events 1000000]

import { parseArgs } from "node:util";
import { verifyTrail } from "../src/record/record.ts";
import { median, percentile } from "./record/figures.ts";
import { measureQuestions } from "./record/questions.ts";
import { callEvents, sampleEvent } from "./record/sample.ts";
import { openTrailParts, WAYS, withFolder } from "./record/ways.ts";

const WRITERS = [1, 8, 50];
const CALLERS = [1, 8];
const SECONDS_EACH = 3;
const VERIFIED_EVENTS = 100_000;
const GOAL_AT_50 = 8_000;
const GOAL_VERIFY = 100_000;
const GOAL_CALL_MS = 1.5;

type Load = { perSecond: number; waits: number[] };

/** As many as come through in a few seconds, each worker one after the other. */
async function underLoad(
  workers: number,
  work: (worker: number, turn: number) => Promise<void>,
): Promise<Load> {
  const waits: number[] = [];
  const start = performance.now();
  const end = start + SECONDS_EACH * 1000;
  const one = async (worker: number) => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const asked = performance.now();
      await work(worker, turn);
      waits.push(performance.now() - asked);
      // Without this a way that never waits would keep all others from their turn.
      if (turn % 64 === 63) await new Promise(setImmediate);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => one(worker)));
  return { perSecond: (waits.length * 1000) / (performance.now() - start), waits };
}

async function measureAppends(): Promise<void> {
  console.log("| append | writers | events/s | p50 ms | p99 ms | goal |\n|---|---|---|---|---|---|");
  for (const name of ["plain autocommit", "the trail"]) {
    for (const writers of WRITERS) {
      const { perSecond, waits } = await withWay(name, (way) =>
        underLoad(writers, (writer, turn) => way.append(sampleEvent(writer, turn))),
      );
      const isGoal = name === "the trail" && writers === 50;
      const goal = isGoal ? `≥ ${GOAL_AT_50}: ${perSecond >= GOAL_AT_50 ? "met" : "missed"}` : "–";
      const times = `${median(waits).toFixed(2)} | ${percentile(waits, 0.99).toFixed(2)}`;
      console.log(`| ${name} | ${writers} | ${Math.round(perSecond)} | ${times} | ${goal} |`);
    }
  }
}

/** Two events for each call: durable before it leaves, durable before it is answered. */
async function measureCalls(): Promise<void> {
  console.log(
    "\n| one tool call | callers | calls/s | added p50 ms | added p99 ms | goal |\n|---|---|---|---|---|---|",
  );
  for (const callers of CALLERS) {
    const none: Record<string, number> = {};
    for (const name of Object.keys(WAYS)) {
      const { perSecond, waits } = await withWay(name, (way) =>
        underLoad(callers, async (caller, turn) => {
          const [decided, completed] = callEvents(caller, turn);
          await way.append(decided);
          await way.append(completed);
        }),
      );
      const added = [0.5, 0.99].map((share) => {
        const value = percentile(waits, share);
        none[share] ??= value;
        return value - (none[share] ?? 0);
      });
      const [p50 = 0, p99 = 0] = added;
      const isGoal = name === "the trail" && callers === 1;
      const goal = isGoal ? `p50 ≤ ${GOAL_CALL_MS}: ${p50 <= GOAL_CALL_MS ? "met" : "missed"}` : "–";
      console.log(
        `| ${name} | ${callers} | ${Math.round(perSecond)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${goal} |`,
      );
    }
  }
}

async function withWay(
  name: string,
  work: (way: Awaited<ReturnType<(typeof WAYS)[string]>>) => Promise<Load>,
): Promise<Load> {
  return withFolder(async (folder) => {
    const way = await (WAYS[name] as (typeof WAYS)[string])(folder);
    const load = await work(way);
    await way.close();
    return load;
  });
}

async function measureVerify(events: number): Promise<void> {
  await withFolder(async (folder) => {
    const { storage, keys, trail, close } = await openTrailParts(folder);
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
    const rate = Math.round(median(rates));
    console.log(
      `\nverify: ${rate} events/s (goal ≥ ${GOAL_VERIFY}: ${rate >= GOAL_VERIFY ? "met" : "missed"})`,
    );
    await close();
  });
}

const { values } = parseArgs({ options: { events: { type: "string", default: "1000000" } } });
await measureAppends();
await measureCalls();
await measureVerify(VERIFIED_EVENTS);
await measureQuestions(Number(values.events));
