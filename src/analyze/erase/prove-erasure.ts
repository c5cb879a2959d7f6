// The proof that a text without its types means what was checked: it is parsed as plain JavaScript and compared, node
// by node, with the checked tree. Statements and expressions in which nothing doubtful was erased stand for themselves:
// without the types their text has one reading, the one that was checked. The second parse sees `;` or `0` in their
// place, and with most programs there is nothing left to parse.

import type { Program } from "@babel/types";
import { parsePlainModule } from "../parse/parse.ts";
import { fieldOf, isNode, type Node, SHAPES } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Edit, TypeEdits } from "./type-edits.ts";

/** Plain edits need no proof, for their kind has one; `everything` proves them as well, which tests compare. */
export function meansTheSame(
  erased: string,
  { source, edits }: TypeEdits,
  { visits: checked, everything = false }: { visits: readonly Visit[]; everything?: boolean },
): boolean {
  const doubtful = everything ? edits : edits.filter(({ isPlain }) => !isPlain);
  if (doubtful.length === 0) return true;
  const gaps = everything ? [] : findUntouched(erased, { source, edits: doubtful }, checked);
  const parsed = parsePlainModule(withGaps(erased, gaps));
  return parsed !== null && sameTree(parsed, expectedNodes(checked, gaps));
}

/** Shorter expressions are parsed as fast as they are replaced. */
const WORTH_A_GAP = 6;

/** Whole statements and expressions without a doubtful edit, in the order of the text; none lies in another. */
function findUntouched(
  erased: string,
  { source, edits }: { source: string; edits: Edit[] },
  checked: readonly Visit[],
): Visit[] {
  const sorted = [...edits].sort((a, b) => a.start - b.start);
  const gaps: Visit[] = [];
  let next = 0;
  let coveredTo = -1;
  for (const visit of checked) {
    const start = visit.node.start ?? 0;
    const end = visit.node.end ?? 0;
    if (start < coveredTo || end - start < WORTH_A_GAP) continue;
    const isStatement = isListed(visit);
    if (!isStatement && !fillsSlot(visit)) continue;
    while (next < sorted.length && (sorted[next] as Edit).end <= start) next += 1;
    const edit = sorted[next];
    if (edit !== undefined && edit.start < end) continue;
    if (isStatement && !hasOwnEnds(visit, source, erased)) continue;
    coveredTo = end;
    gaps.push(visit);
  }
  return gaps;
}

const LISTS: ReadonlySet<string> = new Set(["Program", "BlockStatement", "StaticBlock"]);

function isListed({ key, parent }: Visit): boolean {
  return key === "body" && parent !== null && LISTS.has(parent.node.type);
}

/** Places between delimiters that take any one expression, so that `0` fits as well. */
function fillsSlot({ node, key, parent }: Visit): boolean {
  if (node.type === "SpreadElement") return false;
  switch (parent?.node.type) {
    case "CallExpression":
    case "OptionalCallExpression":
    case "NewExpression":
      return key === "arguments";
    case "VariableDeclarator":
      return key === "init";
    case "ReturnStatement":
      return true;
    case "ArrowFunctionExpression":
      return key === "body" && node.type !== "BlockStatement";
    case "ObjectProperty":
      return key === "value" && parent.parent?.node.type === "ObjectExpression" && !parent.node.shorthand;
    case "ArrayExpression":
      return true;
    case "TemplateLiteral":
      return key === "expressions";
    case "IfStatement":
    case "WhileStatement":
      return key === "test";
    default:
      return false;
  }
}

/** False next to a statement whose near end was erased: then the two could run together. */
function hasOwnEnds({ node, parent }: Visit, source: string, erased: string): boolean {
  const siblings = parent === null ? [] : (fieldOf(parent.node, "body") as Node[]);
  const at = siblings.indexOf(node);
  const before = siblings[at - 1]?.end;
  const after = siblings[at + 1]?.start;
  if (typeof before === "number" && source[before - 1] !== erased[before - 1]) return false;
  return typeof after !== "number" || source[after] === erased[after];
}

function withGaps(erased: string, gaps: readonly Visit[]): string {
  let text = "";
  let done = 0;
  for (const gap of gaps) {
    const start = gap.node.start ?? 0;
    const end = gap.node.end ?? 0;
    // A semicolon keeps statements apart, and a string behind it from becoming a directive.
    const mark = isListed(gap) ? ";" : "0";
    text += `${erased.slice(done, start)}${mark}${" ".repeat(end - start - 1)}`;
    done = end;
  }
  return text + erased.slice(done);
}

type Expected = { node: Node; depth: number; isGap: boolean };

function expectedNodes(checked: readonly Visit[], gaps: readonly Visit[]): Expected[] {
  const expected: Expected[] = [];
  let next = 0;
  for (let at = 0; at < checked.length; at += 1) {
    const visit = checked[at] as Visit;
    const isGap = visit === gaps[next];
    if (isGap) {
      next += 1;
      while ((checked[at + 1]?.depth ?? 0) > visit.depth) at += 1;
      if (isListed(visit)) continue;
    }
    if (!isImportOrEmpty(visit.node)) expected.push({ node: visit.node, depth: visit.depth, isGap });
  }
  return expected;
}

function sameTree(parsed: Program, expected: readonly Expected[]): boolean {
  const stack: { node: Node; depth: number }[] = [{ node: parsed, depth: 0 }];
  let at = 0;
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { node, depth } = item;
    if (isImportOrEmpty(node)) continue;
    const wanted = expected[at];
    const shape = SHAPES.get(node.type);
    if (wanted === undefined || shape === undefined || wanted.depth !== depth || !fits(node, wanted))
      return false;
    at += 1;
    for (let k = shape.children.length - 1; k >= 0; k -= 1) {
      const value = fieldOf(node, shape.children[k] as string);
      if (isNode(value)) stack.push({ node: value, depth: depth + 1 });
      else if (Array.isArray(value)) {
        for (let i = value.length - 1; i >= 0; i -= 1) {
          if (isNode(value[i])) stack.push({ node: value[i], depth: depth + 1 });
        }
      }
    }
  }
  return at === expected.length;
}

function fits(node: Node, wanted: Expected): boolean {
  if (!wanted.isGap) return sameNode(wanted.node, node);
  return node.type === "NumericLiteral" && node.value === 0 && node.start === wanted.node.start;
}

function isImportOrEmpty(node: Node): boolean {
  return node.type === "EmptyStatement" || node.type === "ImportDeclaration";
}

const COMPARED = {
  Identifier: ["name", "start"],
  StringLiteral: ["value", "start"],
  NumericLiteral: ["value", "start"],
  BigIntLiteral: ["value", "start"],
  BooleanLiteral: ["value", "start"],
  RegExpLiteral: ["pattern", "flags", "start"],
  DirectiveLiteral: ["value", "start"],
  TemplateElement: ["start", "end"],
  MemberExpression: ["computed"],
  OptionalMemberExpression: ["computed", "optional"],
  OptionalCallExpression: ["optional"],
  ObjectProperty: ["computed", "shorthand"],
  ObjectMethod: ["computed", "kind", "async", "generator"],
  ClassMethod: ["computed", "kind", "async", "generator", "static"],
  ClassPrivateMethod: ["kind", "async", "generator", "static"],
  ClassProperty: ["computed", "static"],
  ClassPrivateProperty: ["static"],
  FunctionDeclaration: ["async", "generator"],
  FunctionExpression: ["async", "generator"],
  ArrowFunctionExpression: ["async"],
  AssignmentExpression: ["operator"],
  BinaryExpression: ["operator"],
  LogicalExpression: ["operator"],
  UnaryExpression: ["operator"],
  UpdateExpression: ["operator", "prefix"],
  VariableDeclaration: ["kind"],
  ForOfStatement: ["await"],
  YieldExpression: ["delegate"],
} as const satisfies Record<string, readonly string[]>;

const COMPARED_BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(COMPARED));

// Optional children are told apart by presence: `for (;a;)` and `for (a;;)` hold the same nodes.
const OPTIONAL_CHILDREN: ReadonlyMap<string, readonly string[]> = new Map([
  ["ForStatement", ["init", "test", "update"]],
  ["IfStatement", ["alternate"]],
  ["TryStatement", ["handler", "finalizer"]],
  ["ClassDeclaration", ["id", "superClass"]],
  ["ClassExpression", ["id", "superClass"]],
  ["FunctionExpression", ["id"]],
]);

function sameNode(a: Node, b: Node): boolean {
  if (a.type !== b.type) return false;
  for (const key of COMPARED_BY_TYPE.get(a.type) ?? []) {
    if ((fieldOf(a, key) ?? false) !== (fieldOf(b, key) ?? false)) return false;
  }
  for (const key of OPTIONAL_CHILDREN.get(a.type) ?? []) {
    if (isNode(fieldOf(a, key)) !== isNode(fieldOf(b, key))) return false;
  }
  return true;
}
