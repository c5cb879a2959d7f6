// What the members of an enum are worth, where the text says it: an enum of constants is an object.

import type * as t from "@babel/types";
import type { Node } from "../parse/syntax.ts";

type Value = string | number;

const DEEPEST = 40;

/** An object literal with the same members, or null where a value is not a constant. */
export function enumAsObject({ id, body }: t.TSEnumDeclaration): string | null {
  const values = new Map<string, Value>();
  const entries: string[] = [];
  let next: number | null = 0;
  for (const member of body.members) {
    const name = memberName(member);
    const value: Value | null = member.initializer
      ? constant(member.initializer, { enumName: id.name, values, depth: 0 })
      : next;
    if (name === null || value === null || values.has(name) || isNumeric(name)) return null;
    values.set(name, value);
    entries.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
    if (typeof value === "number") entries.push(`${JSON.stringify(String(value))}:${JSON.stringify(name)}`);
    next = typeof value === "number" ? value + 1 : null;
  }
  return `{${entries.join(",")}}`;
}

/** It could be taken for the way back from a value to its name. */
function isNumeric(name: string): boolean {
  return String(Number(name)) === name;
}

function memberName({ id }: t.TSEnumMember): string | null {
  if (id.type === "Identifier") return id.name;
  return id.type === "StringLiteral" ? id.value : null;
}

type Known = { enumName: string; values: ReadonlyMap<string, Value>; depth: number };

function constant(node: Node, known: Known): Value | null {
  if (known.depth > DEEPEST) return null;
  const below = { ...known, depth: known.depth + 1 };
  switch (node.type) {
    case "NumericLiteral":
    case "StringLiteral":
      return node.value;
    case "TemplateLiteral":
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? null) : null;
    case "Identifier":
      return known.values.get(node.name) ?? null;
    case "MemberExpression":
      return node.object.type === "Identifier" && node.object.name === known.enumName && !node.computed
        ? constant(node.property, below)
        : null;
    case "UnaryExpression":
      return signed(node.operator, constant(node.argument, below));
    case "BinaryExpression":
      return joined(node.operator, constant(node.left, below), constant(node.right, below));
    default:
      return null;
  }
}

function signed(operator: string, value: Value | null): Value | null {
  if (typeof value !== "number") return null;
  if (operator === "-") return finite(-value);
  if (operator === "~") return ~value;
  return operator === "+" ? value : null;
}

function joined(operator: string, left: Value | null, right: Value | null): Value | null {
  if (left === null || right === null) return null;
  if (typeof left !== "number" || typeof right !== "number")
    return operator === "+" ? `${left}${right}` : null;
  switch (operator) {
    case "|":
      return left | right;
    case "&":
      return left & right;
    case "^":
      return left ^ right;
    case "<<":
      return left << right;
    case ">>":
      return left >> right;
    case ">>>":
      return left >>> right;
    case "+":
      return finite(left + right);
    case "-":
      return finite(left - right);
    case "*":
      return finite(left * right);
    default:
      return null;
  }
}

/** JSON has no other numbers, and no negative zero. */
function finite(value: number): number | null {
  return Number.isFinite(value) && !Object.is(value, -0) ? value : null;
}
