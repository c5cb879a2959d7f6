import { argumentRemarks } from "../argument-remarks.ts";
import type { Rule } from "../rule.ts";

export const missingArgument: Rule = {
  id: "missing-argument",
  group: "hygiene",
  severity: "low",
  reason: "Without an argument that it needs a tool fails, perhaps after half of the work is done.",
  hint: 'searchTools with detail "full" shows which arguments a tool needs.',
  catches: [
    "return github.create_issue({ title: 'a' })",
    "return github.create_issue()",
    "return orders.find({ status: 'open', filter: {} })",
    "return github.create_issue({ repo: undefined, title: 'a' })",
  ],
  allows: [
    "return github.create_issue({ title: 'a', repo: 'b' })",
    "return github.create_issue({ title: 'a', ...context.rest })",
    "return crm.list_contacts()",
    "const args = { title: 'a' }; args.repo = 'b'; return github.create_issue(args)",
    "return ['a', 'b'].map((tool) => callTool(`github.${tool}`, {}))",
  ],
  check: (code) => argumentRemarks(code, "missing", "missing-argument"),
};
