// The runs that are under way and the last ones that ended: to look at, to cancel, and to end when the gateway stops.

import { GatewayError } from "../errors.ts";
import type { Pipeline, Submission } from "../pipeline.ts";
import { type CallSummary, newSessionName, type Principal, type Run } from "../vocabulary.ts";
import { newRunId } from "./run-id.ts";

/** `pending` while a person has to decide about something; `approvals` are the ids of what waits. */
export type RunningRun = {
  id: string;
  session: string;
  status: "running" | "pending";
  toolCalls: CallSummary[];
  approvals: string[];
};

export type StartedRun = { id: string; session: string; finished: Promise<Run> };

export type RunRegistry = {
  start(submission: Submission): StartedRun;
  /** Resolves when the run has ended or waits for a person, whichever comes first. It does not end with its request. */
  startInBackground(submission: Submission): Promise<Run | RunningRun>;
  /** Throws NOT_FOUND for an unknown id and for another principal's run alike. */
  find(principal: Principal, id: string): Run | RunningRun;
  /** Resolves when the run and everything it started has ended. */
  cancel(principal: Principal, id: string): Promise<Run>;
  /** Ends every run of a principal, and with it what the run waits for. */
  cancelAllOf(principal: string): Promise<void>;
  close(): Promise<void>;
};

const KEPT_RUNS = 500;
/** A run's result counts by its tokens, about four bytes each. */
const KEPT_BYTES = 64 * 1024 * 1024;

type Entry = {
  id: string;
  session: string;
  toolCalls: CallSummary[];
  approvals: Set<string>;
  principal: string;
  canceller: AbortController;
  finished: Promise<Run>;
};
type Kept = { principal: string; run: Run; bytes: number };

export function createRunRegistry(
  pipeline: Pipeline,
  mostRuns: (principal: Principal) => number,
): RunRegistry {
  const underWay = new Map<string, Entry>();
  const ended = new Map<string, Kept>();
  let endedBytes = 0;
  let isClosing = false;

  function keep(principal: string, run: Run): void {
    const bytes =
      run.stats.resultTokens * 4 + run.logs.reduce((sum, line) => sum + line.message.length, 1024);
    ended.set(run.id, { principal, run, bytes });
    endedBytes += bytes;
    for (const [id, oldest] of ended) {
      if (ended.size <= KEPT_RUNS && endedBytes <= KEPT_BYTES) break;
      ended.delete(id);
      endedBytes -= oldest.bytes;
    }
  }

  function requireRoom(principal: Principal, session: string): void {
    if (isClosing) throw stopping();
    let count = 0;
    for (const entry of underWay.values()) {
      if (entry.principal === principal.name && entry.session === session) count++;
    }
    const most = mostRuns(principal);
    if (count >= most) throw sessionBusy(most);
  }

  function start(submission: Submission): Entry {
    const { principal, session = newSessionName() } = submission;
    requireRoom(principal, session);
    const canceller = new AbortController();
    const entry: Omit<Entry, "finished"> = {
      id: newRunId(),
      session,
      toolCalls: [],
      approvals: new Set(),
      principal: principal.name,
      canceller,
    };
    const finished = pipeline.run({
      ...submission,
      id: entry.id,
      session,
      signal: AbortSignal.any([submission.signal, canceller.signal]),
      onEvent(event) {
        if (event.kind === "call") entry.toolCalls.push(event.call);
        if (event.kind === "pending") entry.approvals.add(event.approval.id);
        if (event.kind === "decided") entry.approvals.delete(event.outcome.id);
        submission.onEvent?.(event);
      },
    });
    const started = Object.assign(entry, { finished });
    underWay.set(entry.id, started);
    finished
      .then((run) => keep(principal.name, run))
      .catch(() => {})
      .finally(() => underWay.delete(entry.id));
    return started;
  }

  async function cancelAll(isMeant: (entry: Entry) => boolean): Promise<void> {
    const meant = [...underWay.values()].filter(isMeant);
    for (const { canceller } of meant) canceller.abort();
    await Promise.allSettled(meant.map(({ finished }) => finished));
  }

  return {
    start,

    async startInBackground(submission) {
      const waits = Promise.withResolvers<void>();
      const entry = start({
        ...submission,
        signal: new AbortController().signal,
        onEvent: (event) => event.kind === "pending" && waits.resolve(),
      });
      return Promise.race([entry.finished, waits.promise.then(() => stateOf(entry))]);
    },

    find(principal, id) {
      const running = underWay.get(id);
      if (running && mayReach(principal, running)) {
        return stateOf(running);
      }
      const kept = ended.get(id);
      if (kept && mayReach(principal, kept)) return kept.run;
      throw unknownRun();
    },

    async cancel(principal, id) {
      const running = underWay.get(id);
      if (running && mayReach(principal, running)) {
        running.canceller.abort();
        return running.finished;
      }
      const kept = ended.get(id);
      if (kept && mayReach(principal, kept)) return kept.run;
      throw unknownRun();
    },

    cancelAllOf: (principal) => cancelAll((entry) => entry.principal === principal),
    async close() {
      isClosing = true;
      await cancelAll(() => true);
    },
  };
}

function stateOf({ id, session, toolCalls, approvals }: Entry): RunningRun {
  const status = approvals.size > 0 ? "pending" : "running";
  return { id, session, status, toolCalls: [...toolCalls], approvals: [...approvals] };
}

export function mayReach(principal: Principal, owner: { principal: string }): boolean {
  return owner.principal === principal.name || principal.role === "admin";
}

export function unknownRun(): GatewayError {
  return new GatewayError("NOT_FOUND", "There is no such run.", {
    hint: "Runs are kept for a while after they ended; the trail keeps what happened for good.",
  });
}

function sessionBusy(most: number): GatewayError {
  return new GatewayError("BUSY", `This session has ${most} runs under way.`, {
    hint: "Wait for one of them, cancel one, or use another session.",
  });
}

function stopping(): GatewayError {
  return new GatewayError("BUSY", "The gateway is stopping.", {
    hint: "Send the run again when it is back.",
  });
}
