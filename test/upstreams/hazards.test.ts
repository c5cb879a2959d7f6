// Every way in which servers were seen to misbehave, played by a hand-written server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { UpstreamError } from "../../src/upstreams/upstreams.ts";
import { isAlive, open, raw, textOf, until } from "./upstreams-fixture.ts";

type Expected = { code: string; executed: string; upstreamText?: string };

const failure =
  ({ code, executed, upstreamText }: Expected) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof UpstreamError, String(error));
    assert.deepEqual(
      { code: error.code, executed: error.executed, upstreamText: error.upstreamText },
      { code, executed, upstreamText },
    );
    return true;
  };

test("answers that are errors say whether the tool may have run, and the connection lives on", async (t) => {
  const { call } = open(t, [raw("s")]);
  const table: [tool: string, Expected][] = [
    ["rpc-error", { code: "TOOL_FAILED", executed: "unknown", upstreamText: "backend exploded" }],
    ["bad-params", { code: "TOOL_FAILED", executed: "no", upstreamText: "no such argument" }],
    ["no-result", { code: "TOOL_FAILED", executed: "unknown" }],
    ["no_such_tool", { code: "TOOL_FAILED", executed: "no", upstreamText: "Method not found" }],
  ];
  for (const [tool, expected] of table) await assert.rejects(call(`s.${tool}`), failure(expected), tool);
  const said = await call("s.is-error");
  assert.equal(said.isError, true);
  assert.equal(textOf(said), "the disk is full");
  assert.equal(textOf(await call("s.echo", { n: 1 })), '{"n":1}');
});

test("noise on stdout and stderr is skipped, before the handshake and between messages", async (t) => {
  const { upstreams, call, log } = open(t, [raw("s", "noise", "stderr")]);
  assert.ok((await upstreams.listTools("s")).some((tool) => tool.name === "echo"));
  assert.equal(textOf(await call("s.noisy-answer")), "still here");
  assert.equal(textOf(await call("s.echo", { again: true })), '{"again":true}');
  const logged = log.map((entry) => entry.message).join("\n");
  assert.doesNotMatch(logged, /No X display/, "stdout may hold data, so it is not logged");
  assert.ok(log.filter((entry) => entry.message.startsWith("stderr:")).length <= 1000);
});

test("a slow server is waited for, a mute one only as long as the connect timeout", async (t) => {
  const { upstreams } = open(t, [raw("slow", "slow")]);
  assert.ok((await upstreams.listTools("slow")).length > 0);
  const mute = open(t, [raw("mute", "mute")], { connectTimeoutMs: 500, closeGraceMs: 100 });
  await assert.rejects(
    mute.upstreams.listTools("mute"),
    failure({ code: "UPSTREAM_UNAVAILABLE", executed: "no" }),
  );
});

test("a server that never lists its tools does not hold the caller", async (t) => {
  const { upstreams } = open(t, [raw("s", "list-never")], { connectTimeoutMs: 1500, closeGraceMs: 100 });
  await assert.rejects(upstreams.listTools("s"), failure({ code: "UPSTREAM_UNAVAILABLE", executed: "no" }));
});

test("a list that fails once is announced again until it works", async (t) => {
  const { upstreams } = open(t, [raw("s", "list-fails-once")], { backoff: { baseMs: 20 } });
  const changed = Promise.withResolvers<string>();
  upstreams.onChange((server) => changed.resolve(server));
  await assert.rejects(upstreams.listTools("s"));
  assert.equal(await changed.promise, "s");
  assert.ok((await upstreams.listTools("s")).length > 0);
});

test("a crash in the middle of a call is executed unknown, and the next call finds the server again", async (t) => {
  const { call } = open(t, [raw("s")], { backoff: { baseMs: 1, random: () => 0 } });
  const innocent = call("s.never");
  innocent.catch(() => {});
  await assert.rejects(call("s.crash"), failure({ code: "UPSTREAM_UNAVAILABLE", executed: "unknown" }));
  await assert.rejects(innocent, failure({ code: "UPSTREAM_UNAVAILABLE", executed: "unknown" }));
  await until(async () => {
    const answer = await call("s.echo", { back: true }).catch(() => null);
    return answer !== null && textOf(answer) === '{"back":true}';
  }, "the server comes back");
});

test("a call without an answer ends in TOOL_TIMEOUT or by its signal; others go on", async (t) => {
  const { upstreams, call } = open(t, [raw("s")]);
  await call("s.echo");
  await assert.rejects(
    call("s.never", {}, { timeoutMs: 150 }),
    failure({ code: "TOOL_TIMEOUT", executed: "unknown" }),
  );
  const stop = new AbortController();
  const held = upstreams.call(
    "s",
    "never",
    {},
    { signal: stop.signal, timeoutMs: 9000, maxResultBytes: 1000 },
  );
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(held, failure({ code: "CANCELLED", executed: "unknown" }));
  const late = upstreams.call(
    "s",
    "echo",
    {},
    { signal: stop.signal, timeoutMs: 9000, maxResultBytes: 1000 },
  );
  await assert.rejects(late, failure({ code: "CANCELLED", executed: "no" }));
  assert.equal(textOf(await call("s.echo", {})), "{}");
});

test("a 30 MB result is CALL_RESULT_LIMIT, over and under the transport's bound, and the connection lives on", async (t) => {
  const table: [tool: string, maxMessageBytes: number][] = [
    ["huge", 64 * 1024 * 1024],
    ["huge", 1024 * 1024],
    ["huge-id-last", 1024 * 1024],
  ];
  for (const [tool, maxMessageBytes] of table) {
    const { call } = open(t, [raw("s")], { maxMessageBytes });
    const pid = JSON.parse(textOf(await call("s.pids")))[0];
    await assert.rejects(
      call(`s.${tool}`, { bytes: 30_000_000 }),
      failure({ code: "CALL_RESULT_LIMIT", executed: "yes" }),
      `${tool} with ${maxMessageBytes}`,
    );
    assert.equal(textOf(await call("s.huge", { bytes: 1000 })).length, 1000);
    assert.equal(JSON.parse(textOf(await call("s.pids")))[0], pid, "the same process answers");
    assert.ok(isAlive(pid));
  }
});

test("a result at the limit passes and one byte more does not", async (t) => {
  const { call } = open(t, [raw("s")]);
  const size = Buffer.byteLength(JSON.stringify((await call("s.huge", { bytes: 500 })).content));
  assert.equal(textOf(await call("s.huge", { bytes: 500 }, { maxResultBytes: size })).length, 500);
  await assert.rejects(
    call("s.huge", { bytes: 501 }, { maxResultBytes: size }),
    failure({ code: "CALL_RESULT_LIMIT", executed: "yes" }),
  );
});

test("all pages of a list are read, and pages without end are cut", async (t) => {
  const { upstreams } = open(t, [raw("paged", "pages"), raw("endless", "endless-pages")]);
  const names = (await upstreams.listTools("paged")).map((tool) => tool.name);
  assert.equal(names.length, 15);
  assert.equal(names.at(-1), "page4_tool2");
  assert.equal((await upstreams.listTools("endless")).length, 2);
});

test("odd tools are left out or mended one by one; of twins the first counts", async (t) => {
  const { upstreams, log } = open(t, [raw("s", "odd-tools")]);
  const tools = await upstreams.listTools("s");
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(names, ["twin", "dots.in.name", "dash-ed", "no-schema"]);
  assert.equal(tools[0]?.description, "The first.");
  assert.deepEqual(tools[3]?.inputSchema, { type: "object" });
  const warnings = log.filter((entry) => entry.level === "warn").map((entry) => entry.message);
  assert.equal(warnings.filter((message) => message.startsWith("A tool was left out")).length, 6);
  assert.ok(warnings.includes('The tool "twin" is listed twice; only the first counts.'));
});

test("announcements of other tools are passed on once for a burst", async (t) => {
  const { upstreams, call } = open(t, [raw("s", "grows")]);
  const heard: string[] = [];
  upstreams.onChange((server) => heard.push(server));
  const before = await upstreams.listTools("s");
  await call("s.change");
  await until(() => heard.length > 0, "the announcement");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(heard, ["s"]);
  const after = await upstreams.listTools("s");
  assert.deepEqual(
    after.map((tool) => tool.name).filter((name) => !before.some((old) => old.name === name)),
    ["late"],
  );
});

test("a server's own requests are refused with -32601 and never crash anything", async (t) => {
  const { call } = open(t, [raw("s", "asks")]);
  let answers: { id: string; error?: { code: number } }[] = [];
  await until(async () => {
    answers = JSON.parse(textOf(await call("s.asked-answers")));
    return answers.length === 3;
  }, "three answers");
  const codes = new Map(answers.map((answer) => [answer.id, answer.error?.code]));
  assert.deepEqual(
    codes,
    new Map([
      ["r1", -32601],
      ["s1", -32601],
      ["x1", -32601],
    ]),
  );
});
