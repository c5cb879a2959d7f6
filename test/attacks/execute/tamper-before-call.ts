import type { Attack } from "./attack.ts";

/** The realm is the program's to break. What it breaks must not reach what the bridge sends, counts or reports. */
export const TAMPER_BEFORE_CALL: Attack[] = [
  {
    id: "tamper-global-names",
    idea: "Other values in the place of every global that can be replaced.",
    stoppedBy: "captured built-ins",
    code: `for (const name of Reflect.ownKeys(globalThis)) try { globalThis[name] = () => { throw new Error("replaced") } } catch {}
      const value = await crm.echo({ a: [1, "x"] }); console.log("still", value); return value;`,
    must: { result: { a: [1, "x"] }, args: ['{"a":[1,"x"]}'], logs: ['still {a: [1, "x"]}'] },
  },
  {
    id: "tamper-delete-globals",
    idea: "Delete every global that can be deleted.",
    stoppedBy: "captured built-ins",
    code: `const { ownKeys, deleteProperty } = Reflect; const world = globalThis;
      for (const name of ownKeys(world)) deleteProperty(world, name);
      await sleep(1); return [typeof Object, (await crm.echo({ n: 1 })).n];`,
    must: { result: ["undefined", 1], args: ['{"n":1}'] },
  },
  {
    id: "tamper-freeze-prototypes",
    idea: "Freeze every prototype, so that what the bridge writes fails.",
    stoppedBy: "captured built-ins",
    code: `for (const owner of [Object, Array, Error, Promise, String, Number, Map, Set, WeakMap, RegExp, Object.getPrototypeOf(() => {})]) Object.freeze(owner.prototype ?? owner), Object.freeze(owner);
      let failure; try { await crm.fail({}) } catch (e) { failure = [e.name, e.code, e.message] }
      return [failure, await crm.echo({ a: 1 })];`,
    must: {
      result: [["ToolError", "TOOL_FAILED", "The mailbox is full."], { a: 1 }],
      args: ["{}", '{"a":1}'],
    },
  },
  {
    id: "tamper-null-prototypes",
    idea: "Cut the prototypes off the built-ins.",
    stoppedBy: "captured built-ins",
    code: `for (const prototype of [Array.prototype, Error.prototype, Promise.prototype, Map.prototype, Date.prototype])
        try { Object.setPrototypeOf(prototype, null) } catch {}
      return await crm.echo({ list: [1], at: new Date(0) });`,
    must: {
      result: { list: [1], at: "1970-01-01T00:00:00.000Z" },
      args: ['{"list":[1],"at":"1970-01-01T00:00:00.000Z"}'],
    },
  },
  {
    id: "tamper-looks",
    idea: "Objects that look like maps, promises, errors and buffers, and are none.",
    stoppedBy: "serializer",
    code: `const fakes = [Map, Set, RegExp, ArrayBuffer, String, Number, Boolean, Promise, Error, Uint8Array].map(({ prototype }) => Object.create(prototype, { a: { value: 1, enumerable: true } }));
      await crm.echo({ fakes }); return fakes.length;`,
    must: {
      result: 10,
      args: [`{"fakes":[${Array(10).fill('{"a":1}').join(",")}]}`],
    },
  },
  {
    id: "tamper-endless-prototypes",
    idea: "A proxy whose prototype is always another proxy.",
    stoppedBy: "serializer",
    code: `const more = () => new Proxy({ a: 1 }, { getPrototypeOf: () => more() });
      await crm.echo({ more: more() }); console.log(more()); return 1;`,
    must: { result: 1, args: ['{"more":{"a":1}}'], logs: ["{a: 1}"] },
  },
  {
    id: "tamper-iterator-prototype",
    idea: "Replace the methods of iterators, generators and async iterators.",
    stoppedBy: "captured built-ins",
    code: `const args = { map: new Map([["k", 1]]), set: new Set([2]) }; const printed = new Set([3]);
      const sources = [[][Symbol.iterator](), new Map()[Symbol.iterator](), ""[Symbol.iterator](), (function* () {})(), (async function* () {})()];
      const steal = []; const spy = function (...a) { steal.push(a.length); return { done: true } };
      for (let i = 0; i < sources.length; i++)
        for (let o = Object.getPrototypeOf(sources[i]); o && o !== Object.prototype; o = Object.getPrototypeOf(o))
          ["next", "return", "throw"].forEach((key) => { if (Object.hasOwn(o, key)) Object.defineProperty(o, key, { value: spy }) });
      const value = await crm.echo(args); console.log(printed);
      return [steal.length, value];`,
    must: { result: [0, { map: { k: 1 }, set: [2] }], args: "any", logs: ["Set(1) [3]"] },
  },
  {
    id: "tamper-symbols",
    idea: "toPrimitive, toStringTag and species on everything that the bridge touches.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0; const get = () => { seen++; return undefined };
      for (const owner of [Object.prototype, Array.prototype, Promise.prototype, Error.prototype, Array, Promise])
        for (const symbol of [Symbol.toPrimitive, Symbol.toStringTag, Symbol.species, Symbol.isConcatSpreadable, Symbol.unscopables])
          try { Object.defineProperty(owner, symbol, { get, configurable: true }) } catch {}
      const value = await crm.echo({ a: [1] }); const counted = seen;
      return counted + ":" + value.a[0];`,
    must: { result: "0:1", args: ['{"a":[1]}'] },
  },
  {
    id: "tamper-error-constructor",
    idea: "Hooks on Error that run when the bridge remembers where a call was made.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      for (const name of ["message", "stack", "cause", "name", "toString"]) Object.defineProperty(Error.prototype, name, { get() { seen++; return "x" }, set() { seen++ }, configurable: true });
      Error.captureStackTrace = () => { seen++ };
      await crm.echo({}); const counted = seen;
      try { await crm.fail({}) } catch (e) { return [counted, e.code, e.message] }`,
    must: { result: [0, "TOOL_FAILED", "The mailbox is full."], args: ["{}", "{}"] },
  },
  {
    id: "tamper-reused-arguments",
    idea: "One object for many calls, changed between them by a getter of another.",
    stoppedBy: "serializer",
    code: `const shared = { n: 0 };
      await Promise.all([1, 2, 3].map(() => crm.echo({ get n() { return ++shared.n }, shared })));
      return shared.n;`,
    must: {
      result: 3,
      args: [1, 2, 3].map((n) => `{"n":${n},"shared":{"n":${n}}}`),
    },
  },
  {
    id: "tamper-array-subclass",
    idea: "Arrays whose length and items lie.",
    stoppedBy: "serializer",
    code: `const list = new Proxy([1, 2], { get: (t, k) => (k === "length" ? 1 : k === "0" ? "only" : Reflect.get(t, k)) });
      class Odd extends Array { get 0() { return "never" } toJSON() { return ["by", "toJSON"] } }
      await crm.echo({ list, odd: Odd.of(1) }); return 1;`,
    must: { result: 1, args: ['{"list":["only"],"odd":["by","toJSON"]}'] },
  },
  {
    id: "tamper-json-raw",
    idea: "JSON.rawJSON objects, which JSON.stringify writes without a look.",
    stoppedBy: "serializer",
    code: `const raw = JSON.rawJSON?.('"raw"') ?? { rawJSON: '"raw"' }; await crm.echo({ raw }); return 1;`,
    must: { result: 1, args: ['{"raw":{"rawJSON":"\\"raw\\""}}'] },
  },
];
