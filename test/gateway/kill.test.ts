// A sample of `npm run kill-test`, which kills two hundred times.

import assert from "node:assert/strict";
import { test } from "node:test";
import { proveKills } from "../../scripts/faults/prove-kills.ts";

test("a loaded gateway that is killed keeps what it acknowledged, and no effect is without its event", async (t) => {
  const { broken, acknowledged, effects, events } = await proveKills({ kills: 3, seed: 11, lifeMs: 2000 });
  assert.deepEqual(broken, []);
  assert.ok(effects > 0, "some effects happened");
  t.diagnostic(`${acknowledged} runs, ${effects} effects, ${events} events`);
});
