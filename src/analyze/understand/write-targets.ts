// Where a program writes: members as targets of assignments, patterns, updates, deletes and loops.

import { lookUp, type Scope } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import { fold } from "./fold.ts";

export function isWriteTarget({ parent, key, node }: Visit): boolean {
  if (!isMember(node) || parent === null) return false;
  switch (parent.node.type) {
    case "AssignmentExpression":
    case "ForOfStatement":
    case "ForInStatement":
      return key === "left";
    case "AssignmentPattern":
      return key === "left";
    case "UpdateExpression":
    case "RestElement":
      return true;
    case "UnaryExpression":
      return parent.node.operator === "delete";
    case "ArrayPattern":
      return true;
    case "ObjectProperty":
      return key === "value" && parent.parent?.node.type === "ObjectPattern";
    default:
      return false;
  }
}

const DEFINES: ReadonlySet<string> = new Set(["assign", "defineProperty", "defineProperties", "set"]);

/** The object that `Object.assign(x, …)`, `Object.defineProperty(x, …)` or `Reflect.set(x, …)` changes. */
export function definedOn(node: Node, scope: Scope): Node | null {
  if (!isCall(node) || !isMember(node.callee)) return null;
  const { object, property, computed } = node.callee;
  if (object.type !== "Identifier" || (object.name !== "Object" && object.name !== "Reflect")) return null;
  if (lookUp(scope, object.name) !== null) return null;
  const method = literalKey(property, computed) ?? String(fold(property, scope)[0] ?? "");
  return DEFINES.has(method) ? (node.arguments[0] ?? null) : null;
}
