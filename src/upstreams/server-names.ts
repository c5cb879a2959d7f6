// Which names a server may have: it becomes a part of tool ids, an import path and a global in the guest.

export const SERVER_NAME = /^[A-Za-z0-9_-]{1,64}$/;

const OBJECT_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "isPrototypeOf",
  "toString",
  "toLocaleString",
  "valueOf",
  "toJSON",
  "then",
];

const GUEST_GLOBALS = [
  ...[
    "callTool",
    "clearInterval",
    "clearTimeout",
    "console",
    "context",
    "pii",
    "searchTools",
    "setInterval",
    "setTimeout",
  ],
  ...[
    "skills",
    "sleep",
    "tools",
    "workspace",
    "servers",
    "exports",
    "module",
    "require",
    "self",
    "window",
    "global",
    "structuredClone",
    "queueMicrotask",
  ],
];

const LANGUAGE_GLOBALS = [
  ...[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "AsyncDisposableStack",
    "Atomics",
    "BigInt",
    "Boolean",
    "DataView",
    "Date",
    "DisposableStack",
  ],
  ...[
    "Error",
    "EvalError",
    "FinalizationRegistry",
    "Function",
    "Infinity",
    "Intl",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
  ],
  ...[
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "SharedArrayBuffer",
    "String",
  ],
  ...[
    "SuppressedError",
    "Symbol",
    "SyntaxError",
    "Temporal",
    "TypeError",
    "URIError",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "WebAssembly",
  ],
  ...["arguments", "eval", "globalThis", "isFinite", "isNaN", "parseFloat", "parseInt", "undefined"],
];

const LANGUAGE_WORDS =
  "async await break case catch class const continue debugger default delete do else enum export extends false finally for function get if implements import in instanceof interface let new null of package private protected public return set static super switch this throw true try typeof using var void while with yield";

const RESERVED: ReadonlySet<string> = new Set([
  ...OBJECT_KEYS,
  ...GUEST_GLOBALS,
  ...LANGUAGE_GLOBALS,
  ...LANGUAGE_WORDS.split(" "),
]);

/** Why the name cannot be used, or null. */
export function problemWithServerName(name: string): string | null {
  if (!SERVER_NAME.test(name)) return "a server name is 1 to 64 of A-Z a-z 0-9 _ -";
  if (RESERVED.has(name))
    return "this name already means something in the code that agents write; choose another";
  return null;
}

/** Names that become the same identifier in code would shadow each other. */
export function identifierOfServer(name: string): string {
  return name.replaceAll("-", "_").toLowerCase();
}
