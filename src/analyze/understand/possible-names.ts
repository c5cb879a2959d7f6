// The names that an expression may be when it chooses a tool. A choice between names that stand in the text as
// whole strings hides nothing; a name that is put together, or comes from elsewhere, is dynamic.

import { type Binding, lookUp, type Scope } from "../parse/scopes.ts";
import { isCall, isFunction, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import { foldToKeys } from "./fold.ts";

export type PossibleNames = { names: string[]; areAll: boolean };

export type Literal = { node: Node; scope: Scope };
/** Null stands for a value that the text does not show. */
type Places = Literal[] | null;
type Following = { stepsLeft: number; open: Set<Binding> };

const MAX_STEPS = 500;

export function possibleNames(node: Node, scope: Scope): PossibleNames {
  const places = follow(node, scope, { stepsLeft: MAX_STEPS, open: new Set() });
  const names = places?.map((place) => nameIn(place.node));
  if (names && names.length > 0 && names.every((name) => name !== null))
    return { names: [...new Set(names)], areAll: true };
  return { names: foldToKeys(node, scope), areAll: false };
}

/** What an expression may be, where the text shows all of it. */
export function literalsBehind(node: Node, scope: Scope): Literal[] | null {
  return someOf(follow(node, scope, { stepsLeft: MAX_STEPS, open: new Set() }));
}

/** The same of what a pattern takes apart. */
export function literalsTaken(pattern: Visit): Literal[] | null {
  return someOf(arriving(pattern, { stepsLeft: MAX_STEPS, open: new Set() }));
}

const someOf = (places: Places): Places => (places?.length === 0 ? null : places);

function nameIn(node: Node): string | null {
  return node.type === "StringLiteral" || node.type === "TemplateLiteral" ? literalKey(node, true) : null;
}

/** The literals behind names, members and choices. */
function follow(node: Node, scope: Scope, path: Following): Places {
  path.stepsLeft -= 1;
  if (path.stepsLeft < 0) return null;
  if (node.type === "ConditionalExpression")
    return joined([follow(node.consequent, scope, path), follow(node.alternate, scope, path)]);
  if (node.type === "LogicalExpression")
    return joined([follow(node.left, scope, path), follow(node.right, scope, path)]);
  if (node.type === "Identifier") return followName(node.name, scope, path);
  if (!isMember(node)) return [{ node, scope }];
  const key = literalKey(node.property, node.computed);
  return key === null ? null : members(follow(node.object, scope, path), key, path);
}

function joined(parts: readonly Places[]): Places {
  const all: NonNullable<Places> = [];
  for (const part of parts) {
    if (part === null) return null;
    all.push(...part);
  }
  return all;
}

function followName(name: string, scope: Scope, path: Following): Places {
  const binding = lookUp(scope, name);
  if (binding === null || binding.reassigned) return null;
  // A function that passes its own parameter on to itself adds no new value.
  if (path.open.has(binding)) return [];
  const declared = binding.references.find(({ node }) => node === binding.declaration);
  if (declared === undefined) return null;
  path.open.add(binding);
  const places = arriving(declared, path);
  path.open.delete(binding);
  return places;
}

/** The values that come to a name or pattern where it is declared. */
function arriving(visit: Visit, path: Following): Places {
  const { node, parent } = visit;
  if (parent === null) return null;
  if (parent.node.type === "VariableDeclarator") {
    const loop = parent.parent?.key === "left" ? parent.parent.parent : null;
    if (loop?.node.type === "ForOfStatement") return elements(loop.node.right, loop.scope, path);
    return parent.node.init ? follow(parent.node.init, parent.scope, path) : null;
  }
  if (parent.node.type === "ObjectProperty" && parent.parent?.node.type === "ObjectPattern") {
    const key = literalKey(parent.node.key, parent.node.computed);
    return key === null ? null : members(arriving(parent.parent, path), key, path);
  }
  if (parent.node.type === "ArrayPattern")
    return members(arriving(parent, path), String(parent.node.elements.indexOf(node as never)), path);
  if (!isFunction(parent.node) || visit.key !== "params") return null;
  const position = parent.node.params.indexOf(node as never);
  return elementsGiven(parent, position, path) ?? argumentsGiven(parent, position, path);
}

/** `key` of each object or list. */
function members(places: Places, key: string, path: Following): Places {
  if (places === null) return null;
  return joined(
    places.map(({ node, scope }) => {
      const value = memberOf(node, key);
      return value === null ? null : follow(value, scope, path);
    }),
  );
}

function memberOf(node: Node, key: string): Node | null {
  if (node.type === "ArrayExpression") {
    const element = node.elements[Number(key)];
    return element && element.type !== "SpreadElement" ? element : null;
  }
  if (node.type !== "ObjectExpression") return null;
  const [found, ...others] = node.properties.filter(
    (property) => property.type !== "SpreadElement" && literalKey(property.key, property.computed) === key,
  );
  return found?.type === "ObjectProperty" && others.length === 0 ? found.value : null;
}

function elements(list: Node, scope: Scope, path: Following): Places {
  const lists = follow(list, scope, path);
  if (lists === null) return null;
  return joined(
    lists.map(({ node, scope: home }) => {
      if (node.type !== "ArrayExpression") return null;
      return joined(
        node.elements.map((item) =>
          item && item.type !== "SpreadElement" ? follow(item, home, path) : null,
        ),
      );
    }),
  );
}

const PER_ELEMENT: ReadonlySet<string> = new Set(["map", "flatMap", "forEach", "filter", "some", "every"]);

/** The first parameter of a callback gets the elements of the list that it is called for. */
function elementsGiven(callback: Visit, position: number, path: Following): Places {
  const call = callback.parent;
  if (position !== 0 || !call || !isCall(call.node) || call.node.arguments[0] !== callback.node) return null;
  const { callee } = call.node;
  if (!isMember(callee) || !PER_ELEMENT.has(literalKey(callee.property, callee.computed) ?? "")) return null;
  return elements(callee.object, call.scope, path);
}

/** A named function that is only ever called gets what its calls pass. */
function argumentsGiven(callee: Visit, position: number, path: Following): Places {
  const binding = bindingOf(callee);
  if (binding === null || binding.reassigned) return null;
  const uses = binding.references.filter(({ key }) => key !== "id");
  if (uses.length === 0) return null;
  return joined(
    uses.map(({ key, parent }) => {
      if (!parent || !isCall(parent.node) || key !== "callee") return null;
      const given = parent.node.arguments.slice(0, position + 1);
      const argument = given[position];
      if (!argument || given.some(({ type }) => type === "SpreadElement")) return null;
      return follow(argument, parent.scope, path);
    }),
  );
}

function bindingOf({ node, parent, scope }: Visit): Binding | null {
  if (node.type === "FunctionDeclaration") return node.id ? lookUp(scope, node.id.name) : null;
  const declarator = parent?.node;
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier") return null;
  return lookUp(scope, declarator.id.name);
}
