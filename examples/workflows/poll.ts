// Waiting costs no tokens: the program looks again until the build has ended. What policy does not grant stays refused.

import assert from "node:assert/strict";
import { runProgram, type Workflow } from "./workflow.ts";

const PROGRAM = `const { id } = await forge.start_build({ workflow: "release" });
let looks = 0;
for (;;) {
  const build = await forge.get_build({ id });
  looks += 1;
  if (build.status === "completed") return { looks, conclusion: build.conclusion };
  await sleep(20);
}`;

const REFUSED = `try {
  await forge.start_build({ workflow: "deploy-to-production" });
  return "started";
} catch (error) {
  return error.code;
}`;

export const poll: Workflow = {
  name: "polling loop",
  async play(gateway) {
    const run = await runProgram(gateway, PROGRAM);
    const { looks, conclusion } = run.result as { looks: number; conclusion: string };
    assert.equal(conclusion, "success");
    assert.equal(run.toolCalls.filter(({ tool }) => tool === "forge.get_build").length, looks);
    assert.ok(looks > 1, "there was nothing to wait for");
    const refused = await runProgram(gateway, REFUSED);
    assert.equal(refused.result, "TOOL_DENIED");
    return `${looks} looks in one run, ${run.stats.resultTokens} tokens came back`;
  },
};
