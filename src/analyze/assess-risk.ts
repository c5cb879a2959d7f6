// Findings → one number and one word, for people who skim.

import { type Finding, type Risk, type RiskLevel, SEVERITIES, type Severity } from "../vocabulary.ts";

const POINTS: Record<Severity, number> = { info: 0, low: 2, medium: 10, high: 40, critical: 80 };
const LEVELS: Record<Severity, RiskLevel> = {
  info: "low",
  low: "low",
  medium: "medium",
  high: "high",
  critical: "critical",
};
const MOST_POINTS = 100;
const RANK: Record<RiskLevel, number> = { low: 0, medium: 1, high: 2, critical: 3 };

/** The level is that of the worst finding; the score adds all of them up, to 100 at most. */
export function assessRisk(findings: readonly Finding[]): Risk {
  let level: RiskLevel = "low";
  let score = 0;
  for (const { severity } of findings) {
    score += POINTS[severity];
    if (RANK[LEVELS[severity]] > RANK[level]) level = LEVELS[severity];
  }
  return { level, score: Math.min(MOST_POINTS, score) };
}

/** How findings become a risk, in Markdown, for the page of the rules. */
export function describeRisk(): string {
  const rows = SEVERITIES.map((severity) => {
    const refuses = severity === "high" || severity === "critical" ? "refused" : "reported";
    return `| \`${severity}\` | ${POINTS[severity]} | \`${LEVELS[severity]}\` | ${refuses} |`;
  });
  return [
    "| severity | points | risk level | where policy says nothing |",
    "|---|---|---|---|",
    ...rows,
    "",
    `The risk level of a program is that of its worst finding; its score adds the points of all findings, to ${MOST_POINTS} at`,
    "most. A rule is counted ten times at most, and a finding's severity may differ from its rule's where the rule says so.",
  ].join("\n");
}
