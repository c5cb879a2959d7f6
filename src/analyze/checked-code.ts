// What rules look at: the walked program with its names, keys and tools worked out once for all of them.

import type { AnalyzeOptions, FoundTool } from "./analyze.ts";
import { lookUp, type Scope } from "./parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "./parse/syntax.ts";
import type { Visit, Walked } from "./parse/walk.ts";
import { foldToKeys, isGlobal } from "./understand/fold.ts";
import { isMadeUp, isPlainFunction } from "./understand/function-values.ts";
import { findGlobalObjectUses, type GlobalObjectUses } from "./understand/global-object.ts";
import { endlessLoops } from "./understand/loops.ts";
import type { ToolMentions } from "./understand/noted-tools.ts";
import { createServerNames, type ServerNames } from "./understand/server-names.ts";
import { type ArgumentProblem, findArgumentProblems } from "./understand/tool-arguments.ts";
import { findToolMentions } from "./understand/tool-mentions.ts";
import { createToolResults, type ToolResults } from "./understand/tool-results.ts";

/** A place where the program reaches for a property whose name is worth a look. */
export type KeySite = {
  visit: Visit;
  /** The object whose property it is; null in a pattern where the text does not show it. */
  object: Node | null;
  names: string[];
  /** Only the run shows the name; what it is asked of is a function, so it is taken for the worst. */
  isMadeUp: boolean;
};

export type CheckedCode = {
  source: string;
  options: AnalyzeOptions;
  walked: Walked;
  keySites: KeySite[];
  tools: ToolMentions;
  toolResults: ToolResults;
  /** Undefined where the analyzer was not told about tools. */
  findTool(written: string): FoundTool | undefined;
  argumentProblems(): ArgumentProblem[];
  serverNames: ServerNames;
  globalObject: GlobalObjectUses;
  ofType(type: Node["type"]): readonly Visit[];
  /** Calls, also optional ones. */
  calls: readonly Visit[];
  /** Loops whose text shows no end. */
  endlessLoops: readonly Visit[];
  /** Uses of a name that the program itself does not define, also by `globalThis.name`. */
  globals(name: string): readonly Visit[];
};

const WATCHED_KEYS: ReadonlySet<string> = new Set([
  "constructor",
  "prototype",
  "__proto__",
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "getPrototypeOf",
  "setPrototypeOf",
  "prepareStackTrace",
  "captureStackTrace",
  "stackTraceLimit",
  "caller",
  "callee",
  "arguments",
]);

export function createCheckedCode(source: string, walked: Walked, options: AnalyzeOptions): CheckedCode {
  const globalObject = findGlobalObjectUses(walked);
  const serverNames = createServerNames(options.servers);
  const tools = findToolMentions(walked, serverNames);
  const findTool = rememberTools(options);
  let problems: ArgumentProblem[] | null = null;
  return {
    source,
    options,
    walked,
    keySites: findKeySites(walked),
    tools,
    toolResults: createToolResults(walked, tools),
    findTool,
    argumentProblems: () => {
      problems ??= options.typecheck === false ? [] : findArgumentProblems(tools, findTool);
      return problems;
    },
    serverNames,
    globalObject,
    ofType: (type) => walked.byType.get(type) ?? NO_VISITS,
    calls: joined(walked.byType.get("CallExpression"), walked.byType.get("OptionalCallExpression")),
    endlessLoops: endlessLoops(walked),
    globals: (name) => joined(walked.globals.get(name), globalObject.named.get(name)),
  };
}

function rememberTools(options: AnalyzeOptions): CheckedCode["findTool"] {
  const known = new Map<string, FoundTool | undefined>();
  return (written) => {
    if (!known.has(written)) known.set(written, options.findTool?.(written));
    return known.get(written);
  };
}

const NO_VISITS: readonly Visit[] = [];

function joined(bare: readonly Visit[] = NO_VISITS, named: readonly Visit[] = NO_VISITS): readonly Visit[] {
  if (named.length === 0) return bare;
  return bare.length === 0 ? named : [...bare, ...named];
}

function findKeySites(walked: Walked): KeySite[] {
  const sites: KeySite[] = [];
  const note = (visit: Visit, object: Node | null, names: readonly string[]): void => {
    const watched = names.filter((name) => WATCHED_KEYS.has(name));
    if (watched.length > 0) sites.push({ visit, object, names: watched, isMadeUp: false });
  };
  const noteMadeUp = (visit: Visit, object: Node, key: Node, computed: boolean): void => {
    if (isMadeUp(key, computed, visit.scope) && isPlainFunction(object, visit.scope))
      sites.push({ visit, object, names: ["constructor"], isMadeUp: true });
  };
  const of = (type: string): readonly Visit[] => walked.byType.get(type) ?? [];
  for (const visit of [...of("MemberExpression"), ...of("OptionalMemberExpression")]) {
    if (!isMember(visit.node)) continue;
    const { object, property, computed } = visit.node;
    note(visit, object, keysOf(property, computed, visit.scope));
    noteMadeUp(visit, object, property, computed);
  }
  for (const visit of of("ObjectProperty")) {
    const { node, parent } = visit;
    if (node.type !== "ObjectProperty" || parent?.node.type !== "ObjectPattern") continue;
    const taken = takenApart(visit);
    note(visit, taken, keysOf(node.key, node.computed, visit.scope));
    if (taken) noteMadeUp(visit, taken, node.key, node.computed);
  }
  for (const visit of [...of("CallExpression"), ...of("OptionalCallExpression")]) {
    const reached = reflectedKey(visit.node, visit.scope);
    if (!reached) continue;
    note(visit, reached.object, foldToKeys(reached.key, visit.scope));
    noteMadeUp(visit, reached.object, reached.key, true);
  }
  return sites;
}

/** What a pattern that declares or assigns names takes apart; null where a loop or a call gives it. */
export function takenApart({ parent }: Visit): Node | null {
  const pattern = parent?.parent;
  if (parent?.node.type !== "ObjectPattern" || !pattern) return null;
  if (pattern.node.type === "VariableDeclarator") return pattern.node.init ?? null;
  return pattern.node.type === "AssignmentExpression" && parent.key === "left" ? pattern.node.right : null;
}

/** The names that a key may be. An object as a key is turned into text by code: it may be any name. */
function keysOf(key: Node, computed: boolean, scope: Scope): string[] {
  const written = literalKey(key, computed);
  if (written !== null) return [written];
  if (!computed) return [];
  switch (key.type) {
    case "ObjectExpression":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ClassExpression":
      return ["constructor"];
    default:
      return foldToKeys(key, scope);
  }
}

const REFLECTING: ReadonlySet<string> = new Set(["getOwnPropertyDescriptor", "defineProperty"]);
const REFLECT_ONLY: ReadonlySet<string> = new Set(["get", "set", "deleteProperty"]);

/** `Reflect.get(x, key)`, `Object.getOwnPropertyDescriptor(x, key)`: a member access in other words. */
function reflectedKey(node: Node, scope: Scope): { object: Node; key: Node } | null {
  if (!isCall(node) || !isMember(node.callee)) return null;
  const { callee } = node;
  const [object, key] = node.arguments;
  const method = literalKey(callee.property, callee.computed);
  if (method === null || !object || !key) return null;
  const reflects =
    REFLECTING.has(method) || (REFLECT_ONLY.has(method) && isGlobal(callee.object, "Reflect", scope));
  return reflects ? { object, key } : null;
}

/** The identifier at the left end of `a.b.c`, or null. */
export function rootOf(node: Node): Node {
  let at = node;
  while (isMember(at)) at = at.object;
  return at;
}

/** True for a name that the program declares as its own function or class. */
export function isOwnDefinition(node: Node, scope: Scope): boolean {
  if (node.type === "ThisExpression") return true;
  if (node.type !== "Identifier") return false;
  const binding = lookUp(scope, node.name);
  return binding !== null && (binding.kind === "class" || binding.kind === "function");
}

/** `typeof x` is safe for any x, and so is `y instanceof X`. */
export function isOnlyTested(visit: Visit): boolean {
  const parent = visit.parent?.node;
  if (parent?.type === "UnaryExpression") return parent.operator === "typeof";
  return parent?.type === "BinaryExpression" && parent.operator === "instanceof" && visit.key === "right";
}
