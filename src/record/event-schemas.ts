// What each kind of event holds. Writers know the newest version only; a change of meaning is a new version,
// and readers go on accepting every version that ever was written.

import { z } from "zod";
import type { EventKind, TrailEvent } from "./record.ts";

export const EVENT_VERSION = 1;

type ColumnName = Exclude<keyof TrailEvent, "kind" | "body">;
export type EventSchema = { summary: string; columns: ColumnName[]; body: z.ZodObject };

const text = z.string();
const count = z.number();
const list = z.array(z.unknown());
const object = z.looseObject({});
const countOrList = z.union([count, list]);
const policyHash = text.nullable().optional().describe("SHA-256 of the policy snapshot that decided.");
const reason = text.optional().describe("Why, as a sentence.");
const shadow = list.optional().describe("What rules in shadow mode would have changed.");
const stages = object.optional().describe("Milliseconds that each stage took.");
const request = text
  .optional()
  .describe("Id of the request behind it, as the header X-Request-Id of the reply gives it.");
const durationMs = count.optional().describe("Wall clock time in milliseconds.");
const error = z
  .union([text, object])
  .nullable()
  .optional()
  .describe("Code and message of the failure, without personal data.");
const keyFields = {
  id: text.describe("The key's id; never the secret."),
  name: text.optional().describe("The key's name, which is the principal's name."),
  role: text.optional().describe("The key's role."),
};
const skillFields = {
  name: text.describe("The skill's name."),
  version: count.describe("Its version; a version never changes."),
  sha256: text.describe("SHA-256 over what was reviewed: name, description, tags, parameters and code."),
  state: text.optional().describe("The version's state after this event."),
};
const softwareFields = {
  version: text.optional().describe("Version of the gateway."),
  node: text.optional().describe("Version of Node.js."),
};
const approvalFields = {
  approval: text.describe("The approval's id."),
  digest: text.describe("SHA-256 over what is approved: principal, run, tool, pin, arguments and policy."),
  state: text.describe("The approval's state after this event."),
  expiresAt: text.optional().describe("When it expires."),
};
const token = { token: text, class: text, pointer: text.optional() };

function event(summary: string, columns: ColumnName[], fields: z.ZodRawShape): EventSchema {
  return { summary, columns, body: z.looseObject(fields) };
}

export const EVENT_SCHEMAS: Record<EventKind, EventSchema> = {
  "gateway.started": event("The gateway opened this trail.", [], softwareFields),
  "gateway.stopped": event("The gateway closed this trail in good order.", [], softwareFields),
  "run.submitted": event("A program, or one direct call, arrived.", ["run"], {
    codeSha256: text
      .nullable()
      .describe("SHA-256 of the code, with personal data replaced by tokens; null for a direct call."),
    direct: z.boolean().optional().describe("True for one tool call that was asked for without a program."),
    codeBytes: count.optional().describe("Size of the code in bytes."),
    codeKept: z
      .boolean()
      .optional()
      .describe("True when the text is kept beside the events, once for all runs of it, under its hash."),
    code: text.optional().describe("The text itself, in trails of versions before 0.2."),
    surface: text.optional().describe("The way in: http, mcp or cli."),
    request,
    traceparent: text.optional().describe("The caller's place in its own trace (W3C Trace Context)."),
    context: z.unknown().optional().describe("The context given with the code, tokenized."),
  }),
  "code.checked": event("The code was parsed and every rule has looked at it.", ["run"], {
    findings: countOrList.optional().describe("The rules' remarks, with line and column."),
    risk: object.optional().describe("Level and score."),
    facts: object.optional().describe("The measures that policy compares with its limits."),
    skills: list.optional().describe("The skills that the program names, with version, hash and risk."),
  }),
  "run.decided": event("Policy decided about the run as a whole.", ["run", "decision"], {
    effect: text.optional().describe("The same as the decision column."),
    reason,
    policyHash,
    shadow,
    stages,
  }),
  "run.started": event("The program, or the direct call, is about to execute.", ["run"], {
    limits: object.optional().describe("The limits that hold for this run."),
    skills: list.optional().describe("The skills that are part of what runs."),
    policyHash,
  }),
  "call.decided": event(
    "Policy decided about one tool call; durable before the call leaves.",
    ["call", "tool", "decision"],
    {
      request,
      args: z.unknown().optional().describe("The arguments, tokenized."),
      pin: text.nullable().optional().describe("SHA-256 of the tool's definition."),
      reason,
      shadow,
      restores: countOrList.optional().describe("Tokens that will be restored into the arguments."),
      draws: list
        .optional()
        .describe(
          "For each flow that bounds a run or a session: its tokens in this call, and how many others it restored before.",
        ),
      policyHash,
      labels: z.unknown().optional().describe("Labels of what the run, and its session before it, has read."),
    },
  ),
  "token.created": event("Personal values were replaced by tokens.", [], {
    tokens: z.array(z.looseObject(token)).describe("Token, class and JSON pointer of each; never the value."),
  }),
  "token.restored": event("Tokens were turned back into values for one call.", ["call"], {
    tokens: z
      .array(z.looseObject({ ...token, flow: text.nullable().optional() }))
      .describe("Token, class, JSON pointer and the flow that permits it."),
  }),
  "token.revealed": event("A person is about to be shown the value behind a token.", ["principal"], {
    token: text.describe("The token; never the value."),
    class: text.describe("Its class."),
    owner: text.describe("The principal whose session the token is of."),
    reason: text.describe("Why, in that person's words, tokenized."),
    sources: list.optional().describe("The tools that the value came from."),
  }),
  "token.derived": event(
    "A program asked for a fact about values; it learned the fact, not the value.",
    ["run"],
    {
      fact: text.describe("Which fact: domain, country, last4, brand, ageBand, initials or equals."),
      tokens: z.array(z.looseObject(token)).describe("Token and class of each value that was asked about."),
    },
  ),
  "vault.forgotten": event("Stored values are about to be made unreadable for good.", [], {
    why: z.enum(["idle", "session", "value"]).describe("Nobody used the session, or an operator asked."),
    sessions: z
      .array(z.looseObject({ session: text, tokens: z.union([count, list]).optional() }))
      .describe("Each as principal/name, with its tokens or their number; never a value."),
  }),
  "vault.rotated": event("All session keys are about to be wrapped by a new master key.", [], {
    sessions: count.describe("How many session keys."),
    keyId: text.describe("Names the new key without giving it away."),
  }),
  "call.completed": event("A tool call ended, or is known to be lost.", ["call", "status"], {
    durationMs,
    bytes: count.optional().describe("Size of the result."),
    executed: z.enum(["yes", "no", "unknown"]).optional().describe("Did the effect happen?"),
    error,
    pii: object.optional().describe("Number of tokens by class in the result."),
    reason,
  }),
  "request.decided": event(
    "Policy decided about a request that a server made to its client.",
    ["tool", "decision"],
    {
      reason,
      policy: text.nullable().optional().describe("The policy file that decided."),
      policyHash,
      shadow,
    },
  ),
  "result.filtered": event("The policy removed or cut parts of a result.", [], {
    rules: list.optional().describe("The rules that did it."),
    counts: object.optional().describe("How much each took away."),
  }),
  "run.finished": event("A run ended.", ["run", "status"], {
    durationMs,
    cpuMs: count.optional().describe("CPU time of the program."),
    memoryBytes: count.optional().describe("Memory at the program's end."),
    resultBytes: count.optional().describe("Size of the reply's result."),
    stages,
    error,
    calls: countOrList.optional().describe("The run's tool calls, or their number."),
    labels: list.optional().describe("What the session has read by now; later runs of it start with these."),
    reason,
  }),
  "approval.requested": event("A call or a run waits for a person.", ["run", "rule"], approvalFields),
  "approval.decided": event("Somebody approved or denied.", ["run", "decision"], {
    ...approvalFields,
    by: text.describe("The principal that decided."),
    comment: text.optional().describe("What that principal said."),
  }),
  "approval.expired": event("Nobody decided in time, or the gateway stopped.", ["run"], approvalFields),
  "approval.withdrawn": event("The run ended before anybody decided.", ["run"], approvalFields),
  "policy.loaded": event("A policy snapshot came into force.", [], {
    sha256: text.describe("The snapshot's SHA-256."),
    files: countOrList.optional().describe("The files it was compiled from."),
  }),
  "policy.refused": event("Changed policy files do not load; the set before them stays in force.", [], {
    kept: text.describe("SHA-256 of the snapshot that stays."),
    problems: list.describe("Place and message of each problem, the first twenty."),
  }),
  "tools.pinned": event("Tool definitions were pinned at first sight.", [], {
    pins: z.union([object, list]).describe("Tool and SHA-256 of its definition."),
  }),
  "tools.flagged": event("Texts of tools speak to the model; sentences that do were taken out.", [], {
    tools: list.describe("The tools, as server.tool."),
  }),
  "workspace.shared": event("A run asked for a workspace that several keys share.", ["run", "decision"], {
    name: text.describe("The workspace's name."),
    access: text.describe("read or write."),
    key: text.optional().describe("The note's key."),
    reason,
    labels: list.optional().describe("What the run had read."),
  }),
  "workspace.read": event("A client read a note of a session's workspace as a resource.", ["principal"], {
    key: text.describe("The note's key."),
    bytes: count.describe("Its size."),
    labels: list.describe("What the run that wrote it had read; later runs of the session start with these."),
  }),
  "skill.saved": event("A program that had succeeded was kept under a name.", ["principal"], {
    ...skillFields,
    code: text.describe("The program."),
    tools: list.describe("The tools that it names, each with the SHA-256 of its definition."),
    provenRun: text.nullable().describe("The run in which it succeeded."),
    labels: list.optional().describe("What that run had read."),
    reason,
  }),
  "skill.refused": event("A program was not kept as a skill.", ["principal"], {
    name: text.describe("The name that was asked for."),
    error,
  }),
  "skill.approved": event("A person approved a version of a skill.", ["principal"], {
    ...skillFields,
    owner: text.describe("Whoever saved it."),
    tools: list.describe("The tools, with the definitions that hold from now on."),
    comment: text.optional().describe("What that person said, tokenized."),
  }),
  "skill.quarantined": event(
    "A tool of the skill changed, so nobody runs it until it is approved again.",
    [],
    {
      ...skillFields,
      reason,
      changes: list.describe("The tools that changed: SHA-256 as approved, and now."),
    },
  ),
  "skill.retired": event("A version of a skill was taken out of use.", ["principal"], skillFields),
  "skill.run": event("A run called a skill; on disk before its program goes on.", ["run"], {
    ...skillFields,
    parameters: z.unknown().optional().describe("The parameters, tokenized."),
  }),
  "skill.exported": event("Skills were written into a signed bundle.", ["principal"], {
    skills: list.describe("Name, version and SHA-256 of each."),
    keyId: text.describe("The key that signed it."),
  }),
  "skill.imported": event("A skill arrived in a signed bundle; it waits for approval.", ["principal"], {
    ...skillFields,
    code: text.describe("The program."),
    origin: object.describe("Who made it, and the key that signed the bundle."),
  }),
  "key.created": event("A key was created.", [], keyFields),
  "key.revoked": event("A key was revoked.", [], keyFields),
  "audit.read": event("Somebody read the trail.", ["principal"], {
    what: text.optional().describe("The question: events, run, flows, stats, sql, export, verify or follow."),
    filter: object.optional().describe("What was asked for."),
    rows: count.optional().describe("How many events were returned."),
    readAt: text
      .optional()
      .describe("When the files were read, if no gateway ran then; set by the reader's clock."),
  }),
  "audit.resumed": event("The trail can be written again after an outage.", [], {
    since: text.describe("When writing first failed."),
    refused: count.describe("Events that were refused meanwhile; what they stood for did not happen."),
  }),
  "segment.opened": event("The trail goes on in a new file; written by the trail itself.", [], {
    previousSeq: count.describe("The last event of the file before."),
    previousHash: text.describe("Its hash, the same as this event's prev."),
  }),
  "trail.pruned": event("Old files of the trail were deleted on purpose.", ["principal"], {
    before: text.describe("Only files whose events are all older than this were deleted."),
    throughSeq: count.describe("The last event that was deleted."),
    throughHash: text.describe("Its hash: the event after it follows from that."),
    segments: count.describe("How many files."),
    events: count.describe("How many events."),
  }),
  checkpoint: event("The trail signed its own head; written by the trail itself.", [], {
    seq: count.describe("The sequence number that is signed."),
    head: text.describe("The hash at that sequence number."),
    keyId: text.describe("First 16 hex digits of the SHA-256 of the public key (SPKI, DER)."),
    signature: text.describe("Ed25519, base64, over the canonical JSON of head, keyId, seq, type and v."),
  }),
};
