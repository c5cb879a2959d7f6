import { type Attack, noneSucceeds } from "./attack.ts";

/** Ideas that got out of other sandboxes, told in this one's words. */
export const OTHER_SANDBOXES: Attack[] = [
  {
    id: "async-error-of-the-host",
    idea: "Membranes forget errors that arrive asynchronously: look for one that is not of this realm.",
    stoppedBy: "closed bridge",
    code: `const seen = []; const look = (e) => seen.push(e instanceof Error && Object.getPrototypeOf(e) === Error.prototype);
      await crm.fail({}).catch(look); await callTool("none.such", {}).catch(look);
      await crm.echo({ pad: "x".repeat(400_000) }).catch(look); await Promise.any([crm.fail({})]).catch(({ errors }) => errors.forEach(look));
      return seen;`,
    must: { result: [true, true, true, true], args: "any" },
  },
  {
    id: "error-name-as-symbol",
    idea: "An error whose name is a symbol breaks the host that writes it down.",
    stoppedBy: "serializer",
    code: `const e = new Error("m"); e.name = Symbol("n"); e.message = Symbol("m"); e.stack; console.log(e); throw e;`,
    must: { code: "RUNTIME_ERROR", message: /^Symbol\(n\): Symbol\(m\)$/ },
  },
  {
    id: "overflow-near-the-host",
    idea: "Call the bridge with almost no stack left, so that the host's side throws in the middle.",
    stoppedBy: "closed bridge",
    code: `let sent = 0; const dive = (n) => { try { dive(n + 1) } catch { if (sent < 5) { sent++; try { crm.echo({ sent }) } catch {} } } };
      dive(0); await sleep(5); return (await crm.list_contacts({})).length;`,
    must: { result: 1, args: "any" },
  },
  {
    id: "proxy-as-thrown",
    idea: "Throw a proxy: who catches it on the host's side runs its traps there.",
    stoppedBy: "serializer",
    code: `let traps = 0; const handler = new Proxy({}, { get: (t, name) => (...a) => { traps++; return Reflect[name](...a) } });
      throw new Proxy(Object.assign(new Error("by proxy"), { code: "POLICY_DENIED" }), handler);`,
    must: { code: "RUNTIME_ERROR", message: /by proxy/ },
  },
  {
    id: "promise-from-async-function",
    idea: "Async functions make promises of the engine: replace what they inherit before the host chains on them.",
    stoppedBy: "captured built-ins",
    code: `const stolen = []; const { prototype } = Promise;
      Object.defineProperty(prototype, "then", { get() { return (...callbacks) => { stolen.push(callbacks.length); return 1 } } });
      Object.defineProperty(prototype, Symbol.toStringTag, { get() { stolen.push("tag") } });
      return "kept";`,
    must: { result: "kept" },
  },
  {
    id: "inherited-host-function",
    idea: "Climb from any function the sandbox lends to the realm that made it.",
    stoppedBy: "lockdown",
    code: `const realms = new Set();
      for (const f of [callTool, sleep, console.log, workspace.set, crm.echo, setTimeout, atob, structuredClone, TextDecoder, TextDecoder.prototype.decode])
        realms.add(Object.getPrototypeOf(f) === Object.getPrototypeOf(() => {}));
      return [...realms];`,
    must: { result: [true] },
  },
  {
    id: "template-constructor",
    idea: "Names of forbidden members, put together where a filter looks at the text only.",
    stoppedBy: "lockdown",
    code: noneSucceeds([
      '(() => {})[`const${"ruct"}or`]("return 1")()',
      '(() => {})[["con", "structor"].join("")]("return 1")()',
      '(() => {})[[["constructor"]]]("return 1")()',
      '(({ [`con${"structor"}`]: make }) => make("return 1")())(() => {})',
      'Reflect.get(() => {}, String.fromCharCode(99) + "onstructor")("return 1")()',
      '(class extends (0, (() => {})["constructor"]) {})("return 1")',
    ]),
    must: { result: [] },
  },
  {
    id: "coerced-keys",
    idea: "A key that is harmless when it is checked and another when it is used.",
    stoppedBy: "lockdown",
    code: `let n = 0; const key = { toString: () => (n++ ? "constructor" : "name") };
      const f = () => {}; const first = f[key]; let made = "nothing"; try { made = f[key]("return 1")() } catch (e) { made = e.message } return [first, made];`,
    must: { result: ["f", "Code cannot be made from strings here."] },
  },
  {
    id: "with-and-scopes",
    idea: "with, direct scopes and sloppy functions, by which expression languages were left.",
    stoppedBy: "module goal",
    code: "return (function () { with (this) { return callTool } })()",
    must: { code: "SYNTAX_ERROR" },
  },
  {
    id: "caller-by-arguments",
    idea: "arguments.callee and Function.prototype.caller of functions that the host calls back.",
    stoppedBy: "module goal",
    code: `const got = []; const probe = function () { for (const read of [() => arguments.callee, () => probe.caller, () => probe.arguments]) try { got.push(typeof read()) } catch (e) { got.push(e.name) } return {} };
      await crm.echo({ toJSON: probe }); return got;`,
    must: { result: ["TypeError", "TypeError", "TypeError"], args: ["{}"] },
  },
  {
    id: "spread-through-patched-iterator",
    idea: "Shims spread their own lists: a patched iterator of arrays gets to see them.",
    stoppedBy: "captured built-ins",
    code: `const lists = []; const old = Array.prototype[Symbol.iterator];
      Array.prototype[Symbol.iterator] = function () { lists.push(this.length); return Reflect.apply(old, this, []) };
      setTimeout(() => {}, 1, "a", "b"); await sleep(5); await crm.echo({ l: [1] }); console.log("x", "y");
      return lists;`,
    must: { result: [], args: ['{"l":[1]}'], logs: ["x y"] },
  },
  {
    id: "fresh-realm",
    idea: "Get a second realm, whose built-ins nobody locked.",
    stoppedBy: "lockdown",
    code: `return [typeof ShadowRealm, typeof globalThis.Realm, typeof globalThis.Worker, typeof globalThis.importScripts,
      "evaluate" in globalThis, typeof Reflect.construct(Object, [], Object).constructor.constructor === "function"];`,
    must: { result: ["undefined", "undefined", "undefined", "undefined", false, true] },
  },
  {
    id: "forged-limit-words",
    idea: "A lost rejection in the engine's own words for a limit.",
    stoppedBy: "issued failures",
    code: `Promise.reject(new Error("Script execution timed out.")); await sleep(1);
      Promise.reject(new Error("Isolate was disposed during execution due to memory limit")); await sleep(1);
      return "unharmed";`,
    must: { result: "unharmed" },
  },
  {
    id: "forged-buffer-words",
    idea: "An error in V8's words for memory: it may cost the program its run, and nothing else.",
    stoppedBy: "issued failures",
    code: `throw new RangeError("Array buffer allocation failed")`,
    must: { code: "MEMORY_LIMIT" },
  },
  {
    id: "unhandled-rejection-ends-host",
    idea: "Rejections that nobody handles end a Node.js process.",
    stoppedBy: "closed bridge",
    code: `for (const reason of [new Error("x"), null, undefined, Symbol("s"), { then: 1 }, new Proxy({}, { get() { throw 1 } })]) { Promise.reject(reason); await sleep(1) } return "on";`,
    must: { result: "on" },
  },
];
