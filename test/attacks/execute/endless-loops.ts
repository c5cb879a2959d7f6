import type { Attack } from "./attack.ts";

const CPU = { cpuMs: 5, memoryMb: 32, wallMs: 10_000 };

type Row = [id: string, idea: string, code: string, otherwise?: string];

/** Whatever form an endless program takes, CPU time ends it; some forms reach the memory limit first. */
const LOOPS: Row[] = [
  ["loop-labels", "Loops that continue each other.", "a: for (;;) { b: for (;;) { continue a } }"],
  [
    "loop-finally",
    "finally that takes back every exit.",
    "for (;;) { try { return 1 } finally { continue } }",
  ],
  [
    "loop-getter-in-condition",
    "The condition is a getter.",
    "const o = { get go() { return true } }; while (o.go);",
  ],
  ["loop-static-block", "A static block, before any method runs.", "class A { static { for (;;) {} } }"],
  ["loop-default-parameter", "The default of a parameter.", "((a = (() => { for (;;) {} })()) => a)()"],
  ["loop-computed-key", "The key of an object literal.", "return { [{ toString() { for (;;) {} } }]: 1 }"],
  ["loop-template", "A value in a template.", "return `${{ [Symbol.toPrimitive]() { for (;;) {} } }}`"],
  ["loop-has-instance", "instanceof.", "return 1 instanceof { [Symbol.hasInstance]() { for (;;) {} } }"],
  [
    "loop-mutual-recursion",
    "Recursion that catches its own overflow.",
    "const f = () => { try { f() } catch { f() } }; f(); for (;;) f()",
  ],
  ["loop-generator", "A generator without end.", "for (const x of (function* () { for (;;) yield 1 })()) {}"],
  [
    "loop-yield-star",
    "Generators that delegate to themselves.",
    "function* g() { for (;;) yield* [1] } for (const x of g()) {}",
  ],
  [
    "loop-iterator-next",
    "An iterator that is never done.",
    "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }) {}",
  ],
  [
    "loop-iterator-return",
    "An iterator that is left and does not let go.",
    "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { for (;;) {} } }) }) break",
  ],
  [
    "loop-iterator-helpers",
    "Iterator helpers over an endless source.",
    "(function* () { for (;;) yield 1 })().filter((x) => x > 1).next()",
  ],
  [
    "loop-iterator-drop",
    "Dropping from an endless source.",
    "(function* () { for (;;) yield 1 })().drop(2 ** 52).next()",
  ],
  [
    "loop-async-generator",
    "for await over an endless generator.",
    "for await (const x of (async function* () { for (;;) yield 1 })()) {}",
  ],
  [
    "loop-async-from-sync",
    "for await over an endless iterator of promises.",
    "for await (const x of (function* () { for (;;) yield Promise.resolve() })()) {}",
  ],
  [
    "loop-array-from-async",
    "Array.fromAsync over an endless source.",
    "await Array.fromAsync((async function* () { for (;;) yield 1 })())",
    "MEMORY_LIMIT",
  ],
  [
    "loop-promise-recursion",
    "A promise that waits for its own successor.",
    "const f = () => Promise.resolve().then(f); await f()",
    "MEMORY_LIMIT",
  ],
  [
    "loop-async-recursion",
    "Async functions that call themselves.",
    "const f = async () => { await null; return f() }; await f()",
    "MEMORY_LIMIT",
  ],
  ["loop-then-getter", "A thenable whose then is a loop.", "await { get then() { for (;;) {} } }"],
  ["loop-promise-executor", "The executor of a promise.", "await new Promise(() => { for (;;) {} })"],
  [
    "loop-promise-subclass",
    "A promise class whose species loops.",
    "class P extends Promise { static get [Symbol.species]() { for (;;) {} } } await P.resolve(1).then(() => 1)",
  ],
  [
    "loop-rejections",
    "Rejections without end, nobody listening.",
    "for (;;) { Promise.reject(1); await null }",
    "MEMORY_LIMIT",
  ],
  [
    "loop-zero-timers",
    "Timers of zero that compute.",
    "const f = () => { const end = Date.now() + 5; while (Date.now() < end); setTimeout(f, 0) }; f(); await new Promise(() => {})",
  ],
  [
    "loop-interval",
    "An interval that computes.",
    "setInterval(() => { const end = Date.now() + 10; while (Date.now() < end); }, 1); await new Promise(() => {})",
  ],
  ["loop-comparator", "The comparator of a sort.", "[3, 2, 1].sort(() => { for (;;) {} })"],
  [
    "loop-sort-array-like",
    "Sorting an array-like of great length.",
    "Array.prototype.sort.call({ length: 2 ** 32 - 1, 0: 2, 1: 1 })",
    "RUNTIME_ERROR",
  ],
  ["loop-regex-nested", "Nested quantifiers.", "/^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(64))"],
  ["loop-regex-alternatives", "Alternatives that overlap.", "/^(a|aa|aaa)+$/.test('a'.repeat(60) + 'b')"],
  [
    "loop-regex-lookbehind",
    "Backtracking inside a look-behind.",
    "/(?<=c(a+)+)b/.test('a'.repeat(40) + 'b')",
  ],
  ["loop-regex-backreference", "Back references.", "/^(.*)*\\1\\1x$/.test('ab'.repeat(200))"],
  [
    "loop-regex-replace",
    "replace with a pattern that backtracks.",
    "'x'.repeat(50000).replace(/(x+x+)+y/g, '')",
  ],
  ["loop-regex-split", "split with a pattern that backtracks.", "'a'.repeat(48).concat('!').split(/(a*)*b/)"],
  ["loop-result-getter", "A getter in the result.", "return { deep: [{ get x() { for (;;) {} } }] }"],
  [
    "loop-result-proxy",
    "A result whose keys are made by a loop.",
    "return new Proxy({}, { ownKeys() { for (;;) {} } })",
  ],
  [
    "loop-result-prototype",
    "A result whose prototype is asked for.",
    "return new Proxy({}, { getPrototypeOf() { for (;;) {} } })",
  ],
  ["loop-log-getter", "A getter in a log line.", "console.log({ get a() { for (;;) {} } })"],
  [
    "loop-error-name",
    "The name of a thrown error.",
    "throw Object.defineProperty(new Error('x'), 'name', { get() { for (;;) {} } })",
  ],
  [
    "loop-error-stack",
    "The stack of a thrown error.",
    "throw Object.defineProperty(new Error('x'), 'stack', { get() { for (;;) {} } })",
  ],
  [
    "loop-error-in-timer",
    "An error in a timer whose message loops.",
    "setTimeout(() => { throw { get message() { for (;;) {} } } }, 1); await sleep(5000)",
  ],
  ["loop-clone", "structuredClone of an object that loops.", "structuredClone({ get a() { for (;;) {} } })"],
  ["loop-search-options", "Options of a search.", "await searchTools('x', { get limit() { for (;;) {} } })"],
  ["loop-dispose", "A disposer.", "{ using a = { [Symbol.dispose]() { for (;;) {} } } }"],
  [
    "loop-async-dispose",
    "An async disposer after the result.",
    "await using a = { async [Symbol.asyncDispose]() { for (;;) await null } }; return 1",
    "MEMORY_LIMIT",
  ],
  [
    "loop-index-of",
    "A built-in over an array-like of greatest length.",
    "Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)",
  ],
  [
    "loop-copy-within",
    "Another one that V8 does not interrupt.",
    "Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 1, 0)",
  ],
  [
    "loop-fill",
    "fill over an array-like of greatest length.",
    "Array.prototype.fill.call({ length: 2 ** 53 - 1, set 0(v) {} }, 1)",
    "MEMORY_LIMIT",
  ],
  [
    "loop-join",
    "join over an array-like of greatest length.",
    "Array.prototype.join.call({ length: 2 ** 53 - 1 }, '')",
    "RUNTIME_ERROR",
  ],
  [
    "loop-reduce-right",
    "reduceRight over a proxy that has everything.",
    "Array.prototype.reduceRight.call(new Proxy({ length: 2 ** 53 - 1 }, { has: () => true }), () => 0)",
  ],
  [
    "loop-bigint-to-string",
    "Text of a huge BigInt.",
    "(1n << 8_000_000n).toString().length; for (;;) (7n ** 400_000n).toString()",
    "MEMORY_LIMIT",
  ],
  [
    "loop-bigint-division",
    "Division of huge BigInts.",
    "for (;;) (3n ** 800_000n) / (7n ** 200_000n)",
    "MEMORY_LIMIT",
  ],
  ["loop-number-text", "Reading a huge number.", "for (;;) Number('1'.repeat(2 ** 22))", "MEMORY_LIMIT"],
  [
    "loop-uri",
    "Encoding a long text again and again.",
    "for (let s = '%'.repeat(1000); ; ) encodeURIComponent(s)",
  ],
  [
    "loop-date-text",
    "Dates in words.",
    "for (;;) new Date(0).toLocaleString('ar-EG', { timeZone: 'Asia/Kolkata' })",
    "MEMORY_LIMIT",
  ],
  ["loop-base64", "Base64 over and over.", "for (const s = 'x'.repeat(30_000); ; ) atob(btoa(s))"],
];

export const ENDLESS_LOOPS: Attack[] = LOOPS.map(([id, idea, code, otherwise]) => ({
  id,
  idea,
  stoppedBy: "CPU limit",
  code,
  limits: CPU,
  must: { code: otherwise === undefined ? "CPU_LIMIT" : ["CPU_LIMIT", otherwise], args: "any" },
}));

const WAITS: Row[] = [
  ["wait-sleep", "Sleep longer than the run may take.", "await sleep(2 ** 31)"],
  [
    "wait-interval",
    "An interval that does nothing.",
    "setInterval(() => {}, 3); await new Promise(() => {})",
  ],
  [
    "wait-many-timers",
    "Timers that arm each other.",
    "const f = () => setTimeout(f, 2); f(); await new Promise(() => {})",
  ],
];

export const ENDLESS_WAITS: Attack[] = WAITS.map(([id, idea, code]) => ({
  id,
  idea,
  stoppedBy: "wall clock",
  code,
  limits: { wallMs: 250, cpuMs: 5_000 },
  must: { code: "TIMEOUT" },
}));
