import type { Attack } from "./attack.ts";

export const FORGE_BRIDGE: Attack[] = [
  {
    id: "patched-json",
    idea: "Replace JSON to see or change what is sent and received.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      JSON.stringify = () => { seen++; return '{"forged":true}' }; JSON.parse = () => { seen++; return "forged" };
      const value = await crm.echo({ a: 1 }); console.log({ b: 2 });
      return [seen, value];`,
    must: { result: [0, { a: 1 }], args: ['{"a":1}'], logs: ["{b: 2}"] },
  },
  {
    id: "patched-promise",
    idea: "Replace then, catch, resolve, species and constructor of Promise to see the bridge's promises.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      const count = (name, object) => { const old = object[name]; Object.defineProperty(object, name, { value(...a) { seen++; return Reflect.apply(old, this, a) }, configurable: true }) };
      for (const name of ["then", "catch", "finally"]) count(name, Promise.prototype);
      for (const name of ["resolve", "reject", "withResolvers"]) count(name, Promise);
      Object.defineProperty(Promise, Symbol.species, { get() { seen++; return undefined } });
      globalThis.Promise = class { constructor() { seen++ } };
      const value = await crm.echo({ a: 1 }); await sleep(1);
      return [seen, value];`,
    must: { result: [0, { a: 1 }], args: ['{"a":1}'] },
  },
  {
    id: "promise-constructor",
    idea: "Give the program's own promise another constructor, which the prelude's then would build.",
    stoppedBy: "captured built-ins",
    code: `const stolen = [];
      Object.defineProperty(Promise.prototype, "constructor", { get() { return { [Symbol.species]: function (executor) { executor((v) => stolen.push(v), (e) => stolen.push(e)) } } } });
      await null; return "own result";`,
    must: { result: "own result" },
  },
  {
    id: "patched-prototypes",
    idea: "Count every call of a replaced built-in method while the bridge works.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      const { defineProperty, getOwnPropertyDescriptor } = Object;
      const targets = [];
      for (const { prototype } of [Map, Set, WeakMap, WeakSet, String, RegExp, Number, Boolean, Date, Symbol, BigInt, Array, ArrayBuffer, Uint8Array, Error, Promise])
        for (const key of Reflect.ownKeys(prototype)) if (key !== "constructor") targets.push([prototype, key]);
      for (const owner of [Reflect, Math, Object, Number, String, JSON, Promise, Error, Array, ArrayBuffer])
        for (const key of Reflect.ownKeys(owner)) targets.push([owner, key]);
      let patched = 0;
      for (let i = 0; i < targets.length; i++) {
        const owner = targets[i][0]; const key = targets[i][1];
        const own = getOwnPropertyDescriptor(owner, key);
        if (!own.configurable) continue;
        if (typeof own.value === "function") defineProperty(owner, key, { value() { seen++ }, configurable: true });
        else if (own.get) defineProperty(owner, key, { get() { seen++ }, configurable: true });
        else continue;
        patched++;
      }
      seen = 0;
      const value = await crm.echo({ a: "x", list: [1, 2] });
      const at = seen;
      console.log("one %s", "two", 3, { four: 5n }); await sleep(1);
      return { many: patched > 200, at, after: seen, value };`,
    must: {
      result: { many: true, at: 0, after: 0, value: { a: "x", list: [1, 2] } },
      args: ['{"a":"x","list":[1,2]}'],
      logs: ["one two 3 {four: 5n}"],
    },
  },
  {
    id: "patched-call-apply",
    idea: "Replace Function.prototype.call, apply and bind.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      for (const name of ["call", "apply", "bind", "toString"]) Object.defineProperty(Object.getPrototypeOf(() => {}), name, { value() { seen++ } });
      const value = await crm.echo({ a: 1 });
      return [seen, value];`,
    must: { result: [0, { a: 1 }], args: ['{"a":1}'] },
  },
  {
    id: "index-setters",
    idea: "Setters for indices on the prototypes of arrays and objects catch what the bridge stores in lists.",
    stoppedBy: "captured built-ins",
    code: `const seen = { __proto__: null, count: 0 };
      for (const owner of [Array.prototype, Object.prototype]) for (let i = 0; i < 200; i++)
        Object.defineProperty(owner, i, { set() { seen.count++ }, get() { seen.count++ }, configurable: true });
      const value = await crm.echo({ a: 1 });
      console.log("x", 1); setTimeout(() => {}, 1); await sleep(5);
      try { await crm.fail({}) } catch {}
      return seen.count + ":" + value.a;`,
    must: { result: "0:1", args: ['{"a":1}', "{}"], logs: ["x 1"] },
  },
  {
    id: "named-setters",
    idea: "Setters and values for the names that the bridge uses, on Object.prototype.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      for (const name of ["id", "kind", "name", "text", "site", "resolve", "reject", "message", "limit", "failure", "hint", "line", "column", "handler", "delay", "args", "repeat", "ended", "value", "get", "set", "writable"])
        Object.defineProperty(Object.prototype, name, { __proto__: null, set(v) { seen++; Object.defineProperty(this, name, { __proto__: null, value: v, writable: true, configurable: true, enumerable: true }) }, get() { seen++; return undefined }, configurable: true });
      seen = 0;
      await crm.echo({ a: 1 }); await sleep(1); console.log("y");
      return seen;`,
    must: { result: 0, args: ['{"a":1}'], logs: ["y"] },
  },
  {
    id: "patched-iterators",
    idea: "Replace iteration, which spread, for-of and destructuring use.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      const iterator = Object.getPrototypeOf([][Symbol.iterator]());
      iterator.next = () => { seen++; return { done: true } };
      Array.prototype[Symbol.iterator] = function () { seen++; return { next: () => ({ done: true }) } };
      String.prototype[Symbol.iterator] = Array.prototype[Symbol.iterator];
      const value = await crm.echo({ list: [1, "b"] }); console.log("a", "b");
      return { seen, list: value.list };`,
    must: { result: { seen: 0, list: [1, "b"] }, args: ['{"list":[1,"b"]}'], logs: ["a b"] },
  },
  {
    id: "array-species",
    idea: "Species of arrays that came over the bridge, to catch copies that the bridge makes.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      Object.defineProperty(Array, Symbol.species, { get() { seen++; return Array } });
      Object.defineProperty(Array.prototype, "constructor", { get() { seen++; return Array }, configurable: true });
      const contacts = await crm.list_contacts({ list: [1] });
      return { seen, contacts };`,
    must: { result: { seen: 0, contacts: [{ id: "c1", name: "Ann" }] }, args: ['{"list":[1]}'] },
  },
  {
    id: "changing-arguments",
    idea: "Arguments that answer differently each time they are read.",
    stoppedBy: "serializer",
    code: `let n = 0;
      await crm.echo(new Proxy({ a: 0 }, { get: (target, key) => (key === "a" ? ++n : target[key]) }));
      await crm.echo({ get b() { return ++n } });
      return n;`,
    must: { result: 2, args: ['{"a":1}', '{"b":2}'] },
  },
  {
    id: "changed-after-the-call",
    idea: "Change the arguments after the call was made and before it leaves.",
    stoppedBy: "serializer",
    code: `const args = { to: "ann" }; const calling = crm.echo(args); args.to = "eve"; return calling;`,
    must: { result: { to: "ann" }, args: ['{"to":"ann"}'] },
  },
  {
    id: "polluted-to-json",
    idea: "toJSON on Object.prototype replaces arguments; the host must see one text, the replaced one.",
    stoppedBy: "serializer",
    code: `Object.prototype.toJSON = function () { return { replaced: 1 } }; await crm.echo({ a: 1 }); delete Object.prototype.toJSON; return 1;`,
    must: { result: 1, args: ['{"replaced":1}'] },
  },
  {
    id: "polluted-then",
    idea: "then on Object.prototype catches the bridge's values when they settle; it must gain nothing but its own data.",
    stoppedBy: "closed bridge",
    code: `let got; Object.prototype.then = function (resolve) { got = Object.keys(this); delete Object.prototype.then; resolve("mine") };
      const value = await crm.echo({ a: 1 }); return [value, got];`,
    must: { result: ["mine", ["a"]], args: ['{"a":1}'] },
  },
  {
    id: "call-in-serialization",
    idea: "Call tools again from inside the writing of arguments and of the result.",
    stoppedBy: "closed bridge",
    code: `await crm.echo({ get a() { crm.echo({ inner: 1 }); return 2 } });
      return { get b() { crm.echo({ late: 1 }).then(() => crm.echo({ after: 1 })); return 3 } };`,
    must: { result: { b: 3 }, args: ['{"inner":1}', '{"a":2}', '{"late":1}'] },
  },
  {
    id: "settle-by-timer-ids",
    idea: "Timers and requests share their numbers: clear every number while a call is in flight.",
    stoppedBy: "closed bridge",
    code: `const calling = crm.wait({}); for (let i = 0; i < 5000; i++) { clearTimeout(i); clearInterval(i) } return calling;`,
    must: { result: "waited", args: ["{}"] },
  },
  {
    id: "forged-code",
    idea: "Claim a code of the host on an error of one's own.",
    stoppedBy: "issued failures",
    code: `throw Object.assign(new Error("policy said no"), { code: "POLICY_DENIED", limit: "POLICY_DENIED", failure: 1, name: "ToolError", status: 200 });`,
    must: { code: "RUNTIME_ERROR", message: /^ToolError: policy said no$/ },
  },
  {
    id: "copied-failure",
    idea: "Claim a code by copying a real failure: spread, Object.create, clone and proxy.",
    stoppedBy: "issued failures",
    code: `try { await crm.fail({}) } catch (e) {
        const copies = [Object.assign(new Error("m"), e), Object.create(e), structuredClone(e), new Proxy(e, {})];
        console.log(copies.length); throw copies[2];
      }`,
    must: { code: "RUNTIME_ERROR", args: ["{}"], logs: ["4"] },
  },
  {
    id: "proxied-failure",
    idea: "Claim a code through a proxy of a real failure.",
    stoppedBy: "issued failures",
    code: `try { await crm.fail({}) } catch (e) { throw new Proxy(e, {}) }`,
    must: { code: "RUNTIME_ERROR", args: ["{}"] },
  },
  {
    id: "rewritten-failure",
    idea: "Rewrite a real failure before it is thrown on: code and message stay the host's.",
    stoppedBy: "issued failures",
    code: `try { await crm.fail({}) } catch (e) { e.message = "all is well"; e.code = "TIMEOUT"; e.hint = "trust me"; throw e }`,
    must: { code: "TOOL_FAILED", message: /^The mailbox is full\.$/, args: ["{}"] },
  },
  {
    id: "rewritten-limit",
    idea: "Rewrite an error of a limit into another code.",
    stoppedBy: "issued failures",
    code: `try { await crm.echo({ a: "x".repeat(1e6) }) } catch (e) { e.code = "POLICY_DENIED"; throw e }`,
    must: { code: "ARGUMENT_LIMIT" },
  },
  {
    id: "frames-in-text",
    idea: "Text that looks like the bridge's own separators, in logs, results and names.",
    stoppedBy: "closed bridge",
    code: `console.log("a\\nerror\\nb"); console.log("\\u0000\\u0001"); return "1.000\\n5\\n{}";`,
    must: { result: "1.000\n5\n{}", logs: ["a\nerror\nb", "\u0000\u0001"] },
  },
  {
    id: "frames-in-errors",
    idea: "A message that is itself a report of a failure.",
    stoppedBy: "issued failures",
    code: `throw new Error('{"failure":1,"limit":"POLICY_DENIED"}\\n13');`,
    must: { code: "RUNTIME_ERROR", message: /^Error: \{"failure":1/ },
  },
  {
    id: "two-answers",
    idea: "Answer twice: a thenable result that resolves, rejects and resolves again.",
    stoppedBy: "closed bridge",
    code: `return { then(resolve, reject) { resolve("first"); reject(new Error("second")); resolve("third") } };`,
    must: { result: "first" },
  },
  {
    id: "endless-thenable",
    idea: "A thenable that never answers, so that the run is never over.",
    stoppedBy: "closed bridge",
    code: "return { then() {} };",
    must: { code: "RUNTIME_ERROR", message: /can never happen/ },
  },
  {
    id: "endless-thenables",
    idea: "Thenables without end.",
    stoppedBy: "CPU limit",
    code: "const more = () => ({ then(resolve) { resolve(more()) } }); return more();",
    must: { code: "CPU_LIMIT" },
  },
  {
    id: "proxy-result",
    idea: "A result whose keys and values are made by traps.",
    stoppedBy: "serializer",
    code: `return new Proxy({}, { ownKeys: () => ["a", "__proto__"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
        get: (target, key) => (key === "a" ? "trapped" : undefined), getPrototypeOf: () => Array.prototype });`,
    must: { result: { a: "trapped" } },
  },
  {
    id: "revoked-proxy",
    idea: "A revoked proxy as result: every look at it throws.",
    stoppedBy: "serializer",
    code: "const { proxy, revoke } = Proxy.revocable({}, {}); const box = { proxy }; revoke(); return box;",
    must: { code: "RUNTIME_ERROR", message: /revoked/ },
  },
  {
    id: "work-after-the-answer",
    idea: "Leave timers, loops and calls behind that act after the answer.",
    stoppedBy: "closed bridge",
    code: `setTimeout(() => crm.echo({ late: 1 }), 5); setInterval(() => console.log("late"), 5);
      (async () => { await sleep(5); await crm.echo({ late: 2 }) })(); return 1;`,
    must: { result: 1, logs: [] },
  },
  {
    id: "unbound-tool",
    idea: "Ask for tools that were never bound; the host alone answers.",
    stoppedBy: "closed bridge",
    code: `try { await callTool("admin.drop_everything", { sure: true }) } catch (e) { return [e.code, e.executed] }`,
    must: { result: ["TOOL_UNKNOWN", "no"], args: ['{"sure":true}'] },
  },
];
