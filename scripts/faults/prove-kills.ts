// Kills a loaded gateway again and again, each time at another moment, and then judges what is left.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { kill, prepareFolder, readKey, startGateway, stop, untilServing } from "./gateway-process.ts";
import { judge, type Verdict } from "./judge.ts";
import { type Acknowledged, startLoad } from "./load.ts";

export type KillPlan = {
  kills: number;
  seed: number;
  callers?: number;
  /** Longest life under load. */
  lifeMs?: number;
  onKill?(round: number): void;
};

/** One life in so many is ended while it starts, when the trail of the last one is being mended. */
const START_KILL_EVERY = 6;
const LONGEST_START_KILL_MS = 900;

export async function proveKills(plan: KillPlan): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-kills-"));
  try {
    prepareFolder(folder);
    const acknowledged: Acknowledged[] = [];
    const random = seeded(plan.seed);
    for (let round = 0; round < plan.kills; round += 1) {
      acknowledged.push(...(await oneLife(folder, plan, { round, random })));
      plan.onKill?.(round + 1);
    }
    const last = startGateway(folder);
    if ((await untilServing(folder, last)) === null) throw new Error("The gateway did not start again.");
    await stop(last);
    return await judge(folder, acknowledged);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function oneLife(
  folder: string,
  { callers = 8, lifeMs = 1200 }: KillPlan,
  { round, random }: { round: number; random: () => number },
): Promise<Acknowledged[]> {
  const gateway = startGateway(folder);
  if (round % START_KILL_EVERY === START_KILL_EVERY - 1) {
    await delay(random() * LONGEST_START_KILL_MS);
    await kill(gateway);
    return [];
  }
  const url = await untilServing(folder, gateway);
  if (url === null) throw new Error("The gateway did not start.");
  const load = startLoad({ url, key: readKey(folder, "agent"), round }, callers);
  await delay(random() * lifeMs);
  await kill(gateway);
  await load.stop();
  return load.acknowledged;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
