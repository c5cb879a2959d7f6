import type { Rule } from "../rule.ts";

export const debuggerStatement: Rule = {
  id: "debugger-statement",
  group: "hygiene",
  severity: "low",
  reason: "No debugger is attached to a program, so the statement is a leftover.",
  hint: "Remove it; console.log shows values.",
  catches: ["debugger; return 1", "if (context.debug) { debugger }\nreturn 1"],
  allows: ["return { debugger: 1 }.debugger", 'return "debugger"'],
  check(code) {
    return code.ofType("DebuggerStatement").map(({ node }) => ({
      rule: "debugger-statement",
      at: node.start ?? 0,
      message: "`debugger` does nothing here.",
    }));
  },
};
