// What a rule is: its words for people, examples that prove it, and a check over the whole program at once.

import type { Severity } from "../vocabulary.ts";
import type { CheckedCode } from "./checked-code.ts";
import type { Remark } from "./remarks.ts";

/** In the order of the documentation. */
export const RULE_GROUPS = [
  "text",
  "dynamic code",
  "modules",
  "reach",
  "resource",
  "data",
  "hygiene",
] as const;
export type RuleGroup = (typeof RULE_GROUPS)[number];

export type Rule = {
  id: string;
  group: RuleGroup;
  /** The severity unless a remark states its own. High and critical are refused where policy says nothing. */
  severity: Severity;
  /** One sentence: why the rule exists. */
  reason: string;
  /** What to write instead. */
  hint: string;
  /** Programs that the rule must remark on, and look-alikes that it must leave alone. */
  catches: readonly string[];
  allows: readonly string[];
  check(code: CheckedCode): Remark[];
};
