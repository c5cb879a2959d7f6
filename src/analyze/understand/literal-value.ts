// What an expression is worth as a JSON argument, as far as the text shows it.

import type * as t from "@babel/types";
import { lookUp, type Scope } from "../parse/scopes.ts";
import type { Node } from "../parse/syntax.ts";

/** `absent` is `undefined`, which JSON leaves out. Values that the text does not show have no shape. */
export type LiteralValue =
  | { kind: "string"; node: Node; value: string | null }
  | { kind: "number" | "boolean"; node: Node; value: number | boolean }
  | { kind: "null" | "absent" | "function"; node: Node }
  | { kind: "array"; node: t.ArrayExpression; scope: Scope }
  | { kind: "object"; node: t.ObjectExpression; scope: Scope };

export function literalValue(node: Node, scope: Scope): LiteralValue | null {
  switch (node.type) {
    case "StringLiteral":
      return { kind: "string", node, value: node.value };
    case "TemplateLiteral":
      return { kind: "string", node, value: node.expressions.length > 0 ? null : cooked(node) };
    case "NumericLiteral":
      return { kind: "number", node, value: node.value };
    case "UnaryExpression":
      return node.operator === "-" && node.argument.type === "NumericLiteral"
        ? { kind: "number", node, value: -node.argument.value }
        : null;
    case "BooleanLiteral":
      return { kind: "boolean", node, value: node.value };
    case "NullLiteral":
      return { kind: "null", node };
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return { kind: "function", node };
    case "ArrayExpression":
      return { kind: "array", node, scope };
    case "ObjectExpression":
      return { kind: "object", node, scope };
    case "Identifier":
      return valueOfName(node, scope);
    default:
      return null;
  }
}

function cooked({ quasis }: t.TemplateLiteral): string | null {
  return quasis[0]?.value.cooked ?? null;
}

/** A constant that holds a plain value; objects behind names may have changed since. */
function valueOfName(node: t.Identifier, scope: Scope): LiteralValue | null {
  const binding = lookUp(scope, node.name);
  if (binding === null) return node.name === "undefined" ? { kind: "absent", node } : null;
  const [only, ...others] = binding.values;
  if (binding.kind !== "const" || binding.reassigned || !only || others.length > 0 || only.operator !== "=")
    return null;
  const isDeclared = binding.references.some(
    ({ node: name, parent }) => name === binding.declaration && parent?.node.type === "VariableDeclarator",
  );
  const value = isDeclared && only.node.type !== "Identifier" ? literalValue(only.node, only.scope) : null;
  return value !== null && /^(?:string|number|boolean)$/.test(value.kind)
    ? ({ ...value, node } as LiteralValue)
    : null;
}
