import type { Rule } from "../rule.ts";

export const noExports: Rule = {
  id: "no-exports",
  group: "modules",
  severity: "high",
  reason: "Nobody imports a program: its result is what it returns.",
  hint: "Return the value at the top level: `return await main();`.",
  catches: [
    "export default async function main() { return 1 }",
    "const a = 1; export { a }",
    "export default 42",
  ],
  allows: ["export const a = 1; return a", "export async function main() { return 1 }\nreturn await main()"],
  check(code) {
    const exports = [...code.ofType("ExportDefaultDeclaration"), ...code.ofType("ExportNamedDeclaration")];
    return exports
      .filter(({ node }) => node.type !== "ExportNamedDeclaration" || !node.source)
      .map(({ node }) => ({
        rule: "no-exports",
        at: node.start ?? 0,
        message: "A program cannot export anything.",
        isFatal: true,
      }));
  },
};
