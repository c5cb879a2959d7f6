// A path in a result against a pointer with `*` and `**`.

import { matchesGlob } from "./tool-pattern.ts";

// `**` stands for any number of segments: the set of glob positions that the path so far can be at.
export function matchesPath(glob: readonly string[], path: readonly string[]): boolean {
  let states = spread(glob, new Set([0]));
  for (const segment of path) {
    const next = new Set<number>();
    for (const state of states) {
      const part = glob[state];
      if (part === "**") next.add(state);
      else if (part !== undefined && matchesGlob(unescapeSegment(part), segment)) next.add(state + 1);
    }
    states = spread(glob, next);
  }
  return states.has(glob.length);
}

function spread(glob: readonly string[], states: Set<number>): Set<number> {
  for (const state of states) if (glob[state] === "**") states.add(state + 1);
  return states;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}
