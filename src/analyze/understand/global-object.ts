// What the program does with the global object: names that it reaches through it, and uses that could be any name.

import type * as t from "@babel/types";
import { lookUp } from "../parse/scopes.ts";
import { isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit, Walked } from "../parse/walk.ts";
import { foldToKeys } from "./fold.ts";

export type GlobalObjectUses = {
  /** `globalThis.x`, `globalThis["x"]`, `const { x } = globalThis`, by name. */
  named: Map<string, Visit[]>;
  /** Computed members, spreads, arguments: every global could be meant. */
  open: Visit[];
};

const GLOBAL_OBJECTS = ["globalThis", "window", "self", "global"] as const;
const GLOBAL_OBJECT_NAMES: ReadonlySet<string> = new Set(GLOBAL_OBJECTS);

export function findGlobalObjectUses(walked: Walked): GlobalObjectUses {
  const uses: GlobalObjectUses = { named: new Map(), open: [] };
  const followed = new Set<Visit>();
  const open = GLOBAL_OBJECTS.flatMap((name) => walked.globals.get(name) ?? []);
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    if (followed.has(visit)) continue;
    followed.add(visit);
    open.push(...followUse(visit, uses));
  }
  return uses;
}

/** Notes one use and gives the places where the global object goes on under another name. */
function followUse(visit: Visit, uses: GlobalObjectUses): Visit[] {
  const { parent } = visit;
  if (parent === null || isComparison(parent.node)) return [];
  if (isMember(parent.node) && visit.key === "object") {
    const { property, computed } = parent.node;
    return noteKeys(keysOf(property, computed, visit), parent, uses);
  }
  if (parent.node.type === "VariableDeclarator" && visit.key === "init")
    return followDeclarator(parent, visit, uses);
  uses.open.push(visit);
  return [];
}

function followDeclarator(declarator: Visit, visit: Visit, uses: GlobalObjectUses): Visit[] {
  const { id } = declarator.node as t.VariableDeclarator;
  if (id.type === "Identifier") {
    const binding = lookUp(declarator.scope, id.name);
    return (binding?.references ?? []).filter(({ node }) => node !== id);
  }
  if (id.type !== "ObjectPattern") {
    uses.open.push(visit);
    return [];
  }
  for (const property of id.properties) {
    if (property.type === "ObjectProperty")
      noteKeys(keysOf(property.key, property.computed, visit), visit, uses);
    else uses.open.push(visit);
  }
  return [];
}

function keysOf(key: Node, computed: boolean, visit: Visit): string[] {
  const written = literalKey(key, computed);
  if (written !== null) return [written];
  return computed ? foldToKeys(key, visit.scope) : [];
}

function noteKeys(keys: readonly string[], visit: Visit, uses: GlobalObjectUses): Visit[] {
  if (keys.length === 0) uses.open.push(visit);
  for (const key of keys) {
    const others = uses.named.get(key);
    if (others === undefined) uses.named.set(key, [visit]);
    else others.push(visit);
  }
  return keys.some((key) => GLOBAL_OBJECT_NAMES.has(key)) ? [visit] : [];
}

function isComparison(node: Node): boolean {
  if (node.type === "UnaryExpression") return node.operator === "typeof" || node.operator === "!";
  return node.type === "BinaryExpression" && /^[!=]==?$/.test(node.operator);
}
