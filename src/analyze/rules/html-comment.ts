import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

export const htmlComment: Rule = {
  id: "html-comment",
  group: "text",
  severity: "high",
  reason: "`<!--` is an operator to one parser and a comment to another, which hides code from one of them.",
  hint: "Put spaces between the operators, `x < !(--y)`, and use // for comments.",
  catches: ["let y = 2; return 1 <!--y", `let y = 2;\nreturn \`\${1 <!--y}\``, "let n = 1\n--> 0"],
  allows: [
    "let n = 3; while (n --> 0) { console.log(n) }",
    'return "<!-- text -->".length',
    `return /<!--.*-->/.test(\`<!-- \${1} -->\`)`,
    "let y = 2; return 1 < !(--y)",
    "// <!-- a note -->\nreturn 1",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const { node } of code.ofType("BinaryExpression")) {
      if (node.type !== "BinaryExpression" || node.operator !== "<") continue;
      const at = (node.right.start ?? 0) - 1;
      if (code.source.slice(at, at + 4) !== "<!--") continue;
      remarks.push({
        rule: "html-comment",
        at,
        message: "`<!--` starts an HTML-like comment.",
        isFatal: true,
      });
    }
    return remarks;
  },
};
