// Counts of one program that policy limits are compared with.

import type { Shape } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";

export type Measures = {
  astNodes: number;
  /** Deepest nesting of functions and control statements; `else if` does not go deeper. */
  nesting: number;
  /** 1 + decision points of the whole text: branches, loops, cases, catches and short circuits. */
  complexity: number;
};

export function createMeasures(): Measures {
  return { astNodes: 0, nesting: 0, complexity: 1 };
}

export function count(measures: Measures, { node, nesting }: Visit, shape: Shape): void {
  measures.astNodes += 1;
  if (nesting > measures.nesting) measures.nesting = nesting;
  if (shape.decides || (node.type === "SwitchCase" && node.test)) measures.complexity += 1;
}

export function nestsDeeper({ node, parent, key }: Visit, shape: Shape): boolean {
  if (!shape.nests) return false;
  return node.type !== "IfStatement" || key !== "alternate" || parent?.node.type !== "IfStatement";
}
