// What the tests of this folder share: one world of servers and one way to ask.

import { type AnalyzeOptions, analyze } from "../../src/analyze/analyze.ts";
import type { Analysis, Finding } from "../../src/vocabulary.ts";

export const OPTIONS: AnalyzeOptions = {
  servers: new Set(["github", "crm", "mail", "web", "orders", "google-drive"]),
  maxSourceBytes: 64 * 1024,
};

export function analyzeText(source: string): Analysis {
  return analyze(source, OPTIONS);
}

export function rulesOf({ findings }: Analysis): string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** What policy refuses where it says nothing. */
export function refusing({ findings }: Analysis): Finding[] {
  return findings.filter(({ severity }) => severity === "high" || severity === "critical");
}

export function show(findings: readonly Finding[]): string {
  return findings
    .map(({ rule, severity, line, column, message }) => `${line}:${column} ${severity} ${rule}: ${message}`)
    .join("\n");
}
