// How matchers answer. `unsure` is what keeps both sides safe: a grant needs `yes`, a tightening rule is
// only avoided by `no`, so a value that cannot be judged neither opens a grant nor slips past a deny.

import type { JsonValue, TokenUse } from "../../vocabulary.ts";
import { parentOf } from "./json-pointer.ts";

/** What a rule does with its matchers: open a grant, or fire a rule that only tightens. */
export type Purpose = "grant" | "tighten";

export type Verdict = "yes" | "no" | "unsure";

/** The tokens of one call, found by place, and what its rules may spend. */
export type TokenPlaces = MatchBudget & {
  at(pointer: string): readonly TokenUse[];
  /** Is there one at the place or below it? */
  isUnder(pointer: string): boolean;
};

/** How many characters expressions may still read for one call. Throws when it is used up. */
export type MatchBudget = { spend(characters: number): void };

/** All rules together: 16 texts of the longest size, or thousands of short ones. A tenth of a second, with the worst expressions two. */
const MOST_MATCHED = 1024 * 1024;

export class MatchBudgetSpent extends Error {}

export function matchBudget(): MatchBudget {
  let left = MOST_MATCHED;
  return {
    spend(characters) {
      left -= characters;
      if (left < 0) throw new MatchBudgetSpent("the expressions of this call have read too much");
    },
  };
}

/** One value of the call's arguments, tokenized, with its JSON pointer. */
export type Place = { value: JsonValue; pointer: string; tokens: TokenPlaces };

export type Check = { name: string; judge(place: Place): Verdict };

export function tokenPlaces(uses: readonly TokenUse[]): TokenPlaces {
  const byPointer = new Map<string, TokenUse[]>();
  const above = new Set<string>();
  for (const use of uses) {
    const list = byPointer.get(use.pointer);
    if (list) list.push(use);
    else byPointer.set(use.pointer, [use]);
    // What is above a known place is known already.
    for (let place = use.pointer; !above.has(place); place = parentOf(place)) above.add(place);
  }
  return {
    ...matchBudget(),
    at: (pointer) => byPointer.get(pointer) ?? [],
    isUnder: (pointer) => above.has(pointer),
  };
}

export function verdictOf(matches: boolean): Verdict {
  return matches ? "yes" : "no";
}

/** `no` beats `unsure` beats `yes`. */
export function allOf(verdicts: Iterable<Verdict>): Verdict {
  let all: Verdict = "yes";
  for (const verdict of verdicts) {
    if (verdict === "no") return "no";
    if (verdict === "unsure") all = "unsure";
  }
  return all;
}

/** `yes` beats `unsure` beats `no`. */
export function anyOf(verdicts: Iterable<Verdict>): Verdict {
  let any: Verdict = "no";
  for (const verdict of verdicts) {
    if (verdict === "yes") return "yes";
    if (verdict === "unsure") any = "unsure";
  }
  return any;
}
