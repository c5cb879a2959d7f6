import type { Rule } from "../rule.ts";

export const emptyProgram: Rule = {
  id: "empty-program",
  group: "hygiene",
  severity: "low",
  reason: "A text without a statement does nothing, and its result is null.",
  hint: "Send the TypeScript or JavaScript to run; its result is what it returns.",
  catches: ["", " \n\t\n ", "// nothing to do", "```ts\n\n```", "type Row = { id: number }"],
  allows: ["return null", "1", "'one string'", "const a = 1;"],
  check({ walked }) {
    const top = walked.visits[0]?.node;
    if (top?.type !== "Program" || top.directives.length > 0) return [];
    if (top.body.some(({ type }) => type !== "EmptyStatement" && type !== "ImportDeclaration")) return [];
    return [{ rule: "empty-program", at: 0, message: "There is no code to run." }];
  },
};
