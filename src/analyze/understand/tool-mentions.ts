// Which tools and servers the code names, and where it makes a name up at run time.

import type * as t from "@babel/types";
import { lookUp } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit, Walked } from "../parse/walk.ts";
import { isGlobal } from "./fold.ts";
import {
  noteCall,
  noteDynamic,
  noteEscape,
  noteFolded,
  noteNamed,
  noteSite,
  noteTool,
  openSearch,
  type Search,
  type ToolMentions,
} from "./noted-tools.ts";
import { possibleNames } from "./possible-names.ts";
import type { ServerNames } from "./server-names.ts";

export function findToolMentions(walked: Walked, names: ServerNames): ToolMentions {
  const search = openSearch(walked, names);
  for (const visit of walked.byType.get("ImportDeclaration") ?? []) followImport(visit, search);
  for (const [name, visits] of walked.globals) for (const visit of visits) followGlobal(name, visit, search);
  return search.found;
}

/** `servers/<name>` → name, when the rest is a plain name; everything else is no server. */
export function serverOfSpecifier(specifier: string): string | null {
  return /^servers\/([A-Za-z0-9][A-Za-z0-9_.-]{0,63})$/.exec(specifier)?.[1] ?? null;
}

function followImport(visit: Visit, search: Search): void {
  const node = visit.node as t.ImportDeclaration;
  const server = serverOfSpecifier(node.source.value);
  for (const specifier of node.specifiers) {
    const isType =
      node.importKind === "type" || (specifier.type === "ImportSpecifier" && specifier.importKind === "type");
    const references = lookUp(visit.scope, specifier.local.name)?.references ?? [];
    if (isType || references.length === 0) {
      search.found.unusedImports.add(specifier.local.name);
      continue;
    }
    if (server === null || !search.names.has(server)) continue;
    search.found.servers.add(server);
    const name = importedName(specifier);
    for (const reference of references) {
      if (name === null) followServer(reference, server, search);
      else noteTool({ server, tool: `${server}.${name}` }, reference, search);
    }
  }
  if (server !== null && !search.names.has(server) && node.importKind !== "type") {
    search.found.unknown.push({ at: node.source.start ?? 0, server, written: node.source.value });
  }
}

/** Null for the whole server: `import * as x`, `import x`. */
function importedName(specifier: t.ImportDeclaration["specifiers"][number]): string | null {
  if (specifier.type !== "ImportSpecifier") return null;
  const name = specifier.imported.type === "Identifier" ? specifier.imported.name : specifier.imported.value;
  return name === "default" ? null : name;
}

function followGlobal(name: string, visit: Visit, search: Search): void {
  const server = search.names.ofIdentifier(name);
  if (server !== null) {
    search.found.servers.add(server);
    followServer(visit, server, search);
  } else if (name === "callTool") followCallTool(visit, search);
  else if (name === "tools") followTools(visit, search);
  else if (name.startsWith("mcp__")) noteNamed(name, visit, search);
  else noteLikelyServer(name, visit, search);
}

/** One use of a server object: a member names a tool, an alias is followed, anything else is dynamic. */
function followServer(visit: Visit, server: string, search: Search): void {
  if (search.followed.has(visit)) return;
  search.followed.add(visit);
  const { parent } = visit;
  if (parent === null || isHarmlessUse(visit)) return;
  if (isMember(parent.node) && visit.key === "object") {
    const name = literalKey(parent.node.property, parent.node.computed);
    if (name !== null) {
      noteTool({ server, tool: `${server}.${name}` }, parent, search);
      return;
    }
    const { names, areAll } = possibleNames(parent.node.property, visit.scope);
    for (const key of names) search.found.tools.add(`${server}.${key}`);
    if (areAll) {
      noteSite(parent, search);
      return;
    }
    noteDynamic(parent, `a tool of ${server}`, search);
    return;
  }
  if (parent.node.type === "VariableDeclarator" && visit.key === "init") {
    followDeclarator(parent, server, search);
    return;
  }
  noteEscape(visit, `The object of ${server}`, search);
}

function followDeclarator(visit: Visit, server: string, search: Search): void {
  const { id } = visit.node as t.VariableDeclarator;
  if (id.type === "Identifier") {
    const binding = lookUp(visit.scope, id.name);
    if (binding === null || binding.reassigned) {
      noteEscape(visit, `The object of ${server}`, search);
      return;
    }
    for (const reference of binding.references)
      if (reference.node !== id) followServer(reference, server, search);
    return;
  }
  if (id.type !== "ObjectPattern") {
    noteEscape(visit, `The object of ${server}`, search);
    return;
  }
  for (const property of id.properties) {
    const name = property.type === "ObjectProperty" ? literalKey(property.key, property.computed) : null;
    if (property.type !== "ObjectProperty" || name === null) {
      noteDynamic(visit, `a tool of ${server}`, search);
      continue;
    }
    const tool = `${server}.${name}`;
    noteTool({ server, tool }, visit, search);
    if (property.value.type === "Identifier") noteCallsOf(property.value.name, tool, { visit, search });
  }
}

/** `const { send } = mail; send({…})`: the calls of the local name. */
function noteCallsOf(name: string, tool: string, { visit, search }: { visit: Visit; search: Search }): void {
  const binding = lookUp(visit.scope, name);
  if (binding === null || binding.reassigned) return;
  for (const reference of binding.references)
    if (reference.key === "callee") noteCall(reference, search, tool);
}

/** `typeof x`, `Object.keys(x)` and the binding's own declaration tell nothing and call nothing. */
function isHarmlessUse(visit: Visit): boolean {
  const parent = visit.parent?.node;
  if (parent?.type === "UnaryExpression") return parent.operator === "typeof";
  if (parent === undefined || !isCall(parent) || visit.key !== "arguments" || !isMember(parent.callee))
    return false;
  return (
    isGlobal(parent.callee.object, "Object", visit.scope) &&
    literalKey(parent.callee.property, false) === "keys"
  );
}

function followCallTool(visit: Visit, search: Search): void {
  const parent = visit.parent;
  if (parent === null || isHarmlessUse(visit)) return;
  if (!isCall(parent.node) || visit.key !== "callee") {
    noteEscape(visit, "`callTool`", search);
    return;
  }
  const [first] = parent.node.arguments;
  if (!first) {
    noteSite(visit, search);
    return;
  }
  noteChosen(first, { visit, dynamic: parent }, search);
}

function followTools(visit: Visit, search: Search): void {
  const parent = visit.parent;
  if (parent === null || isHarmlessUse(visit)) return;
  if (!isMember(parent.node) || visit.key !== "object") {
    noteEscape(visit, "`tools`", search);
    return;
  }
  const name = literalKey(parent.node.property, parent.node.computed);
  const server = name === null ? null : search.names.ofIdentifier(name);
  if (server !== null) {
    search.found.servers.add(server);
    followServer(parent, server, search);
    return;
  }
  if (name !== null) {
    noteNamed(name, parent, search);
    return;
  }
  noteChosen(parent.node.property, { visit: parent, dynamic: parent }, search);
}

/** The expression that chooses a tool by its full name. */
function noteChosen(choice: Node, at: { visit: Visit; dynamic: Visit }, search: Search): void {
  const { names, areAll } = possibleNames(choice, at.visit.scope);
  if (areAll) {
    for (const name of names) noteNamed(name, at.visit, search);
    return;
  }
  for (const name of names) noteFolded(name, search);
  noteDynamic(at.dynamic, "the tool", search);
}

/** `githb.create_issue(…)`: a name nobody defines, one slip away from a server. */
function noteLikelyServer(name: string, visit: Visit, search: Search): void {
  const parent = visit.parent?.node;
  if (parent === undefined || !isMember(parent) || visit.key !== "object") return;
  if (search.names.isMisspelled(name)) {
    search.found.unknown.push({ at: visit.node.start ?? 0, server: name, written: name });
  }
}
