// Which values each flow has restored so far, in one run or one session: a bound over many calls counts a value once.

import type { FlowDraw } from "./decide.ts";

export type FlowDraws = {
  /** Distinct tokens that have used the flow, those that use it now left out. */
  others(flow: string, now: ReadonlySet<string>): number;
  /** What was not counted yet. */
  take(draws: readonly FlowDraw[]): [flow: string, token: string][];
};

/** Only flows with a bound are counted, and a call beyond it is refused, so the sets stay as small as the bounds. */
export function createFlowDraws(known: Iterable<[flow: string, token: string]> = []): FlowDraws {
  const drawn = new Map<string, Set<string>>();
  const add = (flow: string, token: string): boolean => {
    const tokens = drawn.get(flow) ?? new Set();
    drawn.set(flow, tokens);
    const { size } = tokens;
    return tokens.add(token).size > size;
  };
  for (const [flow, token] of known) add(flow, token);
  return {
    others(flow, now) {
      let count = 0;
      for (const token of drawn.get(flow) ?? []) if (!now.has(token)) count++;
      return count;
    },
    take: (draws) =>
      draws.flatMap(({ flow, tokens }) =>
        tokens.filter((token) => add(flow, token)).map((token): [string, string] => [flow, token]),
      ),
  };
}
