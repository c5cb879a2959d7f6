// Raised where a rule throws.

import type { Rule } from "../rule.ts";

export const analysisFailed: Rule = {
  id: "analysis-failed",
  group: "text",
  severity: "critical",
  reason: "A program that the rules could not see to its end is not run.",
  hint: "Write the program in a simpler way; the operator can reproduce the fault from the recorded code.",
  catches: [],
  allows: ["return 1", "return await crm.list({})"],
  check: () => [],
};
