// Does a changed condition let more through? Sound: where it is not clear, the answer is `unclear`.

import { isDeepStrictEqual } from "node:util";
import type { Matcher } from "../format/matcher-schema.ts";
import type { ToolRuleText } from "../format/policy-schema.ts";

/** How much the second lets through, compared with the first. */
export type Change = "same" | "narrower" | "wider" | "unclear";

export function combine(changes: Iterable<Change>): Change {
  let all: Change = "same";
  for (const change of changes) {
    if (change === "same" || change === all) continue;
    if (all !== "same") return "unclear";
    all = change;
  }
  return all;
}

export function reversed(change: Change): Change {
  if (change === "narrower") return "wider";
  return change === "wider" ? "narrower" : change;
}

/** For grants; what a tightening rule matches more, the call has less: see `reversed`. */
export function compareArguments(before: ToolRuleText["args"], after: ToolRuleText["args"]): Change {
  if (before === undefined || after === undefined) return comparePresence(before, after);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return combine(
    [...names].map((name): Change => {
      const [old, fresh] = [before[name], after[name]];
      if (old === undefined) return fresh?.absent ? "same" : "wider";
      if (fresh === undefined) return old.absent ? "same" : "narrower";
      return compareMatchers(old, fresh);
    }),
  );
}

/** Conditions of a tightening rule: every further one makes it match less. */
export function compareConditions(before: ToolRuleText["args"], after: ToolRuleText["args"]): Change {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return combine(
    [...names].map((name): Change => {
      const [old, fresh] = [before?.[name], after?.[name]];
      return old && fresh ? compareMatchers(old, fresh) : comparePresence(old, fresh);
    }),
  );
}

export function compareWhen(before: ToolRuleText["when"], after: ToolRuleText["when"]): Change {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return combine(
    [...keys].map((key): Change => {
      const name = key as keyof NonNullable<ToolRuleText["when"]>;
      const [old, fresh] = [before?.[name], after?.[name]];
      if (isDeepStrictEqual(old, fresh)) return "same";
      if (name === "time_zone") return "unclear";
      if (old === undefined || fresh === undefined) return comparePresence(old, fresh);
      if (name === "run_labels_any" || name === "days")
        return compareSets(old as string[], fresh as string[]);
      if (name === "run_labels_all") return reversed(compareSets(old as string[], fresh as string[]));
      return "unclear";
    }),
  );
}

function comparePresence(before: unknown, after: unknown): Change {
  if ((before === undefined) === (after === undefined)) return "same";
  return before === undefined ? "narrower" : "wider";
}

export function compareMatchers(before: Matcher, after: Matcher): Change {
  if (before.absent || after.absent) {
    if (before.absent && after.absent) return "same";
    return after.absent ? "narrower" : "wider";
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Matcher>;
  return combine([...keys].map((key) => compareKey(key, before, after)));
}

const SETS: readonly (keyof Matcher)[] = [
  "one_of",
  "email_domain",
  "scheme",
  "host_in",
  "path_under",
  "prefix",
];

function compareKey(key: keyof Matcher, before: Matcher, after: Matcher): Change {
  const [old, fresh] = [before[key], after[key]];
  if (isDeepStrictEqual(old, fresh)) return "same";
  if (old === undefined || fresh === undefined) return comparePresence(old, fresh);
  if (SETS.includes(key)) return compareSets([old].flat(), [fresh].flat());
  if (key === "max_len" || key === "max_items") return Number(fresh) < Number(old) ? "narrower" : "wider";
  if (key === "range") return compareRanges(before.range ?? [0, 0], after.range ?? [0, 0]);
  if (key === "each") return compareMatchers(before.each ?? {}, after.each ?? {});
  return "unclear";
}

export function compareSets(before: readonly unknown[], after: readonly unknown[]): Change {
  const gained = after.some((item) => !before.includes(item));
  const lost = before.some((item) => !after.includes(item));
  if (gained && lost) return "unclear";
  if (gained) return "wider";
  return lost ? "narrower" : "same";
}

function compareRanges(before: [number, number], after: [number, number]): Change {
  const isInside = after[0] >= before[0] && after[1] <= before[1];
  const isAround = after[0] <= before[0] && after[1] >= before[1];
  if (isInside && isAround) return "same";
  if (isInside) return "narrower";
  return isAround ? "wider" : "unclear";
}
