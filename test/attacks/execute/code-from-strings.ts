import { type Attack, noneSucceeds } from "./attack.ts";

export const CODE_FROM_STRINGS: Attack[] = [
  {
    id: "eval",
    idea: "eval, direct and indirect.",
    code: noneSucceeds([
      'eval("1")',
      '(0, eval)("1")',
      'globalThis.eval("1")',
      'globalThis["ev" + "al"]("1")',
      'Reflect.get(globalThis, "eval")("1")',
    ]),
    must: { result: [] },
  },
  {
    id: "function-global",
    idea: "The Function constructor by its name.",
    code: noneSucceeds([
      'Function("return 1")()',
      'new Function("return 1")()',
      'globalThis["Func" + "tion"]("return 1")()',
    ]),
    must: { result: [] },
  },
  {
    id: "four-constructors",
    idea: "The constructors of all four kinds of functions.",
    code: noneSucceeds([
      '(() => {}).constructor("return 1")()',
      '(async () => {}).constructor("return 1")()',
      '(function* () {}).constructor("yield 1")().next()',
      '(async function* () {}).constructor("yield 1")().next()',
      'new ((() => {}).constructor)("return 1")()',
      '(class {}).constructor("return 1")()',
      '({ m() {} }).m.constructor("return 1")()',
      '({ get g() { return 1 } }, Object.getOwnPropertyDescriptor({ get g() { return 1 } }, "g").get.constructor("return 1"))()',
    ]),
    must: { result: [] },
  },
  {
    id: "reflected-constructors",
    idea: "The same constructors through Reflect, bind, call, tags, species and heritage.",
    code: noneSucceeds([
      'Reflect.construct((() => {}).constructor, ["return 1"])()',
      'Reflect.apply((() => {}).constructor, null, ["return 1"])()',
      '(() => {}).constructor.bind(null, "return 1")()()',
      '(() => {}).constructor.call(null, "return 1")()',
      "(() => {}).constructor`return 1`()",
      '["return 1"].map((() => {}).constructor)[0]()',
      'new (class extends (() => {}).constructor {})("return 1")()',
      'new (class extends (async () => {}).constructor { constructor() { super("return 1") } })()()',
      'Reflect.get(Object.getPrototypeOf(function* () {}), "constructor")("yield 1")().next()',
      'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => {}), "constructor").value("return 1")()',
      'new Proxy((() => {}).constructor, {})("return 1")()',
    ]),
    must: { result: [] },
  },
  {
    id: "constructors-of-gateway-functions",
    idea: "The constructor of functions that the gateway made.",
    code: noneSucceeds(
      [
        "callTool",
        "crm.echo",
        "console.log",
        "setTimeout",
        "sleep",
        "searchTools",
        "workspace.get",
        "TextEncoder",
        "atob",
        "structuredClone",
      ].map((name) => `${name}.constructor("return 1")()`),
    ),
    must: { result: [] },
  },
  {
    id: "constructors-of-built-ins",
    idea: "The constructor chain from data and built-ins that are less watched.",
    code: noneSucceeds([
      'context.constructor.constructor("return 1")()',
      '[].at.constructor("return 1")()',
      'Intl.DateTimeFormat.constructor("return 1")()',
      'Temporal.Now.instant.constructor("return 1")()',
      'Iterator.from([]).map.constructor("return 1")()',
      'Proxy.constructor("return 1")()',
      'Symbol.iterator.constructor.constructor("return 1")()',
      'Promise.resolve().constructor.constructor("return 1")()',
      'Object.getPrototypeOf(Int8Array).constructor("return 1")()',
      'Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype).next.constructor("return 1")()',
    ]),
    must: { result: [] },
  },
  {
    id: "constructor-of-failure",
    idea: "The constructor chain from an error that came over the bridge.",
    code: `try { await crm.fail({}) } catch (e) { try { return e.constructor.constructor("return 1")() } catch (refused) { return refused.message } }`,
    must: { result: "Code cannot be made from strings here.", args: ["{}"] },
  },
  {
    id: "put-the-constructor-back",
    idea: "Undo the lock on the function prototypes.",
    code: `const prototype = Object.getPrototypeOf(() => {});
      const done = [Reflect.deleteProperty(prototype, "constructor"), Reflect.defineProperty(prototype, "constructor", { value: 1 }),
        Reflect.set(prototype, "constructor", 1)];
      return [done, typeof prototype.constructor];`,
    must: { result: [[false, false, false], "function"] },
  },
  {
    id: "new-target",
    idea: "Reach a hidden constructor through new.target and its realm.",
    code: `const made = Reflect.construct(Object, [], (() => {}).constructor);
      const date = Reflect.construct(Date, [0], new Proxy((() => {}).constructor, {}));
      return [typeof made, typeof date, typeof Object.getPrototypeOf(date).constructor.constructor];`,
    must: { result: ["object", "object", "function"] },
  },
  {
    id: "timers-from-text",
    idea: "Timers that take text as code, or text-like objects.",
    code: noneSucceeds([
      'setTimeout("1")',
      'setInterval("1", 1)',
      'setTimeout({ toString: () => "1" })',
      "setTimeout()",
      'setTimeout(["1"])',
    ]),
    must: { result: [] },
  },
  {
    id: "webassembly",
    idea: "WebAssembly by its name, and after it was deleted.",
    code: `return [typeof WebAssembly, Reflect.ownKeys(globalThis).filter((key) => /wasm|WebAssembly/i.test(String(key)))];`,
    must: { result: ["undefined", []] },
  },
  {
    id: "shared-memory",
    idea: "Shared memory and Atomics, for clocks and for blocking the thread.",
    code: "return [typeof SharedArrayBuffer, typeof Atomics, typeof ArrayBuffer.prototype.resize, typeof ArrayBuffer.prototype.transfer];",
    must: { result: ["undefined", "undefined", "undefined", "undefined"] },
  },
  {
    id: "html-comment",
    idea: "A comment for scripts hides code that a module parser sees in another way.",
    code: "let x = 1;\nx <!-- 2\nreturn x",
    must: { code: "SYNTAX_ERROR" },
  },
  {
    id: "sloppy-mode",
    idea: "Leave strict mode: with, octal, undeclared names, duplicate parameters.",
    code: "with (globalThis) { callTool }",
    must: { code: "SYNTAX_ERROR" },
  },
];
