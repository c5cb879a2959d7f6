import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HostReply, HostRequest } from "../../src/execute/execute.ts";
import {
  answerTools,
  openTestExecutor,
  RecordingPort,
  type TestExecutor,
  value,
} from "./executor-fixture.ts";

let executor: TestExecutor;
before(async () => {
  executor = await openTestExecutor();
});
after(() => executor.close());

const WAYS: [title: string, code: string, tool: string][] = [
  ["namespace import", 'import * as s from "servers/crm";\nreturn s.echo({ n: 1 })', "crm.echo"],
  ["named import", 'import { echo } from "servers/crm";\nreturn echo({ n: 1 })', "crm.echo"],
  ["default import", 'import s from "servers/crm";\nreturn s.echo({ n: 1 })', "crm.echo"],
  [
    "renamed import",
    'import { sendNow as go } from "servers/web-mail";\nreturn go({ n: 1 })',
    "web-mail.send.now",
  ],
  ["global", "return crm.echo({ n: 1 })", "crm.echo"],
  ["camelCase alias", "await crm.listContacts(); return { n: 1 }", "crm.list_contacts"],
  [
    "global of a server whose name is no identifier",
    "return web_mail.send_now({ n: 1 })",
    "web-mail.send.now",
  ],
  ["callTool", 'return callTool("crm.echo", { n: 1 })', "crm.echo"],
  ["callTool with an mcp__ name", 'return callTool("mcp__crm__echo", { n: 1 })', "crm.echo"],
  ["mcp__ global", "return mcp__crm__echo({ n: 1 })", "crm.echo"],
  ["mcp__ global of an odd name", "return mcp__web_mail__send_now({ n: 1 })", "web-mail.send.now"],
  [
    "import of a server named like a built-in",
    'import { parse } from "servers/JSON";\nreturn parse({ n: 1 })',
    "JSON.parse",
  ],
];

for (const [title, code, tool] of WAYS) {
  test(`a tool is called by ${title}`, async () => {
    const port = new RecordingPort();
    assert.deepEqual(await executor.resultOf(code, { port }), { n: 1 });
    assert.deepEqual(port.tools, [tool]);
  });
}

test("a server cannot take the place of a built-in global", async () => {
  assert.deepEqual(await executor.resultOf("return JSON.parse('[1]')"), [1]);
});

test("awaiting or writing out a server object calls no tool", async () => {
  const port = new RecordingPort();
  await executor.resultOf("await crm; console.log(crm, Object.keys(crm)); return JSON.stringify(crm)", {
    port,
  });
  assert.deepEqual(port.tools, []);
});

test("missing arguments are an empty object, and arguments arrive as they were written", async () => {
  const port = new RecordingPort();
  await executor.resultOf("await crm.echo(); await crm.echo({ d: new Date(0), u: undefined, big: 3n })", {
    port,
  });
  const texts = port.requests.map(({ argsText }) => argsText);
  assert.deepEqual(texts, ["{}", '{"d":"1970-01-01T00:00:00.000Z","big":"3"}']);
});

test("a program may ask for a tool that is not bound; the host refuses", async () => {
  const port = new RecordingPort();
  const error = await executor.errorOf('await callTool("crm.delete_all", {})', { port });
  assert.deepEqual(port.tools, ["crm.delete_all"]);
  assert.equal(error.code, "TOOL_UNKNOWN");
});

const ODD_NAMES: [code: string, asked: string][] = [
  ['callTool("crm.echo\\ntool\\ncrm.fail", {})', "(unprintable)"],
  ['callTool("x".repeat(1_000_000), {})', "(unprintable)"],
  ["callTool({ toString: () => 'crm.echo' }, {})", ""],
  ["callTool('constructor', {})", "constructor"],
  ["callTool('__proto__', {})", "__proto__"],
];

for (const [call, asked] of ODD_NAMES) {
  test(`an odd tool name reaches no other tool: ${call}`, async () => {
    const port = new RecordingPort();
    assert.equal((await executor.errorOf(`await ${call}`, { port })).code, "TOOL_UNKNOWN");
    assert.deepEqual(port.tools, [asked]);
  });
}

test("searchTools and workspace reach the host with their arguments", async () => {
  const port = new RecordingPort();
  const code = `
    await searchTools("mail", { detail: "full", limit: 3, cursor: "c" });
    await searchTools("mail");
    await workspace.set("k", { a: [1] });
    await workspace.get("k");
    await workspace.list("p");
    return workspace.delete("k");`;
  await executor.resultOf(code, { port });
  assert.deepEqual(port.requests, [
    {
      kind: "service",
      service: "tools.search",
      argsText: '{"query":"mail","detail":"full","limit":3,"cursor":"c"}',
    },
    { kind: "service", service: "tools.search", argsText: '{"query":"mail"}' },
    { kind: "service", service: "workspace.set", argsText: '{"key":"k","value":{"a":[1]}}' },
    { kind: "service", service: "workspace.get", argsText: '{"key":"k"}' },
    { kind: "service", service: "workspace.list", argsText: '{"prefix":"p"}' },
    { kind: "service", service: "workspace.delete", argsText: '{"key":"k"}' },
  ]);
});

/** Answers nobody until `count` calls are there, so that only overlapping calls can succeed. */
function meeting(count: number): (request: HostRequest) => Promise<HostReply> {
  const waiting: (() => void)[] = [];
  return (request) =>
    new Promise((resolve) => {
      waiting.push(() => resolve(value(request.argsText)));
      if (waiting.length === count) for (const go of waiting) go();
    });
}

test("calls under Promise.all are in flight together", async () => {
  const port = new RecordingPort(meeting(50));
  const code = "return (await Promise.all(Array.from({ length: 50 }, (_, i) => crm.echo({ i })))).length";
  assert.equal(await executor.resultOf(code, { port }), 50);
  assert.equal(port.mostInFlight, 50);
});

test("replies reach the calls that they belong to, in whatever order they come", async () => {
  const waiting: (() => void)[] = [];
  const port = new RecordingPort(
    (request) =>
      new Promise((resolve) => {
        waiting.unshift(() => resolve(value(JSON.parse(request.argsText))));
        if (waiting.length === 10) for (const go of waiting) setImmediate(go);
      }),
  );
  const code =
    "return Promise.all(Array.from({ length: 10 }, async (_, i) => (await crm.echo({ i })).i === i))";
  assert.deepEqual(await executor.resultOf(code, { port }), Array(10).fill(true));
});

test("calls over the parallel limit wait their turn and all are made", async () => {
  const port = new RecordingPort();
  const code = "return (await Promise.all(Array.from({ length: 60 }, () => crm.wait()))).length";
  assert.equal(await executor.resultOf(code, { port, limits: { parallelCalls: 4 } }), 60);
  assert.equal(port.mostInFlight, 4);
});

test("a tool's failure can be caught, with its code and whether it ran", async () => {
  const code = `try { await crm.fail({}) } catch (e) {
    return [e instanceof Error, e.name, e.code, e.message, e.hint, e.retryable, e.executed, e.stack.split("\\n")[0]];
  }`;
  assert.deepEqual(await executor.resultOf(code), [
    true,
    "ToolError",
    "TOOL_FAILED",
    "The mailbox is full.",
    "Empty it.",
    true,
    "unknown",
    "ToolError: The mailbox is full.",
  ]);
});

test("an uncaught tool failure keeps the host's words and names the author's place of the call", async () => {
  const error = await executor.errorOf("const a = 1;\n  await crm.fail({})");
  const expected = {
    code: "TOOL_FAILED",
    message: "The mailbox is full.",
    hint: "Empty it.",
    line: 2,
    column: 13,
  };
  assert.deepEqual(error, expected);
});

test("a host that throws is a failure whose effect is unknown, without the host's words", async () => {
  const port = new RecordingPort(() => Promise.reject(new Error("secret of the host")));
  const code = "try { await crm.echo({}) } catch (e) { return [e.code, e.executed, e.stack + e.message] }";
  const [failureCode, executed, text] = (await executor.resultOf(code, { port })) as string[];
  assert.deepEqual([failureCode, executed], ["INTERNAL", "unknown"]);
  assert.doesNotMatch(text ?? "", /secret/);
});

test("a tool result over its limit is a failure of a call that ran", async () => {
  const port = new RecordingPort(async () => value("x".repeat(5_000)));
  const code = "try { await crm.echo({}) } catch (e) { return [e.code, e.executed] }";
  const limits = { callResultBytes: 5_001 };
  assert.deepEqual(await executor.resultOf(code, { port, limits }), ["CALL_RESULT_LIMIT", "yes"]);
  assert.equal(
    await executor.resultOf("return (await crm.echo({})).length", {
      port,
      limits: { callResultBytes: 5_002 },
    }),
    5_000,
  );
});

test("calls that are still in flight when the program returns are aborted, and later ones are never made", async () => {
  const port = new RecordingPort(async (request, signal) => {
    if (request.kind === "tool" && request.tool === "crm.echo") return answerTools(request);
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve(value("aborted"))));
  });
  const code = `
    (async () => { for (;;) { await crm.echo({}); await sleep(1); } })();
    setInterval(() => { crm.echo({}); console.log("tick") }, 1);
    crm.wait();
    await sleep(30);
    return "answered";`;
  const outcome = await executor.run(code, { port });
  assert.equal(outcome.ok, true);
  const [calls, lines] = [port.requests.length, port.logs.length];
  assert.ok(calls > 2, `${calls} calls before the answer`);
  assert.ok(port.signals.filter((signal) => signal.aborted).length >= 1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(await executor.resultOf("return 1"), 1);
  assert.deepEqual([port.requests.length, port.logs.length, outcome.logs.length], [calls, lines, lines]);
});

const ORDERS: [title: string, code: string, done: string][] = [
  [
    "calls of one turn and log lines between them",
    "const calls = [1, 2, 3].map((n) => crm.echo({ n })); console.log('between'); calls.push(crm.echo({ n: 4 })); await Promise.all(calls)",
    "1 2 3 between 4",
  ],
  [
    "calls of several turns, some not awaited",
    "await crm.echo({ n: 1 }); crm.echo({ n: 2 }); crm.echo({ n: 3 }); await sleep(1); console.log('woke'); await crm.echo({ n: 4 })",
    "1 2 3 woke 4",
  ],
  ["calls that are in flight at the end", "for (const n of [1, 2, 3]) void crm.echo({ n })", "1 2 3"],
  [
    "calls begun while the result is read",
    "return { get a() { crm.echo({ n: 1 }); crm.echo({ n: 2 }); return 0 } }",
    "1 2",
  ],
];

for (const [title, code, done] of ORDERS) {
  test(`what a program does leaves in its order: ${title}`, async () => {
    const seen: unknown[] = [];
    const port = new RecordingPort((request) => {
      seen.push((JSON.parse(request.argsText) as { n: number }).n);
      return answerTools(request);
    });
    port.log = ({ message }) => void seen.push(message);
    await executor.resultOf(`${code};`, { port });
    assert.equal(seen.join(" "), done);
  });
}
