import type { Attack } from "./attack.ts";

/** Values made to trip whatever reads them: the serializer, the console, timers, and the calls themselves. */
export const STRANGE_VALUES: Attack[] = [
  {
    id: "fine-clock",
    idea: "A clock finer than a millisecond, to time what others on the machine do.",
    stoppedBy: "lockdown",
    code: `const fine = [];
      const look = (name, text) => { if (/\\.\\d{3}[0-9]*[1-9]/.test(text)) fine.push(name) };
      for (let i = 0; i < 500; i++) {
        look("instant", Temporal.Now.instant().toString());
        look("zoned", Temporal.Now.zonedDateTimeISO("UTC").toPlainDateTime().toString());
        look("date time", Temporal.Now.plainDateTimeISO().toString());
        look("time", Temporal.Now.plainTimeISO().toString());
      }
      return [[...new Set(fine)], typeof performance, Math.abs(Temporal.Now.instant().epochMilliseconds - Date.now()) < 1000];`,
    must: { result: [[], "undefined", true] },
  },
  {
    id: "clock-by-another-name",
    idea: "Reach the finer clock without naming it in the text.",
    stoppedBy: "lockdown",
    code: `const found = globalThis["Temp" + "oral"];
      const instant = new Date()["toTemp" + "oralInstant"]();
      return [typeof found, Number(instant.epochNanoseconds % 1000000n), typeof instant.constructor.Now];`,
    must: { result: ["undefined", 0, "undefined"] },
  },
  {
    id: "patched-async-iterators",
    idea: "Replace the iteration of asynchronous iterators before a call.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0;
      const generators = Object.getPrototypeOf((async function* () {}).prototype);
      const iterators = Object.getPrototypeOf(Object.getPrototypeOf(generators));
      for (const owner of [generators, iterators]) for (const key of Reflect.ownKeys(owner))
        if (key !== "constructor") Object.defineProperty(owner, key, { value() { seen++ }, configurable: true });
      const value = await crm.echo({ list: [1] }); await sleep(1);
      return [seen, value];`,
    must: { result: [0, { list: [1] }], args: ['{"list":[1]}'] },
  },
  {
    id: "species-of-own-promise",
    idea: "Return a promise whose species is a trap.",
    stoppedBy: "captured built-ins",
    code: `class Trap extends Promise { static get [Symbol.species]() { throw new Error("asked") } }
      return new Trap((resolve) => resolve(5));`,
    must: { code: "RUNTIME_ERROR", message: /asked/ },
  },
  {
    id: "then-that-throws",
    idea: "A result whose then is a getter that throws.",
    stoppedBy: "serializer",
    code: `return { get then() { throw new Error("no then") } }`,
    must: { code: "RUNTIME_ERROR", message: /no then/ },
  },
  {
    id: "error-of-getters",
    idea: "An error whose message, name and stack all throw something else.",
    stoppedBy: "serializer",
    code: `throw { get message() { throw new Error("inner") }, get name() { throw 2 }, get stack() { throw 3 } }`,
    must: { code: "RUNTIME_ERROR", message: /cannot be read/ },
  },
  {
    id: "endless-stack-text",
    idea: "A stack of millions of characters, all looking like places in the program.",
    stoppedBy: "serializer",
    code: `throw Object.assign(new Error("x"), { stack: "at program:9:9 ".repeat(1e6) })`,
    must: { code: "RUNTIME_ERROR", message: /^Error: x$/ },
  },
  {
    id: "many-errors-in-one",
    idea: "An AggregateError with a hundred thousand errors, and a cause that is the error itself.",
    stoppedBy: "serializer",
    code: `const many = new AggregateError(Array.from({ length: 1e5 }, () => new Error("e")), "many"); many.cause = many; throw many;`,
    must: { code: "RUNTIME_ERROR", message: /many/ },
  },
  {
    id: "huge-key",
    idea: "A key that is larger than the whole result may be.",
    stoppedBy: "serializer",
    code: `return { ["k".repeat(40_000)]: 1 }`,
    limits: { resultBytes: 1_000 },
    must: { code: "RESULT_LIMIT" },
  },
  {
    id: "four-billion-holes",
    idea: "An empty array of the greatest length.",
    stoppedBy: "serializer",
    code: `return new Array(4294967295)`,
    must: { code: "RESULT_LIMIT" },
  },
  {
    id: "thirty-million-bytes",
    idea: "A typed array whose text is larger than memory.",
    stoppedBy: "serializer",
    code: `return new Uint8Array(30e6)`,
    must: { code: "RESULT_LIMIT" },
  },
  {
    id: "deep-result",
    idea: "A hundred thousand levels.",
    stoppedBy: "serializer",
    code: `let a = 1; for (let i = 0; i < 1e5; i++) a = { a }; return a`,
    must: { code: "RESULT_INVALID" },
  },
  {
    id: "deep-arguments",
    idea: "The same as arguments of a call, where the host would have to read it.",
    stoppedBy: "serializer",
    code: `let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; try { await crm.echo(a) } catch (e) { return e.code }`,
    must: { result: "BAD_ARGUMENTS" },
  },
  {
    id: "endless-to-json",
    idea: "toJSON that answers with an object that has toJSON, for ever.",
    stoppedBy: "serializer",
    code: `const next = (n) => ({ n, toJSON: () => next(n + 1) }); return next(0)`,
    must: { result: { n: 1 } },
  },
  {
    id: "proto-as-key",
    idea: "__proto__ and constructor as own keys of the arguments.",
    stoppedBy: "closed bridge",
    code: `const value = await crm.echo(JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":1}}'));
      return [Object.keys(value), {}.admin ?? null, value.admin ?? null];`,
    must: {
      result: [["__proto__", "constructor"], null, null],
      args: ['{"__proto__":{"admin":true},"constructor":{"prototype":1}}'],
    },
  },
  {
    id: "forged-collections",
    idea: "Subclasses of Map, Set and Date that lie about what they hold.",
    stoppedBy: "captured built-ins",
    code: `class M extends Map { get size() { throw 1 } forEach() { throw 2 } *[Symbol.iterator]() { yield ["forged", 1] } }
      class S extends Set { get size() { throw 1 } forEach() { throw 2 } }
      class D extends Date { toISOString() { return "forged" } toJSON() { return "forged" } getTime() { return 1 } }
      return { m: new M([["a", 1]]), s: new S([2]), d: new D(0) };`,
    must: { result: { m: { a: 1 }, s: [2], d: "1970-01-01T00:00:00.000Z" } },
  },
  {
    id: "name-that-changes",
    idea: "A tool's name that is an object and could be another one each time it is read.",
    stoppedBy: "closed bridge",
    code: `let asked = 0;
      const name = { toString: () => ["crm.echo", "crm.fail"][asked++ % 2], [Symbol.toPrimitive]: () => ["crm.echo", "crm.fail"][asked++ % 2] };
      try { await callTool(name, {}) } catch (e) { return [asked, e.code] }`,
    must: { result: [0, "TOOL_UNKNOWN"], args: ["{}"] },
  },
  {
    id: "strange-timer-ids",
    idea: "Ids of timers that are objects, negative, huge or of others.",
    stoppedBy: "captured built-ins",
    code: `let fired = 0; setTimeout(() => fired++, 5);
      for (const id of [{ valueOf() { throw 1 } }, "1", 1e9, -1, NaN, null, 2 ** 40, "__proto__"]) { clearTimeout(id); clearInterval(id) }
      await sleep(20); return fired;`,
    must: { result: 1 },
  },
  {
    id: "clone-tampered",
    idea: "structuredClone after setters and methods of every prototype involved were replaced.",
    stoppedBy: "captured built-ins",
    code: `let seen = 0; const trap = { set() { seen++ }, get() { seen++ }, configurable: true };
      for (const { prototype } of [Map, Set, WeakMap]) for (const key of ["get", "set", "add", "forEach", "has"])
        if (prototype[key]) prototype[key] = () => { seen++ };
      for (const name of ["a", "list", "b", "0", "1"]) Object.defineProperty(Object.prototype, name, { __proto__: null, ...trap });
      seen = 0;
      const copy = structuredClone({ __proto__: null, list: [1, { b: 2 }] });
      return [seen, copy.list];`,
    must: { result: [0, [1, { b: 2 }]] },
  },
  {
    id: "clone-deep",
    idea: "structuredClone of a hundred thousand levels.",
    stoppedBy: "counts",
    code: `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return structuredClone(a)`,
    must: { code: "STACK_LIMIT" },
  },
  {
    id: "tool-as-constructor",
    idea: "Construct, subclass and rebind the functions of the gateway.",
    stoppedBy: "closed bridge",
    code: `const names = [];
      for (const attempt of [() => new crm.echo({}), () => new (class extends crm.echo {})(), () => Reflect.construct(Object, [], crm.echo), () => { crm.echo.x = 1 }, () => { crm.more = 1 }])
        try { attempt(); names.push("done") } catch (e) { names.push(e.name) }
      const value = await Reflect.apply(crm.echo, { other: "this" }, [{ a: 2 }]);
      return [names, value];`,
    must: {
      result: [["TypeError", "TypeError", "TypeError", "TypeError", "TypeError"], { a: 2 }],
      args: ['{"a":2}'],
    },
  },
];
