// What flows have restored in a run and in its session, where policy bounds that. Counted before anything else is waited for,
// so that calls side by side share one budget; on disk before the call leaves, so that a restart gives nobody a new one.

import { createFlowDraws, type DrawnBefore, type FlowDraw, type FlowDraws } from "../decide/decide.ts";
import type { FlowDrawStore } from "../storage/storage.ts";
import type { Session } from "../vocabulary.ts";

export type RunDraws = {
  before: DrawnBefore;
  take(draws: readonly FlowDraw[]): Promise<void>;
};

export type SessionDraws = {
  openRun(session: Session): Promise<RunDraws>;
  forget(sessions: readonly string[]): Promise<void>;
};

export function createSessionDraws(store: FlowDrawStore): SessionDraws {
  // Runs of one session at a time share one count; the store has it for those that come later.
  const shared = new Map<string, WeakRef<FlowDraws>>();
  const loading = new Map<string, Promise<FlowDraws>>();
  const load = async (key: string): Promise<FlowDraws> => {
    const draws = createFlowDraws(await store.flowDraws(key));
    for (const [name, reference] of shared) if (!reference.deref()) shared.delete(name);
    shared.set(key, new WeakRef(draws));
    return draws;
  };
  const drawsOf = async (key: string): Promise<FlowDraws> => {
    const known = shared.get(key)?.deref();
    if (known) return known;
    const pending = loading.get(key) ?? load(key).finally(() => loading.delete(key));
    loading.set(key, pending);
    return pending;
  };
  return {
    async openRun({ key }) {
      const ofSession = await drawsOf(key);
      const ofRun = createFlowDraws();
      return {
        before: (flow, now) => ({ run: ofRun.others(flow, now), session: ofSession.others(flow, now) }),
        async take(draws) {
          if (draws.length === 0) return;
          ofRun.take(draws);
          const fresh = ofSession.take(draws);
          if (fresh.length > 0) await store.addFlowDraws(key, fresh);
        },
      };
    },
    async forget(sessions) {
      for (const key of sessions) shared.delete(key);
      await store.forgetFlowDraws(sessions);
    },
  };
}
