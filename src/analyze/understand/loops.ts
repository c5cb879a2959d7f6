// Loops whose text shows no end.

import { lookUp } from "../parse/scopes.ts";
import { isFunction, type Node } from "../parse/syntax.ts";
import type { Visit, Walked } from "../parse/walk.ts";
import { fold } from "./fold.ts";

const LOOPS = ["WhileStatement", "DoWhileStatement", "ForStatement"] as const;

export function endlessLoops(walked: Walked): Visit[] {
  return LOOPS.flatMap((type) => walked.byType.get(type) ?? []).filter(
    (visit) => runsForEver(visit, walked) && !hasExit(visit, walked),
  );
}

function runsForEver(visit: Visit, walked: Walked): boolean {
  const { node } = visit;
  if (node.type !== "WhileStatement" && node.type !== "DoWhileStatement" && node.type !== "ForStatement")
    return false;
  if (!node.test) return true;
  const values = isConstant(node.test, visit) ? fold(node.test, visit.scope) : [];
  if (values.length > 0) return values.every(Boolean);
  return neverChanges(visit, walked);
}

/** Literals, and names that are written once. */
function isConstant(test: Node, visit: Visit): boolean {
  if (test.type === "UnaryExpression") return isConstant(test.argument, visit);
  if (test.type !== "Identifier") return test.type.endsWith("Literal");
  return lookUp(visit.scope, test.name)?.reassigned === false;
}

const PURE: ReadonlySet<string> = new Set(["BinaryExpression", "LogicalExpression", "UnaryExpression"]);

/** A condition of literals and names that nothing in the program writes again. */
function neverChanges(loop: Visit, walked: Walked): boolean {
  const test = testOf(loop, walked);
  if (test === null) return false;
  let names = 0;
  for (const { node, scope } of [test, ...inside(test, walked)]) {
    if (PURE.has(node.type) || node.type.endsWith("Literal")) continue;
    if (node.type !== "Identifier") return false;
    const binding = lookUp(scope, node.name);
    if (binding === null || binding.reassigned || binding.kind === "import") return false;
    if (binding.values.length !== 1 || !binding.values[0]?.node.type.endsWith("Literal")) return false;
    names += 1;
  }
  return names > 0;
}

function testOf(loop: Visit, walked: Walked): Visit | null {
  for (const visit of inside(loop, walked)) if (visit.parent === loop && visit.key === "test") return visit;
  return null;
}

/** The visits below one; they follow it in the flat list. */
export function* inside(outer: Visit, walked: Walked): Generator<Visit> {
  for (let index = outer.index + 1; index < walked.visits.length; index += 1) {
    const visit = walked.visits[index];
    if (visit === undefined || visit.depth <= outer.depth) return;
    yield visit;
  }
}

function hasExit(loop: Visit, walked: Walked): boolean {
  for (const visit of inside(loop, walked)) {
    if (visit.within !== loop.within) continue;
    switch (visit.node.type) {
      case "ReturnStatement":
      case "ThrowStatement":
      case "YieldExpression":
        return true;
      case "BreakStatement":
        if (leaves(visit, loop)) return true;
    }
  }
  return false;
}

function leaves(visit: Visit, loop: Visit): boolean {
  const label = visit.node.type === "BreakStatement" ? visit.node.label?.name : undefined;
  for (let at = visit.parent; at !== null && !isFunction(at.node); at = at.parent) {
    if (label === undefined) {
      if (at === loop) return true;
      if (/^(?:For|While|DoWhile|Switch)\w*Statement$/.test(at.node.type)) return false;
    } else if (at.node.type === "LabeledStatement" && at.node.label.name === label) {
      return at.depth < loop.depth;
    }
  }
  return false;
}
