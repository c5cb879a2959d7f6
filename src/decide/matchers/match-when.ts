// `when`, compiled: what the run has read, the clock and the age of the session.

import { durationMs } from "../format/duration.ts";
import type { ToolRuleText } from "../format/policy-schema.ts";
import type { Hours } from "../format/when-words.ts";
import { DAYS, readHours } from "../format/when-words.ts";
import type { Verdict } from "./matching.ts";
import { allOf, verdictOf } from "./matching.ts";

/** The facts of a call that conditions look at. `sessionAgeMs` is missing where nobody knows it. */
export type Circumstances = { runLabels: readonly string[]; now: Date; sessionAgeMs?: number | undefined };
export type Condition = { name: string; judge(facts: Circumstances): Verdict };

type WhenText = NonNullable<ToolRuleText["when"]>;

export function compileWhen(when: WhenText): Condition[] {
  const { run_labels_any: any, run_labels_all: all, hours, days, time_zone: zone, session_age: age } = when;
  const conditions: Condition[] = [];
  if (any)
    conditions.push({
      name: "run_labels_any",
      judge: ({ runLabels }) => verdictOf(any.some((label) => runLabels.includes(label))),
    });
  if (all)
    conditions.push({
      name: "run_labels_all",
      judge: ({ runLabels }) => verdictOf(all.every((label) => runLabels.includes(label))),
    });
  const clock = hours || days ? clockOf(zone ?? "UTC") : null;
  const window = hours ? readHours(hours) : null;
  if (clock && window)
    conditions.push({ name: "hours", judge: ({ now }) => verdictOf(isWithin(window, clock(now).minutes)) });
  if (clock && days)
    conditions.push({ name: "days", judge: ({ now }) => verdictOf(days.includes(clock(now).day)) });
  if (age) conditions.push(ageCondition(age));
  return conditions;
}

function ageCondition({ over, under }: NonNullable<WhenText["session_age"]>): Condition {
  const least = over ? durationMs(over) : 0;
  const most = under ? durationMs(under) : Number.POSITIVE_INFINITY;
  return {
    name: "session_age",
    judge: ({ sessionAgeMs }) =>
      sessionAgeMs === undefined ? "unsure" : verdictOf(sessionAgeMs >= least && sessionAgeMs < most),
  };
}

export function judgeWhen(conditions: readonly Condition[], facts: Circumstances): Verdict {
  return allOf(conditions.map((condition) => condition.judge(facts)));
}

function isWithin({ from, to }: Hours, minutes: number): boolean {
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

type Clock = (now: Date) => { minutes: number; day: (typeof DAYS)[number] };

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return (now) => {
    const [, weekday = "", hour, minute] = /^(\w{3}),? (\d{2}):(\d{2})$/.exec(format.format(now)) ?? [];
    const day = DAYS.find((name) => name === weekday.toLowerCase());
    // Thrown, so that the rule counts as failed and denies.
    if (!day) throw new RangeError("the clock of this zone cannot be read");
    return { minutes: Number(hour) * 60 + Number(minute), day };
  };
}
