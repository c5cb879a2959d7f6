// What a careful colleague would say about policies that load: names that do not exist, rules without effect,
// rules that no test holds, writes that are granted with any argument.

import type { ToolDefinition } from "../../vocabulary.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import { untestedRules } from "./policy-coverage.ts";
import { reviewReach } from "./review-reach.ts";
import { reviewTools } from "./review-tools.ts";
import { reviewWrites } from "./review-writes.ts";
import type { PolicyTestResult } from "./run-policy-tests.ts";

export type PolicyRemark = {
  file: string;
  line: number;
  column: number;
  severity: "error" | "warning";
  code:
    | "TOOL_UNKNOWN"
    | "SERVER_UNKNOWN"
    | "ARGUMENT_UNKNOWN"
    | "ARGUMENT_MISSING"
    | "MATCHER_MISFIT"
    | "RULE_UNREACHABLE"
    | "RULE_SHADOWED"
    | "RULE_UNTESTED"
    | "WRITE_OPEN";
  message: string;
};

/** The tools that exist, by id; null where only the pin is known. */
export type KnownTools = ReadonlyMap<string, Pick<ToolDefinition, "inputSchema" | "annotations"> | null>;

export type ReviewOptions = {
  /** Left out where no lock file says what exists: then names are not checked. */
  tools?: KnownTools | undefined;
  results: readonly PolicyTestResult[];
};

export function reviewPolicies(bundle: PolicyBundle, { tools, results }: ReviewOptions): PolicyRemark[] {
  return [
    ...(tools ? reviewTools(bundle, tools) : []),
    ...reviewReach(bundle),
    ...reviewWrites(bundle, tools ?? new Map()),
    ...untestedRules(bundle, results),
  ].sort(byPlace);
}

function byPlace(a: PolicyRemark, b: PolicyRemark): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1);
}
