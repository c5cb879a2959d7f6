// TypeScript text → JavaScript text of the same length, and the proof that it means what was checked.

import type { Program } from "@babel/types";
import { parsePlainModule } from "./parse.ts";
import { fieldOf, isNode, type Node, SHAPES } from "./syntax.ts";
import type { Edit, TypeEdits } from "./type-edits.ts";
import type { Visit } from "./walk.ts";

/** The text with all edits blanked, or null when edits overlap (then nobody knows what the text means). */
export function applyEdits(to: TypeEdits): string | null {
  const { source, statementEnds } = to;
  const edits = [...to.edits].sort((a, b) => a.start - b.start);
  let text = "";
  let done = 0;
  for (const edit of edits) {
    if (edit.start < done || edit.end > source.length) return null;
    const last = edit.last ?? (statementEnds.has(edit.end) ? ";" : undefined);
    text += source.slice(done, edit.start) + blanked(source, edit, last);
    done = edit.end;
  }
  return text + source.slice(done);
}

function blanked(source: string, edit: Edit, last: string | undefined): string {
  let text = source.slice(edit.start, edit.end).replace(/[^\n\r\u2028\u2029]/g, " ");
  if (edit.first !== undefined) text = edit.first + text.slice(1);
  if (last !== undefined) text = text.slice(0, -1) + last;
  return text;
}

/** A program can read its own text, and people write names and addresses into comments: none goes to the isolate. */
export function blankComments(text: string, comments: readonly { start: number; end: number }[]): string {
  let rest = "";
  let done = 0;
  for (const { start, end } of comments) {
    // A comment inside a type is gone already, and what stands there now may be an inserted semicolon.
    if (text[start] !== "/") continue;
    rest += text.slice(done, start) + text.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, " ");
    done = end;
  }
  return rest + text.slice(done);
}

/** Parses the erased text as plain JavaScript and compares it, node by node, with the tree that was checked. */
export function meansTheSame(erased: string, checked: readonly Visit[]): boolean {
  const parsed = parsePlainModule(erased);
  return parsed !== null && sameTree(parsed, checked);
}

function sameTree(parsed: Program, checked: readonly Visit[]): boolean {
  const expected = checked.filter(({ node }) => !isImportOrEmpty(node));
  const stack: { node: Node; depth: number }[] = [{ node: parsed, depth: 0 }];
  let at = 0;
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { node, depth } = item;
    if (isImportOrEmpty(node)) continue;
    const visit = expected[at];
    const shape = SHAPES.get(node.type);
    if (visit === undefined || shape === undefined || visit.depth !== depth || !sameNode(visit.node, node))
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
