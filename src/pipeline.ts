// One submission, stage by stage: admit has named the principal; then analyze → decide → execute → protect,
// and every step is on the trail before the next one has an effect.

import type { AnalyzeOptions, FoundTool } from "./analyze/analyze.ts";
import type { Approvals } from "./approvals/approvals.ts";
import { holdRun } from "./call/hold-for-approval.ts";
import type { Lookup } from "./catalog/catalog.ts";
import type { PolicySnapshot } from "./decide/decide.ts";
import { GatewayError, toGatewayError } from "./errors.ts";
import type { ExecutionOutcome, Executor, ServerBinding } from "./execute/execute.ts";
import type { Trail } from "./record/record.ts";
import { createGuestHost, type GuestHostParts, type RunEvent } from "./run/guest-host.ts";
import { openScope, type ScopeParts } from "./run/open-scope.ts";
import { type PreparedRun, prepareRun } from "./run/prepare-run.ts";
import { blockedRun, finishedRun, type Refusal } from "./run/run-reply.ts";
import { closingEvents, openingEvents, redecidedEvents } from "./run/run-trail.ts";
import type { CallScope } from "./tool-gate.ts";
import type { Analysis, Finding, JsonValue, Principal, Run } from "./vocabulary.ts";

export type Submission = {
  principal: Principal;
  surface: "http" | "mcp" | "cli";
  code: string;
  session?: string;
  context?: JsonValue;
  timeoutMs?: number;
  /** Compares arguments with the tools' schemas before the run; advisory. */
  typecheck?: boolean;
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
  check(principal: Principal, code: string, typecheck?: boolean): CheckReply;
};

export type PipelineParts = GuestHostParts &
  ScopeParts & {
    analyze(source: string, options: AnalyzeOptions): Analysis;
    approvals: Approvals;
    executor: Executor;
    trail: Pick<Trail, "append">;
    lookup(name: string, isVisible: (tool: string) => boolean): Lookup;
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
      const analysis = analyzeFor(parts, scope.policies, submission);
      const decision = scope.policies.decideCode(submission.principal, analysis.facts, analysis.findings);
      const prepared = await prepareRun(scope, submission, analysis, decision);

      scope.code = prepared.code;
      await parts.trail.append(...openingEvents(scope, submission, prepared));
      if ("refused" in prepared) return blockedRun(scope, prepared, started);
      if (prepared.decision.effect === "approve") {
        const refused = await approveRun(parts, scope, { submission, analysis, prepared });
        if (refused) return blockedRun(scope, { ...prepared, refused }, started);
      }

      const host = createGuestHost(parts, scope, submission.onEvent);
      const outcome = await execute(parts, scope, prepared, { host, signal: submission.signal });
      await parts.sessionLabels.add(scope.session, scope.labels);
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

    check(principal, code, typecheck = false) {
      requireSize(code);
      const policies = parts.policies();
      const analysis = analyzeFor(parts, policies, { principal, code, typecheck });
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

type Code = Pick<Submission, "principal" | "code" | "typecheck">;

function analyzeFor(
  parts: PipelineParts,
  policies: PolicySnapshot,
  { principal, code, typecheck = false }: Code,
): Analysis {
  const isVisible = (tool: string): boolean => policies.mayCall(principal, tool);
  return parts.analyze(code, {
    servers: new Set(parts.serverNames(isVisible)),
    maxSourceBytes: MAX_SOURCE_BYTES,
    findTool: (written) => findTool(parts, written, isVisible),
    typecheck,
  });
}

/** A tool that the principal may not call is as unknown to the analyzer as to the agent. */
function findTool(
  { lookup }: PipelineParts,
  written: string,
  isVisible: (tool: string) => boolean,
): FoundTool {
  const looked = lookup(written, isVisible);
  if ("found" in looked && isVisible(looked.found.id)) {
    const { id, inputSchema } = looked.found;
    return { found: { id, inputSchema } };
  }
  const near = "missing" in looked ? looked.didYouMean : undefined;
  return { missing: written, ...(near && isVisible(near) ? { didYouMean: near } : {}) };
}

type Waiting = { submission: Submission; analysis: Analysis; prepared: PreparedRun };

/** Waits for a person. Null when the run may start; by then it is on the trail as approved and started. */
async function approveRun(
  parts: PipelineParts,
  scope: CallScope,
  { submission, analysis, prepared }: Waiting,
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
  const now = parts.policies().decideCode(principal, analysis.facts, analysis.findings);
  const answer = now.effect === "deny" ? now : { ...decision, effect: "allow" as const };
  await parts.trail.append(...redecidedEvents(scope, prepared, answer, approval));
  if (answer.effect === "allow") return null;
  return { code: "POLICY_DENIED", message: `Rule ${now.rule} refuses this code now: ${now.reason}` };
}

type Startable = Extract<PreparedRun, { program: unknown }>;

function execute(
  parts: PipelineParts,
  scope: CallScope,
  { program, contextText }: Startable,
  { host, signal }: { host: ReturnType<typeof createGuestHost>; signal: AbortSignal },
): Promise<ExecutionOutcome> {
  const { run: runId, principal, policies, limits } = scope;
  const isVisible = (tool: string): boolean => policies.mayCall(principal, tool);
  const servers = parts.bindings(program.servers, isVisible);
  const knownServers = (): string[] => parts.serverNames(isVisible);
  const job = { runId, owner: principal.name, program, servers, knownServers, contextText, limits };
  return parts.executor.execute(job, host, signal);
}

/** A full queue is the gateway's state, not the program's failure: callers get 429 and try again. */
function refuseIfBusy(outcome: ExecutionOutcome): void {
  if (outcome.ok || outcome.error.code !== "BUSY") return;
  const { message, hint } = outcome.error;
  throw new GatewayError("BUSY", message, hint ? { hint } : {});
}
