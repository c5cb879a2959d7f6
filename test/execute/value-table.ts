/** What becomes of a value that leaves the isolate. docs/programs.md shows these rows; the tests run them. */
export type ValueRow = {
  /** As the doc names it. */
  value: string;
  /** An expression, or statements that end with `return`. */
  code: string;
  /** JSON text, or `refused: …` with the end of the message, when the value is the whole result. */
  alone: string;
  /** The same for `{ v: value }`, as a result and as the arguments of a call. */
  inside: string;
};

export const VALUES: ValueRow[] = [
  row("`null`", "null", "null"),
  row("text, `true`, numbers", "'é'", '"é"'),
  row("`undefined`", "undefined", "null", "{}"),
  row("`NaN`", "NaN", "null"),
  row("`-0`", "-0", "0"),
  row("`Infinity`, `-Infinity`", "-Infinity", "null"),
  row("`2 ** 53 + 1` (not exact in JavaScript either)", "2 ** 53 + 1", "9007199254740992"),
  row("`1e21`", "1e21", "1e+21"),
  row("`1e400` (is `Infinity`)", "1e400", "null"),
  row("BigInt, `2n ** 64n`", "2n ** 64n", '"18446744073709551616"'),
  row("function, class", "() => 1", "null", "{}"),
  row("symbol", "Symbol('s')", "null", "{}"),
  row("lone surrogate, `'\\ud83d!'`", "'\\ud83d!'", '"\ufffd!"'),
  row("`new Date(0)`", "new Date(0)", '"1970-01-01T00:00:00.000Z"'),
  row("`new Date(NaN)`", "new Date(NaN)", "null"),
  row("`Temporal` objects", "Temporal.PlainDate.from('2026-02-03')", '"2026-02-03"'),
  row("Map whose keys are all texts", "new Map([['a', 1]])", '{"a":1}'),
  row("Map with other keys", "new Map([[1, 'a'], ['b', 2]])", '[[1,"a"],["b",2]]'),
  row("Set", "new Set([1, 'a'])", '[1,"a"]'),
  row("WeakMap, WeakSet, iterators", "new WeakMap()", "{}"),
  row("Error", "new TypeError('wrong')", '{"name":"TypeError","message":"wrong"}'),
  row(
    "failure of a tool call",
    "return await crm.fail({}).catch((error) => error)",
    '{"name":"ToolError","message":"The mailbox is full.","code":"TOOL_FAILED"}',
  ),
  row("`/a+/gi`", "/a+/gi", '"/a+/gi"'),
  row("`new String('s')`, `new Number(1)`", "new String('s')", '"s"'),
  row("typed array", "new Uint8Array([1, 2])", "[1,2]"),
  row("ArrayBuffer", "new Uint8Array([1, 2]).buffer", "[1,2]"),
  row("DataView", "new DataView(new ArrayBuffer(2))", "refused: is a DataView. Make it a Uint8Array first."),
  row("array with holes, `[1, , 3]`", "[1, , 3]", "[1,null,3]"),
  row("array with `undefined` or functions", "[undefined, () => 1]", "[null,null]"),
  row("object with `undefined` or functions", "({ a: undefined, b() {}, c: 1 })", '{"c":1}'),
  row("object with symbols as keys", "({ [Symbol('s')]: 1, a: 2 })", '{"a":2}'),
  row("object without prototype", "Object.assign(Object.create(null), { a: 1 })", '{"a":1}'),
  row("class instance", "new (class { x = 1; #y = 2; get z() { return 3 } })()", '{"x":1}'),
  row("object with `toJSON`", "({ toJSON: () => ({ shown: 1 }), hidden: 2 })", '{"shown":1}'),
  row("getter", "({ get a() { return 1 } })", '{"a":1}'),
  row("getter that throws", "({ get a() { throw new Error('from a getter') } })", "refused: from a getter"),
  row("Proxy", "new Proxy({ a: 1 }, {})", '{"a":1}'),
  row("the same object twice", "const a = { b: 1 }; return [a, a]", '[{"b":1},{"b":1}]'),
  row(
    "object that contains itself",
    "const a = {}; a.a = a; return a",
    "refused: refers back to an object that contains it.",
  ),
  row("promise", "Promise.resolve(1)", "1", "refused: is a promise. Await it first."),
  row("thenable", "({ then: (resolve) => resolve(1) })", "1", '{"v":{}}'),
  row(
    "more than 100 levels",
    "let deep = 1; for (let i = 0; i < 101; i++) deep = [deep]; return deep",
    "refused: is nested more than 100 levels deep.",
  ),
];

function row(value: string, code: string, alone: string, inside?: string): ValueRow {
  const nested = alone.startsWith("refused: ") ? alone : `{"v":${alone}}`;
  return { value, code, alone, inside: inside ?? nested };
}
