// Which values come out of tools, followed through names, patterns, loops and callbacks. A hint for rules about data:
// it ignores order and calls of the program's own functions, so it is neither complete nor a proof.

import { type Binding, lookUp } from "../parse/scopes.ts";
import { isCall, isFunction, isMember, type Node } from "../parse/syntax.ts";
import type { Visit, Walked } from "../parse/walk.ts";
import type { ToolMentions } from "./noted-tools.ts";

export type ToolResults = {
  /** The servers whose results the expression may hold; `?` for a tool that is not known by name. */
  serversIn(expression: Visit): ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();
const MAX_STEPS = 20_000;

export function createToolResults(walked: Walked, tools: ToolMentions): ToolResults {
  if (tools.calls.size === 0) return { serversIn: () => NONE };
  const known = new Map<Binding, ReadonlySet<string>>();
  let stepsLeft = MAX_STEPS;

  function serversIn(expression: Visit): ReadonlySet<string> {
    const servers = new Set<string>();
    for (let index = expression.index; index < walked.visits.length; index += 1) {
      const visit = walked.visits[index] as Visit;
      if (visit !== expression && visit.depth <= expression.depth) break;
      stepsLeft -= 1;
      if (stepsLeft < 0) break;
      const call = tools.calls.get(visit.node);
      if (call !== undefined) servers.add(call.tool?.split(".", 1)[0] ?? "?");
      else if (visit.node.type === "Identifier") for (const server of ofName(visit)) servers.add(server);
    }
    return servers;
  }

  function ofName(visit: Visit): ReadonlySet<string> {
    if (visit.node.type !== "Identifier" || isKey(visit)) return NONE;
    const binding = lookUp(visit.scope, visit.node.name);
    if (binding === null || binding.kind === "function" || binding.kind === "class") return NONE;
    const found = known.get(binding);
    if (found !== undefined) return found;
    // Set before the search, so that names which hold each other end it.
    known.set(binding, NONE);
    const servers = new Set<string>();
    for (const source of sourcesOf(binding, walked))
      for (const server of serversIn(source)) servers.add(server);
    known.set(binding, servers);
    return servers;
  }

  return { serversIn };
}

function isKey({ parent, key }: Visit): boolean {
  if (parent === null) return false;
  if (isMember(parent.node)) return key === "property" && !parent.node.computed;
  return parent.node.type === "ObjectProperty" && key === "key" && !parent.node.computed;
}

type Arrival = { isDeclaration: boolean; walked: Walked };

/** The expressions whose values arrive at a name: where it is declared, and where it is written. */
function sourcesOf(binding: Binding, walked: Walked): Visit[] {
  return binding.references.flatMap((reference) => {
    const arrival = arrivalOf(reference, { isDeclaration: reference.node === binding.declaration, walked });
    return arrival === null ? [] : [arrival];
  });
}

function arrivalOf(reference: Visit, { isDeclaration, walked }: Arrival): Visit | null {
  let at = reference;
  while (at.parent !== null && /Pattern$|^ObjectProperty$|^RestElement$/.test(at.parent.node.type))
    at = at.parent;
  const { parent } = at;
  if (parent === null) return null;
  const { node } = parent;
  if (node.type === "AssignmentExpression")
    return at.key === "left" ? childOf(parent, node.right, walked) : null;
  if (!isDeclaration) return pushedOnto(reference);
  if (node.type === "VariableDeclarator") {
    const loop = parent.parent?.key === "left" ? parent.parent.parent : null;
    if (loop?.node.type === "ForOfStatement") return childOf(loop, loop.node.right, walked);
    return node.init ? childOf(parent, node.init, walked) : null;
  }
  return isFunction(node) && at.key === "params" ? listOf(parent, walked) : null;
}

/** `rows.map((row) => …)`: what the callback gets comes from the list. */
function listOf(callback: Visit, walked: Walked): Visit | null {
  const call = callback.parent;
  if (call === null || !isCall(call.node) || callback.key !== "arguments" || !isMember(call.node.callee))
    return null;
  return childOf(call, call.node.callee, walked);
}

/** `all.push(...rows)`: what a list is given later. */
function pushedOnto(list: Visit): Visit | null {
  const member = list.parent;
  const call = member?.parent;
  if (!member || !call || list.key !== "object" || member.key !== "callee" || !isCall(call.node)) return null;
  return isMember(member.node) && /^(?:push|set|add|unshift)$/.test(nameOf(member.node.property))
    ? call
    : null;
}

function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : "";
}

function childOf(parent: Visit, node: Node, { visits }: Walked): Visit | null {
  for (let index = parent.index + 1; index < visits.length; index += 1) {
    const visit = visits[index] as Visit;
    if (visit.depth <= parent.depth) return null;
    if (visit.node === node) return visit;
  }
  return null;
}
