// Raised by the parser's budget and by the walk.

import type { Rule } from "../rule.ts";

export const codeTooDeep: Rule = {
  id: "code-too-deep",
  group: "text",
  severity: "critical",
  reason: "Code that is nested or chained hundreds of levels deep exhausts the stack of whoever reads it.",
  hint: "Split the expression into several statements, and put data into flat lists.",
  catches: [],
  allows: ["return [[[[[[[[[[1]]]]]]]]]]", "return context.a?.b?.c?.d?.e?.f?.g?.h"],
  check: () => [],
};
