// Source → program + findings, in one bounded parse. Guarantees: the text that was checked is the text that
// runs, and no input makes it throw or hang.

import type { Analysis, JsonObject } from "../vocabulary.ts";
import { RULES } from "./all-rules.ts";
import { analyze as checkProgram } from "./check-program.ts";
import type { Rule } from "./rule.ts";

/** What the analyzer needs to know of the world: names only, no connections. */
export type AnalyzeOptions = {
  /** Servers that exist for this principal; a bare global of that name is a server object. */
  servers: ReadonlySet<string>;
  maxSourceBytes: number;
  /**
   * The tool that a written name means: `server.tool` in any spelling that the gate accepts. Asked only for names that
   * the code holds, so that a catalog of thousands of tools costs nothing. Without it tools are not checked.
   */
  findTool?(written: string): FoundTool;
  /** False leaves out the comparison of arguments with the tools' schemas. */
  typecheck?: boolean;
  /** The name under which the program's function takes its one argument; none unless given. */
  parameter?: "context";
};

export type KnownTool = { id: string; inputSchema: JsonObject };
export type FoundTool = { found: KnownTool } | { missing: string; didYouMean?: string };

export function analyze(source: string, options: AnalyzeOptions): Analysis {
  return checkProgram(source, options);
}

/** Ids of all rules, for policy files that name them. */
export const RULE_IDS: readonly string[] = RULES.map(({ id }) => id);

export { describeRisk } from "./assess-risk.ts";
export { RULE_GROUPS, type RuleGroup } from "./rule.ts";

export type RuleDescription = Omit<Rule, "check">;

/** Everything that can be said about the rules, for their page in the documentation. */
export function describeRules(): RuleDescription[] {
  return RULES.map(({ check: _, ...description }) => description);
}
