// One run as a story: its code, what was decided about it, each call, and the way of each token.

import type { TrailRow } from "../../storage/storage.ts";
import { numberIn, objectIn, objectsIn, readBody, textIn } from "../../text/read-body.ts";
import type { JsonObject } from "../../vocabulary.ts";
import { type TokenStory, tellTokens } from "./tell-tokens.ts";

export type CallStory = {
  call: string;
  tool: string;
  at: string;
  /** Since the program was submitted. */
  afterMs: number;
  decision: string | null;
  rule: string | null;
  reason: string | null;
  shadow: JsonObject[];
  approvals: { kind: string; at: string; by: string | null; decision: string | null }[];
  /** Null while the call is under way. */
  status: string | null;
  executed: string | null;
  durationMs: number | null;
  error: JsonObject | null;
};

export type RunStory = {
  run: string;
  principal: string | null;
  session: string | null;
  surface: string | null;
  submittedAt: string;
  /** `running` until the trail says how it ended. */
  status: string;
  code: string | null;
  codeSha256: string | null;
  findings: JsonObject[];
  risk: JsonObject;
  decision: { effect: string; rule: string | null; reason: string | null; policyHash: string | null } | null;
  calls: CallStory[];
  tokens: TokenStory[];
  finishedAt: string | null;
  durationMs: number | null;
  savedTokens: number | null;
  error: JsonObject | null;
  /** Why it ended, where nothing of its own ended it. */
  reason: string | null;
  /** First and last event, so that the story can be looked up. */
  events: { first: number; last: number; count: number };
};

/** `rows` are the run's events, the oldest first. */
export function tellRun(rows: TrailRow[], code: string | null): RunStory | null {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first?.run || !last) return null;
  const find = (kind: string) => rows.find((row) => row.kind === kind);
  const submitted = find("run.submitted");
  const decided = find("run.decided");
  const finished = find("run.finished");
  const opening = submitted ? readBody(submitted) : {};
  const checked = readBodyOf(find("code.checked"));
  const ending = readBodyOf(finished);
  const { error } = ending;
  return {
    run: first.run,
    principal: first.principal,
    session: first.session,
    surface: textIn(opening, "surface"),
    submittedAt: first.at,
    status: finished?.status ?? (decided && decided.decision !== "allow" ? "blocked" : "running"),
    code: code ?? textIn(opening, "code"),
    codeSha256: textIn(opening, "codeSha256"),
    findings: objectsIn(checked, "findings"),
    risk: objectIn(checked, "risk"),
    decision: decided ? tellDecision(decided) : null,
    calls: tellCalls(rows, first.at),
    tokens: tellTokens(rows),
    finishedAt: finished?.at ?? null,
    durationMs: numberIn(ending, "durationMs"),
    savedTokens: numberIn(ending, "savedTokens"),
    error: error === undefined ? null : objectIn(ending, "error"),
    reason: textIn(ending, "reason"),
    events: { first: first.seq, last: last.seq, count: rows.length },
  };
}

function readBodyOf(row: TrailRow | undefined): JsonObject {
  return row ? readBody(row) : {};
}

function tellDecision(row: TrailRow): NonNullable<RunStory["decision"]> {
  const body = readBody(row);
  const { decision, rule } = row;
  return {
    effect: decision ?? "",
    rule,
    reason: textIn(body, "reason"),
    policyHash: textIn(body, "policyHash"),
  };
}

function tellCalls(rows: TrailRow[], submittedAt: string): CallStory[] {
  // A call that waited for approval is decided twice; what was decided last is what happened.
  const decided = new Map<string, TrailRow>();
  for (const row of rows) if (row.kind === "call.decided" && row.call) decided.set(row.call, row);
  return [...decided].map(([call, row]) => {
    const body = readBody(row);
    const completed = rows.find((other) => other.kind === "call.completed" && other.call === call);
    const outcome = readBodyOf(completed);
    return {
      call,
      tool: row.tool ?? "",
      at: row.at,
      afterMs: Math.max(0, Date.parse(row.at) - Date.parse(submittedAt)),
      decision: row.decision,
      rule: row.rule,
      reason: textIn(body, "reason"),
      shadow: objectsIn(body, "shadow"),
      approvals: tellApprovals(rows, call),
      status: completed?.status ?? null,
      executed: textIn(outcome, "executed"),
      durationMs: numberIn(outcome, "durationMs"),
      error: outcome["error"] === undefined ? null : objectIn(outcome, "error"),
    };
  });
}

function tellApprovals(rows: TrailRow[], call: string): CallStory["approvals"] {
  return rows
    .filter((row) => row.kind.startsWith("approval.") && row.call === call)
    .map((row) => ({ kind: row.kind, at: row.at, by: textIn(readBody(row), "by"), decision: row.decision }));
}
