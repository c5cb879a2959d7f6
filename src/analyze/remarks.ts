// A place that a rule objects to, before it is turned into a finding with line and column.

import { placeOf } from "../text/text-place.ts";
import type { Finding, Severity } from "../vocabulary.ts";

export type Remark = {
  rule: string;
  at: number;
  message: string;
  /** Instead of the rule's own. */
  hint?: string;
  severity?: Severity;
  /** The text cannot become a program, whatever policy says. */
  isFatal?: true;
};

export function tooDeep(at: number): Remark {
  return { rule: "code-too-deep", at, message: "The code is nested too deeply to be checked." };
}

type RuleWords = { severity: Severity; hint: string };

const SHOWN_PER_RULE = 10;

/** Sorted by place; a rule that fires hundreds of times is shown ten times. */
export function toFindings(
  source: string,
  remarks: readonly Remark[],
  wordsOf: (rule: string) => RuleWords,
): Finding[] {
  const shown = new Map<string, number>();
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const remark of [...remarks].sort((a, b) => a.at - b.at)) {
    const count = shown.get(remark.rule) ?? 0;
    const identity = `${remark.rule}@${remark.at}`;
    if (count >= SHOWN_PER_RULE || seen.has(identity)) continue;
    seen.add(identity);
    shown.set(remark.rule, count + 1);
    const words = wordsOf(remark.rule);
    findings.push({
      rule: remark.rule,
      severity: remark.severity ?? words.severity,
      message: remark.message,
      ...placeOf(source, remark.at),
      hint: remark.hint ?? words.hint,
    });
  }
  return findings;
}
