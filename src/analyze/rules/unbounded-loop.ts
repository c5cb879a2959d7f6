import { fold } from "../fold.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { lookUp } from "../scopes.ts";
import { isFunction, type Node } from "../syntax.ts";
import type { Visit, Walked } from "../walk.ts";

const LOOPS = ["WhileStatement", "DoWhileStatement", "ForStatement"] as const;

export const unboundedLoop: Rule = {
  id: "unbounded-loop",
  severity: "medium",
  reason: "A loop without an end keeps a worker busy until a limit stops it, and its results are lost.",
  hint: "Give the loop an end: a counter, a condition that changes, or a break.",
  catches: [
    "while (true) {}",
    "for (;;) { await sleep(10) }",
    "do { console.log(1) } while (1)",
    "const forever = true; while (forever) { await sleep(1) }",
    "let n = 1; while (n > 0) { console.log('x') }",
    "while (true) { for (const x of [1]) { break } }",
    "while (!0) { [1].forEach(() => { return }) }",
  ],
  allows: [
    "let page = 1; while (true) { const r = await github.list({ page }); if (!r.next) break; page += 1 }",
    "for (;;) { const x = await crm.next({}); if (x.done) return x }",
    "let more = true; while (more) { const r = await crm.list({}); more = r.more }",
    "let n = 3; while (n --> 0) { console.log(n) }",
    "outer: while (true) { for (const x of [1]) { if (x) break outer } }",
    "function* ids() { let i = 0; while (true) yield i++ }\nreturn ids().next().value",
    "const queue = [1]; while (queue.length > 0) { queue.pop() }",
    "for (let i = 0; i < 10; i++) { console.log(i) }",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const visit of LOOPS.flatMap((type) => code.ofType(type))) {
      if (!runsForEver(visit, code.walked) || hasExit(visit, code.walked)) continue;
      const message = "This loop has no end that the text shows.";
      remarks.push({ rule: "unbounded-loop", at: visit.node.start ?? 0, message });
    }
    return remarks;
  },
};

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
  let names = 0;
  for (const visit of inside(loop, walked)) {
    if (!isInTest(visit, loop)) continue;
    const { node } = visit;
    if (PURE.has(node.type) || node.type.endsWith("Literal")) continue;
    if (node.type !== "Identifier") return false;
    const binding = lookUp(visit.scope, node.name);
    if (binding === null || binding.reassigned || binding.kind === "import") return false;
    if (binding.values.length !== 1 || !binding.values[0]?.node.type.endsWith("Literal")) return false;
    names += 1;
  }
  return names > 0;
}

function isInTest(visit: Visit, loop: Visit): boolean {
  let at = visit;
  while (at.parent !== null && at.parent !== loop) at = at.parent;
  return at.key === "test";
}

/** The visits below one; they follow it in the flat list. */
function* inside(outer: Visit, walked: Walked): Generator<Visit> {
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
