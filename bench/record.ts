// How many durable events a second the trail takes and what it adds to a tool call, beside a plain transaction for each
// event and beside no audit; how fast it is verified; how long auditors wait on a trail of a million events.
// Run: node bench/record.ts [--events 1000000] [--seconds 3] [--json]

import { parseArgs } from "node:util";
import { verifyTrail } from "../src/record/record.ts";
import type { Figure } from "./figures.ts";
import { openBench } from "./open-bench.ts";
import { median, percentile } from "./percentiles.ts";
import { measureQuestions, QUESTION_STEPS } from "./record/questions.ts";
import { callEvents, sampleEvent } from "./record/sample.ts";
import { openTrailParts, WAYS, withFolder } from "./record/ways.ts";

const WRITERS = [1, 8, 50];
const CALLERS = [1, 8];
const VERIFIED_EVENTS = 100_000;
const GOAL_AT_50 = 8_000;
const GOAL_VERIFY = 100_000;
const GOAL_CALL_MS = 1.5;

const OURS = "the trail";
const PLAIN = "plain autocommit";

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "3" },
    json: { type: "boolean" },
  },
});
const secondsEach = Number(values.seconds);
const STEPS = 2 * WRITERS.length + CALLERS.length * Object.keys(WAYS).length + 1 + QUESTION_STEPS;
const bench = openBench("record", STEPS);

type Load = { perSecond: number; waits: number[] };

/** As many as come through in a few seconds, each worker one after the other. */
async function underLoad(
  workers: number,
  work: (worker: number, turn: number) => Promise<void>,
): Promise<Load> {
  const waits: number[] = [];
  const start = performance.now();
  const end = start + secondsEach * 1000;
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

async function measureAppends(): Promise<Figure> {
  bench.detail("| append | writers | events/s | p50 ms | p99 ms |\n|---|---|---|---|---|");
  const atMost: Record<string, number> = {};
  for (const name of [PLAIN, OURS]) {
    for (const writers of WRITERS) {
      const { perSecond, waits } = await withWay(name, (way) =>
        underLoad(writers, (writer, turn) => way.append(sampleEvent(writer, turn))),
      );
      const times = `${median(waits).toFixed(2)} | ${percentile(waits, 0.99).toFixed(2)}`;
      bench.detail(`| ${name} | ${writers} | ${Math.round(perSecond)} | ${times} |`);
      bench.step();
      atMost[name] = perSecond;
    }
  }
  return {
    what: `durable events, ${WRITERS.at(-1)} writers`,
    ours: atMost[OURS] ?? Number.NaN,
    unit: "events/s",
    peers: [{ name: PLAIN, figure: atMost[PLAIN] ?? Number.NaN }],
    goal: { atLeast: GOAL_AT_50 },
  };
}

/** Two events for each call: durable before it leaves, durable before it is answered. */
async function measureCalls(): Promise<Figure> {
  bench.detail(
    "\n| one tool call | callers | calls/s | added p50 ms | added p99 ms |\n|---|---|---|---|---|",
  );
  const addedToOne: Record<string, number> = {};
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
      const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => {
        const value = percentile(waits, share);
        none[share] ??= value;
        return value - (none[share] ?? 0);
      });
      bench.detail(
        `| ${name} | ${callers} | ${Math.round(perSecond)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} |`,
      );
      bench.step();
      if (callers === 1) addedToOne[name] = p50;
    }
  }
  return {
    what: "added to a tool call, one caller, p50",
    ours: addedToOne[OURS] ?? Number.NaN,
    unit: "ms",
    peers: [{ name: PLAIN, figure: addedToOne[PLAIN] ?? Number.NaN }],
    goal: { atMost: GOAL_CALL_MS },
  };
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

async function measureVerify(events: number): Promise<Figure> {
  return withFolder(async (folder) => {
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
    await close();
    bench.step();
    return {
      what: `verifying ${events.toLocaleString("en-US")} events`,
      ours: median(rates),
      unit: "events/s",
      goal: { atLeast: GOAL_VERIFY },
    };
  });
}

await bench.report([
  await measureAppends(),
  await measureCalls(),
  await measureVerify(VERIFIED_EVENTS),
  ...(await measureQuestions(Number(values.events), bench)),
]);
