import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestExecutor, RecordingPort, type TestExecutor } from "./executor-fixture.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

const RESULTS: [code: string, result: unknown][] = [
  ["return 1 + 1", 2],
  ["return await Promise.resolve('later')", "later"],
  ["const x = await crm.echo({ a: 1 }); return x", { a: 1 }],
  ["1 + 1", null],
  ["return", null],
  ["return null", null],
  ["return true", true],
  ["return ''", ""],
  ["return 'a\\u2028\"\\n😀'", 'a\u2028"\n😀'],
  ["return 'half \\ud83d pair'", "half \ufffd pair"],
  ["return -0", 0],
  ["return 1.5e300", 1.5e300],
  ["return NaN", null],
  ["return [Infinity, -Infinity, undefined, () => 1, Symbol('s')]", [null, null, null, null, null]],
  ["return { a: undefined, b: () => 1, c: Symbol('s'), d: 1 }", { d: 1 }],
  ["return () => 1", null],
  ["return Symbol('s')", null],
  ["return 2n ** 70n", "1180591620717411303424"],
  ["return { when: new Date(0), never: new Date(NaN) }", { when: "1970-01-01T00:00:00.000Z", never: null }],
  ["return new Map([['a', 1], ['b', new Map()]])", { a: 1, b: {} }],
  [
    "return new Map([[1, 'a'], [{ k: 2 }, 'b']])",
    [
      [1, "a"],
      [{ k: 2 }, "b"],
    ],
  ],
  ["return new Set([1, 'a', [2]])", [1, "a", [2]]],
  ["return [new Uint8Array([1, 2]), new Float64Array([0.5])]", [[1, 2], [0.5]]],
  ["return new TypeError('wrong')", { name: "TypeError", message: "wrong" }],
  ["return [/a+/gi, new String('s'), new Number(3), new Boolean(false)]", ["/a+/gi", "s", 3, false]],
  ["return { toJSON: () => ({ shown: true }), hidden: 1 }", { shown: true }],
  ["return new (class Point { x = 1; #y = 2; get z() { return 3 } })()", { x: 1 }],
  ["const shared = { a: 1 }; return [shared, shared]", [{ a: 1 }, { a: 1 }]],
  ["return Object.create(null, { a: { value: 1, enumerable: true }, b: { value: 2 } })", { a: 1 }],
  ["return { ['__proto__']: 1 }", JSON.parse('{"__proto__":1}')],
  ["return Promise.resolve([1])", [1]],
  ["return { then: (resolve) => resolve('thenable') }", "thenable"],
  ["let n = 0; for await (const x of [crm.echo({ n: 1 }), { n: 2 }]) n += x.n; return n", 3],
  ["{ using d = { [Symbol.dispose]() { console.log('disposed') } }; } return 'after'", "after"],
];

for (const [code, expected] of RESULTS) {
  test(`the result of ${code}`, async () => {
    assert.deepEqual(await executor.resultOf(code), expected);
  });
}

const UNWRITABLE: [code: string, message: RegExp][] = [
  ["const a = { list: [] }; a.list.push(a); return a", /^result\.list\[0\] refers back/],
  ["return { p: Promise.resolve(1) }", /^result\.p is a promise\. Await it first\./],
  ["let deep = 1; for (let i = 0; i < 101; i++) deep = [deep]; return deep", /more than 100 levels/],
  ["class Loop { toJSON() { return { again: new Loop() } } } return new Loop()", /more than 100 levels/],
];

for (const [code, message] of UNWRITABLE) {
  test(`a result that JSON cannot hold is refused with its path: ${code}`, async () => {
    const error = await executor.errorOf(code);
    assert.equal(error.code, "RESULT_INVALID");
    assert.match(error.message, message);
  });
}

test("one hundred levels are still a result", async () => {
  const result = await executor.run("let deep = 1; for (let i = 0; i < 100; i++) deep = [deep]; return deep");
  assert.equal(result.ok, true);
});

const PRINTED: [code: string, line: string][] = [
  ["console.log('a', 1, null, undefined, true)", "log: a 1 null undefined true"],
  ["console.debug('x')", "debug: x"],
  ["console.info({ a: [1, 'b'], 'c-d': -0 })", 'info: {a: [1, "b"], "c-d": -0}'],
  ["console.warn('%s is %d of %i%% %j %o', 'a', '3', 4.9, { b: 1 }, [2])", "warn: a is 3 of 4% {b: 1} [2]"],
  ["console.log('%s')", "log: %s"],
  ["console.log('%z', 1)", "log: %z 1"],
  ["console.log(new Map([[1, { a: 2 }]]), new Set(['x']))", 'log: Map(1) [[1, {a: 2}]] Set(1) ["x"]'],
  ["console.error(new RangeError('far'))", "error: RangeError: far (line 1)"],
  [
    "console.log(function named() {}, () => 1, 5n, Symbol('s'))",
    "log: [Function named] [Function (anonymous)] 5n Symbol(s)",
  ],
  ["const a = []; a.push(a); console.log(a)", "log: [[Circular]]"],
  ["console.log([[[[[[[1]]]]]]])", "log: [[[[[[[Array]]]]]]]"],
  ["console.log(new Date(0), /x/g)", "log: 1970-01-01T00:00:00.000Z /x/g"],
  ["console.log('half \\ud83d')", "log: half \ufffd"],
  ["console.log()", "log: "],
];

for (const [code, line] of PRINTED) {
  test(`what ${code} prints`, async () => {
    const port = new RecordingPort();
    const outcome = await executor.run(code, { port });
    const lines = outcome.logs.map(({ level, message }) => `${level}: ${message}`);
    assert.deepEqual(lines, [line]);
    assert.deepEqual(port.logs, outcome.logs);
  });
}

const ENVIRONMENT: [code: string, result: unknown][] = [
  ["return context", { user: { name: "Ann" }, list: [1] }],
  [
    "try { context.user.name = 'Bob' } catch (e) { return [e.name, context.user.name] }",
    ["TypeError", "Ann"],
  ],
  ["try { context.list.push(2) } catch (e) { return e.name }", "TypeError"],
  ["try { context = 1 } catch (e) { return e.name }", "TypeError"],
  [
    "const order = []; setTimeout((x) => order.push(x), 20, 'late'); setTimeout(() => order.push('soon'), 1); await sleep(60); return order",
    ["soon", "late"],
  ],
  [
    "let n = 0; const t = setInterval(() => { if (++n === 3) clearInterval(t) }, 1); await sleep(60); return n",
    3,
  ],
  [
    "let fired = false; clearTimeout(setTimeout(() => { fired = true }, 1)); clearTimeout(99); clearTimeout(); await sleep(10); return fired",
    false,
  ],
  ["try { setTimeout('1 + 1') } catch (e) { return e.message }", "A timer takes a function, not a text."],
  [
    "const a = { d: new Date(5), m: new Map([[1, new Set([2])]]), b: new Uint8Array([3]) }; a.self = a; const c = structuredClone(a); return [c !== a, c.self === c, c.d.getTime(), [...c.m.get(1)], c.b[0], c.b !== a.b]",
    [true, true, 5, [2], 3, true],
  ],
  [
    "try { structuredClone({ f() {} }) } catch (e) { return e.message }",
    "structuredClone cannot copy a function.",
  ],
  ["return [btoa('héllo'), atob('aGk='), atob(' aGk '), btoa('')]", ["aOlsbG8=", "hi", "hi", ""]],
  [
    "const bad = []; for (const t of ['a', 'a===', 'aG=k', '*']) try { atob(t); bad.push(t) } catch {} return bad",
    [],
  ],
  ["return new TextDecoder().decode(new TextEncoder().encode('aé€😀\\ud800'))", "aé€😀\ufffd"],
  [
    "return new TextDecoder().decode(new Uint8Array([0xc0, 0x80, 0x61, 0xed, 0xa0, 0x80]))",
    "\ufffd\ufffda\ufffd\ufffd\ufffd",
  ],
  [
    "return [typeof fetch, typeof process, typeof require, typeof Buffer, typeof WeakRef]",
    Array(5).fill("undefined"),
  ],
  [
    "return [typeof Intl.NumberFormat, typeof Temporal.Now, typeof Iterator.from, typeof URL]",
    ["function", "object", "function", "undefined"],
  ],
];

for (const [code, expected] of ENVIRONMENT) {
  test(`what programs find around them: ${code}`, async () => {
    const context = { user: { name: "Ann" }, list: [1] };
    assert.deepEqual(await executor.resultOf(code, { context }), expected);
  });
}

test("nothing of one run is left for the next", async () => {
  await executor.resultOf(
    "globalThis.left = 1; Array.prototype.left = 2; Object.prototype.left = 3; return 1",
  );
  for (let i = 0; i < 4; i++) {
    assert.deepEqual(await executor.resultOf("return [typeof left, [].left, {}.left]"), [
      "undefined",
      null,
      null,
    ]);
  }
});

test("usage tells time, CPU and memory of the run", async () => {
  const { usage } = await executor.run(
    "let n = 0; for (let i = 0; i < 3e6; i++) n += i; await sleep(20); return n",
  );
  assert.ok(usage.durationMs >= 19, String(usage.durationMs));
  assert.ok(usage.cpuMs > 0 && usage.cpuMs < 5_000, String(usage.cpuMs));
  assert.ok(usage.memoryBytes > 100_000 && usage.memoryBytes < 64 * 1024 * 1024, String(usage.memoryBytes));
});
