import type { Attack } from "./attack.ts";

const MEMORY = { memoryMb: 8, cpuMs: 2_500, wallMs: 20_000 };
/** For what computes long before it has filled the memory. */
const LITTLE_CPU = { ...MEMORY, cpuMs: 250 };

type Row = [id: string, idea: string, code: string, otherwise?: string[]];

/** The isolate's own limit, V8's end of its process, and the resident size seen from outside: one of them ends it. */
const BOMBS: Row[] = [
  [
    "bomb-flat-strings",
    "Strings that are really there.",
    "const a = []; for (let i = 0; ; i++) a.push((i + 'x').repeat(5000).split('').reverse().join(''))",
  ],
  [
    "bomb-doubling",
    "A string that doubles, then is made flat.",
    "let s = 'xy'; for (;;) { s += s; if (s.length > 2 ** 20) s.charCodeAt(s.length / 2) + s.at(-1).codePointAt(0) }",
    ["RUNTIME_ERROR"],
  ],
  [
    "bomb-pad-start",
    "padStart to the longest string.",
    "const a = []; for (let i = 0; ; i++) a.push('x'.padStart(2 ** 24 + i, 'ab').split('b').length)",
  ],
  [
    "bomb-repeat",
    "repeat, which the limit does not count.",
    "const a = []; for (let i = 0; ; i++) a.push(new TextEncoder().encode('é'.repeat(2 ** 20 + i)))",
  ],
  ["bomb-split", "One split of a long string.", "return 'a,'.repeat(2 ** 26).split(',').length"],
  [
    "bomb-replace",
    "Replacements that grow.",
    "let s = 'x'; for (;;) s = s.replaceAll('x', 'xxxxxxxx')",
    ["RUNTIME_ERROR"],
  ],
  [
    "bomb-template",
    "Templates nested in templates.",
    "let s = 'x'; const a = []; for (;;) { s = `${s}${s}`.toUpperCase().toLowerCase(); a.push(s) }",
    ["RUNTIME_ERROR"],
  ],
  [
    "bomb-normalize",
    "Normal forms that are longer than their source.",
    "const a = []; for (let i = 0; ; i++) a.push(('\\ufdfa'.repeat(2 ** 18) + i).normalize('NFKD'))",
  ],
  [
    "bomb-locale-case",
    "Case mapping of a long text.",
    "const a = []; for (let i = 0; ; i++) a.push(('ß'.repeat(2 ** 20) + i).toLocaleUpperCase('de'))",
  ],
  ["bomb-array-push", "An array that grows.", "const a = []; for (;;) a.push({}, {}, {}, {})"],
  [
    "bomb-array-fill",
    "One huge array, filled.",
    "return new Array(2 ** 27).fill({}).length",
    ["RUNTIME_ERROR"],
  ],
  [
    "bomb-array-length",
    "A huge length, then one element of each.",
    "const a = []; a.length = 2 ** 32 - 1; for (let i = 0; ; i += 1) a[i] = i",
  ],
  [
    "bomb-concat",
    "Arrays joined with themselves.",
    "let a = [1, 2, 3, 4]; for (;;) a = a.concat(a)",
    ["RUNTIME_ERROR"],
  ],
  [
    "bomb-spread",
    "Arrays spread into themselves.",
    "let a = [1, 2, 3, 4]; for (;;) a = [...a, ...a]",
    ["RUNTIME_ERROR"],
  ],
  [
    "bomb-spread-arguments",
    "Spread into arguments.",
    "let a = [1]; for (;;) { a = [...a, ...a]; Math.max(...a) }",
    ["STACK_LIMIT"],
  ],
  [
    "bomb-object-spread",
    "Objects with ever more keys.",
    "let o = {}; for (let i = 0; ; i++) o = { ...o, ['k' + i]: new Array(20_000).fill(i) }",
  ],
  [
    "bomb-endless-spread",
    "Spread of an iterator without end.",
    "return [...(function* () { for (;;) yield {} })()].length",
  ],
  [
    "bomb-from-entries",
    "Entries without end.",
    "Object.fromEntries((function* () { for (let i = 0; ; i++) yield ['k' + i, new Array(300).fill(i)] })())",
  ],
  [
    "bomb-promise-all",
    "Promise.all over an iterator without end.",
    "await Promise.all((function* () { for (;;) yield new Promise(() => {}) })())",
    ["RUNTIME_ERROR"],
  ],
  ["bomb-map", "A map that grows.", "const m = new Map(); for (let i = 0; ; i++) m.set({ i }, { i })"],
  [
    "bomb-set",
    "A set that grows.",
    "const s = new Set(); for (let i = 0; ; i++) s.add('key number '.repeat(40) + i)",
  ],
  [
    "bomb-weak-map",
    "A weak map whose keys are held.",
    "const keys = []; const m = new WeakMap(); for (;;) { const k = {}; keys.push(k); m.set(k, new Array(20).fill(k)) }",
  ],
  [
    "bomb-closures",
    "Closures that hold their makers.",
    "let f = () => 1; for (;;) { const g = f, pad = [1, 2, 3, 4, 5, 6]; f = () => [g, pad] }",
  ],
  ["bomb-linked-list", "A list that is never let go.", "let a = null; for (;;) a = { a, pad: [1, 2, 3] }"],
  [
    "bomb-json-parse",
    "JSON.parse of a text that becomes much larger.",
    "const a = []; for (;;) a.push(JSON.parse('[' + '{},'.repeat(50_000) + '{}]'))",
  ],
  [
    "bomb-json-stringify",
    "JSON.stringify with indentation.",
    "let o = {}; for (let i = 0; i < 2000; i++) o = { o }; const a = []; for (let i = 0; ; i++) a.push(JSON.stringify(o, null, 10) + i)",
  ],
  ["bomb-typed-arrays", "Typed arrays.", "const a = []; for (;;) a.push(new Float64Array(2 ** 17).fill(1))"],
  [
    "bomb-array-buffers",
    "One ArrayBuffer of great size.",
    "return new ArrayBuffer(2 ** 33).byteLength",
    ["RUNTIME_ERROR"],
  ],
  [
    "bomb-resizable",
    "Resizable buffers, which the limit does not count.",
    "const a = []; for (;;) a.push(new Uint8Array(new ArrayBuffer(2 ** 23, { maxByteLength: 2 ** 24 })).fill(1))",
  ],
  [
    "bomb-resize-back",
    "Get resize back from another place.",
    "const b = new ArrayBuffer(8, { maxByteLength: 2 ** 30 }); return [typeof b.resize, typeof b.transfer, b.resizable, 'grow' in b]",
  ],
  [
    "bomb-transfer",
    "Transfer into buffers of a fixed length.",
    "const a = []; for (;;) a.push(new Uint8Array(new ArrayBuffer(8).transferToFixedLength(2 ** 22)).fill(1))",
  ],
  [
    "bomb-intl",
    "Formatters, which live outside the heap.",
    "const a = []; for (let i = 0; ; i++) a.push(new Intl.DateTimeFormat(['de', 'ar', 'th', 'ja'][i % 4]))",
  ],
  [
    "bomb-segmenter",
    "Segmenters over long texts.",
    "const a = []; for (let i = 0; ; i++) a.push([...new Intl.Segmenter('th').segment('กขค '.repeat(20_000) + i)])",
  ],
  [
    "bomb-regexp-cache",
    "Ever new regular expressions.",
    "const a = []; for (let i = 0; ; i++) { const r = new RegExp('(?:a{1,200}|b' + i + '){1,50}', 'u'); r.test('c'); a.push(r) }",
  ],
  [
    "bomb-regexp-match",
    "All matches of a long text.",
    "return [...'ab'.repeat(2 ** 22).matchAll(/a(?<name>b)/g)].length",
  ],
  [
    "bomb-bigint",
    "Powers of BigInts.",
    "let x = 3n; const a = []; for (;;) { x = x * x; a.push(x) }",
    ["RUNTIME_ERROR", "CPU_LIMIT"],
  ],
  ["bomb-bigint-shift", "The largest BigInt.", "return String((1n << 2n ** 30n) & 1n)", ["RUNTIME_ERROR"]],
  [
    "bomb-symbols",
    "Symbols that live as long as the realm.",
    "for (let i = 0; ; i++) Symbol.for('a symbol that is registered ' + i)",
  ],
  [
    "bomb-property-names",
    "Ever new names of properties.",
    "const o = {}; for (let i = 0; ; i++) o['name of a property ' + i] = i",
  ],
  [
    "bomb-errors",
    "Errors with causes and stacks.",
    "let e = new Error('0'); for (;;) { e = new Error('x', { cause: e }); e.stack }",
  ],
  [
    "bomb-async",
    "Async functions that wait for ever.",
    "const a = []; for (;;) a.push((async () => { const pad = new Array(50).fill(1); await new Promise(() => {}); return pad })())",
  ],
  [
    "bomb-clone",
    "Clones of a large object.",
    "const big = new Array(2_000).fill({ a: 1 }); const a = []; for (;;) a.push(structuredClone(big.map((x) => ({ ...x }))))",
  ],
  [
    "bomb-deep-json",
    "JSON that is nested very deeply.",
    "const text = '['.repeat(2 ** 22); JSON.parse(text)",
    ["RUNTIME_ERROR", "STACK_LIMIT"],
  ],
  [
    "bomb-decoder",
    "Bytes that become texts.",
    "const bytes = new Uint8Array(2 ** 20).fill(0xff); const a = []; for (;;) a.push(new TextDecoder().decode(bytes) + a.length)",
    ["CPU_LIMIT"],
  ],
  [
    "bomb-global",
    "Globals without end.",
    "for (let i = 0; ; i++) globalThis['g' + i] = new Array(100).fill(i)",
  ],
];

export const MEMORY_BOMBS: Attack[] = BOMBS.map(([id, idea, code, otherwise = []]) => ({
  id,
  idea,
  stoppedBy: "memory limit",
  code,
  limits: otherwise.includes("CPU_LIMIT") ? LITTLE_CPU : MEMORY,
  must:
    id === "bomb-resize-back"
      ? { result: ["undefined", "undefined", true, false] }
      : { code: ["MEMORY_LIMIT", ...otherwise] },
}));
