// Findings → one number and one word, for people who skim.

import type { Finding, Risk, RiskLevel, Severity } from "../vocabulary.ts";

const POINTS: Record<Severity, number> = { info: 0, low: 2, medium: 10, high: 40, critical: 80 };
const LEVELS: Record<Severity, RiskLevel> = {
  info: "low",
  low: "low",
  medium: "medium",
  high: "high",
  critical: "critical",
};
const RANK: Record<RiskLevel, number> = { low: 0, medium: 1, high: 2, critical: 3 };

/** The level is that of the worst finding; the score adds all of them up, to 100 at most. */
export function assessRisk(findings: readonly Finding[]): Risk {
  let level: RiskLevel = "low";
  let score = 0;
  for (const { severity } of findings) {
    score += POINTS[severity];
    if (RANK[LEVELS[severity]] > RANK[level]) level = LEVELS[severity];
  }
  return { level, score: Math.min(100, score) };
}
