import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { moduleOf, openTestExecutor, programOf, type TestExecutor } from "./executor-fixture.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

const THROWN: [code: string, message: string | RegExp, place: (number | undefined)[]][] = [
  ["throw new Error('plain')", "Error: plain", [1, 7]],
  ["\n\n  throw new TypeError('third line')", "TypeError: third line", [3, 9]],
  [
    "await sleep(1);\nconst f = () => {\n  null.x;\n};\nf();",
    /^TypeError: Cannot read properties of null/,
    [3, 8],
  ],
  [
    "const inner = async () => {\n  await sleep(1);\n  throw new Error('inner');\n};\nawait inner();",
    "Error: inner",
    [3, 9],
  ],
  ["throw new Error('y '.repeat(1996) + 'EMAIL_1000')", /^Error: (?:y )+$/, [1, 7]],
  ["throw null", "Error: null", [undefined, undefined]],
  ["throw undefined", "Error: undefined", [undefined, undefined]],
  ["throw 'a text'", "Error: a text", [undefined, undefined]],
  ["throw 42n", "Error: 42n", [undefined, undefined]],
  ["throw Symbol('s')", "Error: Symbol(s)", [undefined, undefined]],
  ["throw { a: [1] }", "Error: {a: [1]}", [undefined, undefined]],
  ["throw { name: 'Mine', message: 'told' }", "Mine: told", [undefined, undefined]],
  ["throw () => 1", "Error: [Function (anonymous)]", [undefined, undefined]],
  [
    "throw new Proxy({}, { get() { throw 1 }, has() { throw 2 }, ownKeys() { throw 3 } })",
    /cannot be read/,
    [undefined, undefined],
  ],
  ["throw { get message() { throw new Error('from a getter') } }", /cannot be read/, [undefined, undefined]],
  [
    "throw Object.defineProperty(new Error('x'), 'stack', { get() { throw 1 } })",
    "Error: x",
    [undefined, undefined],
  ],
  [
    "const e = new Error('x'); e.name = Symbol('n'); e.message = { toString() { throw 1 } }; throw e",
    "Symbol(n): (a value without a text)",
    [1, 11],
  ],
  ["throw new AggregateError([new Error('in')], 'many')", "AggregateError: many", [1, 7]],
  ["return { get boom() { throw new Error('while writing') } }", "Error: while writing", [1, 29]],
  ["return { toJSON() { throw new Error('poisoned') } }", "Error: poisoned", [1, 27]],
  ["await new Promise(() => {})", /can never happen/, [undefined, undefined]],
];

for (const [code, message, [line, column]] of THROWN) {
  test(`an uncaught error is told with its place: ${JSON.stringify(code)}`, async () => {
    const error = await executor.errorOf(code);
    assert.equal(error.code, "RUNTIME_ERROR");
    if (typeof message === "string") assert.equal(error.message, message);
    else assert.match(error.message, message);
    assert.deepEqual([error.line, error.column], [line, column]);
  });
}

test("a huge message, name or stack is cut inside the isolate", async () => {
  for (const code of [
    "throw 'x'.repeat(10_000_000)",
    "throw new Error('x'.repeat(10_000_000))",
    "const e = new Error('m'); e.name = 'n'.repeat(10_000_000); throw e",
    "const e = new Error('m'); e.stack = 'program:5:5 '.repeat(1_000_000); throw e",
  ]) {
    const error = await executor.errorOf(code);
    assert.equal(error.code, "RUNTIME_ERROR");
    assert.ok(JSON.stringify(error).length < 5_000, code);
  }
});

test("columns are told as in the author's text when analysis inserted something", async () => {
  const program = { ...programOf("return (null.x)"), insertions: [{ line: 1, column: 1, length: 8 }] };
  const error = await executor.errorOf("", { program });
  assert.deepEqual([error.line, error.column], [1, 6]);
});

test("a stack overflow is an error on a line", async () => {
  const error = await executor.errorOf("\n(function f() { f() })()");
  assert.deepEqual([error.code, error.line], ["STACK_LIMIT", 2]);
});

const LOST: [code: string, log: RegExp][] = [
  [
    "Promise.reject(new Error('lost')); await sleep(1); return 1",
    /rejected before anything awaited it: Error: lost/,
  ],
  [
    "crm.fail({}); await crm.wait(); await crm.wait(); return 1",
    /rejected before anything awaited it: .*The mailbox is full\./,
  ],
  [
    "setTimeout(() => { throw new Error('tick') }, 1); await sleep(20); return 1",
    /Uncaught error in a timer: Error: tick/,
  ],
  ["setTimeout(() => { throw { get message() { throw 1 } } }, 1); await sleep(20); return 1", /timer/],
];

for (const [code, log] of LOST) {
  test(`an error that nobody catches is logged and does not end the run: ${code}`, async () => {
    const outcome = await executor.run(code);
    assert.equal(outcome.ok, true);
    assert.match(outcome.logs.map(({ level, message }) => `${level} ${message}`).join("\n"), log);
  });
}

test("text that V8 cannot compile is a syntax error with its place", async () => {
  const error = await executor.errorOf("let ok = 1;\nlet x = ;");
  assert.deepEqual([error.code, error.line, error.column], ["SYNTAX_ERROR", 2, 9]);
});

const IMPORTS = [
  'import fs from "node:fs";',
  'import "servers/nobody";',
  'import "servers/";',
  'import "servers/__proto__";',
  'import "servers/constructor";',
  'import "servers/crm/../../etc";',
  'import "servers/CRM";',
  'import "file:///etc/passwd";',
  'import "data:text/javascript,1";',
];

for (const code of IMPORTS) {
  test(`an import that is no server is refused: ${code}`, async () => {
    const error = await executor.errorOf(`${code}\nreturn 1`);
    assert.equal(error.code, "RUNTIME_ERROR");
    assert.match(error.message, /^ImportError: There is no module/);
  });
}

test("an import of a tool that the server does not have says so", async () => {
  const error = await executor.errorOf('import { nope } from "servers/crm";\nreturn 1');
  assert.match(error.message, /does not provide an export named 'nope'/);
});

test("a module that exports no program fails and harms nobody", async () => {
  for (const text of ["export default 1;", "export default { then() {} };", "export const x = 1;", ""]) {
    const outcome = await executor.run("", { program: moduleOf(text) });
    assert.equal(outcome.ok, false, text);
  }
  assert.equal(await executor.resultOf("return 1"), 1);
});
