// Kills a whole gateway under load at random moments, then compares what callers were told, what the server behind it
// received and what the trail says. Run: npm run kill-test -- --kills 200 --seed 1. Exits with 1 when a promise was broken.

import { parseArgs } from "node:util";
import { proveKills } from "./faults/prove-kills.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const kills = Number(values.kills);
const started = performance.now();
const verdict = await proveKills({
  kills,
  seed: Number(values.seed),
  onKill: (done) => {
    if (done % 20 === 0) console.log(`${done} of ${kills} kills`);
  },
});
const { broken, acknowledged, effects, events, segments, unknownCalls } = verdict;
console.log(`\n${kills} kills in ${Math.round((performance.now() - started) / 1000)} s, seed ${values.seed}`);
console.log(
  `${acknowledged} runs acknowledged, ${effects} effects received, ${unknownCalls} calls left unknown`,
);
console.log(`${events} events in ${segments} files`);
if (broken.length === 0)
  console.log("No acknowledged event was lost, no effect is without its event, the trail verifies.");
for (const sentence of broken.slice(0, 20)) console.log(`BROKEN  ${sentence}`);
process.exitCode = broken.length === 0 ? 0 : 1;
