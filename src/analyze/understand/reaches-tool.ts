// Whether an expression ends up in the arguments of a tool call, directly or behind one name.

import type { CheckedCode } from "../checked-code.ts";
import { lookUp } from "../parse/scopes.ts";
import type { Visit } from "../parse/walk.ts";
import type { ToolCall } from "./noted-tools.ts";

/** The call that gets the value, or null. */
export function reachedCall(visit: Visit, code: CheckedCode): ToolCall | null {
  const direct = argumentOf(visit, code);
  if (direct !== null) return direct;
  const holder = holderOf(visit);
  for (const reference of holder === null ? [] : (lookUp(visit.scope, holder)?.references ?? [])) {
    const call = argumentOf(reference, code);
    if (call !== null) return call;
  }
  return null;
}

function argumentOf(visit: Visit, code: CheckedCode): ToolCall | null {
  for (let at = visit; at.parent !== null; at = at.parent) {
    const call = code.tools.calls.get(at.parent.node);
    if (call !== undefined) return at.key === "arguments" ? call : null;
    if (at.parent.node.type.endsWith("Statement")) return null;
  }
  return null;
}

/** The name that is declared or assigned with the expression as a part of its value. */
function holderOf(visit: Visit): string | null {
  for (let at = visit; at.parent !== null; at = at.parent) {
    const { node } = at.parent;
    if (node.type === "VariableDeclarator") return node.id.type === "Identifier" ? node.id.name : null;
    if (node.type === "AssignmentExpression") return node.left.type === "Identifier" ? node.left.name : null;
    if (node.type.endsWith("Statement")) return null;
  }
  return null;
}
