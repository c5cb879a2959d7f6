// Where types stand in the text, found during the walk. Wrappers such as `x as T` are also taken out of the
// tree, so that no rule and no later step ever sees TypeScript.

import type * as t from "@babel/types";
import { fieldOf, isNode, type Node, type Shape, setField } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";

/**
 * A range to be blanked; `first` and `last` replace its first and last character. `isPlain`: the range fills a slot
 * that the grammar leaves open, such as the annotation between a name and `=`, and what follows is the same without it.
 */
export type Edit = { start: number; end: number; first?: string; last?: string; isPlain?: boolean };

/** `statementEnds`: where a statement that a semicolon may close ends. */
export type TypeEdits = { source: string; hasTypes: boolean; edits: Edit[]; statementEnds: Set<number> };

/** `hasTypes` is false for a text that parsed as plain JavaScript, where there is nothing to look for. */
export function openTypeEdits(source: string, hasTypes: boolean): TypeEdits {
  return { source, hasTypes, edits: [], statementEnds: new Set() };
}

export function blank(
  to: TypeEdits,
  start: number,
  end: number,
  marks: Omit<Edit, "start" | "end"> = {},
): void {
  if (end <= start) return;
  to.edits.push({ start, end, ...marks });
}

/** True for a range on one line, directly before one of the characters. */
function standsBefore(source: string, start: number, end: number, characters: string): boolean {
  let at = end;
  while (source.charCodeAt(at) === 0x20) at += 1;
  if (at >= source.length || !characters.includes(source.charAt(at))) return false;
  for (let index = start; index < end; index += 1) if (isLineEnd(source.charCodeAt(index))) return false;
  return true;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029;
}

/** The offset of the next character that is neither white space, comment nor one of `also`. */
export function skipTrivia(source: string, from: number, also = ""): number {
  let at = from;
  for (;;) {
    const two = source.slice(at, at + 2);
    if (two === "/*") {
      const close = source.indexOf("*/", at + 2);
      at = close < 0 ? source.length : close + 2;
    } else if (two === "//") {
      while (at < source.length && !/[\n\r\u2028\u2029]/.test(source.charAt(at))) at += 1;
    } else if (at < source.length && (/\s/.test(source.charAt(at)) || also.includes(source.charAt(at))))
      at += 1;
    else return at;
  }
}

/** The expression inside `x as T`, `x satisfies T`, `x!`, `f<T>` and `<T>x`, however deep. */
export function unwrapTypes(node: Node, to: TypeEdits): Node {
  let at = node;
  for (;;) {
    switch (at.type) {
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
      case "TSInstantiationExpression":
        // The parentheses of `(x) as T` stay; only what follows them goes.
        blankAfter(at, skipTrivia(to.source, at.expression.end ?? 0, ")"), to);
        break;
      case "TSTypeAssertion":
        blank(to, at.start ?? 0, skipTrivia(to.source, at.typeAnnotation.end ?? 0) + 1);
        break;
      default:
        return at;
    }
    at = at.expression;
  }
}

type Cast = t.TSAsExpression | t.TSSatisfiesExpression | t.TSNonNullExpression | t.TSInstantiationExpression;

function blankAfter(cast: Cast, start: number, to: TypeEdits): void {
  const end = cast.end ?? 0;
  const isCast = cast.type === "TSAsExpression" || cast.type === "TSSatisfiesExpression";
  // A string that stands alone would become a directive, so only these may end a statement.
  const endsStatement = cast.expression.type === "AwaitExpression" || isCallLike(cast.expression);
  const isPlain = isCast && standsBefore(to.source, start, end, endsStatement ? "),];}" : "),]");
  blank(to, start, end, { isPlain });
}

function isCallLike({ type }: Node): boolean {
  return type === "CallExpression" || type === "MemberExpression" || type === "Identifier";
}

/** A list of statements, members or parameters without the items that are types only. */
export function dropTypeOnlyItems(parent: Node, key: string, items: unknown[], to: TypeEdits): unknown[] {
  if (!items.some((item) => isNode(item) && isTypeOnly(item, key))) return items;
  const kept: unknown[] = [];
  for (const item of items) {
    if (!isNode(item) || !isTypeOnly(item, key)) kept.push(item);
    else if (key === "params") {
      const after = skipTrivia(to.source, item.end ?? 0);
      blank(to, item.start ?? 0, to.source[after] === "," ? after + 1 : (item.end ?? 0));
    } else blank(to, item.start ?? 0, item.end ?? 0, { first: ";", isPlain: true }); // ";" ends a statement that relied on a line break
  }
  setField(parent, key, kept);
  return kept;
}

function isTypeOnly(item: Node, key: string): boolean {
  switch (item.type) {
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSDeclareFunction":
    case "TSDeclareMethod":
    case "TSIndexSignature":
      return true;
    case "TSEnumDeclaration":
    case "TSModuleDeclaration":
    case "VariableDeclaration":
    case "ClassDeclaration":
      return item.declare === true;
    case "ClassProperty":
      return item.declare === true || item.abstract === true;
    case "ExportNamedDeclaration":
      return (
        !item.source && (item.exportKind === "type" || (!item.declaration && item.specifiers.length === 0))
      );
    case "Identifier":
      return key === "params" && item.name === "this";
    default:
      return false;
  }
}

/** Records what a node's own types occupy: annotations, generics, markers and modifiers. */
export function eraseTypesOf(node: Node, visit: Visit, shape: Shape, to: TypeEdits): void {
  for (const key of shape.types) {
    const type = fieldOf(node, key);
    if (isNode(type)) eraseType(node, key, type, to);
  }
  switch (node.type) {
    case "Identifier":
      if (node.optional && !node.typeAnnotation) blank(to, (node.end ?? 0) - 1, node.end ?? 0);
      break;
    case "ClassDeclaration":
    case "ClassExpression":
      eraseClassTypes(node, to);
      break;
    case "ClassProperty":
    case "ClassPrivateProperty":
    case "ClassMethod":
    case "ClassPrivateMethod":
      eraseMemberMarks(node, to);
      break;
  }
  if (shape.ends) endStatement(visit, to);
}

function eraseType(node: Node, key: string, type: Node, to: TypeEdits): void {
  const { source } = to;
  const start = type.start ?? 0;
  const end = type.end ?? 0;
  const text = source.slice(start, end);
  if (node.type === "ArrowFunctionExpression" && /[\n\r\u2028\u2029]/.test(text)) {
    // `)` and `=>`, and `return` and `(`, must share a line: the parenthesis moves over the blanked lines.
    if (key === "returnType") {
      const paren = source.lastIndexOf(")", start);
      blank(to, paren, paren + 1);
      blank(to, start, end, { last: ")" });
    } else {
      const paren = skipTrivia(source, end);
      blank(to, start, end, { first: "(" });
      blank(to, paren, paren + 1);
    }
    return;
  }
  // `x?: T`, `x!: T`: the marker stands before the colon.
  let from = start;
  if (key === "typeAnnotation") {
    let before = start - 1;
    while (before > 0 && /\s/.test(source.charAt(before))) before -= 1;
    if (source[before] === "?" || source[before] === "!") from = before;
  }
  blank(to, from, end, { isPlain: standsBefore(source, from, end, slotEnds(node, key)) });
}

/** What may follow a type of this kind for its range to be plain. */
function slotEnds(node: Node, key: string): string {
  if (key === "typeAnnotation") return "=,);";
  if (key === "returnType") return "{=";
  const hasName =
    node.type === "FunctionDeclaration" || node.type === "ClassMethod" || node.type === "ObjectMethod";
  if (key === "typeParameters" && hasName) return "(";
  const isCall = node.type === "CallExpression" || node.type === "NewExpression";
  // `async<T>(x)` could turn into the head of an arrow function.
  return isCall && !(node.callee.type === "Identifier" && node.callee.name === "async") ? "(" : "";
}

function eraseClassTypes(node: t.ClassDeclaration | t.ClassExpression, to: TypeEdits): void {
  const start = node.start ?? 0;
  if (node.type === "ClassDeclaration" && node.abstract) blank(to, start, start + "abstract".length);
  const clauses = node.implements ?? [];
  const [first] = clauses;
  const last = clauses.at(-1);
  if (first && last) blank(to, to.source.lastIndexOf("implements", first.start ?? 0), last.end ?? 0);
}

type Member = t.ClassProperty | t.ClassPrivateProperty | t.ClassMethod | t.ClassPrivateMethod;
const MODIFIERS = /^(?:public|private|protected|readonly|override|declare|abstract)$/;

function eraseMemberMarks(node: Member, to: TypeEdits): void {
  const { source } = to;
  const keyStart = node.key.start ?? 0;
  let at = skipTrivia(source, node.start ?? 0, "*[");
  while (at < keyStart) {
    let end = at;
    while (end < keyStart && /[\w$]/.test(source.charAt(end))) end += 1;
    if (end === at) break;
    const starts = at === node.start;
    // A member that now begins with `[` must not continue the field before it.
    if (MODIFIERS.test(source.slice(at, end))) blank(to, at, end, starts ? { first: ";" } : {});
    at = skipTrivia(source, end, "*[");
  }
  const annotation = fieldOf(node, "typeAnnotation");
  if ("optional" in node && node.optional && !isNode(annotation)) {
    const mark = skipTrivia(source, node.key.end ?? 0, "]");
    if (source[mark] === "?") blank(to, mark, mark + 1);
  }
}

// `x as T` before a line that starts with `(` ends its statement; blanked, it would become a call.
function endStatement(visit: Visit, to: TypeEdits): void {
  const inLoopHead = visit.parent?.node.type.startsWith("For") && visit.key !== "body";
  if (!inLoopHead) to.statementEnds.add(visit.node.end ?? 0);
}
