// Who stops a run stops all of it: the program, the upstream calls, and what would have come after. Over real
// connections, in each of the ways in which a caller can go.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import type { Run } from "../../src/vocabulary.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

let gateway: TestGateway;
let server: Listening;
before(async () => {
  gateway = await openTestGateway();
  const app = createHttpApp({
    gateway: gateway.gateway,
    servedHosts: [],
    bodyKb: 1024,
    log: () => {},
  });
  server = await listen(app, { host: "127.0.0.1", port: 0 });
});
after(async () => {
  await server.close(0);
  await gateway.close();
});

const LONG = { timeout: 20_000 };

/** Waits for one slow call; were it to go on, it would write afterwards. */
const codeOf = (name: string): string =>
  `console.log("on"); await notes.slow({ name: "${name}" }); await notes.echo({ value: "after ${name}" })`;

function post(path: string, body: object, more: { headers?: object; signal?: AbortSignal } = {}) {
  return fetch(new URL(path, server.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${gateway.key("agent")}`,
      ...more.headers,
    },
    body: JSON.stringify(body),
    ...(more.signal && { signal: more.signal }),
  });
}

function arrived(tool: string, name: string): boolean {
  return gateway.received().some((call) => call.tool === tool && JSON.stringify(call.args).includes(name));
}

async function until(isTrue: () => boolean | Promise<boolean>, everyMs = 5): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}

/** The trail tells the end of the run whose call had that name. */
async function isCancelledOnTrail(name: string): Promise<boolean> {
  const events = await gateway.events();
  const call = events.find(
    ({ kind, ...event }) => kind === "call.decided" && JSON.stringify(event).includes(name),
  );
  const finished = events.find((event) => event.kind === "run.finished" && event["run"] === call?.["run"]);
  return finished?.["status"] === "cancelled";
}

/** And proof that nothing was done after the call that was stopped. */
async function assertStopped(name: string): Promise<void> {
  await until(() => arrived("slow was cancelled", name));
  await until(() => isCancelledOnTrail(name), 100);
  assert.equal(arrived("echo", `after ${name}`), false);
}

test("closing the request stops the run and its upstream call", LONG, async () => {
  const caller = new AbortController();
  const answer = post("/v1/runs", { code: codeOf("closed") }, { signal: caller.signal });
  await until(() => arrived("slow", "closed"));
  caller.abort();
  await assert.rejects(answer);
  await assertStopped("closed");
});

test("closing the event stream stops the run; its log line came while it was under way", LONG, async () => {
  const caller = new AbortController();
  const headers = { accept: "text/event-stream" };
  const answer = await post("/v1/runs", { code: codeOf("streamed") }, { headers, signal: caller.signal });
  const reader = answer.body?.getReader();
  let text = "";
  while (!text.includes("event: log"))
    text += new TextDecoder().decode((await reader?.read())?.value ?? new Uint8Array());
  assert.match(text, /data: \{"level":"log","message":"on"\}/);
  assert.doesNotMatch(text, /event: result/);
  await until(() => arrived("slow", "streamed"));
  caller.abort();
  await assertStopped("streamed");
});

test("POST cancel answers with what ran, and the waiting caller gets the same reply", LONG, async () => {
  const headers = { accept: "text/event-stream" };
  const answer = await post("/v1/runs", { code: codeOf("posted") }, { headers });
  await until(() => arrived("slow", "posted"));
  const id = answer.headers.get("Sallyport-Run") ?? "";
  const stopped = (await (await post(`/v1/runs/${id}/cancel`, {})).json()) as Run;
  assert.equal(stopped.status, "cancelled");
  assert.deepEqual(
    stopped.toolCalls.map(({ tool, status }) => [tool, status]),
    [["notes.slow", "unknown"]],
  );
  assert.match(await answer.text(), /event: result\ndata: \{[^\n]*"status":"cancelled"/);
  await assertStopped("posted");
});

test("a run that computes is stopped by POST cancel too", LONG, async () => {
  const headers = { accept: "text/event-stream" };
  const answer = await post(
    "/v1/runs",
    { code: "const end = Date.now() + 4000; while (Date.now() < end) {} return 'too late'" },
    { headers },
  );
  const id = answer.headers.get("Sallyport-Run") ?? "";
  const stopped = (await (await post(`/v1/runs/${id}/cancel`, {})).json()) as Run;
  assert.deepEqual([stopped.status, stopped.toolCalls, stopped.result], ["cancelled", [], null]);
});

for (const mode of ["auto", "legacy"] as const) {
  test(`a cancelled MCP request stops the run (${mode})`, LONG, async () => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${gateway.key("agent")}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.url), { requestInit }));
    const caller = new AbortController();
    const called = client.callTool(
      { name: "run_code", arguments: { code: codeOf(mode) } },
      { signal: caller.signal },
    );
    await until(() => arrived("slow", mode));
    caller.abort();
    await assert.rejects(called);
    await assertStopped(mode);
    await client.close();
  });
}
