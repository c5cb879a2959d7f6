// Skills, shared workspaces and requests of servers. Each describe() is a sentence of docs/policy-reference.md.

import * as z from "zod";
import type { ServerRequest } from "../../vocabulary.ts";
import { listOf, textThat } from "./matcher-schema.ts";
import { approverProblem, skillPatternProblem, workspacePatternProblem } from "./policy-words.ts";

export const skills = z
  .strictObject({
    save: z
      .enum(["allow", "approve", "deny"])
      .optional()
      .describe(
        "Who may save a skill: `allow` lets its author use it at once, `approve` keeps it a draft until a person agrees. Default `approve`; the strictest applicable file wins.",
      ),
    approval: z
      .strictObject({
        by: listOf(textThat(approverProblem)).describe(
          "Who may agree: `group:<name>`, `role:<name>` or `name:<key>`.",
        ),
        count: z.int().min(1).max(10).optional().describe("How many different people must agree. Default 1."),
      })
      .optional()
      .describe(
        "Whom a draft waits for. Default: one person with the role `reviewer`. Every file that asks for approval must be satisfied.",
      ),
    see: listOf(textThat(skillPatternProblem))
      .optional()
      .describe(
        'Names, with `*`, of approved skills of others that these keys find and run. Default ["*"]. Own skills are always seen.',
      ),
  })
  .describe("Saved programs: who may save one, and which ones a key sees.");

export const workspace = z
  .strictObject({
    name: textThat(workspacePatternProblem).describe(
      "Name of the workspace; in a ceiling also a pattern with `*`.",
    ),
    access: z
      .enum(["none", "read", "write"])
      .optional()
      .describe("`read` or `write`, default `write`. In a ceiling `read` or `none`: at most this."),
  })
  .describe("A workspace, and its tokens, that all keys of this file share.");

const effect = z.enum(["allow", "deny"]).optional();

export const serverRequests = z
  .strictObject({
    sampling: effect.describe("Ask the client's model for a text. Default `deny`."),
    elicitation: effect.describe("Ask the person in front of the client. Default `deny`."),
    roots: effect.describe("Ask which folders the client works in. Default `deny`."),
  } satisfies Record<ServerRequest, z.ZodType>)
  .describe("What the server may ask of the client in the middle of a call. A deny of any file wins.");
