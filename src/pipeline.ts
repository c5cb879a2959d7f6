// One submission, stage by stage: admit has named the principal; then analyze → decide → execute → protect,
// and every step is on the trail before the next one has an effect.

import type { Approvals } from "./approvals/approvals.ts";
import { holdRun } from "./call/hold-for-approval.ts";
import { GatewayError, toGatewayError } from "./errors.ts";
import type { ExecutionOutcome, Executor, ServerBinding } from "./execute/execute.ts";
import type { Trail } from "./record/record.ts";
import type { RequestOrigin } from "./request-origin.ts";
import { analyzeFor, MAX_SOURCE_BYTES } from "./run/analyze-code.ts";
import type { SkillCallParts } from "./run/call-skill.ts";
import { type CheckParts, type CheckReply, checkCode } from "./run/check-code.ts";
import { createGuestHost, type GuestHostParts, type RunEvent } from "./run/guest-host.ts";
import { codeOfLinked, decideAll, type Linked, linkSkills, skillsOfRun } from "./run/link-skills.ts";
import { openScope, type ScopeParts } from "./run/open-scope.ts";
import { type PreparedRun, prepareRun } from "./run/prepare-run.ts";
import { blockedRun, finishedRun, type Refusal } from "./run/run-reply.ts";
import { closingEvents, openingEvents, redecidedEvents } from "./run/run-trail.ts";
import { createStageWatch } from "./run/stage-watch.ts";
import type { CallScope } from "./tool-gate.ts";
import type { Analysis, JsonValue, Principal, Run } from "./vocabulary.ts";

export type Submission = {
  principal: Principal;
  surface: "http" | "mcp" | "cli";
  code: string;
  session?: string;
  context?: JsonValue;
  timeoutMs?: number;
  /** Left out where nobody could name the request: it gets an id of its own. */
  request?: RequestOrigin;
  /** Compares arguments with the tools' schemas before the run; advisory. */
  typecheck?: boolean;
  signal: AbortSignal;
  /** Called as things happen, with tokens in place of personal data. */
  onEvent?: (event: RunEvent) => void;
};

/** A submission with the id under which it can be found and cancelled. */
export type NamedSubmission = Submission & { id: string; session: string };

export type Pipeline = {
  run(submission: NamedSubmission): Promise<Run>;
  check(principal: Principal, code: string, typecheck?: boolean): Promise<CheckReply>;
};

export type PipelineParts = GuestHostParts &
  ScopeParts &
  CheckParts &
  SkillCallParts & {
    approvals: Approvals;
    executor: Executor;
    trail: Pick<Trail, "append">;
    bindings(servers: string[], isVisible: (tool: string) => boolean): ServerBinding[];
  };

export function createPipeline(parts: PipelineParts): Pipeline {
  return {
    async run(submission) {
      const started = performance.now();
      const watch = createStageWatch();
      requireSize(submission.code);
      const scope = await openScope(parts, submission);
      const analysis = analyzeFor(parts, scope.policies, submission);
      const linked = await linkSkills(parts, scope, analysis);
      watch.lap("analyze");
      const decision = decideAll(scope.policies, submission.principal, analysis, linked);
      watch.lap("decide");
      const prepared = await prepareRun(scope, submission, { analysis, linked, decision });
      watch.lap("prepare");

      scope.code = prepared.code === null ? null : `${prepared.code}${codeOfLinked(linked)}`;
      scope.skills = skillsOfRun(linked);
      await parts.trail.append(...openingEvents(scope, submission, prepared, watch.take()));
      watch.lap("record");
      if ("refused" in prepared) return blockedRun(scope, prepared, started);
      if (prepared.decision.effect === "approve") {
        const refused = await approveRun(parts, scope, { submission, analysis, linked, prepared });
        if (refused) return blockedRun(scope, { ...prepared, refused }, started);
        watch.lap("approve");
      }

      const host = createGuestHost(parts, scope, submission.onEvent);
      const outcome = await execute(parts, scope, prepared, { host, signal: submission.signal });
      watch.lap("execute");
      await parts.sessionLabels.add(scope.session, scope.labels);
      const finished = await finishedRun(scope, prepared, {
        outcome,
        host,
        workspace: parts.workspace,
        started,
      });
      watch.lap("protect");
      await parts.trail.append(...closingEvents(scope, finished, watch.take()));
      await countFailures(parts, scope, finished.run);
      refuseIfBusy(outcome);
      return finished.run;
    },

    async check(principal, code, typecheck = false) {
      requireSize(code);
      return checkCode(parts, { principal, code, typecheck });
    },
  };
}

function requireSize(code: string): void {
  const bytes = Buffer.byteLength(code);
  if (bytes <= MAX_SOURCE_BYTES) return;
  const message = `The code has ${bytes} bytes; at most ${MAX_SOURCE_BYTES} are taken.`;
  throw new GatewayError("CODE_TOO_LARGE", message, {
    hint: "Pass data as `context`, or fetch it with a tool inside the program.",
  });
}

type Waiting = { submission: Submission; analysis: Analysis; linked: Linked; prepared: PreparedRun };

/** Waits for a person. Null when the run may start; by then it is on the trail as approved and started. */
async function approveRun(
  parts: PipelineParts,
  scope: CallScope,
  { submission, analysis, linked, prepared }: Waiting,
): Promise<Refusal | null> {
  const { principal, signal, onEvent } = submission;
  const { decision } = prepared;
  let approval: string;
  try {
    approval = await holdRun(parts.approvals, scope, decision, {
      signal,
      onPending: (held) => onEvent?.({ kind: "pending", approval: held }),
      onDecided: (outcome) => onEvent?.({ kind: "decided", outcome }),
    });
  } catch (error) {
    const { code, message, hint } = toGatewayError(error);
    await parts.trail.append(
      ...redecidedEvents(scope, prepared, { ...decision, effect: "deny", reason: message }, null),
    );
    return { code, message, ...(hint ? { hint } : {}) };
  }
  const now = decideAll(parts.policies(), principal, analysis, linked);
  const answer = now.effect === "deny" ? now : { ...decision, effect: "allow" as const };
  await parts.trail.append(...redecidedEvents(scope, prepared, answer, approval));
  if (answer.effect === "allow") return null;
  return { code: "POLICY_DENIED", message: `Rule ${now.rule} refuses this code now: ${now.reason}` };
}

type Startable = Extract<PreparedRun, { program: unknown }>;

function execute(
  parts: PipelineParts,
  scope: CallScope,
  { program, skills, contextText }: Startable,
  { host, signal }: { host: ReturnType<typeof createGuestHost>; signal: AbortSignal },
): Promise<ExecutionOutcome> {
  const { run: runId, principal, policies, limits } = scope;
  const isVisible = (tool: string): boolean => policies.mayCall(principal, tool);
  const named = new Set([program, ...skills.map((skill) => skill.program)].flatMap((part) => part.servers));
  const servers = parts.bindings([...named], isVisible);
  const knownServers = (): string[] => parts.serverNames(isVisible);
  const job = { runId, owner: principal.name, program, skills, servers, knownServers, contextText, limits };
  return parts.executor.execute(job, host, signal);
}

async function countFailures(parts: PipelineParts, { skills }: CallScope, { status }: Run): Promise<void> {
  if (status === "succeeded") return;
  for (const skill of skills?.called ?? []) await parts.countSkill(skill, { runs: 0, failed: 1 });
}

/** A full queue is the gateway's state, not the program's failure: callers get 429 and try again. */
function refuseIfBusy(outcome: ExecutionOutcome): void {
  if (outcome.ok || outcome.error.code !== "BUSY") return;
  const { message, hint } = outcome.error;
  throw new GatewayError("BUSY", message, hint ? { hint } : {});
}
