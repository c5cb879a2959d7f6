import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunLimits } from "../../src/vocabulary.ts";
import { openTestExecutor, RecordingPort, type TestExecutor } from "./executor-fixture.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

type Breach = { code: string; program: string; limits?: Partial<RunLimits>; message?: RegExp };

const CPU = { cpuMs: 40 };
const MEMORY = { memoryMb: 32 };

const BREACHES: Record<string, Breach> = {
  "a wait that is longer than the wall clock": {
    code: "TIMEOUT",
    program: "await sleep(60_000)",
    limits: { wallMs: 100 },
  },
  "a tool that never answers": {
    code: "TIMEOUT",
    program: "await crm.wait({ forever: true })",
    limits: { wallMs: 100 },
  },
  "timers that never end": {
    code: "TIMEOUT",
    program: "setInterval(() => {}, 5); await new Promise(() => {})",
    limits: { wallMs: 150 },
  },
  "a loop": { code: "CPU_LIMIT", program: "for (;;) {}", limits: CPU },
  "a loop after a tool call": { code: "CPU_LIMIT", program: "await crm.echo({}); for (;;) {}", limits: CPU },
  "a loop in a timer": {
    code: "CPU_LIMIT",
    program: "setTimeout(() => { for (;;) {} }, 1); await sleep(10_000)",
    limits: CPU,
  },
  "a loop of microtasks": { code: "CPU_LIMIT", program: "for (;;) await null", limits: CPU },
  "a loop that goes on after the result": {
    code: "CPU_LIMIT",
    program: "(async () => { for (;;) await null })(); return 1",
    limits: CPU,
  },
  "a loop while the result is written": {
    code: "CPU_LIMIT",
    program: "return { toJSON() { for (;;) {} } }",
    limits: CPU,
  },
  "a loop while an error is read": {
    code: "CPU_LIMIT",
    program: "throw { get message() { for (;;) {} } }",
    limits: CPU,
  },
  "a loop while arguments are written": {
    code: "CPU_LIMIT",
    program: "await crm.echo({ get a() { for (;;) {} } })",
    limits: CPU,
  },
  "a loop that catches everything": {
    code: "CPU_LIMIT",
    program: "for (;;) { try { for (;;) {} } catch {} finally { continue } }",
    limits: CPU,
  },
  "many short turns": {
    code: "CPU_LIMIT",
    program: "for (;;) { const end = Date.now() + 20; while (Date.now() < end); await sleep(1) }",
    limits: CPU,
  },
  "a built-in that ignores every timeout": {
    code: "CPU_LIMIT",
    program: "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    limits: CPU,
  },
  "a regular expression that backtracks": {
    code: "CPU_LIMIT",
    program: "/^(a+)+$/.test('a'.repeat(40) + 'b')",
    limits: CPU,
  },
  "growing strings": {
    code: "MEMORY_LIMIT",
    program: "const a = []; for (let i = 0; ; i++) a.push(String(i).repeat(1000).split('').join('-'))",
    limits: MEMORY,
  },
  "growing arrays": {
    code: "MEMORY_LIMIT",
    program: "const a = []; for (;;) a.push(new Array(1000).fill(1))",
    limits: MEMORY,
  },
  "growing objects after a tool call": {
    code: "MEMORY_LIMIT",
    program: "await crm.echo({}); let a = {}; for (;;) a = { a, b: [1, 2, 3] }",
    limits: MEMORY,
  },
  "array buffers": {
    code: "MEMORY_LIMIT",
    program: "const a = []; for (;;) a.push(new ArrayBuffer(2 ** 20))",
    limits: MEMORY,
  },
  "resizable array buffers": {
    code: "MEMORY_LIMIT",
    program:
      "const a = []; for (;;) a.push(new Uint8Array(new ArrayBuffer(2 ** 24, { maxByteLength: 2 ** 25 })).fill(1))",
    limits: MEMORY,
  },
  "Intl objects": {
    code: "MEMORY_LIMIT",
    program: "const a = []; for (;;) a.push(new Intl.DateTimeFormat('de'))",
    limits: MEMORY,
  },
  "one huge array": { code: "MEMORY_LIMIT", program: "new Array(2 ** 31).fill(1)", limits: MEMORY },
  "one huge split": {
    code: "MEMORY_LIMIT",
    program: "return 'a'.repeat(2 ** 28).split('').length",
    limits: MEMORY,
  },
  "a recursion without an end": {
    code: "STACK_LIMIT",
    program: "const down = (n) => down(n + 1) + 1; return down(0)",
    message: /deeper than 984 KB/,
  },
  "a recursion that a smaller stack does not hold": {
    code: "STACK_LIMIT",
    program: "const down = (n) => n === 0 ? 0 : down(n - 1) + 1; return down(5_000)",
    limits: { stackKb: 192 },
    message: /deeper than 192 KB/,
  },
  "a getter that reads itself while the result is written": {
    code: "STACK_LIMIT",
    program: "const a = { get b() { return this.b } }; return a",
  },
  "too many calls": {
    code: "CALL_LIMIT",
    program: "for (let i = 0; i < 11; i++) await crm.echo({})",
    limits: { toolCalls: 10 },
    message: /may make 10 tool calls/,
  },
  "too many searches": {
    code: "CALL_LIMIT",
    program: "for (let i = 0; i < 1001; i++) await workspace.get('k')",
  },
  "large arguments": {
    code: "ARGUMENT_LIMIT",
    program: "await crm.echo({ a: 'é'.repeat(500) })",
    limits: { argumentBytes: 1000 },
  },
  "large arguments in small pieces": {
    code: "ARGUMENT_LIMIT",
    program: "await crm.echo({ a: new Array(1000).fill(0) })",
    limits: { argumentBytes: 1000 },
  },
  "a large result": {
    code: "RESULT_LIMIT",
    program: "return 'x'.repeat(31_999)",
    limits: { resultBytes: 1000 },
    message: /larger than 32000 bytes/,
  },
  "a result that is endless": {
    code: "RESULT_LIMIT",
    program: "return new Proxy([], { get: (t, k) => k === 'length' ? Infinity : 1 })",
    limits: { resultBytes: 1000 },
  },
  "a result that counts in bytes": {
    code: "RESULT_LIMIT",
    program: "return '😀'.repeat(8_000)",
    limits: { resultBytes: 1000 },
  },
  "too many timers": {
    code: "TIMER_LIMIT",
    program: "for (let i = 0; i < 6; i++) setTimeout(() => {}, 10)",
    limits: { timers: 5 },
  },
};

/** `crm.wait` with `forever` never answers; everything else does. */
function limitPort(): RecordingPort {
  return new RecordingPort(async (request) => {
    if (request.argsText.includes("forever")) await new Promise(() => {});
    return { ok: true, valueText: "{}" };
  });
}

for (const [what, { code, program, limits, message }] of Object.entries(BREACHES)) {
  test(`${what}: ${code}, and the next run works`, async () => {
    const error = await executor.errorOf(program, { port: limitPort(), ...(limits && { limits }) });
    assert.equal(error.code, code, JSON.stringify(error));
    assert.match(error.message, message ?? /\.$/);
    assert.match(error.hint ?? "", /\.$/, "every limit says what to do next");
    assert.equal(await executor.resultOf("return (await crm.echo({ n: 7 })).n"), 7);
  });
}

const WITHIN: Record<string, { program: string; limits: Partial<RunLimits> }> = {
  "exactly as many calls": {
    program: "for (let i = 0; i < 10; i++) await crm.echo({})",
    limits: { toolCalls: 10 },
  },
  "a result of exactly the limit": { program: "return 'x'.repeat(31_998)", limits: { resultBytes: 1000 } },
  "arguments of exactly the limit": {
    program: "await crm.echo({ a: 'é'.repeat(496) })",
    limits: { argumentBytes: 1000 },
  },
  "a result and arguments of exactly 100 levels": {
    program:
      "let a = 1; for (let i = 0; i < 49; i++) a = new Map([[1, a]]); a = [[a]]; await crm.echo({ a: a[0] }); return a",
    limits: {},
  },
  "as many timers at once": {
    program: "for (let i = 0; i < 20; i++) await Promise.all([sleep(1), sleep(1)])",
    limits: { timers: 2 },
  },
  "a recursion of ordinary depth": {
    program: "const down = (n) => n === 0 ? 0 : down(n - 1) + 1; return down(5_000)",
    limits: {},
  },
  "a small stack that is enough": {
    program:
      "const down = (n) => n === 0 ? 0 : down(n - 1) + 1; await crm.echo({ a: [[[1]]] }); return down(300)",
    limits: { stackKb: 192 },
  },
  "cleared timers": {
    program: "for (let i = 0; i < 50; i++) clearTimeout(setTimeout(() => {}, 1e6))",
    limits: { timers: 2 },
  },
  "a wait is no computing": { program: "await sleep(400)", limits: { cpuMs: 200 } },
};

for (const [what, { program, limits }] of Object.entries(WITHIN)) {
  test(`${what} stays within its limit`, async () => {
    const outcome = await executor.run(program, { limits });
    assert.equal(outcome.ok, true, JSON.stringify(outcome));
  });
}

test("a limit inside the isolate can be caught, and the program goes on", async () => {
  const code = "try { await crm.echo({ a: 'x'.repeat(2000) }) } catch (e) { return [e.code, e.executed] }";
  const result = await executor.resultOf(code, { limits: { argumentBytes: 1000 } });
  assert.deepEqual(result, ["ARGUMENT_LIMIT", "no"]);
});

const FULL = "The log is full: this line and all later ones were left out.";

test("log bytes are limited, and the log says so once", async () => {
  const code = "for (let i = 0; i < 100; i++) console.log('é'.repeat(50)); return 1";
  const { logs } = await executor.run(code, { limits: { logBytes: 1000 } });
  assert.equal(logs.length, 11);
  assert.deepEqual(logs.at(-1), { level: "warn", message: FULL });
});

test("log lines are limited, and the log says so once", async () => {
  const { logs } = await executor.run("for (let i = 0; i < 100; i++) console.log(''); return 1", {
    limits: { logLines: 20 },
  });
  assert.equal(logs.length, 21);
  assert.deepEqual(logs.at(-1), { level: "warn", message: FULL });
});

test("one huge log line costs neither memory nor bytes", async () => {
  const code = "console.log('x'.repeat(10_000_000), new Array(1e6).fill('y')); return 1";
  const outcome = await executor.run(code);
  assert.deepEqual([outcome.ok, outcome.logs], [true, [{ level: "warn", message: FULL }]]);
});

test("what was logged before a hang is in the answer", async () => {
  const code = "console.log('before'); Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)";
  const outcome = await executor.run(code, { limits: CPU });
  assert.deepEqual([outcome.ok, outcome.logs], [false, [{ level: "log", message: "before" }]]);
});
