// Compares three accounts of what happened: the callers', the upstream server's and the trail's.

import { join } from "node:path";
import { presentRow, readCheckpointKeys, verifyTrail } from "../../src/record/record.ts";
import { openSqliteTrailStore, type TrailStore } from "../../src/storage/storage.ts";
import { readEffects } from "./gateway-process.ts";
import type { Acknowledged } from "./load.ts";

export type Verdict = {
  /** Sentences; none when every promise was kept. */
  broken: string[];
  acknowledged: number;
  effects: number;
  events: number;
  segments: number;
  unknownCalls: number;
};

type Call = { run: string; tool: string; effect: string | null; status: string | null };

export async function judge(folder: string, acknowledged: Acknowledged[]): Promise<Verdict> {
  const data = join(folder, "data");
  const store = openSqliteTrailStore(data, { readOnly: true });
  try {
    const verified = await verifyTrail(store, await readCheckpointKeys(data));
    const { calls, runs } = await readTrail(store);
    const effects = readEffects(folder);
    const broken = [
      ...(verified.ok ? [] : [`verify: ${verified.broken.problem}`]),
      ...judgeEffects(effects, calls),
      ...judgeReplies(acknowledged, runs, calls),
      ...[...calls].flatMap(([id, { status }]) => (status === null ? [`call ${id} has no outcome`] : [])),
      ...[...runs].flatMap(([id, status]) => (status === null ? [`run ${id} has no end`] : [])),
    ];
    return {
      broken,
      acknowledged: acknowledged.length,
      effects: effects.length,
      events: verified.events,
      segments: (verified.ok && verified.segments) || 1,
      unknownCalls: [...calls.values()].filter(({ status }) => status === "unknown").length,
    };
  } finally {
    await store.close();
  }
}

async function readTrail(
  store: TrailStore,
): Promise<{ calls: Map<string, Call>; runs: Map<string, string | null> }> {
  const calls = new Map<string, Call>();
  const runs = new Map<string, string | null>();
  for (let cursor = 0; ; ) {
    const rows = await store.scan(cursor, 1000);
    for (const row of rows) {
      const { run, call } = row;
      if (row.kind === "run.started" && run) runs.set(run, null);
      if (row.kind === "run.finished" && run) runs.set(run, row.status);
      if (row.kind === "call.decided" && row.decision === "allow" && run && call) {
        const { args } = presentRow(row)["body"] as { args?: { value?: unknown } };
        const effect = typeof args?.value === "string" ? args.value : null;
        calls.set(call, { run, tool: row.tool ?? "", effect, status: null });
      }
      const known = row.kind === "call.completed" && call ? calls.get(call) : undefined;
      if (known) known.status = row.status;
    }
    const last = rows.at(-1);
    if (!last) return { calls, runs };
    cursor = last.seq;
  }
}

/** Nothing happened without its event, nothing happened twice, and no event claims what did not happen. */
function judgeEffects(effects: string[], calls: Map<string, Call>): string[] {
  const recorded = new Map([...calls.values()].flatMap((call) => (call.effect ? [[call.effect, call]] : [])));
  const received = new Set(effects);
  return [
    ...effects.filter((effect) => !recorded.has(effect)).map((effect) => `${effect} has no event`),
    ...(received.size === effects.length ? [] : ["an effect happened twice"]),
    ...[...recorded]
      .filter(([effect, { status }]) => status === "succeeded" && !received.has(effect))
      .map(([effect]) => `${effect} is recorded as done and never arrived`),
  ];
}

function judgeReplies(
  acknowledged: Acknowledged[],
  runs: Map<string, string | null>,
  calls: Map<string, Call>,
): string[] {
  const succeeded = new Map<string, number>();
  for (const { run, status } of calls.values()) {
    if (status === "succeeded") succeeded.set(run, (succeeded.get(run) ?? 0) + 1);
  }
  return acknowledged.flatMap((reply) => {
    const kept = runs.get(reply.run);
    if (kept !== reply.status)
      return [`run ${reply.run} was answered ${reply.status}, the trail says ${kept}`];
    const found = succeeded.get(reply.run) ?? 0;
    return found === reply.calls
      ? []
      : [`run ${reply.run} was answered with ${reply.calls} calls, the trail has ${found}`];
  });
}
