// The three tools for skills: what tools/list says of them, what they accept and what they do. They accept more than is
// listed: what hardly any model needs is not worth its place in every conversation.

import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { SkillHit } from "../../services/skills/present-skill.ts";
import type { SkillWish } from "../../services/skills/save-skill.ts";
import type { JsonValue } from "../../vocabulary.ts";
import { parsedText, readArguments, wholeNumber } from "./read-arguments.ts";
import { type Submitting, submitRun, type Watched } from "./submit-run.ts";
import { MAX_TIMEOUT_MS } from "./tool-list.ts";
import { toolReply } from "./tool-reply.ts";

const SEARCH_SKILLS = {
  name: "search_skills",
  description: "Find saved programs for whole tasks.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, additionalProperties: false },
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies Tool;

const RUN_SKILL = {
  name: "run_skill",
  description: "Run a saved program. In code: skills.<name>({…}).",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string" },
      parameters: { type: "object" },
      session: { type: "string" },
    },
    required: ["name"],
    additionalProperties: false,
  },
} satisfies Tool;

const SAVE_SKILL = {
  name: "save_skill",
  description: "Keep a program that succeeded. Its parameters are what it read from context.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "Like top_customers." },
      description: { type: "string" },
      run: { type: "string", description: "The run's id." },
      parameters: { type: "object", description: "JSON Schema of context." },
    },
    required: ["name", "description"],
    additionalProperties: false,
  },
  annotations: { destructiveHint: false, openWorldHint: false },
} satisfies Tool;

export const SKILL_TOOLS: Tool[] = [SEARCH_SKILLS, RUN_SKILL, SAVE_SKILL];

const searchArguments = z.strictObject({ query: z.string().max(500).default("") });
const runArguments = z.strictObject({
  name: z.string().min(1, "it must not be empty"),
  parameters: z.preprocess(parsedText, z.record(z.string(), z.unknown())).default({}),
  session: z.string().optional(),
  timeoutMs: wholeNumber(MAX_TIMEOUT_MS).optional(),
});
const saveArguments = z.strictObject({
  name: z.string(),
  description: z.string(),
  run: z.string().optional(),
  code: z.string().optional(),
  parameters: z.preprocess(parsedText, z.record(z.string(), z.unknown())).optional(),
  tags: z.array(z.string()).optional(),
});

const MOST_HITS = 10;

type Act = (parts: Submitting, exchange: Watched, args: unknown) => Promise<CallToolResult>;

export const SKILL_ACTS: Record<string, Act> = {
  async [SEARCH_SKILLS.name]({ gateway }, { principal }, args) {
    const { query } = readArguments(SEARCH_SKILLS.name, args, searchArguments);
    const { total, skills } = await gateway.skills.search(principal, { query, limit: MOST_HITS });
    const hint = total === 0 ? { hint: "Nothing matches; write a program for run_code." } : {};
    return toolReply({ total, skills: skills.map(shortHit), ...hint }, false);
  },
  async [RUN_SKILL.name](parts, exchange, args) {
    const { name, parameters, ...options } = readArguments(RUN_SKILL.name, args, runArguments);
    const program = await parts.gateway.skills.programFor(exchange.principal, name, parameters as JsonValue);
    return submitRun(parts, exchange, { ...program, ...options });
  },
  async [SAVE_SKILL.name]({ gateway }, { principal }, args) {
    const wish = readArguments(SAVE_SKILL.name, args, saveArguments);
    const { name, version, state, call, reason } = await gateway.skills.save(principal, wish as SkillWish);
    return toolReply({ name, version, state, call, ...(reason ? { reason } : {}) }, false);
  },
};

function shortHit({ call, description, state, reason }: SkillHit): object {
  const isUsable = state === "approved" || state === "private";
  return { call, description, ...(isUsable ? {} : { state, reason }) };
}
