// The identifiers by which code may call a tool. A name that two tools could claim belongs to neither.

import { serverIdentifiers } from "../server-identifiers.ts";

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

// Words that cannot be imported by name, and keys that the language itself looks up on objects: an awaited
// namespace with a `then` would call that tool, a stringified one its `toJSON`.
const TAKEN = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch " +
    "this throw true try typeof undefined var void while with yield then toJSON toString toLocaleString valueOf constructor prototype " +
    "__proto__ hasOwnProperty isPrototypeOf propertyIsEnumerable __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__"
  ).split(" "),
);

/** Tool name → identifiers, best first. `names` are all tools of one server, also those a caller may not see. */
export function nameIdentifiers(names: string[]): Map<string, string[]> {
  const exact = new Set(names.filter(isUsable));
  const claims = new Map<string, Set<string>>();
  for (const name of names) {
    for (const alias of aliasesOf(name)) {
      const claimants = claims.get(alias) ?? new Set();
      claims.set(alias, claimants.add(name));
    }
  }
  const result = new Map<string, string[]>();
  for (const name of names) {
    const aliases = aliasesOf(name).filter((alias) => !exact.has(alias) && claims.get(alias)?.size === 1);
    result.set(name, exact.has(name) ? [name, ...aliases] : aliases);
  }
  return result;
}

/** Names that programs have from the sandbox: no server stands under one of them. */
const OF_THE_SANDBOX = new Set(
  "callTool searchTools tools skills workspace sleep context pii console".split(" "),
);

/** The identifier that stands for a server among `servers` and for no other one; undefined where there is none. */
export function nameServer(server: string, servers: readonly string[]): string | undefined {
  const others = servers.filter((other) => other !== server);
  return serverIdentifiers(server).find((name) => {
    if (!isUsable(name) || OF_THE_SANDBOX.has(name) || Object.hasOwn(globalThis, name)) return false;
    if (name === server) return true;
    return !others.some((other) => serverIdentifiers(other).includes(name));
  });
}

function isUsable(name: string): boolean {
  return IDENTIFIER.test(name) && !TAKEN.has(name);
}

/** The sanitized and the camelCase spelling, without the name itself. */
function aliasesOf(name: string): string[] {
  const sanitized = name.replaceAll(/[^A-Za-z0-9_$]/g, "_");
  const words = name.split(/[^A-Za-z0-9$]+/).filter((word) => word !== "");
  const camel = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join("");
  const usable = [sanitized, camel].filter((alias) => alias !== "").map(makeUsable);
  return [...new Set(usable)].filter((alias) => alias !== name);
}

function makeUsable(alias: string): string {
  const started = /^[0-9]/.test(alias) ? `_${alias}` : alias;
  return TAKEN.has(started) ? `${started}_` : started;
}

function lowerFirst(word: string): string {
  // An acronym at the start stays as it is: `URLFetch` is not `uRLFetch`.
  return /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
