import type { Scope } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { fold, isGlobal } from "../understand/fold.ts";

/** A list of ten million numbers needs 80 MB; from 100 million on, V8 ends the whole process. */
const LARGE = 10_000_000;
const FATAL = 100_000_000;

const GROWS: ReadonlySet<string> = new Set(["repeat", "padStart", "padEnd"]);
const SIZED =
  /^(?:Array|ArrayBuffer|(?:Big)?U?[iI]nt(?:8|16|32|64)(?:Clamped)?Array|Float(?:16|32|64)Array)$/;

export const hugeAllocation: Rule = {
  id: "huge-allocation",
  group: "resource",
  severity: "medium",
  reason: "One allocation of this size uses up the memory of the run before any limit can react.",
  hint: "Work in pages or chunks, and keep only what you need.",
  catches: [
    "return new Array(2 ** 31).fill(1)",
    'return "x".repeat(1e9)',
    "return new Uint8Array(1024 * 1024 * 1024)",
    "return Array.from({ length: 5e8 })",
    'const n = 2e9; return "a".padEnd(n)',
    "return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
  ],
  allows: [
    "return new Array(1000).fill(0)",
    'return "-".repeat(80)',
    "return Array.from({ length: 24 }, (_, hour) => hour)",
    "return { length: context.size }",
    "return 2 ** 31",
    "return new Array(context.n)",
  ],
  check(code) {
    const remarks: Remark[] = [];
    const calls = (["CallExpression", "OptionalCallExpression", "NewExpression"] as const).flatMap((type) =>
      code.ofType(type),
    );
    for (const { node, scope } of calls) {
      const size = sizeNode(node, scope);
      if (size) remarks.push(...remarkOn(size, scope));
    }
    for (const { node, scope } of code.ofType("ObjectProperty")) {
      if (node.type === "ObjectProperty" && literalKey(node.key, node.computed) === "length")
        remarks.push(...remarkOn(node.value, scope));
    }
    return remarks;
  },
};

function sizeNode(node: Node, scope: Scope): Node | null {
  if (!isCall(node) && node.type !== "NewExpression") return null;
  const { callee } = node;
  if (callee.type === "Identifier")
    return SIZED.test(callee.name) && isGlobal(callee, callee.name, scope) && node.arguments.length === 1
      ? (node.arguments[0] ?? null)
      : null;
  if (!isMember(callee)) return null;
  const grows = GROWS.has(literalKey(callee.property, callee.computed) ?? "");
  return grows ? (node.arguments[0] ?? null) : null;
}

function remarkOn(size: Node, scope: Scope): Remark[] {
  const [value] = fold(size, scope);
  if (typeof value !== "number" || value < LARGE) return [];
  const message = `${value} elements or characters are made at once.`;
  const severity = value >= FATAL ? "high" : "medium";
  return [{ rule: "huge-allocation", at: size.start ?? 0, message, severity }];
}
