// What the caller gets: result, logs and errors pass the tokenizer once more on their way out.

import { type ErrorCode, toGatewayError } from "../errors.ts";
import type { ExecutionOutcome, Usage } from "../execute/execute.ts";
import type { Tokenized } from "../protect/protect.ts";
import { countTokens } from "../text/count-tokens.ts";
import type { CallScope } from "../tool-gate.ts";
import type { CallSummary, JsonValue, LogLine, PiiClass, Run, RunError, RunStatus } from "../vocabulary.ts";
import type { GuestHost } from "./guest-host.ts";
import type { PreparedRun } from "./prepare-run.ts";
import { fitResult } from "./store-large-result.ts";
import type { Workspace } from "./workspace.ts";

export type Refusal = RunError & { code: ErrorCode };

export type FinishedRun = { run: Run; issued: Tokenized["tokens"] };

type Refused = Extract<PreparedRun, { refused: Refusal }>;

export function blockedRun(scope: CallScope, prepared: Refused, started: number): Run {
  const usage = { durationMs: 0, cpuMs: 0, memoryBytes: 0 };
  const { refused: error } = prepared;
  return buildRun(scope, prepared, {
    status: "blocked",
    error,
    result: null,
    logs: [],
    calls: [],
    usage,
    started,
  });
}

type Ended = { outcome: ExecutionOutcome; host: GuestHost; workspace: Workspace; started: number };

export async function finishedRun(
  scope: CallScope,
  prepared: PreparedRun,
  { outcome, host, workspace, started }: Ended,
): Promise<FinishedRun> {
  const raw = readOutcome(outcome);
  const rules = scope.policies.pii(scope.principal);
  const leaving = { result: raw.result, logs: raw.logs, error: raw.error ?? null } as unknown as JsonValue;
  let safe: Tokenized;
  try {
    safe = await scope.vault.tokenize(leaving, { from: "agent", channel: "result" }, rules);
  } catch (error) {
    const { code, message, hint } = toGatewayError(error);
    return withheld(
      scope,
      prepared,
      { outcome, host, started },
      { code, message, ...(hint ? { hint } : {}) },
    );
  }
  // Copied now: a call that is still under way stays `unknown` in the reply, whatever becomes of it.
  const calls = host.calls.map((call) => ({ ...call }));
  await host.eventsSent();
  const shared = { calls, usage: outcome.usage, started, hiddenTokens: host.hiddenTokens };
  if (safe.blocked) {
    return withheld(
      scope,
      prepared,
      { outcome, host, started },
      {
        code: "PII_BLOCKED",
        message: `The result holds ${safe.blocked.class} data, which policy blocks.`,
        hint: "Return less, or have a reviewer change the class to tokenize.",
      },
    );
  }
  const { result, logs, error } = safe.value as unknown as {
    result: JsonValue;
    logs: LogLine[];
    error: RunError | null;
  };
  const pii = addCounts(host.pii, safe.counts);
  const outgoing = await fit(scope, workspace, {
    status: raw.status,
    result,
    logs,
    ...(error ? { error } : {}),
  });
  return { run: buildRun(scope, prepared, { ...shared, ...outgoing, pii }), issued: safe.tokens };
}

async function fit(scope: CallScope, workspace: Workspace, outgoing: Outgoing): Promise<Outgoing> {
  try {
    return { ...outgoing, result: (await fitResult(scope, workspace, outgoing.result)) as JsonValue };
  } catch (error) {
    const { code, message, hint } = toGatewayError(error);
    return {
      ...outgoing,
      status: "failed",
      result: null,
      error: { code, message, ...(hint ? { hint } : {}) },
    };
  }
}

/** The program ran, but nothing it produced may leave: the reply still says which calls were made. */
function withheld(
  scope: CallScope,
  prepared: PreparedRun,
  { outcome, host, started }: Omit<Ended, "workspace">,
  error: RunError,
): FinishedRun {
  const calls = host.calls.map((call) => ({ ...call }));
  const nothing = { status: "failed" as const, error, result: null, logs: [], pii: host.pii };
  const shared = { calls, usage: outcome.usage, started, hiddenTokens: host.hiddenTokens };
  return { run: buildRun(scope, prepared, { ...shared, ...nothing }), issued: [] };
}

type Outgoing = { status: RunStatus; result: JsonValue; logs: LogLine[]; error?: RunError };

function readOutcome(outcome: ExecutionOutcome): Outgoing {
  const { logs } = outcome;
  if (!outcome.ok) {
    const status = outcome.error.code === "CANCELLED" ? "cancelled" : "failed";
    return { status, result: null, logs, error: outcome.error };
  }
  try {
    return { status: "succeeded", result: JSON.parse(outcome.resultText) as JsonValue, logs };
  } catch {
    const error = { code: "RESULT_INVALID", message: "The result is not valid JSON." };
    return { status: "failed", result: null, logs, error };
  }
}

function addCounts(a: Run["stats"]["pii"], b: Run["stats"]["pii"]): Run["stats"]["pii"] {
  const sum = { ...a };
  for (const [name, count] of Object.entries(b)) {
    sum[name as PiiClass] = (sum[name as PiiClass] ?? 0) + count;
  }
  return sum;
}

type Parts = Outgoing & {
  calls: CallSummary[];
  usage: Usage;
  started: number;
  hiddenTokens?: number;
  pii?: Run["stats"]["pii"];
};

function buildRun(scope: CallScope, prepared: PreparedRun, parts: Parts): Run {
  const resultTokens = countTokens(JSON.stringify(parts.result));
  return {
    id: scope.run,
    session: scope.session.name,
    status: parts.status,
    result: parts.result,
    logs: parts.logs,
    ...(parts.error ? { error: parts.error } : {}),
    violations: prepared.findings,
    risk: prepared.risk,
    toolCalls: parts.calls,
    stats: {
      durationMs: Math.round(performance.now() - parts.started),
      cpuMs: Math.round(parts.usage.cpuMs),
      memoryBytes: parts.usage.memoryBytes,
      resultTokens,
      savedTokens: Math.max(0, (parts.hiddenTokens ?? 0) - resultTokens),
      pii: parts.pii ?? {},
    },
  };
}
