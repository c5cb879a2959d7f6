import type { CheckedCode } from "../checked-code.ts";
import { lookUp, type Scope } from "../parse/scopes.ts";
import { isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { definedOn, isWriteTarget } from "../understand/write-targets.ts";

const BUILT_IN: ReadonlySet<string> = new Set(
  (
    "Object Array Number Boolean String Symbol Date Promise RegExp JSON Math Intl Map Set WeakMap WeakSet BigInt " +
    "Reflect Proxy Iterator console workspace pii callTool searchTools sleep setTimeout setInterval clearTimeout"
  ).split(" "),
);

export const builtinMutation: Rule = {
  id: "builtin-mutation",
  group: "reach",
  severity: "high",
  reason: "A replaced built-in function sees the values of everything that calls it.",
  hint: "Write a function of your own under another name and call that.",
  catches: [
    "JSON.stringify = () => '{}'",
    "Promise = class {}",
    "Math.random = () => 0.5",
    "Object.defineProperty(Array, Symbol.species, { value: 1 })",
    "Object.assign(console, { log() {} })",
    "Reflect.apply = null",
    "callTool = async () => 1",
  ],
  allows: [
    "const random = Math.random(); return random",
    "const console2 = { log: console.log }; return typeof console2.log",
    "function f() {}\nf.cache = {}; return f.cache",
    "const Map = { a: 1 }; Map.b = 2; return Map",
    "const row = {}; row.Math = 1; return row",
  ],
  check(code) {
    return [...memberRemarks(code), ...nameRemarks(code)];
  },
};

function remark(node: Node, name: string): Remark {
  return { rule: "builtin-mutation", at: node.start ?? 0, message: `The built-in \`${name}\` is changed.` };
}

function builtInName(node: Node, scope: Scope): string | null {
  if (node.type !== "Identifier" || !BUILT_IN.has(node.name)) return null;
  return lookUp(scope, node.name) === null ? node.name : null;
}

function memberRemarks(code: CheckedCode): Remark[] {
  const remarks: Remark[] = [];
  for (const visit of code.ofType("MemberExpression")) {
    if (!isMember(visit.node) || !isWriteTarget(visit)) continue;
    const { object, property, computed } = visit.node;
    const name = builtInName(object, visit.scope);
    // Replacing `X.prototype` as a whole throws; changing it has its own rule.
    if (name !== null && literalKey(property, computed) !== "prototype")
      remarks.push(remark(visit.node, name));
  }
  for (const visit of code.calls) {
    const target = definedOn(visit.node, visit.scope);
    const name = target ? builtInName(target, visit.scope) : null;
    if (name !== null) remarks.push(remark(visit.node, name));
  }
  return remarks;
}

function nameRemarks(code: CheckedCode): Remark[] {
  const remarks: Remark[] = [];
  for (const { node, scope } of code.ofType("AssignmentExpression")) {
    if (node.type !== "AssignmentExpression") continue;
    const name = builtInName(node.left, scope);
    if (name !== null) remarks.push(remark(node.left, name));
  }
  return remarks;
}
