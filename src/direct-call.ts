// One tool call without a program: the scope of a run around it, the same gate, limits and trail.

import { requireArgumentSize, requireArguments } from "./call/check-arguments.ts";
import { directStarted } from "./call/direct-trail.ts";
import type { Waiting } from "./call/hold-for-approval.ts";
import { type DirectReply, type Settled, settle } from "./call/settle-direct-call.ts";
import { aroundBinary, type PutBack } from "./call/shared-route.ts";
import { toCallError } from "./call/tool-refusal.ts";
import type { WorkUnderWay } from "./call/work-under-way.ts";
import { toGatewayError } from "./errors.ts";
import type { Trail } from "./record/record.ts";
import type { RequestOrigin } from "./request-origin.ts";
import type { RunEvent } from "./run/guest-host.ts";
import { openScope, openSession, type ScopeParts } from "./run/open-scope.ts";
import { newRunId } from "./run/run-id.ts";
import { fitResult } from "./run/store-large-result.ts";
import type { Workspace } from "./run/workspace.ts";
import type { CallScope, GateOutcome, ToolGate } from "./tool-gate.ts";
import type { Upstreams } from "./upstreams/upstreams.ts";
import type { JsonValue, Principal } from "./vocabulary.ts";

export type DirectCall = {
  principal: Principal;
  surface: "http" | "mcp" | "cli";
  /** In any spelling that programs may use. */
  tool: string;
  args: unknown;
  session?: string;
  timeoutMs?: number;
  request?: RequestOrigin;
  signal: AbortSignal;
  /** Called when the call is held for a person, and when that person has decided. */
  onEvent?: (event: RunEvent) => void;
};

export type { DirectReply };
export type DirectCalls = { call(wish: DirectCall): Promise<DirectReply> };

export type DirectCallParts = ScopeParts & {
  gate: ToolGate;
  workspace: Workspace;
  trail: Pick<Trail, "append">;
  underWay: WorkUnderWay;
  upstreams: Pick<Upstreams, "call">;
};

export function createDirectCalls(parts: DirectCallParts): DirectCalls {
  return {
    async call(wish) {
      const started = performance.now();
      const { principal, timeoutMs } = wish;
      const session = openSession(principal, wish.session);
      const args = requireArguments(wish.args);
      const work = parts.underWay.begin(principal, session.name, wish.signal);
      try {
        const id = newRunId();
        const more = {
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          ...(wish.request ? { request: wish.request } : {}),
        };
        const scope = await openScope(parts, { id, principal, session: session.name, ...more });
        requireArgumentSize(args, scope.limits.argumentBytes);
        await parts.trail.append(...directStarted(scope, wish.surface));
        const { route, putBack } = aroundBinary(parts.upstreams, scope);
        const outcome = await parts.gate.call(scope, wish.tool, args, waitingOf(wish, work.signal), route);
        const fitted = await fit(parts.workspace, scope, { outcome, putBack });
        const reply = await settle(parts, scope, fitted, started);
        return "result" in reply ? { ...reply, result: putBack(reply.result) } : reply;
      } finally {
        work.end();
      }
    },
  };
}

function waitingOf({ onEvent }: DirectCall, signal: AbortSignal): Waiting {
  if (!onEvent) return { signal };
  return {
    signal,
    onPending: (approval) => onEvent({ kind: "pending", approval }),
    onDecided: (outcome) => onEvent({ kind: "decided", outcome }),
  };
}

type Answered = { outcome: GateOutcome; putBack: PutBack };

async function fit(workspace: Workspace, scope: CallScope, { outcome, putBack }: Answered): Promise<Settled> {
  const { tool, status, pii } = outcome;
  if ("error" in outcome) return { tool, status, pii, error: outcome.error };
  const bytes = Buffer.byteLength(JSON.stringify(outcome.value));
  try {
    if (bytes <= scope.limits.resultBytes) return { tool, status, pii, result: outcome.value };
    const stored = (await fitResult(scope, workspace, putBack(outcome.value))) as JsonValue;
    return { tool, status, pii, result: stored };
  } catch (error) {
    return { tool, status: "failed", pii, error: toCallError(toGatewayError(error), "yes") };
  }
}
