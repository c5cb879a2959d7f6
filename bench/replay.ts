// How long `sallyport policy replay` takes over a trail of 100,000 decisions, as a reviewer runs it: the real command,
// on a real data folder, in a process of its own.
// Run: node bench/replay.ts [--json]

import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openCheckpointKeys, openTrail, type TrailEvent } from "../src/record/record.ts";
import { openSqliteStorage } from "../src/storage/storage.ts";
import { openBench } from "./open-bench.ts";

const DECISIONS = 100_000;
const BATCH = 500;
const RULES = 100;
const GOAL_SECONDS = 10;
const LAUNCHER = fileURLToPath(new URL("../bin/sallyport.js", import.meta.url));

/** A tenth was denied, a third carries a token, and every fifth amount is over what the candidate permits. */
function decidedCall(index: number): TrailEvent {
  const carries = index % 3 === 0;
  const token = {
    token: "EMAIL_001",
    class: "EMAIL",
    pointer: "/to",
    known: true,
    whole: true,
    sources: [{ tool: "crm.get", call: `call_${index - 1}`, pointer: "/0/email" }],
  };
  return {
    kind: "call.decided",
    principal: `agent-${index % 20}`,
    session: `agent-${index % 20}/main`,
    run: `run_${index >> 4}`,
    call: `call_${index}`,
    tool: `shop${index % RULES}.order`,
    decision: index % 10 === 0 ? "deny" : "allow",
    rule: index % 10 === 0 ? "no_match" : `r${index % RULES}`,
    body: {
      args: { amount: (index * 7) % 100, note: "late delivery", ...(carries && { to: "EMAIL_001" }) },
      pin: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      policy: "shop",
      policyHash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
      reason: "The rule allows this.",
      labels: [],
      role: "agent",
      groups: [],
      tokens: carries ? [token] : [],
      restores: [],
      shadow: [],
    },
  };
}

async function writeTrail(folder: string): Promise<void> {
  const storage = await openSqliteStorage(folder);
  const trail = await openTrail(storage.trail, undefined, { keys: await openCheckpointKeys(folder) });
  for (let from = 0; from < DECISIONS; from += BATCH) {
    await trail.append(...Array.from({ length: BATCH }, (_, index) => decidedCall(from + index)));
    bench.step();
  }
  await trail.close();
  await storage.close();
}

function candidate(): string {
  const each = <T>(make: (index: number) => T): T[] =>
    Array.from({ length: RULES }, (_, index) => make(index));
  return JSON.stringify({
    policy: 1,
    id: "shop",
    applies_to: { agents: ["*"] },
    tools: each((index) => ({
      id: `r${index}`,
      match: [`shop${index}.order`],
      args: { amount: { range: [0, 79] }, note: { pattern: "[a-z ]*" }, to: { class: "EMAIL" } },
      effect: "allow",
    })),
    flows: each((index) => ({
      id: `f${index}`,
      class: ["EMAIL"],
      from: ["crm.get"],
      to: [`shop${index}.order#/to`],
      effect: "allow",
    })),
  });
}

type Report = { decisions: number; replayed: number; unchanged: number; flips: { count: number }[] };

const bench = openBench("replay", DECISIONS / BATCH);
const folder = await mkdtemp(join(tmpdir(), "bench-replay-"));
try {
  await mkdir(join(folder, "policies"));
  await writeFile(join(folder, "policies", "shop.yaml"), candidate());
  await writeFile(join(folder, ".mcp.json"), '{"mcpServers":{}}');
  const writing = performance.now();
  await writeTrail(join(folder, "data"));
  bench.detail(`${DECISIONS} decisions written in ${((performance.now() - writing) / 1000).toFixed(1)} s`);
  const args = ["policy", "replay", "--since", "7d", "--candidate", "policies", "--data", "data", "--json"];
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`policy replay ended with ${status}: ${stderr}`);
  const { decisions, replayed, unchanged, flips } = JSON.parse(stdout) as Report;
  const different = flips.reduce((sum, { count }) => sum + count, 0);
  if (decisions !== DECISIONS || replayed !== DECISIONS || unchanged + different !== DECISIONS)
    throw new Error(`only ${replayed} of ${decisions} were decided again: the bench measures nothing`);
  bench.detail(`${replayed} decided again, ${different} differently`);
  await bench.report([
    {
      what: "a week of 100,000 decisions under other policies",
      ours: seconds,
      unit: "s",
      goal: { atMost: GOAL_SECONDS },
    },
  ]);
} finally {
  await rm(folder, { recursive: true });
}
