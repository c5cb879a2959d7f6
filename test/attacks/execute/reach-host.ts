import { type Attack, noneSucceeds } from "./attack.ts";

/** Visits everything reachable by properties, accessors and prototypes, without calling any of it. */
const WALK = `
  const seen = new Set();
  const found = [];
  const evil = /^(Reference|Isolate|Context|ExternalCopy|Callback|NativeModule|applySync\\w*|applyIgnored|derefInto|copySync|createContext\\w*|compileModule\\w*|evalSync|__sallyport\\w*|process|require|binding|dlopen|mainModule)$/;
  const walk = (value, path) => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return;
    seen.add(value);
    if (typeof value === "function" && evil.test(value.name)) found.push(path + " is " + value.name);
    for (const key of Reflect.ownKeys(value)) {
      const name = String(key);
      if (evil.test(name)) found.push(path + "." + name);
      const own = Object.getOwnPropertyDescriptor(value, key);
      walk(own.value, path + "." + name);
      walk(own.get, path + ".get " + name);
      walk(own.set, path + ".set " + name);
    }
    walk(Object.getPrototypeOf(value), path + ".__proto__");
  };`;

const REALM = `
  const own = new Set([Error, TypeError, RangeError, ReferenceError, SyntaxError, AggregateError]);
  const foreign = (e) => !own.has(e.constructor) || !(e instanceof Error) || Object.getPrototypeOf(Object.getPrototypeOf(e).constructor) === undefined;`;

export const REACH_HOST: Attack[] = [
  {
    id: "walk-globals",
    idea: "Walk globalThis, every prototype, accessor and symbol for a handle of the host.",
    stoppedBy: "lockdown",
    code: `${WALK} walk(globalThis, "globalThis"); return [seen.size > 500, found];`,
    must: { result: [true, []] },
  },
  {
    id: "walk-what-the-bridge-gives",
    idea: "Walk everything that the bridge hands out: promises, results, errors, timers, imports.",
    stoppedBy: "closed bridge",
    code: `import * as ns from "servers/crm";
      ${WALK}
      const promise = crm.echo({ a: [1] });
      walk(promise, "promise"); walk(await promise, "value"); walk(ns, "namespace"); walk(import.meta, "meta");
      try { await crm.fail({}) } catch (e) { walk(e, "failure") }
      try { await import("node:fs") } catch (e) { walk(e, "import error") }
      walk(setTimeout(() => {}, 1), "timer");
      return found;`,
    must: { result: [], args: ['{"a":[1]}', "{}"] },
  },
  {
    id: "host-globals",
    idea: "Use the globals of Node.js, browsers, Deno and d8.",
    stoppedBy: "lockdown",
    code: `return ["process", "require", "module", "exports", "global", "Buffer", "fetch", "WebSocket", "XMLHttpRequest",
      "Deno", "Bun", "setImmediate", "navigator", "window", "self", "importScripts", "Worker", "gc", "d8", "print", "load",
      "quit", "read", "$262", "ShadowRealm", "__sallyport", "__sallyport_linking_server"].filter((name) => name in globalThis);`,
    must: { result: [] },
  },
  {
    id: "import-node",
    idea: "Load modules of Node.js, files and data by dynamic import.",
    stoppedBy: "closed bridge",
    code: noneSucceeds([
      'import("node:fs")',
      'import("fs")',
      'import("file:///etc/passwd")',
      'import("/etc/passwd")',
      'import("data:text/javascript,export default 1")',
      'import("servers/crm")',
      'import("program")',
      'import("prelude")',
      'import("node:fs", { with: { type: "json" } })',
    ]),
    must: { result: [] },
  },
  {
    id: "import-error-realm",
    idea: "The error of a refused import may be an object of the host's realm.",
    stoppedBy: "closed bridge",
    code: `${REALM} try { await import("node:fs") } catch (e) { return foreign(e) }`,
    must: { result: false },
  },
  {
    id: "static-import-file",
    idea: "Import a file by URL statically.",
    stoppedBy: "closed bridge",
    code: 'import x from "file:///etc/passwd";\nreturn x',
    must: { code: "RUNTIME_ERROR", message: /^ImportError/ },
  },
  {
    id: "static-import-json",
    idea: "Import with attributes, which a loader may treat in another way.",
    stoppedBy: "closed bridge",
    code: 'import x from "/etc/passwd" with { type: "json" };\nreturn x',
    must: { code: "RUNTIME_ERROR", message: /^ImportError/ },
  },
  {
    id: "import-meta",
    idea: "import.meta may carry a resolver, a file name or a require.",
    stoppedBy: "closed bridge",
    code: "return [Reflect.ownKeys(import.meta), Object.getPrototypeOf(import.meta)];",
    must: { result: [[], null] },
  },
  {
    id: "namespace-mutation",
    idea: "Put another function in the place of an imported tool.",
    stoppedBy: "closed bridge",
    code: `import * as ns from "servers/crm";
import server from "servers/crm";
      const tried = [() => { ns.echo = 1 }, () => { server.echo = 1 }, () => { crm.echo = 1 }, () => { globalThis.crm = 1 },
        () => Object.defineProperty(server, "echo", { value: 1 }), () => Object.setPrototypeOf(crm, {}), () => { crm.echo.x = 1 }];
      return tried.map((attempt) => { try { attempt(); return "done" } catch (e) { return e.name } });`,
    must: { result: Array(7).fill("TypeError") },
  },
  {
    id: "global-replacement",
    idea: "Replace the functions of the gateway for code that runs later.",
    stoppedBy: "closed bridge",
    code: `const names = ["callTool", "searchTools", "workspace", "console", "context", "sleep", "setTimeout", "structuredClone"];
      const left = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name)).filter((own) => own.writable || own.configurable);
      const deleted = names.filter((name) => Reflect.deleteProperty(globalThis, name));
      const defined = names.filter((name) => Reflect.defineProperty(globalThis, name, { value: 1 }));
      return [left, deleted, defined];`,
    must: { result: [[], [], []] },
  },
  {
    id: "this-is-nothing",
    idea: "Sloppy functions see the global object as this; the prelude might too.",
    stoppedBy: "module goal",
    code: `return [typeof this, typeof (function () { return this })(), typeof (() => this)(), typeof setTimeout.call(undefined, () => {}, 1)];`,
    must: { result: ["undefined", "undefined", "undefined", "number"] },
  },
  {
    id: "caller-and-callee",
    idea: "Climb to the caller in the prelude by caller, arguments and callee.",
    stoppedBy: "module goal",
    code: `const names = [];
      const note = (attempt) => { try { attempt(); names.push("done") } catch (e) { names.push(e.name) } };
      note(() => callTool.caller); note(() => callTool.arguments); note(() => console.log.caller);
      const handler = function () { note(() => handler.caller); note(() => arguments.callee); note(() => handler.arguments) };
      setTimeout(handler, 1); await sleep(10);
      await crm.echo({ toJSON() { note(() => this.toJSON.caller); return {} } });
      return names;`,
    must: { result: Array(6).fill("TypeError").concat("TypeError"), args: ["{}"] },
  },
  {
    id: "prepare-stack-trace",
    idea: "Take call sites with live functions of the prelude by Error.prepareStackTrace.",
    stoppedBy: "lockdown",
    code: `let live = 0;
      const hook = (error, sites) => { live += Array.isArray(sites) ? 1 : 0; return sites };
      for (const set of [
        () => { Error.prepareStackTrace = hook },
        () => Object.defineProperty(Error, "prepareStackTrace", { value: hook }),
        () => { Object.prototype.prepareStackTrace = hook; Function.prototype.prepareStackTrace = hook },
        () => { TypeError.prepareStackTrace = hook; RangeError.prepareStackTrace = hook },
        () => { globalThis.Error = class extends Error {}; globalThis.Error.prepareStackTrace = hook },
      ]) try { set() } catch {}
      const kinds = [];
      try { null.x } catch (e) { kinds.push(typeof e.stack) }
      try { await crm.fail({}) } catch (e) { kinds.push(typeof e.stack) }
      await crm.echo({ toJSON() { kinds.push(typeof new Error("x").stack); return {} } });
      return [live, kinds];`,
    must: { result: [0, ["string", "string", "string"]], args: ["{}", "{}"] },
  },
  {
    id: "capture-stack-trace",
    idea: "Take call sites by Error.captureStackTrace on own objects, and longer stacks.",
    stoppedBy: "lockdown",
    code: `const target = {};
      try { Error.captureStackTrace?.(target, callTool) } catch {}
      try { Error.stackTraceLimit = Infinity } catch {}
      return [["string", "undefined"].includes(typeof target.stack), Error.stackTraceLimit];`,
    must: { result: [true, 12] },
  },
  {
    id: "stack-names-no-host",
    idea: "Read paths and frames of the worker out of a stack.",
    stoppedBy: "closed bridge",
    code: `const stacks = [];
      try { await crm.fail({}) } catch (e) { stacks.push(e.stack) }
      try { await import("x") } catch (e) { stacks.push(e.stack) }
      setTimeout(() => stacks.push(new Error("t").stack), 1); await sleep(10);
      return stacks.filter((stack) => /node:|file:|isolate-|\\.ts/.test(stack));`,
    must: { result: [], args: ["{}"] },
  },
  {
    id: "overflow-at-the-bridge",
    idea: "Overflow the stack inside the bridge and look whether a foreign error falls out.",
    stoppedBy: "closed bridge",
    code: `${REALM}
      let strange = 0; let left = 40;
      const dive = () => {
        try { dive() } catch (e) { if (foreign(e)) strange++ }
        if (left-- > 0) {
          try { console.log("brink") } catch (e) { if (foreign(e)) strange++ }
          try { crm.echo({ brink: 1 }).catch((e) => { if (foreign(e)) strange++ }) } catch (e) { if (foreign(e)) strange++ }
          try { clearTimeout(setTimeout(() => {}, 1)) } catch (e) { if (foreign(e)) strange++ }
        }
      };
      dive();
      await sleep(5);
      return [strange, (await crm.list_contacts({}))[0].id];`,
    must: { result: [0, "c1"], args: "any" },
  },
  {
    id: "inspect-hooks",
    idea: "Hooks that Node.js calls when it prints or copies a value of the guest.",
    stoppedBy: "closed bridge",
    code: `let called = 0;
      const trap = { get: () => () => { called++; return {} } };
      const bait = {
        [Symbol.for("nodejs.util.inspect.custom")]() { called++ }, [Symbol.for("nodejs.util.promisify.custom")]() { called++ },
        [Symbol.toPrimitive]() { called++; return "p" }, inspect() { called++ }, [Symbol.toStringTag]: "Bait" };
      console.log(bait); Promise.reject(bait); await sleep(2); return called;`,
    must: { result: 0 },
  },
  {
    id: "weak-references",
    idea: "Run code after the end by finalizers.",
    stoppedBy: "lockdown",
    code: "return [typeof WeakRef, typeof FinalizationRegistry];",
    must: { result: ["undefined", "undefined"] },
  },
  {
    id: "suppressed-error",
    idea: "Disposal wraps errors in SuppressedError, which may be built by the engine in another realm.",
    stoppedBy: "captured built-ins",
    code: `try { using a = { [Symbol.dispose]() { throw new Error("second") } }; throw new Error("first") }
      catch (e) { return [e.constructor === SuppressedError, e.error.constructor === Error, e.suppressed.message] }`,
    must: { result: [true, true, "first"] },
  },
  {
    id: "async-dispose-after-return",
    idea: "Code in an async disposer runs after the return value is known.",
    stoppedBy: "closed bridge",
    code: `await using late = { async [Symbol.asyncDispose]() { await sleep(5); await crm.echo({ late: 1 }) } };
      return "value";`,
    must: { result: "value", args: ['{"late":1}'] },
  },
  {
    id: "define-getter",
    idea: "Old accessors (__defineGetter__, __lookupGetter__, __proto__) on objects of the gateway.",
    stoppedBy: "closed bridge",
    code: noneSucceeds([
      'Object.prototype.__defineGetter__.call(crm, "echo", () => 1)',
      'Object.prototype.__defineGetter__.call(globalThis, "callTool", () => 1)',
      'Object.prototype.__defineSetter__.call(context, "x", () => 1)',
      "(() => { Object.prototype.__lookupSetter__('__proto__').call(console, {}) })()",
    ]),
    must: { result: [] },
  },
];
