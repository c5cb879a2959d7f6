import type { Rule } from "../rule.ts";

const LONG_TEXT = 8 * 1024;
const MANY_ITEMS = 500;

export const hugeLiteral: Rule = {
  id: "huge-literal",
  group: "resource",
  severity: "low",
  reason: "Data that is written into the code is paid for in tokens, and nobody reviews it.",
  hint: "Read the data with a tool, keep it in workspace, or pass it as context.",
  catches: [],
  allows: ['return "a short text"', "return [1, 2, 3]"],
  check(code) {
    const texts = [...code.ofType("StringLiteral"), ...code.ofType("TemplateElement")].filter(
      ({ node }) => (node.end ?? 0) - (node.start ?? 0) > LONG_TEXT,
    );
    const lists = [...code.ofType("ArrayExpression"), ...code.ofType("ObjectExpression")].filter(
      ({ node }) =>
        node.type === "ArrayExpression"
          ? node.elements.length > MANY_ITEMS
          : node.type === "ObjectExpression" && node.properties.length > MANY_ITEMS,
    );
    return [...texts, ...lists].map(({ node }) => ({
      rule: "huge-literal",
      at: node.start ?? 0,
      message: "A large amount of data is written into the code.",
    }));
  },
};
