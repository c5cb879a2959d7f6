// The shape of a tool rule. Each describe() is a sentence of docs/policy-reference.md.

import * as z from "zod";
import { toolPatternProblem } from "../matchers/tool-pattern.ts";
import { durationProblem } from "./duration.ts";
import { listOf, matcher, textThat } from "./matcher-schema.ts";
import { approverProblem, idProblem, labelProblem } from "./policy-words.ts";
import { DAYS, hoursProblem, timeZoneProblem } from "./when-words.ts";

export const ruleId = textThat(idProblem).describe(
  "Unique in this file; shown in decisions and in the trail.",
);
export const mode = z
  .enum(["enforce", "shadow"])
  .optional()
  .describe("`shadow`: evaluated and recorded, never enforced. Default `enforce`.");
export const message = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe("Shown to the agent when this rule decides.");
export const toolPatterns = listOf(textThat(toolPatternProblem)).describe(
  "Tools as `server.tool`; `*` stands for any characters.",
);
export const labels = listOf(textThat(labelProblem));
export const positive = z.int().min(1);

const approval = z
  .strictObject({
    by: listOf(textThat(approverProblem)).describe(
      "Who may approve: `group:<name>`, `role:<name>` or `name:<key>`.",
    ),
    count: positive.max(10).optional().describe("How many different people must approve. Default 1."),
    expires: textThat(durationProblem).optional().describe("How long the request waits. Default 15m."),
    show: listOf(z.string())
      .optional()
      .describe(
        "Arguments shown to the approver; `inputResponses` for answers that a client brings back through the pass-through. Default all.",
      ),
  })
  .describe(
    "Who decides a held call. Default: anyone with the role `approver`, within 15 minutes. The role `admin` alone is not enough: a rule that wants admins names `role:admin`.",
  );

const rate = z
  .strictObject({
    max: positive.describe("Calls in one window."),
    per: textThat(durationProblem).describe("Length of the window, such as `1h`."),
    by: listOf(z.enum(["agent", "user", "tool"]))
      .optional()
      .describe(
        "What has its own count: each key (`agent`), each tool (`tool`). `user` means the same as `agent`: the gateway knows keys and nobody behind them, and takes no caller's word for who that is. Give people keys of their own to count them apart. Default [agent].",
      ),
  })
  .describe("Room that must be left before the call may happen.");

export const toolRule = z.strictObject({
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
      hours: textThat(hoursProblem)
        .optional()
        .describe(
          "Time of day, `08:00-18:00`: the first minute belongs to it, the last does not. May pass midnight.",
        ),
      days: listOf(z.enum(DAYS))
        .optional()
        .describe("Days of the week, as the clock of the zone shows them."),
      time_zone: textThat(timeZoneProblem)
        .optional()
        .describe("Zone of `hours` and `days`, such as `Europe/Berlin`. Default `UTC`."),
      session_age: z
        .strictObject({
          over: textThat(durationProblem).optional().describe("The session is at least this old."),
          under: textThat(durationProblem).optional().describe("The session is younger than this."),
        })
        .refine((it) => Object.keys(it).length > 0, {
          error: "`session_age` is empty: give `over` or `under`",
        })
        .optional()
        .describe("How long the session has existed. An unknown age satisfies no grant and escapes no deny."),
    })
    .refine((it) => Object.keys(it).length > 0, { error: "`when` is empty: remove it or name a condition" })
    .refine((it) => it.time_zone === undefined || it.hours !== undefined || it.days !== undefined, {
      error: "`time_zone` needs `hours` or `days`",
      path: ["time_zone"],
    })
    .optional()
    .describe(
      "Further conditions; labels come from `results` of calls that this run, or an earlier run of its session, has made.",
    ),
  rate: rate.optional(),
  approval: approval.optional(),
  message,
  mode,
});
