// What flows had restored before a recorded call: as it was recorded, else counted again from the calls that are replayed.

import type { DrawnBefore, DrawnCounts, FlowDraw } from "../decide.ts";
import { createFlowDraws, type FlowDraws } from "../flow-draws.ts";

// Those left alone longest go first; their flows then count from nothing, as before the first event that is replayed.
const MOST_OPEN = 1000;

export type ReplayedDraws = {
  before(place: Place, recorded: ReadonlyMap<string, DrawnCounts>): DrawnBefore;
  take(place: Place, draws: readonly FlowDraw[]): void;
};

type Place = { run: string; session: string };

export function createReplayedDraws(): ReplayedDraws {
  const open = { run: new Map<string, FlowDraws>(), session: new Map<string, FlowDraws>() };
  const drawsOf = (span: keyof Place, name: string): FlowDraws => {
    const draws = open[span].get(name) ?? createFlowDraws();
    open[span].delete(name);
    open[span].set(name, draws);
    const [oldest] = open[span].keys();
    if (open[span].size > MOST_OPEN && oldest !== undefined) open[span].delete(oldest);
    return draws;
  };
  return {
    before: ({ run, session }, recorded) => {
      return (flow, now) =>
        recorded.get(flow) ?? {
          run: drawsOf("run", run).others(flow, now),
          session: drawsOf("session", session).others(flow, now),
        };
    },
    take({ run, session }, draws) {
      if (draws.length === 0) return;
      drawsOf("run", run).take(draws);
      drawsOf("session", session).take(draws);
    },
  };
}
