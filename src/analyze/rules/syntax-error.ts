// Mostly raised before there is a tree: by bounds.ts and by the parser.

import type { CheckedCode } from "../checked-code.ts";
import { withFrame } from "../code-frame.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

export const syntaxError: Rule = {
  id: "syntax-error",
  group: "text",
  severity: "critical",
  reason: "Code that does not parse, or that holds characters which hide or split text, cannot be checked.",
  hint: "Fix the code at this place and send it again.",
  catches: [
    "const = 1;",
    "class A { constructor() {} constructor() {} }",
    "return (1",
    "Here is the code you asked for",
    "const a = /(/;",
  ],
  allows: ["return 1", "await sleep(1)", "```ts\nreturn 1\n```", "return /[(]/.test('(')"],
  check: (code) => [...checkRegularExpressions(code), ...checkConstructors(code)],
};

/** The parser takes any text between slashes; the engine does not. */
function checkRegularExpressions(code: CheckedCode): Remark[] {
  return code.ofType("RegExpLiteral").flatMap(({ node }): Remark[] => {
    if (node.type !== "RegExpLiteral" || isRegularExpression(node.pattern, node.flags)) return [];
    const at = node.start ?? 0;
    const hint = withFrame("Fix the pattern, or escape its special characters.", code.source, at);
    return [
      { rule: "syntax-error", at, message: "This regular expression is not valid.", hint, isFatal: true },
    ];
  });
}

function isRegularExpression(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** The parser lets a class have several, as TypeScript's overloads; the engine does not. */
function checkConstructors(code: CheckedCode): Remark[] {
  return code.ofType("ClassBody").flatMap(({ node }): Remark[] => {
    if (node.type !== "ClassBody") return [];
    const [, second] = node.body.filter(
      (member) => member.type === "ClassMethod" && member.kind === "constructor",
    );
    if (second === undefined) return [];
    const at = second.start ?? 0;
    const hint = withFrame("Keep one constructor.", code.source, at);
    return [{ rule: "syntax-error", at, message: "A class has one constructor only.", hint, isFatal: true }];
  });
}
