// One submission, stage by stage: admit has named the principal; then analyze → decide → execute → protect,
// and every step is on the trail before the next one has an effect.

import type { AnalyzeOptions } from "./analyze/analyze.ts";
import type { PolicySnapshot } from "./decide/decide.ts";
import { GatewayError } from "./errors.ts";
import type { ExecutionOutcome, Executor, ServerBinding } from "./execute/execute.ts";
import { createGuestHost, type GuestHostParts, type RunEvent } from "./guest-host.ts";
import { type PreparedRun, prepareRun } from "./prepare-run.ts";
import type { Protector } from "./protect/protect.ts";
import type { Trail } from "./record/record.ts";
import { blockedRun, finishedRun } from "./run-reply.ts";
import { closingEvents, openingEvents } from "./run-trail.ts";
import type { CallScope } from "./tool-gate.ts";
import {
  type Analysis,
  type Finding,
  type JsonValue,
  newSessionName,
  type Principal,
  type Run,
  type RunLimits,
  SESSION_NAME,
  type Session,
  sessionOf,
} from "./vocabulary.ts";

export type Submission = {
  principal: Principal;
  surface: "http" | "mcp" | "cli";
  code: string;
  session?: string;
  context?: JsonValue;
  timeoutMs?: number;
  signal: AbortSignal;
  /** Called as things happen, with tokens in place of personal data. */
  onEvent?: (event: RunEvent) => void;
};

export type CheckReply = {
  verdict: "allow" | "approve" | "block";
  risk: Analysis["risk"];
  violations: Finding[];
  tools: string[];
  imports: string[];
};

/** A submission with the id under which it can be found and cancelled. */
export type NamedSubmission = Submission & { id: string; session: string };

export type Pipeline = {
  run(submission: NamedSubmission): Promise<Run>;
  check(principal: Principal, code: string): CheckReply;
};

export type PipelineParts = GuestHostParts & {
  analyze(source: string, options: AnalyzeOptions): Analysis;
  policies(): PolicySnapshot;
  protector: Protector;
  executor: Executor;
  trail: Pick<Trail, "append">;
  serverNames(isVisible: (tool: string) => boolean): string[];
  bindings(servers: string[], isVisible: (tool: string) => boolean): ServerBinding[];
};

export const MAX_SOURCE_BYTES = 64 * 1024;

export function createPipeline(parts: PipelineParts): Pipeline {
  return {
    async run(submission) {
      const started = performance.now();
      requireSize(submission.code);
      const scope = await openScope(parts, submission);
      const analysis = analyzeFor(parts, scope.policies, submission.principal, submission.code);
      const decision = scope.policies.decideCode(submission.principal, analysis.facts, analysis.findings);
      const prepared = await prepareRun(scope, submission, analysis, decision);

      await parts.trail.append(...openingEvents(scope, submission, analysis, prepared));
      if ("refused" in prepared) return blockedRun(scope, prepared, started);

      const host = createGuestHost(parts, scope, submission.onEvent);
      const outcome = await execute(parts, scope, prepared, { host, signal: submission.signal });
      const finished = await finishedRun(scope, prepared, {
        outcome,
        host,
        workspace: parts.workspace,
        started,
      });
      await parts.trail.append(...closingEvents(scope, finished));
      refuseIfBusy(outcome);
      return finished.run;
    },

    check(principal, code) {
      requireSize(code);
      const policies = parts.policies();
      const analysis = analyzeFor(parts, policies, principal, code);
      const decision = policies.decideCode(principal, analysis.facts, analysis.findings);
      const effect = analysis.program ? decision.effect : "deny";
      return {
        verdict: effect === "deny" ? "block" : effect,
        risk: analysis.risk,
        violations: analysis.findings,
        tools: analysis.facts.tools,
        imports: analysis.facts.imports,
      };
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

async function openScope(parts: PipelineParts, submission: NamedSubmission): Promise<CallScope> {
  const { principal, timeoutMs } = submission;
  const policies = parts.policies();
  const session = openSession(principal, submission.session);
  return {
    principal,
    session,
    run: submission.id,
    policies,
    limits: lowerWallClock(policies.limits(principal), timeoutMs),
    vault: await parts.protector.session(session.key),
    labels: new Set(),
  };
}

/** The caller's session of that name, or a new one. */
export function openSession(principal: Principal, name = newSessionName()): Session {
  if (SESSION_NAME.test(name)) return sessionOf(principal, name);
  throw new GatewayError("BAD_SESSION", "A session's name is 1 to 64 of A-Z, a-z, 0-9, _ and -.", {
    hint: "Leave `session` out to get a new one, named in the reply.",
  });
}

function lowerWallClock(limits: RunLimits, timeoutMs: number | undefined): RunLimits {
  return timeoutMs === undefined ? limits : { ...limits, wallMs: Math.min(limits.wallMs, timeoutMs) };
}

function analyzeFor(
  parts: PipelineParts,
  policies: PolicySnapshot,
  principal: Principal,
  code: string,
): Analysis {
  const servers = new Set(parts.serverNames((tool) => policies.mayCall(principal, tool)));
  return parts.analyze(code, { servers, maxSourceBytes: MAX_SOURCE_BYTES });
}

type Startable = Extract<PreparedRun, { program: unknown }>;

function execute(
  parts: PipelineParts,
  scope: CallScope,
  { program, contextText }: Startable,
  { host, signal }: { host: ReturnType<typeof createGuestHost>; signal: AbortSignal },
): Promise<ExecutionOutcome> {
  const servers = parts.bindings(program.servers, (tool) => scope.policies.mayCall(scope.principal, tool));
  const job = { runId: scope.run, program, servers, contextText, limits: scope.limits };
  return parts.executor.execute(job, host, signal);
}

/** A full queue is the gateway's state, not the program's failure: callers get 429 and try again. */
function refuseIfBusy(outcome: ExecutionOutcome): void {
  if (outcome.ok || outcome.error.code !== "BUSY") return;
  const { message, hint } = outcome.error;
  throw new GatewayError("BUSY", message, hint ? { hint } : {});
}
