import assert from "node:assert/strict";
import { test } from "node:test";
import type { DirectCall, DirectReply } from "../../../src/direct-call.ts";
import { GatewayError } from "../../../src/errors.ts";
import { openMcpSurface } from "../../../src/surfaces/mcp/mcp.ts";
import type { CallSummary, JsonValue, Run } from "../../../src/vocabulary.ts";
import {
  ANN,
  createFakeGateway,
  type FakeGatewayOptions,
  fakeReply,
  fakeRun,
} from "../../fakes/mcp-gateway.ts";
import { type RpcReply, readReply, readText, statelessPost } from "../../fakes/mcp-requests.ts";

async function call(name: string, args: unknown, options: FakeGatewayOptions = {}) {
  const fake = createFakeGateway(options);
  const logged: string[] = [];
  const surface = openMcpSurface(fake.gateway, { log: (message) => logged.push(message) });
  const params = { name, ...(args === undefined ? {} : { arguments: args }) };
  const reply = await readReply(await surface.handle(statelessPost("tools/call", params), ANN));
  await surface.close();
  return { ...fake, reply, logged, error: errorOf(reply) };
}

function errorOf(reply: RpcReply): { code?: string; message?: string; hint?: string } {
  return (readText(reply).error ?? {}) as { code?: string; message?: string; hint?: string };
}

const replyTo = (changes: Partial<Run>) =>
  call("run_code", { code: "x" }, { run: (submission) => fakeRun(submission, changes) });

test("arguments reach the gateway as they were meant", async () => {
  const run = async (args: unknown) => (await call("run_code", args)).submissions[0];
  const search = async (args: unknown) => (await call("search_tools", args)).searches[0]?.search;
  const everything = { code: "return context.a", context: { a: [1, null] }, timeoutMs: 500 };
  const { principal, signal, session, ...rest } = (await run({ ...everything, session: "s" })) ?? {};
  assert.deepEqual(rest, { ...everything, surface: "mcp", typecheck: true });
  assert.deepEqual([principal, session, signal instanceof AbortSignal], [ANN, "s", true]);
  assert.equal((await run({ code: "return 1", timeoutMs: "250", context: null }))?.timeoutMs, 250);
  assert.equal("context" in ((await run({ code: "return 1", context: null })) ?? {}), false);
  const defaults = { query: "", detail: "with_description", limit: 20 };
  assert.deepEqual(await search(undefined), defaults);
  assert.deepEqual(await search({ server: null, cursor: null }), defaults);
  const all = { query: "mail", detail: "full", server: "crm", limit: 5, cursor: "c" };
  assert.deepEqual(await search(all), all);
});

const WRONG: { tool: string; args: unknown; message: RegExp; hint?: RegExp }[] = [
  { tool: "run_code", args: undefined, message: /run_code needs the argument "code"/ },
  { tool: "run_code", args: { code: "" }, message: /"code".*must not be empty/ },
  { tool: "run_code", args: { code: 1 }, message: /"code".*expected string/ },
  { tool: "run_code", args: { code: "1", sesion: "a" }, message: /no argument "sesion"/, hint: /"session"/ },
  {
    tool: "run_code",
    args: { code: "1", admin: true },
    message: /no argument "admin"/,
    hint: /It takes code/,
  },
  { tool: "run_code", args: { code: "1", principal: "bob" }, message: /no argument "principal"/ },
  { tool: "run_code", args: { code: "1", timeoutMs: 0 }, message: /"timeoutMs"/ },
  { tool: "run_code", args: { code: "1", timeoutMs: "1e3" }, message: /"timeoutMs"/ },
  { tool: "call_tool", args: {}, message: /call_tool needs the argument "name"/ },
  { tool: "call_tool", args: { name: "" }, message: /"name".*must not be empty/ },
  { tool: "call_tool", args: { name: "a.b", arguments: [1] }, message: /"arguments"/ },
  { tool: "call_tool", args: { name: "a.b", arguments: "{" }, message: /"arguments"/ },
  { tool: "call_tool", args: { name: "a.b", argument: {} }, message: /"argument"/, hint: /"arguments"/ },
  { tool: "call_tool", args: { name: "a.b", surface: "cli" }, message: /no argument "surface"/ },
  { tool: "search_tools", args: { detail: "ful" }, message: /"detail"/, hint: /"full"/ },
  { tool: "search_tools", args: { limit: 201 }, message: /"limit"/ },
  { tool: "search_tools", args: { limit: 1.5 }, message: /"limit"/ },
  { tool: "search_tools", args: { query: "q".repeat(501) }, message: /"query"/ },
  { tool: "search_tools", args: { q: "mail" }, message: /no argument "q"/, hint: /query/ },
];

for (const { tool, args, message, hint } of WRONG) {
  test(`${tool} refuses ${JSON.stringify(args)?.slice(0, 60)} and says why`, async () => {
    const { reply, error, submissions, searches, calls } = await call(tool, args);
    assert.equal(reply.result?.isError, true);
    assert.equal(error.code, "BAD_REQUEST");
    assert.match(error.message ?? "", message);
    if (hint) assert.match(error.hint ?? "", hint);
    assert.equal(submissions.length + searches.length + calls.length, 0);
  });
}

test("a direct call reaches the gateway as it was meant, and its reply is short", async () => {
  const wish = async (args: object) => (await call("call_tool", { name: "crm.a", ...args })).calls[0];
  const { principal, signal, session, ...rest } = (await wish({ arguments: { id: 1 } })) ?? {};
  assert.deepEqual(rest, { tool: "crm.a", args: { id: 1 }, surface: "mcp" });
  assert.deepEqual(
    [principal, /^ses_/.test(session ?? ""), signal instanceof AbortSignal],
    [ANN, true, true],
  );
  assert.deepEqual((await wish({}))?.args, {});
  assert.deepEqual((await wish({ arguments: null }))?.args, {});
  assert.deepEqual((await wish({ arguments: '{"id":2}' }))?.args, { id: 2 });
  assert.equal((await wish({ session: "s" }))?.session, "s");
  const { reply } = await call("call_tool", { name: "crm.a", session: "s" });
  assert.deepEqual(readText(reply), { status: "succeeded", result: { ok: true }, session: "s", id: "run_2" });
  assert.equal(reply.result?.isError, undefined);
});

test("images and sounds of a direct call are blocks of their own, and no text", async () => {
  const image = { type: "image", data: "AAAA", mimeType: "image/png" };
  const answer = (result: JsonValue) => async () => {
    const { reply } = await call(
      "call_tool",
      { name: "crm.a" },
      { call: (wish) => ({ ...fakeReply(wish), result }) },
    );
    return { content: reply.result?.content as unknown[], told: readText(reply) };
  };
  const shown = await answer([{ type: "text", text: "a picture" }, image])();
  assert.deepEqual(shown.content.slice(1), [image]);
  const place = { type: "image", mimeType: "image/png", content: 1 };
  assert.deepEqual(shown.told.result, [{ type: "text", text: "a picture" }, place]);
  for (const other of [
    [{ type: "image", size: 3 }],
    [{ ...image, data: "no base64" }],
    [1, "a", null],
    "AAAA",
  ]) {
    const { content, told } = await answer(other)();
    assert.deepEqual([content.length, told.result], [1, other]);
  }
});

test("images and sounds in the result of a run are blocks too, wherever they stand", async () => {
  const image = { type: "image", data: "AAAA", mimeType: "image/png" };
  const sound = { type: "audio", data: "BBBB", mimeType: "audio/wav" };
  const { reply } = await replyTo({ result: { pages: [{ title: "one", shot: image }], sound } });
  assert.deepEqual(reply.result?.content?.slice(1), [image, sound]);
  const told = {
    pages: [{ title: "one", shot: { type: "image", mimeType: "image/png", content: 1 } }],
    sound: { type: "audio", mimeType: "audio/wav", content: 2 },
  };
  assert.deepEqual(readText(reply).result, told);
  assert.deepEqual((reply.result?.["structuredContent"] as { result: unknown }).result, told);
  const { reply: alone } = await replyTo({ result: image });
  assert.deepEqual(alone.result?.content?.slice(1), [image]);
});

test("a direct call that is refused is an error with code, hint and whether the tool ran", async () => {
  const error = {
    code: "TOOL_DENIED",
    message: "no",
    hint: "try",
    retryable: false,
    executed: "no",
  } as const;
  const refuse = (wish: DirectCall): DirectReply => {
    const { result: _none, ...shared } = fakeReply(wish) as DirectReply & { result: unknown };
    return { ...shared, status: "denied", error };
  };
  const { reply } = await call("call_tool", { name: "crm.a" }, { call: refuse });
  assert.equal(reply.result?.isError, true);
  assert.deepEqual([readText(reply).status, readText(reply).error], ["denied", error]);
});

test("a run that succeeded is told in a few words, as text and as structure", async () => {
  const { reply } = await replyTo({ result: { rows: 2 }, toolCalls: [called("crm.a", "succeeded")] });
  const told = readText(reply);
  assert.equal(reply.result?.isError, undefined);
  assert.deepEqual(reply.result?.structuredContent, told);
  const { session, ...rest } = told;
  assert.match(String(session), /^ses_/);
  assert.deepEqual(rest, { status: "succeeded", result: { rows: 2 }, id: "run_1" });
  const meta = reply.result?._meta as Record<string, unknown>;
  assert.equal((meta["sallyport/stats"] as Run["stats"]).savedTokens, 9);
});

test("a run that failed says what went wrong and which calls ran", async () => {
  const error = { code: "RUNTIME_ERROR", message: "no", hint: "try", line: 3, column: 7 };
  const toolCalls = [
    ...Array.from({ length: 900 }, () => called("crm.a", "succeeded")),
    called("mail.send", "unknown"),
    called("crm.a", "denied"),
  ];
  const logs: Run["logs"] = [{ level: "warn", message: "careful" }];
  const { reply } = await replyTo({ status: "failed", error, toolCalls, logs });
  const told = readText(reply);
  assert.equal(reply.result?.isError, true);
  assert.deepEqual(told.error, error);
  assert.deepEqual(told.logs, logs);
  assert.deepEqual(told.toolCalls, [
    { tool: "crm.a", status: "succeeded", count: 900 },
    { tool: "mail.send", status: "unknown", count: 1 },
    { tool: "crm.a", status: "denied", count: 1 },
  ]);
  assert.equal("result" in told, false);
});

test("a run that succeeded in spite of a failed call still names the calls", async () => {
  const toolCalls = [called("crm.a", "succeeded"), called("crm.b", "failed")];
  const { reply } = await replyTo({ result: null, toolCalls });
  assert.equal(reply.result?.isError, undefined);
  assert.equal((readText(reply).toolCalls as unknown[]).length, 2);
  assert.equal(readText(reply).result, null);
});

test("isError follows the status of the run", async () => {
  const violations: Run["violations"] = [
    { rule: "no-dynamic-code", severity: "critical", message: "eval", line: 1, column: 1, hint: "do not" },
  ];
  const seen: Record<string, unknown> = {};
  for (const status of ["succeeded", "failed", "blocked", "pending", "cancelled"] as const) {
    const { reply } = await replyTo({ status, violations });
    seen[status] = reply.result?.isError ?? false;
    assert.deepEqual(readText(reply).violations, violations);
  }
  assert.deepEqual(seen, { succeeded: false, failed: true, blocked: true, pending: false, cancelled: false });
});

test("a result of megabytes is sent once", async () => {
  const small = await replyTo({ result: "x".repeat(500_000) });
  assert.equal("structuredContent" in (small.reply.result ?? {}), true);
  const large = await replyTo({ result: "x".repeat(2_000_000) });
  assert.equal("structuredContent" in (large.reply.result ?? {}), false);
  assert.equal(String(readText(large.reply).result).length, 2_000_000);
});

test("errors of the gateway keep code, message and hint; the cause of a fault stays inside", async () => {
  const fail = (error: unknown) => () => {
    throw error;
  };
  const busy = new GatewayError("BUSY", "The queue is full.", { hint: "Wait.", cause: new Error("secret") });
  const known = await call("run_code", { code: "1" }, { run: fail(busy) });
  assert.equal(known.reply.result?.isError, true);
  assert.deepEqual(readText(known.reply), {
    error: { code: "BUSY", message: "The queue is full.", hint: "Wait." },
  });
  assert.deepEqual(known.logged, []);
  for (const [tool, options] of [
    ["run_code", { run: fail(new Error("secret of ann@example.com")) }],
    ["search_tools", { search: fail(new TypeError("secret of ann@example.com")) }],
  ] as const) {
    const { reply, error, logged } = await call(tool, tool === "run_code" ? { code: "1" } : {}, options);
    assert.equal(error.code, "INTERNAL");
    assert.doesNotMatch(JSON.stringify(reply), /secret|example\.com|tools\.test/);
    assert.match(logged.join(), new RegExp(`fault in ${tool}: \\w*Error at `));
    assert.doesNotMatch(logged.join(), /secret/);
  }
});

test("search_tools hands the page over, and an empty one with advice", async () => {
  const tools = [{ tool: "crm.a", description: "A." }, { tool: "crm.b" }];
  const page = await call("search_tools", { query: "a", limit: 1 }, { tools });
  assert.deepEqual(readText(page.reply), { total: 2, tools: tools.slice(0, 1) });
  assert.deepEqual(page.reply.result?.structuredContent, readText(page.reply));
  assert.deepEqual(page.searches[0]?.principal, ANN);
  const empty = readText((await call("search_tools", { query: "zzz" }, { tools: [] })).reply);
  assert.equal(empty.total, 0);
  assert.match(String(empty.hint), /other words/);
});

function called(tool: string, status: CallSummary["status"]): CallSummary {
  return { tool, status, durationMs: 1 };
}
