// Counts of one program that policy limits are compared with.

import { isFunction } from "./syntax.ts";
import type { Visit } from "./walk.ts";

export type Measures = {
  astNodes: number;
  /** Deepest nesting of functions and control statements; `else if` does not go deeper. */
  nesting: number;
  /** 1 + decision points of the whole text: branches, loops, cases, catches and short circuits. */
  complexity: number;
  count(visit: Visit): void;
};

const NESTS: ReadonlySet<string> = new Set([
  "IfStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
  "SwitchStatement",
  "TryStatement",
]);

const DECIDES: ReadonlySet<string> = new Set([
  "IfStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
  "ConditionalExpression",
  "LogicalExpression",
  "CatchClause",
]);

export function nestsDeeper(visit: Visit): boolean {
  const { node, parent, key } = visit;
  if (node.type === "IfStatement") return !(key === "alternate" && parent?.node.type === "IfStatement");
  return NESTS.has(node.type) || isFunction(node);
}

export function createMeasures(): Measures {
  return {
    astNodes: 0,
    nesting: 0,
    complexity: 1,
    count(visit) {
      this.astNodes += 1;
      if (visit.nesting > this.nesting) this.nesting = visit.nesting;
      const { node } = visit;
      if (DECIDES.has(node.type) || (node.type === "SwitchCase" && node.test)) this.complexity += 1;
    },
  };
}
