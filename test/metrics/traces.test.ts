import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { openTraces } from "../../src/metrics/metrics.ts";
import type { AppendedEvent } from "../../src/record/record.ts";
import { openTestGateway } from "../gateway/gateway-fixture.ts";

type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
};

/** A collector that keeps what it gets; `answer` decides how it behaves. */
async function openCollector(t: TestContext, answer = (): number | null => 200) {
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const status = answer();
      if (status === null) return;
      bodies.push(body);
      response.writeHead(status).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  const spans = () =>
    bodies.flatMap((body) => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });
  return { endpoint, spans, bodies };
}

/** An address where nobody listens. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/v1/traces`;
}

const attributeOf = (span: SentSpan | undefined, key: string) => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};

test("a run is one trace with the trail's ids, and nothing personal is in it", async (t) => {
  const collector = await openCollector(t);
  const gateway = await openTestGateway({ flags: { traceEndpoint: collector.endpoint } });
  const code = `const one = await notes.person(); // ann.lee@fernhill.example
    await notes.write({ to: one.email, body: "hello" });
    await callTool("notes.ann_lee", {});`;
  const run = await gateway.run(code, { session: "private-name" });
  assert.equal(run.status, "failed", "the last tool does not exist");
  const calls = (await gateway.events({ kind: "call.decided", run: run.id })).map(({ call }) => String(call));
  await gateway.close();

  const spans = collector.spans();
  const whole = spans.find(({ name }) => name === "run");
  assert.equal(whole?.traceId, run.id.replace("run_", "").padStart(32, "0"));
  assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], [whole?.traceId]);
  assert.deepEqual(
    [attributeOf(whole, "sallyport.run"), attributeOf(whole, "sallyport.status")],
    [run.id, "failed"],
  );
  assert.deepEqual(
    spans.filter((span) => span.parentSpanId === undefined).map(({ name }) => name),
    ["run"],
  );
  const called = spans.filter(({ kind }) => kind === 3);
  assert.deepEqual(
    called.map((span) => [span.name, span.status.code, span.spanId, span.parentSpanId]),
    [
      ["call notes.person", 1, calls[0]?.replace("call_", ""), whole?.spanId],
      ["call notes.write", 1, calls[1]?.replace("call_", ""), whole?.spanId],
      ["call (refused)", 2, calls[2]?.replace("call_", ""), whole?.spanId],
    ],
  );
  assert.ok(spans.every(({ startTimeUnixNano: from, endTimeUnixNano: to }) => BigInt(from) <= BigInt(to)));
  assert.deepEqual(
    spans.filter(({ kind }) => kind === 1).map(({ name }) => name),
    ["analyze", "decide", "prepare", "record", "execute", "protect"],
  );
  assert.doesNotMatch(collector.bodies.join(), /ann|fernhill|private-name|EMAIL_/);
});

test("a caller's trace goes on: its span is the parent of the run's", async (t) => {
  const collector = await openCollector(t);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const parentSpanId = "b7ad6b7169203331";
  const gateway = await openTestGateway({ flags: { traceEndpoint: collector.endpoint } });
  const reply = await gateway.fetch("/v1/tools/notes.person/call", {
    method: "POST",
    headers: { "content-type": "application/json", traceparent: `00-${traceId}-${parentSpanId}-01` },
    body: "{}",
  });
  const request = reply.headers.get("x-request-id");
  await gateway.close();
  const spans = collector.spans();
  const whole = spans.find(({ name }) => name === "run");
  const called = spans.find(({ kind }) => kind === 3);
  assert.deepEqual([whole?.traceId, whole?.parentSpanId], [traceId, parentSpanId]);
  assert.deepEqual([called?.traceId, called?.parentSpanId], [traceId, whole?.spanId]);
  assert.equal(attributeOf(whole, "sallyport.request"), request);
});

function finishedRun(number: number): AppendedEvent[] {
  const at = "2026-03-01T12:00:00.000Z";
  const run = `run_${String(number).padStart(20, "0")}`;
  return [
    { kind: "run.submitted", run, seq: 1, at, body: {} },
    { kind: "run.finished", run, status: "succeeded", seq: 2, at, body: {} },
  ];
}

const FAULTS: { title: string; answer: (() => number | null) | null; problem: RegExp }[] = [
  { title: "never answers", answer: () => null, problem: /TimeoutError/ },
  { title: "answers with an error", answer: () => 503, problem: /it answered 503/ },
  { title: "is not there", answer: null, problem: /ECONNREFUSED/ },
];

for (const { title, answer, problem } of FAULTS) {
  test(`a collector that ${title} holds nobody up, and what it does not take is bounded and counted`, async (t) => {
    const endpoint = answer ? (await openCollector(t, answer)).endpoint : await freeAddress();
    const said: string[] = [];
    const traces = openTraces({
      endpoint,
      log: (message) => said.push(message),
      flushMs: 5,
      timeoutMs: title === "never answers" ? 50 : 5000,
      mostWaiting: 100,
      closeMs: 200,
    });
    for (let number = 1; number <= 1000; number += 1) traces.add(finishedRun(number));
    for (let tries = 0; said.length === 0 && tries < 500; tries += 1)
      await new Promise((go) => setTimeout(go, 10));
    const started = performance.now();
    await traces.close();
    assert.ok(performance.now() - started < 5000);
    assert.equal(said.length, 1, "told once");
    assert.match(said[0] ?? "", problem);
    assert.ok(traces.dropped() >= 900, `${traces.dropped()} spans dropped`);
  });
}

test("a collector that comes back gets what comes then", async (t) => {
  let status = 500;
  const { endpoint, spans } = await openCollector(t, () => status);
  const said: string[] = [];
  const traces = openTraces({ endpoint, log: (message) => said.push(message), flushMs: 5 });
  const until = async (lines: number) => {
    for (let tries = 0; said.length < lines && tries < 500; tries += 1)
      await new Promise((go) => setTimeout(go, 10));
  };
  traces.add(finishedRun(1));
  await until(1);
  status = 200;
  traces.add(finishedRun(2));
  await until(2);
  await traces.close();
  assert.match(said[1] ?? "", /takes spans again/);
  assert.ok(
    spans().some(({ attributes }) =>
      attributes.some(({ value }) => value.stringValue === "run_00000000000000000002"),
    ),
  );
});
