// The shape of a policy file. Each describe() is a sentence of docs/policy-reference.md.

import * as z from "zod";
import { SEVERITIES } from "../../vocabulary.ts";
import { pointerProblem, resultPointerProblem } from "../matchers/json-pointer.ts";
import { sourcePatternProblem } from "../matchers/tool-pattern.ts";
import { classNameProblem, listOf, textThat } from "./matcher-schema.ts";
import { pii } from "./pii-schema.ts";
import { idProblem, importProblem, nameProblem, serverProblem, targetProblem } from "./policy-words.ts";
import { sandbox } from "./sandbox-schema.ts";
import { serverRequests, skills, workspace } from "./sharing-schema.ts";
import { policyTest } from "./test-schema.ts";
import { labels, message, mode, positive, ruleId, toolPatterns, toolRule } from "./tool-rule-schema.ts";

const distinctBounds = z
  .strictObject({
    call: positive.optional().describe("Most distinct tokens in one call."),
    run: positive
      .optional()
      .describe("Most distinct tokens in all calls of one run; a direct call is a run of its own."),
    session: positive
      .optional()
      .describe("Most distinct tokens in all runs and direct calls of one session."),
  })
  .refine((bounds) => Object.keys(bounds).length > 0, {
    error: "name at least one of call, run and session",
  });

const flow = z.strictObject({
  id: ruleId,
  class: listOf(textThat((text) => (text === "*" ? null : classNameProblem(text)))).describe(
    "Classes of tokens, those of `pii.custom` included, or `*`.",
  ),
  from: listOf(textThat(sourcePatternProblem)).describe(
    "Where the value was seen: tools, or `code`, `context`, `direct` for text of the agent; `*` is all.",
  ),
  to: listOf(textThat(targetProblem)).describe(
    "`server.tool#/pointer`; the pointer covers everything below it. Without `#`: any argument.",
  ),
  max_distinct: z
    .union([positive, distinctBounds])
    .optional()
    .describe(
      "Most distinct tokens that may use this flow in one call. A program calls in a loop: `{ call, run, session }` bounds what goes out in all.",
    ),
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
    .describe(
      "Places that are removed; `*` is one segment, `**` any number. Pointers see through JSON that is sent as text, and also begin at its root.",
    ),
  strip: listOf(z.enum(["html_comments", "zero_width"]))
    .optional()
    .describe("Invisible text that is removed from strings."),
  instructions: z
    .enum(["flag", "quarantine", "deny"])
    .optional()
    .describe(
      "Text that addresses the model gives the run the label `instructions`; `quarantine` also takes such texts out, `deny` withholds the whole result.",
    ),
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
    levels: z
      .strictObject({
        approve: z
          .enum(SEVERITIES)
          .optional()
          .describe("Findings of this severity hold the code. Default none."),
        deny: z.enum(SEVERITIES).optional().describe("Findings of this severity refuse it. Default `high`."),
      })
      .optional()
      .describe("From which severity on findings count that `risks` does not name. The strictest file wins."),
    risks: listOf(riskRule).optional().describe("What findings of the analyzer do."),
  })
  .describe("What code may be run. Findings of severity high and critical deny by default.");

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
            "`untrusted` gives every run that reads from it the label `untrusted`. Default `untrusted`, also for servers that no file lists; only a grant file's `internal` lifts it.",
          ),
        requests: serverRequests.optional(),
      }),
    )
    .optional()
    .describe("Servers that exist for this file. Default: those that its rules name."),
  tools: listOf(toolRule).optional().describe("Who may call what. No grant means deny."),
  pii: pii.optional(),
  flows: listOf(flow)
    .optional()
    .describe("Where tokens may be restored. Without a flow a call that carries a token is denied."),
  results: listOf(resultRule).optional().describe("Labels, cuts and filters for what tools answer."),
  skills: skills.optional(),
  workspaces: listOf(workspace)
    .optional()
    .describe("Workspaces that the keys of this file share. Default none: each session has its own."),
  tests: listOf(policyTest).optional().describe("Examples that `sallyport policy test` decides."),
});

export type PolicyFile = z.infer<typeof policyFile>;
export type RiskText = z.infer<typeof riskRule>;
export type ToolRuleText = z.infer<typeof toolRule>;
export type FlowText = z.infer<typeof flow>;
export type ResultRuleText = z.infer<typeof resultRule>;
