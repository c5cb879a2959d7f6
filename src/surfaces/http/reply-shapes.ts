// What routes answer, as openapi.json tells it; a test holds the running gateway to it.

import { z } from "zod";
import { DETAILS } from "../../catalog/catalog.ts";
import { ROLES, SEVERITIES } from "../../vocabulary.ts";

const json = z.unknown();
const count = z.number().int().min(0);
const counts = z.record(z.string(), count);

export const errorReply = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string(), hint: z.string().optional() }),
});

const finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  line: count,
  column: count,
  hint: z.string().optional(),
});
const risk = z.strictObject({ level: z.enum(["low", "medium", "high", "critical"]), score: z.number() });
const callStatus = z.enum(["succeeded", "failed", "denied", "not_executed", "unknown"]);
const callSummary = z.strictObject({ tool: z.string(), status: callStatus, durationMs: z.number() });
const runError = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  line: count.optional(),
  column: count.optional(),
});

export const runReply = z.strictObject({
  id: z.string(),
  session: z.string(),
  status: z.enum(["succeeded", "failed", "blocked", "pending", "cancelled"]),
  result: json,
  logs: z.array(z.strictObject({ level: z.string(), message: z.string() })),
  error: runError.optional(),
  violations: z.array(finding),
  risk,
  toolCalls: z.array(callSummary),
  stats: z.strictObject({
    durationMs: z.number(),
    cpuMs: z.number(),
    memoryBytes: z.number(),
    resultTokens: count,
    savedTokens: z.number(),
    pii: counts,
  }),
});

/** While it is under way, or right after `wait: false`. */
export const runUnderWay = z.looseObject({ id: z.string(), session: z.string(), status: z.string() });

export const checkReply = z.strictObject({
  verdict: z.enum(["allow", "approve", "block"]),
  risk,
  violations: z.array(finding),
  tools: z.array(z.string()),
  imports: z.array(z.string()),
  error: runError.optional().describe("Why a run would be blocked."),
});

export const toolPage = z.looseObject({
  total: count,
  tools: z.array(
    z.looseObject({
      tool: z.string(),
      description: z.string().optional(),
      types: z.string().optional().describe(`Compact TypeScript, at detail \`${DETAILS[2]}\`.`),
      inputSchema: z.looseObject({}).optional().describe("As the server says it, with `schema=true`."),
      outputSchema: z.looseObject({}).optional(),
      flagged: z.literal(true).optional().describe("The server's text speaks to the model."),
    }),
  ),
  skills: z
    .array(z.looseObject({ call: z.string(), description: z.string() }))
    .optional()
    .describe("Saved programs that match too."),
  next: z.string().optional(),
});

export const callReply = z.looseObject({
  id: z.string(),
  session: z.string(),
  tool: z.string(),
  status: callStatus,
  result: json.optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  stats: z.strictObject({ durationMs: z.number(), resultTokens: count, pii: counts }),
});

export const approval = z.looseObject({
  id: z.string(),
  kind: z.enum(["call", "run"]),
  state: z.string(),
  principal: z.string(),
  run: z.string(),
  digest: z.string(),
  expiresAt: z.string(),
});
export const approvalPage = z.strictObject({ approvals: z.array(approval) });

export const tokenizeReply = z.strictObject({
  data: json,
  tokens: z.array(z.strictObject({ token: z.string(), class: z.string() })),
  session: z.string(),
});

export const eventPage = z.strictObject({
  events: z.array(z.looseObject({ seq: count, kind: z.string(), at: z.string() })),
  next: z.string().optional(),
});
export const verifyReply = z.looseObject({ ok: z.boolean(), events: count.optional() });

const key = z.looseObject({ id: z.string(), name: z.string(), role: z.enum(ROLES) });
export const keyPage = z.strictObject({ keys: z.array(key) });
export const newKey = key.extend({ key: z.string().describe("Shown only now.") });
export const revokedKeys = z.strictObject({ revoked: z.array(z.looseObject({ id: z.string() })) });

export const reloadReply = z.looseObject({ ok: z.boolean() });
export const readiness = z.looseObject({ ready: z.boolean(), trail: z.enum(["ok", "unavailable"]) });
export const health = z.strictObject({ status: z.literal("ok") });
export const anyObject = z.looseObject({});
