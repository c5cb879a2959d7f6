// What the text shows to be a function, and members whose names only the run shows: `constructor` may be one of them.

import { type Binding, lookUp, type Scope } from "../parse/scopes.ts";
import { isCall, isFunction, isMember, literalKey, type Node } from "../parse/syntax.ts";
import { fold, foldToKeys, isGlobal } from "./fold.ts";
import { isWriteTarget } from "./write-targets.ts";

/** A function, a member of a named one, or the `arguments` of one. */
export function isFunctionValue(node: Node, scope: Scope): boolean {
  if (isGlobal(node, "arguments", scope) || isFunction(node)) return true;
  if (isMember(node)) return isFunctionValue(node.object, scope) && node.object.type === "Identifier";
  if (node.type !== "Identifier") return false;
  const binding = lookUp(scope, node.name);
  if (binding === null) return false;
  return binding.kind === "function" || binding.values.some((value) => isFunction(value.node));
}

/** A function that the program has not made a table of by giving it properties. */
export function isPlainFunction(node: Node, scope: Scope): boolean {
  if (isFunction(node)) return true;
  const binding = node.type === "Identifier" ? lookUp(scope, node.name) : null;
  if (binding === null || isGivenProperties(binding)) return false;
  if (binding.kind === "function") return true;
  return binding.values.length > 0 && binding.values.every((value) => isFunction(value.node));
}

function isGivenProperties({ references }: Binding): boolean {
  return references.some(
    ({ parent, key }) =>
      parent !== null && key === "object" && isMember(parent.node) && isWriteTarget(parent),
  );
}

export function isMadeUp(key: Node, computed: boolean, scope: Scope): boolean {
  return computed && literalKey(key, computed) === null && foldToKeys(key, scope).length === 0;
}

/** `x[name]("text")` whose result is called: whatever the name is, this is how code is made from text. */
export function callsWhatTextMade(node: Node, scope: Scope): boolean {
  if (!isCall(node)) return false;
  const made = originOf(node.callee, scope);
  const maker = makerOf(made.node, made.scope);
  if (maker === null) return false;
  const { node: member, scope: home } = originOf(maker, made.scope);
  return (
    isMember(member) && isMadeUp(member.property, member.computed, home) && !isOwnTable(member.object, home)
  );
}

/** The constructors of plain objects and lists make no code. */
function isOwnTable(node: Node, scope: Scope): boolean {
  if (node.type === "ObjectExpression" || node.type === "ArrayExpression") return true;
  const values = node.type === "Identifier" ? (lookUp(scope, node.name)?.values ?? []) : [];
  return values.length > 0 && values.every((value) => /^(?:Object|Array)Expression$/.test(value.node.type));
}

type Place = { node: Node; scope: Scope };

/** What a name stands for that holds one value only. */
function originOf(node: Node, scope: Scope): Place {
  const binding = node.type === "Identifier" ? lookUp(scope, node.name) : null;
  const [value, ...others] = binding?.values ?? [];
  return value && others.length === 0 && value.operator === "=" ? value : { node, scope };
}

/** What is called, or constructed, with a text. */
function makerOf(node: Node, scope: Scope): Node | null {
  if (node.type === "TaggedTemplateExpression") return node.tag;
  if (!isCall(node) && node.type !== "NewExpression") return null;
  const [first] = node.arguments;
  if (!first) return null;
  const isText =
    first.type === "TemplateLiteral" || fold(first, scope).some((value) => typeof value === "string");
  return isText ? node.callee : null;
}
