// One iterative walk over the tree: a flat list of visits, resolved names, and the text that types occupy.
// Iterative because the parser accepts chains of 25,000 members that no recursive visitor survives.

import type * as t from "@babel/types";
import { dropTypeOnlyItems, eraseTypesOf, type TypeEdits, unwrapTypes } from "../erase/type-edits.ts";
import { type Remark, tooDeep } from "../remarks.ts";
import { count, createMeasures, type Measures, nestsDeeper } from "../understand/measure.ts";
import { applyWrites, declareNames, noteWrites, type Write } from "./declare-names.ts";
import { lookUp, openScope, type Scope } from "./scopes.ts";
import { fieldOf, isFunction, isNode, type Node, SHAPES, type Shape, setField } from "./syntax.ts";

export type Visit = {
  node: Node;
  parent: Visit | null;
  /** The parent's field that holds this node. */
  key: string;
  scope: Scope;
  index: number;
  depth: number;
  nesting: number;
  /** The nearest enclosing function, null at the top level. */
  within: Visit | null;
};

export type Walked = {
  visits: Visit[];
  byType: Map<string, Visit[]>;
  /** References without a binding in the program, by name. */
  globals: Map<string, Visit[]>;
  measures: Measures;
  refusals: Remark[];
};

/** V8 compiles by recursion: a deeper tree would be checked here and fail there. */
const MAX_DEPTH = 600;

/** What one node type has in common: its shape, and every visit of it so far. */
type Kind = { shape: Shape; visits: Visit[] };
type Walk = { walked: Walked; edits: TypeEdits; stack: Visit[]; references: Visit[]; writes: Write[] };

export function walk(program: t.Program, edits: TypeEdits): Walked {
  const walked: Walked = {
    visits: [],
    byType: new Map(),
    globals: new Map(),
    measures: createMeasures(),
    refusals: [],
  };
  const kinds = new Map<string, Kind>();
  const stack: Visit[] = [rootOf(program)];
  const walking: Walk = { walked, edits, stack, references: [], writes: [] };
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { type } = visit.node;
    const kind = kinds.get(type) ?? openKind(type, kinds, walked);
    if (kind === null) walked.refusals.push(refuseNode(visit.node));
    else if (visit.depth > MAX_DEPTH) {
      walked.refusals.push(tooDeep(visit.node.start ?? 0));
      return walked;
    } else {
      visit.index = walked.visits.push(visit) - 1;
      kind.visits.push(visit);
      enter(visit, kind.shape, walking);
    }
  }
  applyWrites(walking.writes);
  resolveReferences(walking.references, walked.globals);
  return walked;
}

function openKind(type: string, kinds: Map<string, Kind>, walked: Walked): Kind | null {
  const shape = SHAPES.get(type);
  if (shape === undefined) return null;
  const kind: Kind = { shape, visits: [] };
  kinds.set(type, kind);
  walked.byType.set(type, kind.visits);
  return kind;
}

function enter(visit: Visit, shape: Shape, walking: Walk): void {
  const { node } = visit;
  const { edits } = walking;
  count(walking.walked.measures, visit, shape);
  // Nearly half of all nodes are names, and few of them carry a type.
  if (node.type === "Identifier") {
    if (edits.hasTypes && (node.typeAnnotation || node.optional)) eraseTypesOf(node, visit, shape, edits);
    if (isReference(visit)) walking.references.push(visit);
    return;
  }
  if (edits.hasTypes && (shape.ends || shape.types.length > 0)) eraseTypesOf(node, visit, shape, edits);
  if (shape.children.length === 0 && !shape.declares) return;
  if (shape.writes) noteWrites(visit, walking.writes);
  const inner = shape.opensScope ? innerScope(visit) : visit.scope;
  // Declared before the children are walked; hoisting makes the order irrelevant for resolution.
  if (shape.declares) declareNames(visit, inner);
  pushChildren(visit, shape, inner, walking);
}

function rootOf(program: t.Program): Visit {
  const scope = openScope(null, true);
  return { node: program, parent: null, key: "", scope, index: 0, depth: 0, nesting: 0, within: null };
}

function refuseNode(node: Node): Remark {
  const isTypeScript = node.type.startsWith("TS");
  return {
    rule: isTypeScript ? "non-erasable-typescript" : "syntax-error",
    at: node.start ?? 0,
    message: isTypeScript
      ? `This TypeScript (${node.type.slice(2)}) is not a type only, so it cannot be erased.`
      : `This syntax (${node.type}) is not supported here.`,
    hint: "Write it as plain JavaScript: an object instead of a namespace, constants as the values of an enum.",
  };
}

function pushChildren(visit: Visit, shape: Shape, inner: Scope, { stack, edits }: Walk): void {
  const { node } = visit;
  const { children } = shape;
  const nesting = nestsDeeper(visit, shape) ? visit.nesting + 1 : visit.nesting;
  const within = shape.isFunction ? visit : visit.within;
  const depth = visit.depth + 1;
  for (let k = children.length - 1; k >= 0; k -= 1) {
    const key = children[k] as string;
    const value = fieldOf(node, key);
    if (value === null || typeof value !== "object") continue;
    const scope = shape.opensScope ? scopeOfChild(visit, key, inner) : inner;
    if (Array.isArray(value)) {
      const kept = edits.hasTypes ? dropTypeOnlyItems(node, key, value, edits) : value;
      for (let i = kept.length - 1; i >= 0; i -= 1) {
        if (!isNode(kept[i])) continue;
        if (edits.hasTypes) kept[i] = unwrapTypes(kept[i], edits);
        stack.push({ node: kept[i], parent: visit, key, scope, index: 0, depth, nesting, within });
      }
    } else if (isNode(value)) {
      const bare = edits.hasTypes ? unwrapTypes(value, edits) : value;
      if (bare !== value) setField(node, key, bare);
      stack.push({ node: bare, parent: visit, key, scope, index: 0, depth, nesting, within });
    }
  }
}

/** The scope that a node opens for its children, or the one it stands in. */
function innerScope(visit: Visit): Scope {
  const { node, scope, parent } = visit;
  if (isFunction(node)) return openScope(scope, true);
  switch (node.type) {
    case "BlockStatement":
      return parent !== null && isFunction(parent.node) ? scope : openScope(scope, false);
    case "StaticBlock":
      return openScope(scope, true);
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
    case "SwitchStatement":
    case "CatchClause":
    case "ClassDeclaration":
    case "ClassExpression":
      return openScope(scope, false);
    default:
      return scope;
  }
}

// Parameters and body are two scopes: in `(a = process) => { var process }` the default means the global.
function scopeOfChild(visit: Visit, key: string, inner: Scope): Scope {
  const { node, scope } = visit;
  if (isFunction(node)) {
    if (key === "key" || (key === "id" && node.type === "FunctionDeclaration")) return scope;
    if (key === "body" && node.body.type === "BlockStatement") return openScope(inner, true);
    return inner;
  }
  if (node.type === "SwitchStatement" && key === "discriminant") return scope;
  return inner;
}

function resolveReferences(references: readonly Visit[], globals: Map<string, Visit[]>): void {
  for (const visit of references) {
    const { name } = visit.node as t.Identifier;
    const binding = lookUp(visit.scope, name);
    if (binding !== null) {
      binding.references.push(visit);
      continue;
    }
    const others = globals.get(name);
    if (others === undefined) globals.set(name, [visit]);
    else others.push(visit);
  }
}

/** False for names that are only labels or keys, which no scope ever sees. */
function isReference(visit: Visit): boolean {
  const parent = visit.parent?.node;
  if (parent === undefined) return true;
  switch (parent.type) {
    case "MemberExpression":
    case "OptionalMemberExpression":
      return visit.key !== "property" || parent.computed === true;
    case "ObjectProperty":
    case "ObjectMethod":
    case "ClassMethod":
    case "ClassProperty":
      return visit.key !== "key" || parent.computed === true;
    case "LabeledStatement":
      return visit.key !== "label";
    case "BreakStatement":
    case "ContinueStatement":
    case "MetaProperty":
    case "PrivateName":
      return false;
    default:
      return true;
  }
}
