// Which names a node declares and writes; the walk calls this once per node.

import type * as t from "@babel/types";
import { declare, lookUp, patternTargets, type Scope } from "./scopes.ts";
import { isFunction, type Node } from "./syntax.ts";
import type { Visit } from "./walk.ts";

export type Write = { name: string; scope: Scope; value: Node | null; operator: string };

export function declareNames(visit: Visit, inner: Scope): void {
  const { node, scope } = visit;
  if (isFunction(node)) {
    for (const parameter of node.params) {
      for (const { identifier, fallback } of patternTargets(parameter, null)) {
        const binding = declare(inner, identifier.name, "param", identifier);
        if (fallback) binding.values.push({ node: fallback, scope: inner, operator: "=" });
      }
    }
  }
  switch (node.type) {
    case "FunctionDeclaration":
      if (node.id) declare(scope, node.id.name, "function", node);
      break;
    case "FunctionExpression":
      if (node.id) declare(inner, node.id.name, "function", node);
      break;
    case "ClassDeclaration":
      if (node.id) declare(scope, node.id.name, "class", node);
      if (node.id) declare(inner, node.id.name, "class", node);
      break;
    case "ClassExpression":
      if (node.id) declare(inner, node.id.name, "class", node);
      break;
    case "CatchClause":
      if (node.param)
        for (const target of patternTargets(node.param, null)) declareTarget(target, inner, "let", "=");
      break;
    case "ImportDeclaration":
      for (const specifier of node.specifiers) declare(scope, specifier.local.name, "import", specifier);
      break;
    case "VariableDeclaration":
      declareVariables(node, visit);
      break;
  }
}

function declareVariables(node: t.VariableDeclaration, visit: Visit): void {
  const kind = node.kind === "var" || node.kind === "let" ? node.kind : "const";
  const loop = visit.key === "left" ? visit.parent?.node : undefined;
  for (const declarator of node.declarations) {
    const each = loop?.type === "ForOfStatement" ? loop.right : null;
    for (const target of patternTargets(declarator.id, each ?? declarator.init ?? null)) {
      declareTarget(target, visit.scope, kind, each ? "each" : "=");
    }
  }
}

type Target = { identifier: t.Identifier; value: Node | null; fallback: Node | null };

function declareTarget(
  target: Target,
  scope: Scope,
  kind: "var" | "let" | "const",
  operator: "=" | "each",
): void {
  const binding = declare(scope, target.identifier.name, kind, target.identifier);
  if (target.value) binding.values.push({ node: target.value, scope, operator });
  if (target.fallback) binding.values.push({ node: target.fallback, scope, operator: "=" });
}

export function noteWrites(visit: Visit, writes: Write[]): void {
  const { node, scope } = visit;
  if (node.type === "AssignmentExpression") {
    for (const { identifier, value, fallback } of patternTargets(node.left, node.right)) {
      writes.push({ name: identifier.name, scope, value, operator: node.operator });
      if (fallback) writes.push({ name: identifier.name, scope, value: fallback, operator: "=" });
    }
  } else if (node.type === "UpdateExpression" && node.argument.type === "Identifier") {
    writes.push({ name: node.argument.name, scope, value: null, operator: node.operator });
  } else if (node.type === "ForOfStatement" || node.type === "ForInStatement") {
    if (node.left.type === "VariableDeclaration") return;
    for (const { identifier } of patternTargets(node.left, null)) {
      writes.push({ name: identifier.name, scope, value: node.right, operator: "each" });
    }
  }
}

export function applyWrites(writes: readonly Write[]): void {
  for (const { name, scope, value, operator } of writes) {
    const binding = lookUp(scope, name);
    if (binding === null) continue;
    binding.reassigned = true;
    if (value === null) continue;
    if (operator === "+=" || operator === "each") binding.values.push({ node: value, scope, operator });
    else binding.values.push({ node: value, scope, operator: "=" });
  }
}
