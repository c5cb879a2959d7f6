// The rules that other steps raise, mostly before there is a tree; here are their words.

import type { CheckedCode } from "../checked-code.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

const raisedElsewhere = (): [] => [];

export const syntaxError: Rule = {
  id: "syntax-error",
  severity: "critical",
  reason: "Code that does not parse, or that holds characters which hide or split text, cannot be checked.",
  hint: "Fix the code at this place and send it again.",
  catches: ["const = 1;", "return (1", "Here is the code you asked for", "const a = /(/;"],
  allows: ["return 1", "await sleep(1)", "```ts\nreturn 1\n```", "return /[(]/.test('(')"],
  check: checkRegularExpressions,
};

/** The parser takes any text between slashes; the engine does not. */
function checkRegularExpressions(code: CheckedCode): Remark[] {
  return code.ofType("RegExpLiteral").flatMap(({ node }): Remark[] => {
    if (node.type !== "RegExpLiteral" || isRegularExpression(node.pattern, node.flags)) return [];
    const message = "This regular expression is not valid.";
    return [{ rule: "syntax-error", at: node.start ?? 0, message, isFatal: true }];
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

export const codeTooLarge: Rule = {
  id: "code-too-large",
  severity: "critical",
  reason: "The time that a check takes grows with the text, so the text has a limit.",
  hint: "Move data out of the code: read it with a tool, or pass it as context.",
  catches: [],
  allows: ["return 1"],
  check: raisedElsewhere,
};

export const codeTooDeep: Rule = {
  id: "code-too-deep",
  severity: "critical",
  reason: "Code that is nested or chained hundreds of levels deep exhausts the stack of whoever reads it.",
  hint: "Split the expression into several statements, and put data into flat lists.",
  catches: [],
  allows: ["return [[[[[[[[[[1]]]]]]]]]]"],
  check: raisedElsewhere,
};

export const analysisFailed: Rule = {
  id: "analysis-failed",
  severity: "critical",
  reason: "A program that the rules could not see to its end is not run.",
  hint: "Write the program in a simpler way; the operator can reproduce the fault from the recorded code.",
  catches: [],
  allows: ["return 1"],
  check: raisedElsewhere,
};

export const withAndSloppy: Rule = {
  id: "with-and-sloppy",
  severity: "critical",
  reason:
    "Programs are strict-mode modules; `with`, octal numbers and deleted names mean different things elsewhere.",
  hint: "Rewrite it without sloppy-mode features.",
  catches: ["with (context) { x }", "const n = 017; return n", "const x = 1; delete x;"],
  allows: ["const row = { a: 1 }; delete row.a; return row", "return 0o17", "return { with: 1 }.with"],
  check: raisedElsewhere,
};

export const nonErasableTypeScript: Rule = {
  id: "non-erasable-typescript",
  severity: "high",
  reason: "Only types are taken out of the text; TypeScript that generates code would run unchecked.",
  hint: "Write it as plain JavaScript: an object instead of an enum, fields instead of parameter properties.",
  catches: [
    "enum Color { Red }\nreturn Color.Red",
    "namespace N { export const a = 1 }",
    "class A { constructor(private x: number) {} }",
    'import fs = require("fs")',
  ],
  allows: [
    "type Color = 'red' | 'blue'; const c: Color = 'red'; return c",
    "interface Row { id: number }\nconst rows: Row[] = []; return rows as unknown",
    "declare const x: number; return typeof x",
  ],
  check: raisedElsewhere,
};
