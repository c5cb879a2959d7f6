// Which name means what: lexical scopes and bindings of one program, and what each binding may hold.

import type * as t from "@babel/types";
import { literalKey, type Node } from "./syntax.ts";
import type { Visit } from "./walk.ts";

export type BindingKind = "import" | "var" | "let" | "const" | "function" | "class" | "param";

/** One value that a binding may hold: an initializer, or the right side of an assignment. */
export type PossibleValue = { node: Node; scope: Scope; operator: "=" | "+=" | "each" };

export type Binding = {
  name: string;
  kind: BindingKind;
  /** The declaring node: a function or class, an import specifier, else the identifier. */
  declaration: Node;
  values: PossibleValue[];
  /** True when it is written somewhere else than in its declaration. */
  reassigned: boolean;
  references: Visit[];
};

export type Scope = { parent: Scope | null; ownsVar: boolean; bindings: Map<string, Binding> | null };

export function openScope(parent: Scope | null, ownsVar: boolean): Scope {
  return { parent, ownsVar, bindings: null };
}

export function lookUp(scope: Scope, name: string): Binding | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.bindings?.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

export function declare(scope: Scope, name: string, kind: BindingKind, declaration: Node): Binding {
  let home = scope;
  if (kind === "var") while (!home.ownsVar && home.parent !== null) home = home.parent;
  home.bindings ??= new Map();
  const existing = home.bindings.get(name);
  if (existing !== undefined) {
    existing.reassigned = true;
    return existing;
  }
  const binding: Binding = { name, kind, declaration, values: [], reassigned: false, references: [] };
  home.bindings.set(name, binding);
  return binding;
}

/** One name that a pattern writes, with the value it gets when that can be read off the text. */
export type PatternTarget = { identifier: t.Identifier; value: Node | null; fallback: Node | null };

/** The identifiers that a pattern writes; members are no bindings and are left out. */
export function patternTargets(pattern: Node, value: Node | null): PatternTarget[] {
  const targets: PatternTarget[] = [];
  const open: { node: Node; value: Node | null; fallback: Node | null }[] = [
    { node: pattern, value, fallback: null },
  ];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { node } = item;
    if (node.type === "Identifier")
      targets.push({ identifier: node, value: item.value, fallback: item.fallback });
    else if (node.type === "AssignmentPattern")
      open.push({ node: node.left, value: item.value, fallback: node.right });
    else if (node.type === "RestElement") open.push({ node: node.argument, value: null, fallback: null });
    else if (node.type === "TSParameterProperty")
      open.push({ node: node.parameter, value: null, fallback: null });
    else if (node.type === "ArrayPattern") {
      for (const [index, element] of node.elements.entries()) {
        if (element) open.push({ node: element, value: elementOf(item.value, index), fallback: null });
      }
    } else if (node.type === "ObjectPattern") {
      for (const property of node.properties) {
        if (property.type === "RestElement") open.push({ node: property, value: null, fallback: null });
        else open.push({ node: property.value, value: propertyOf(item.value, property), fallback: null });
      }
    }
  }
  return targets;
}

function elementOf(value: Node | null, index: number): Node | null {
  if (value?.type !== "ArrayExpression") return null;
  const before = value.elements.slice(0, index + 1);
  if (before.some((element) => element?.type === "SpreadElement")) return null;
  return before[index] ?? null;
}

function propertyOf(value: Node | null, wanted: t.ObjectProperty): Node | null {
  const name = literalKey(wanted.key, wanted.computed);
  if (value?.type !== "ObjectExpression" || name === null) return null;
  for (const property of value.properties) {
    if (property.type === "ObjectProperty" && literalKey(property.key, property.computed) === name)
      return property.value;
  }
  return null;
}
