// Tests inside policy files and in `*.test.yaml`. Each describe() is a sentence of docs/policy-reference.md.

import * as z from "zod";
import { durationProblem } from "./duration.ts";
import { listOf, textThat } from "./matcher-schema.ts";
import { idProblem, labelProblem, nameProblem } from "./policy-words.ts";
import { labels } from "./tool-rule-schema.ts";
import { momentProblem } from "./when-words.ts";

export const policyTest = z.strictObject({
  name: z.string().min(1).describe("A sentence."),
  call: z.string().optional().describe("A tool, `server.tool`."),
  code: z.string().optional().describe("Source code; instead of `call`."),
  args: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Arguments; `<CLASS@source:record>` is a token."),
  result_of: z
    .string()
    .optional()
    .describe("A tool whose result is filtered; instead of `call`. Expect `deny` where it is withheld."),
  value: z.unknown().optional().describe("With `result_of`: what the tool answers."),
  gives: z.unknown().optional().describe("With `result_of`: what is left of it, exactly."),
  labels: z
    .array(textThat(labelProblem))
    .optional()
    .describe("With `result_of`: the labels that the run gets, all of them."),
  save_skill: z.literal(true).optional().describe("Saving a skill; instead of `call`."),
  see_skill: z.string().optional().describe("Name of an approved skill of another key; instead of `call`."),
  workspace: z.string().optional().describe("Name of a shared workspace; instead of `call`."),
  access: z
    .enum(["read", "write"])
    .optional()
    .describe("With `workspace`: what is done with it. Default `read`."),
  request: z
    .string()
    .optional()
    .describe("What a server asks of the client, such as `crm.sampling`; instead of `call`."),
  run_labels: labels.optional().describe("Labels of the run. Default none."),
  at: textThat(momentProblem)
    .optional()
    .describe(
      "Time of the call, such as `2026-01-05T09:30:00Z`. Default: Thursday, 2026-01-01 at 12:00 UTC.",
    ),
  session_age: textThat(durationProblem)
    .optional()
    .describe("How long the session has existed. Default: unknown."),
  who: z
    .strictObject({
      agent: textThat(nameProblem).optional().describe("Name of the key."),
      groups: listOf(textThat(nameProblem)).optional().describe("Groups of the key."),
      role: z.enum(["agent", "admin"]).optional().describe("Role of the key. Default agent."),
    })
    .optional()
    .describe("The caller. Default: one to which the file applies."),
  expect: z.enum(["allow", "approve", "deny"]).describe("The effect."),
  rule: z.string().optional().describe("The rule that decides."),
});

/** A file that holds tests alone, `*.test.yaml`; it is no part of the snapshot. */
export const policyTestFile = z.strictObject({
  policy_tests: z
    .literal(1, { error: "this gateway reads test files of version 1: write `policy_tests: 1`" })
    .describe("Version of this format."),
  of: textThat(idProblem).describe(
    "Id of the policy whose `applies_to` is the caller of tests without `who`.",
  ),
  tests: listOf(policyTest).describe("The tests."),
});

export type TestText = z.infer<typeof policyTest>;
export type TestFileText = z.infer<typeof policyTestFile>;
