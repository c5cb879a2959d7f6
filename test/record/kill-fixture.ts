import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { allRows, openSignedTrail, temporaryFolder, verifyFolder } from "./trail-fixture.ts";

const WRITER = fileURLToPath(new URL("../fakes/loaded-writer.ts", import.meta.url));

/** Kills one folder's writer again and again, each time at another moment, and compares what all sides know. */
export async function proveKills(t: TestContext, seed: number, kills: number): Promise<void> {
  const folder = await temporaryFolder(t);
  let state = seed;
  for (let round = 0; round < kills; round += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    await killAfter(folder, round, state % 60);
  }
  const data = join(folder, "data");
  const { trail, store, close } = await openSignedTrail(t, data, { clock: () => new Date() });
  await trail.recover();
  const calls = async (kind: string) =>
    new Set((await allRows(store, { kind, limit: 1e6 })).map(({ call }) => call));
  const decided = await calls("call.decided");
  const completed = await calls("call.completed");
  const linesOf = (name: string) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean);
  const unrecorded = linesOf("effects").filter((call) => !decided.has(call));
  assert.deepEqual(unrecorded, [], `effects without their event (seed ${seed})`);
  const lost = linesOf("acknowledged").filter((line) => {
    const [what = "", call = ""] = line.split(" ");
    return !(what === "decided" ? decided : completed).has(call);
  });
  assert.deepEqual(lost, [], `acknowledged events that are gone (seed ${seed})`);
  assert.deepEqual(
    [...decided].filter((call) => !completed.has(call)),
    [],
    "every call is completed or known to be lost",
  );
  assert.ok(decided.size > kills, `${decided.size} calls are enough to prove something`);
  await close();
  const verified = await verifyFolder(data);
  assert.ok(verified.ok, JSON.stringify(verified));
  t.diagnostic(
    `${kills} kills, ${decided.size} calls, ${verified.events} events, ${verified.segments ?? 1} files`,
  );
}

async function killAfter(folder: string, round: number, ms: number): Promise<void> {
  const child = spawn(process.execPath, [WRITER, folder, String(round)], {
    // Most of a short life is loading; what was compiled once is kept for the next.
    env: { NODE_COMPILE_CACHE: join(folder, "compiled"), ...process.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), exit]);
  await delay(ms);
  child.kill("SIGKILL");
  const [, signal] = await exit;
  assert.equal(signal, "SIGKILL");
}
