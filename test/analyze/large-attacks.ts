// Attacks that are large, deep, or need a fault: no page shows them.

import type { AnalyzeOptions } from "../../src/analyze/analyze.ts";
import { OPTIONS } from "./analyze-fixture.ts";

export const LARGE_ATTACKS: Readonly<Record<string, readonly string[]>> = {
  "code-too-large": ["x".repeat(64 * 1024 + 1), `return "${"é".repeat(40_000)}"`],
  "code-too-deep": [`return a${".b".repeat(25_000)}`, `return ${"[".repeat(2000)}${"]".repeat(2000)}`],
  "huge-literal": [
    `return "${"x".repeat(9000)}"`,
    `return [${"1,".repeat(600)}]`,
    `return {${"a:1,".repeat(600)}}`,
  ],
  "analysis-failed": ["return github.create_issue({})", "return 1"],
};

/** One for each attack on the analyzer's own faults. */
export const FAULTS: readonly AnalyzeOptions[] = [
  {
    ...OPTIONS,
    findTool() {
      throw new Error("the catalog is broken");
    },
  },
  {
    ...OPTIONS,
    get servers(): ReadonlySet<string> {
      throw new Error("nobody knows the servers");
    },
  },
];
