// The shape of a policy file. Each describe() is a sentence of docs/policy-reference.md.

import * as z from "zod";
import { SEVERITIES } from "../vocabulary.ts";
import { durationProblem } from "./duration.ts";
import { pointerProblem, resultPointerProblem } from "./json-pointer.ts";
import { listOf, matcher, TOKEN_CLASSES, textThat } from "./matcher-schema.ts";
import {
  approverProblem,
  idProblem,
  importProblem,
  labelProblem,
  nameProblem,
  serverProblem,
  targetProblem,
} from "./policy-words.ts";
import { sandbox } from "./sandbox-schema.ts";
import { sourcePatternProblem, toolPatternProblem } from "./tool-pattern.ts";

const ruleId = textThat(idProblem).describe("Unique in this file; shown in decisions and in the trail.");
const mode = z
  .enum(["enforce", "shadow"])
  .optional()
  .describe("`shadow`: evaluated and recorded, never enforced. Default `enforce`.");
const message = z.string().min(1).max(300).optional().describe("Shown to the agent when this rule decides.");
const toolPatterns = listOf(textThat(toolPatternProblem)).describe(
  "Tools as `server.tool`; `*` stands for any characters.",
);
const labels = listOf(textThat(labelProblem));
const positive = z.int().min(1);

const approval = z
  .strictObject({
    by: listOf(textThat(approverProblem)).describe(
      "Who may approve: `group:<name>`, `role:<name>` or `name:<key>`.",
    ),
    count: positive.max(10).optional().describe("How many different people must approve. Default 1."),
    expires: textThat(durationProblem).optional().describe("How long the request waits. Default 15m."),
    show: listOf(z.string()).optional().describe("Arguments shown to the approver. Default all."),
  })
  .describe("Who decides a held call. Default: anyone with the role `approver`, within 15 minutes.");

const rate = z
  .strictObject({
    max: positive.describe("Calls in one window."),
    per: textThat(durationProblem).describe("Length of the window, such as `1h`."),
    by: listOf(z.enum(["agent", "user", "tool"]))
      .optional()
      .describe("What has its own count. `user` is the session's principal for now. Default [agent]."),
  })
  .describe("Room that must be left before the call may happen.");

const toolRule = z.strictObject({
  id: ruleId,
  match: toolPatterns,
  effect: z
    .enum(["allow", "approve", "deny", "escalate", "limit"])
    .describe(
      "`allow` and `approve` grant; `deny` wins over all; `escalate` turns a grant into an approval; `limit` only adds its rate.",
    ),
  args: z
    .record(z.string(), matcher)
    .optional()
    .describe(
      "In a grant: every permitted argument (others fail the grant, missing ones are fine). In other rules: conditions on these arguments.",
    ),
  when: z
    .strictObject({
      run_labels_any: labels.optional().describe("The run carries at least one of these labels."),
      run_labels_all: labels.optional().describe("The run carries all of these labels."),
    })
    .refine((it) => Object.keys(it).length > 0, { error: "`when` is empty: remove it or name a condition" })
    .optional()
    .describe("Further conditions; labels come from `results` of calls that this run has made."),
  rate: rate.optional(),
  approval: approval.optional(),
  message,
  mode,
});

const flow = z.strictObject({
  id: ruleId,
  class: listOf(z.enum([...TOKEN_CLASSES, "*"])).describe("Classes of tokens, or `*`."),
  from: listOf(textThat(sourcePatternProblem)).describe(
    "Where the value was seen: tools, or `code`, `context`, `direct` for text of the agent; `*` is all.",
  ),
  to: listOf(textThat(targetProblem)).describe(
    "`server.tool#/pointer`; the pointer covers everything below it. Without `#`: any argument.",
  ),
  max_distinct: positive.optional().describe("Most distinct tokens that may use this flow in one call."),
  same_record_as: textThat(pointerProblem)
    .optional()
    .describe(
      "The token must come from the same record as every token at this argument, which holds whole tokens only.",
    ),
  effect: z.enum(["allow", "deny"]).describe("A deny wins over any allow."),
  message,
  mode,
});

const resultRule = z.strictObject({
  id: ruleId,
  match: toolPatterns,
  label: labels.optional().describe("Labels the run gets once it has read such a result."),
  max_kb: positive.max(8192).optional().describe("The result is cut to this many KB of JSON."),
  max_items: z.int().min(0).optional().describe("Every list in the result is cut to this many elements."),
  drop: listOf(textThat(resultPointerProblem))
    .optional()
    .describe("Places that are removed; `*` is one segment, `**` any number."),
  strip: listOf(z.enum(["html_comments", "zero_width"]))
    .optional()
    .describe("Invisible text that is removed from strings."),
  instructions: z
    .literal("flag")
    .optional()
    .describe("Text that addresses the model gives the run the label `instructions`."),
  mode,
});

const riskRule = z.strictObject({
  id: ruleId,
  pattern: z.string().describe("Id of an analyze rule."),
  severity: z.enum(SEVERITIES).optional().describe("Counts instead of the rule's own severity."),
  effect: z
    .enum(["allow", "approve", "deny"])
    .optional()
    .describe("What such a finding does. Default: `deny` for high and critical, else `allow`."),
  message,
  mode,
});

const code = z
  .strictObject({
    imports: z
      .strictObject({ allow: listOf(textThat(importProblem)).describe("Modules code may import, with `*`.") })
      .optional()
      .describe('Default ["servers/*", "skills/*"].'),
    limits: z
      .strictObject({
        source_kb: positive.optional().describe("Size of the source. Default 64."),
        ast_nodes: positive.optional().describe("Nodes of the syntax tree."),
        nesting: positive.optional().describe("Depth of nested blocks."),
        complexity: positive.optional().describe("Branches in one function."),
        tool_call_sites: positive.optional().describe("Places in the code that call a tool."),
      })
      .optional()
      .describe("Smallest value of all applicable files wins."),
    risks: listOf(riskRule).optional().describe("What findings of the analyzer do."),
  })
  .describe("What code may be run. Findings of severity high and critical deny by default.");

const test = z.strictObject({
  name: z.string().min(1).describe("A sentence."),
  call: z.string().optional().describe("A tool, `server.tool`."),
  code: z.string().optional().describe("Source code; instead of `call`."),
  args: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Arguments; `<CLASS@source:record>` is a token."),
  run_labels: labels.optional().describe("Labels of the run. Default none."),
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

export const policyFile = z.strictObject({
  policy: z
    .literal(1, { error: "this gateway reads policy version 1: write `policy: 1`" })
    .describe("Version of this format."),
  id: textThat(idProblem).describe("Unique over all files."),
  role: z
    .enum(["grant", "ceiling"])
    .optional()
    .describe("A ceiling may only deny, escalate or limit. Default `grant`."),
  owner: z.string().min(1).optional().describe("Whom to ask about this file."),
  description: z.string().min(1).optional().describe("What this file is for."),
  mode: mode,
  applies_to: z
    .strictObject({
      agents: listOf(textThat(nameProblem))
        .optional()
        .describe('Names of keys; "*" is every key that may run code, and stands alone.'),
      groups: listOf(textThat(nameProblem)).optional().describe("Groups of keys."),
      roles: listOf(z.enum(["agent", "admin"]))
        .optional()
        .describe("Roles of keys."),
    })
    .refine((it) => Object.keys(it).length > 0, {
      error: "`applies_to` names nobody: give agents, groups or roles",
    })
    .describe("One matching entry is enough. Only keys with the role agent or admin are ever covered."),
  code: code.optional(),
  sandbox: sandbox.optional(),
  servers: z
    .record(
      textThat(serverProblem),
      z.strictObject({
        trust: z
          .enum(["internal", "untrusted"])
          .optional()
          .describe(
            "`untrusted` gives every run that reads from it the label `untrusted`. Default `untrusted`.",
          ),
      }),
    )
    .optional()
    .describe("Servers that exist for this file. Default: those that its rules name."),
  tools: listOf(toolRule).optional().describe("Who may call what. No grant means deny."),
  pii: z
    .strictObject({
      classes: z
        .partialRecord(z.enum(TOKEN_CLASSES), z.enum(["tokenize", "redact", "block", "pass"]))
        .optional()
        .describe("What happens to each class. Default `tokenize`; the strictest applicable file wins."),
      lifetime: z
        .literal("session", { error: 'only "session" is supported: a token lives as long as its session' })
        .optional()
        .describe("How long tokens live: `session`."),
      unknown_token: z
        .literal("deny", { error: 'only "deny" is possible: an unknown token is never sent' })
        .optional()
        .describe("Always `deny`."),
    })
    .optional()
    .describe("Personal data in results, logs and code."),
  flows: listOf(flow)
    .optional()
    .describe("Where tokens may be restored. Without a flow a call that carries a token is denied."),
  results: listOf(resultRule).optional().describe("Labels, cuts and filters for what tools answer."),
  tests: listOf(test).optional().describe("Examples that `sallyport policy check` runs."),
});

export type PolicyFile = z.infer<typeof policyFile>;
export type ToolRuleText = z.infer<typeof toolRule>;
export type FlowText = z.infer<typeof flow>;
export type ResultRuleText = z.infer<typeof resultRule>;
export type TestText = z.infer<typeof test>;
