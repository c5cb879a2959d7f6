// What an expression may be worth, read off the text: enough to see through a key that is put together from
// constants. It gives possible values, never proofs; an empty list means unknown.

import type * as t from "@babel/types";
import { lookUp, type PossibleValue, type Scope } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import { type Constant, MAX_TEXT, type ObjectConstant, toText } from "./constant.ts";
import { foldMethod, foldNamedCall } from "./fold-calls.ts";

const MAX_VALUES = 16;
const MAX_DEPTH = 24;
const MAX_STEPS = 2_000;

/** The budget is shared by one whole fold, so that no text makes it explode. */
type Folding = { scope: Scope; depth: number; budget: { steps: number } };

export function fold(node: Node, scope: Scope): Constant[] {
  return foldIn(node, { scope, depth: 0, budget: { steps: 0 } });
}

/** The strings (64 characters at most) that a computed key may be. */
export function foldToKeys(node: Node, scope: Scope): string[] {
  const keys = new Set<string>();
  for (const value of fold(node, scope)) {
    const text = toText(value);
    if (text !== null && text.length <= 64) keys.add(text);
  }
  return [...keys];
}

function foldIn(node: Node, from: Folding): Constant[] {
  from.budget.steps += 1;
  if (from.depth > MAX_DEPTH || from.budget.steps > MAX_STEPS) return [];
  const inner = { ...from, depth: from.depth + 1 };
  const values = foldNode(node, inner).filter(
    (value) => typeof value !== "string" || value.length <= MAX_TEXT,
  );
  return values.slice(0, MAX_VALUES);
}

function foldNode(node: Node, from: Folding): Constant[] {
  switch (node.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return [node.value];
    case "NullLiteral":
      return [null];
    case "TemplateLiteral":
      return foldTemplate(node, from, (quasi) => quasi.value.cooked ?? null);
    case "TaggedTemplateExpression":
      return isStringRaw(node.tag, from) ? foldTemplate(node.quasi, from, (quasi) => quasi.value.raw) : [];
    case "Identifier":
      return foldName(node.name, from);
    case "BinaryExpression":
      return foldBinary(node, from);
    case "ConditionalExpression":
      return [...foldIn(node.consequent, from), ...foldIn(node.alternate, from)];
    case "LogicalExpression":
      return [...foldIn(node.left, from), ...foldIn(node.right, from)];
    case "SequenceExpression":
      return foldLast(node.expressions, from);
    case "AssignmentExpression":
      return node.operator === "+="
        ? add(foldIn(node.left, from), foldIn(node.right, from))
        : foldIn(node.right, from);
    case "AwaitExpression":
      return foldIn(node.argument, from);
    case "UnaryExpression":
      return foldUnary(node, from);
    case "ArrayExpression":
      return foldArray(node, from);
    case "ObjectExpression":
      return [{ literal: node, scope: from.scope }];
    default:
      if (isMember(node)) return foldMember(node, from);
      if (isCall(node)) return foldCall(node, from);
      return [];
  }
}

function foldTemplate(
  node: t.TemplateLiteral,
  from: Folding,
  textOf: (quasi: t.TemplateElement) => string | null,
): Constant[] {
  let values: Constant[] = [""];
  for (const [index, quasi] of node.quasis.entries()) {
    const text = textOf(quasi);
    if (text === null) return [];
    values = add(values, [text]);
    const expression = node.expressions[index];
    if (expression) values = add(values, foldIn(expression, from));
  }
  return values;
}

function foldBinary(node: t.BinaryExpression, from: Folding): Constant[] {
  const left = foldIn(node.left, from);
  const right = foldIn(node.right, from);
  if (node.operator === "+") return add(left, right);
  const [a, b] = [left[0], right[0]];
  if (typeof a !== "number" || typeof b !== "number") return [];
  switch (node.operator) {
    case "-":
      return [a - b];
    case "*":
      return [a * b];
    case "/":
      return [a / b];
    case "**":
      return [a ** b];
    case "<<":
      return [a << b];
    default:
      return [];
  }
}

/** All sums of two sides; one unknown side makes the sum unknown. */
function add(left: readonly Constant[], right: readonly Constant[]): Constant[] {
  const sums: Constant[] = [];
  for (const a of left) {
    for (const b of right) {
      if (sums.length >= MAX_VALUES) return sums;
      const first = toText(a);
      const second = toText(b);
      if (typeof a === "number" && typeof b === "number") sums.push(a + b);
      else if (first !== null && second !== null && first.length + second.length <= MAX_TEXT)
        sums.push(first + second);
    }
  }
  return sums;
}

function foldName(name: string, from: Folding): Constant[] {
  const binding = lookUp(from.scope, name);
  if (binding === null) return name === "undefined" ? ["undefined"] : [];
  const plain = binding.values.filter(({ operator }) => operator !== "+=");
  let values = plain.flatMap((value) => foldPossible(value, from)).slice(0, MAX_VALUES);
  for (const { node, scope } of binding.values.filter(({ operator }) => operator === "+=")) {
    values = [...values, ...add(values.length > 0 ? values : [""], foldIn(node, { ...from, scope }))].slice(
      0,
      MAX_VALUES,
    );
  }
  return values;
}

function foldPossible(value: PossibleValue, from: Folding): Constant[] {
  const values = foldIn(value.node, { ...from, scope: value.scope });
  return value.operator === "each" ? values.flatMap((list) => (Array.isArray(list) ? list : [])) : values;
}

function foldLast(nodes: readonly Node[], from: Folding): Constant[] {
  const last = nodes.at(-1);
  return last ? foldIn(last, from) : [];
}

function foldUnary(node: t.UnaryExpression, from: Folding): Constant[] {
  const values = foldIn(node.argument, from);
  if (node.operator === "!") return values.map((value) => !value);
  if (node.operator === "-") return values.flatMap((value) => (typeof value === "number" ? [-value] : []));
  if (node.operator === "void") return ["undefined"];
  return [];
}

// One value per element: a list of alternatives for each would multiply.
function foldArray(node: t.ArrayExpression, from: Folding): Constant[] {
  const list: Constant[] = [];
  for (const element of node.elements.slice(0, 128)) {
    const isSpread = element?.type === "SpreadElement";
    const [value] = element ? foldIn(isSpread ? element.argument : element, from) : [null];
    if (isSpread && Array.isArray(value)) list.push(...value);
    else if (isSpread && typeof value === "string") list.push(...value);
    else list.push(value ?? null);
    if (list.length > MAX_TEXT) return [];
  }
  return [list];
}

function foldMember(node: t.MemberExpression | t.OptionalMemberExpression, from: Folding): Constant[] {
  const keys = memberKeys(node, from);
  const values: Constant[] = [];
  for (const object of foldIn(node.object, from)) {
    for (const key of keys) {
      if (Array.isArray(object) || typeof object === "string") {
        const item = key === "length" ? object.length : object[Number(key)];
        if (item !== undefined) values.push(item);
      } else if (typeof object === "object" && object !== null)
        values.push(...foldProperty(object, key, from));
    }
  }
  return values;
}

function memberKeys(node: t.MemberExpression | t.OptionalMemberExpression, from: Folding): string[] {
  const written = literalKey(node.property, node.computed);
  if (written !== null) return [written];
  if (!node.computed) return [];
  return foldIn(node.property, from).flatMap((value) => toText(value) ?? []);
}

function foldProperty(object: ObjectConstant, key: string, from: Folding): Constant[] {
  return object.literal.properties.flatMap((property) => {
    if (property.type !== "ObjectProperty" || literalKey(property.key, property.computed) !== key) return [];
    return foldIn(property.value, { ...from, scope: object.scope });
  });
}

function isStringRaw(tag: Node, from: Folding): boolean {
  return (
    isMember(tag) &&
    isGlobal(tag.object, "String", from.scope) &&
    literalKey(tag.property, tag.computed) === "raw"
  );
}

export function isGlobal(node: Node, name: string, scope: Scope): boolean {
  return node.type === "Identifier" && node.name === name && lookUp(scope, name) === null;
}

function foldCall(node: t.CallExpression | t.OptionalCallExpression, from: Folding): Constant[] {
  const args: Constant[] = [];
  for (const argument of node.arguments) {
    const isSpread = argument.type === "SpreadElement";
    const [value] = foldRegExp(argument) ?? foldIn(isSpread ? argument.argument : argument, from);
    if (value === undefined) return [];
    if (isSpread && Array.isArray(value)) args.push(...value);
    else args.push(value);
  }
  const { callee } = node;
  if (callee.type === "Identifier")
    return lookUp(from.scope, callee.name) ? [] : foldNamedCall(callee.name, args);
  if (!isMember(callee)) return [];
  const names = memberKeys(callee, from);
  if (isGlobal(callee.object, "String", from.scope)) {
    return names.flatMap((name) => foldNamedCall(`String.${name}`, args));
  }
  return foldIn(callee.object, from).flatMap((object) =>
    names.flatMap((name) => foldMethod(object, name, args)),
  );
}

/** A regular expression without repetition or groups is the set of characters it removes; others are not run. */
function foldRegExp(node: Node): Constant[] | null {
  if (node.type !== "RegExpLiteral") return null;
  return /^[^*+?{(|\\]{1,32}$/.test(node.pattern) ? [[null, node.pattern, node.flags]] : [];
}
