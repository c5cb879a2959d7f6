// What every workflow is: programs that an agent would write, run through a real gateway, and what must have come of them.

import assert from "node:assert/strict";
import type { JsonValue, Run } from "../../src/vocabulary.ts";
import type { DemoGateway } from "../demo/gateway-process.ts";

export type Workflow = {
  name: string;
  /** Throws when anything came out wrong; answers with one line about what came out. */
  play(gateway: DemoGateway): Promise<string>;
};

export async function runProgram(gateway: DemoGateway, program: string): Promise<Run> {
  const run = await gateway.run(program);
  assert.equal(run.status, "succeeded", JSON.stringify(run.error ?? run.violations));
  return run;
}

export async function resultOf<Result = JsonValue>(gateway: DemoGateway, program: string): Promise<Result> {
  return (await runProgram(gateway, program)).result as Result;
}

export async function callTool<Result = JsonValue>(
  gateway: DemoGateway,
  tool: string,
  args: object,
): Promise<Result> {
  const reply = await gateway.ask<{ result: Result }>("POST", `/v1/tools/${tool}/call`, { arguments: args });
  return reply.result;
}
