// What the recognizers say about themselves, for the reference page.

import { DEFAULT_PII_ACTIONS, type PiiAction, type PiiClass } from "../vocabulary.ts";
import { ALL_RECOGNIZERS } from "./detect/all-recognizers.ts";
import type { About, Example } from "./detect/recognizer.ts";

export type ClassDescription = About & {
  class: PiiClass;
  defaultAction: PiiAction;
  examples: readonly Example[];
  nearMisses: readonly Example[];
};

/** By name of the class. */
export function describeClasses(): ClassDescription[] {
  return ALL_RECOGNIZERS.map(({ class: name, about, examples, nearMisses }) => ({
    ...about,
    class: name,
    defaultAction: DEFAULT_PII_ACTIONS[name],
    examples,
    nearMisses,
  })).toSorted((a, b) => (a.class < b.class ? -1 : 1));
}
