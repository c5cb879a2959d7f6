import type { Command } from "commander";
import type { Cli, Finish } from "../cli.ts";
import { addPolicyCheck } from "./policy-check.ts";
import { addPolicyDiff } from "./policy-diff.ts";
import { addPolicyExplain } from "./policy-explain.ts";
import { addPolicyFmt } from "./policy-fmt.ts";
import { addPolicyInit } from "./policy-init.ts";
import { addPolicyPin } from "./policy-pin.ts";
import { addPolicyPromote } from "./policy-promote.ts";
import { addPolicyReplay } from "./policy-replay.ts";
import { addPolicySuggest } from "./policy-suggest.ts";
import { addPolicyTest } from "./policy-test.ts";

/** In the order in which a reviewer needs them: begin, prove, understand, compare, enforce. */
export function addPolicyCommands(program: Command, cli: Cli, finish: Finish): void {
  const policy = program
    .command("policy")
    .summary("write, prove and compare policies")
    .description("Works on policy files.");
  for (const add of [
    addPolicyInit,
    addPolicyPin,
    addPolicyCheck,
    addPolicyTest,
    addPolicyExplain,
    addPolicyDiff,
    addPolicyReplay,
    addPolicyPromote,
    addPolicySuggest,
    addPolicyFmt,
  ])
    add(policy, cli, finish);
}
