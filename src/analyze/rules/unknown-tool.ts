import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

export const unknownTool: Rule = {
  id: "unknown-tool",
  group: "hygiene",
  severity: "low",
  reason:
    "A tool that does not exist for this key fails when it is called, perhaps after half of the work is done.",
  hint: "Use searchTools to find the tool's name.",
  catches: [
    "return github.create_isue({ title: 'a' })",
    'return callTool("orders.fnd", {})',
    'import { list_contcts } from "servers/crm"\nreturn list_contcts({})',
    "const { serch } = web; return serch({ query: 'a' })",
  ],
  allows: [
    "return github.create_issue({ title: 'a', repo: 'b' })",
    'return callTool("github.create_issue", { title: "a", repo: "b" })',
    "return github.createIssue({ title: 'a', repo: 'b' })",
    "const github = { create_isue: () => 1 }; return github.create_isue()",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const { visit, tool } of code.tools.calls.values()) {
      const answer = tool === null ? undefined : code.findTool(tool);
      if (tool === null || answer === undefined || "found" in answer) continue;
      remarks.push({
        rule: "unknown-tool",
        at: visit.node.start ?? 0,
        message: `There is no tool ${JSON.stringify(tool.slice(0, 80))} for this key.`,
        ...(answer.didYouMean === undefined ? {} : { hint: `Did you mean ${answer.didYouMean}?` }),
      });
    }
    return remarks;
  },
};
