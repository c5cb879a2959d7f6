// The trail over HTTP: what each route answers, to whom, and that asking is on the trail.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createMetrics } from "../../../src/metrics/metrics.ts";
import { createHttpApp } from "../../../src/surfaces/http/app.ts";
import { openTestGateway, type TestGateway } from "../../gateway/gateway-fixture.ts";

describe("the audit routes", () => {
  let gateway: TestGateway;
  let auditor = "";
  let run = "";
  before(async () => {
    gateway = await openTestGateway();
    const made = await gateway.fetch("/v1/keys", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "watcher", role: "auditor" }),
    });
    auditor = ((await made.json()) as { key: string }).key;
    const code = 'const { email } = await notes.person();\nawait notes.write({ to: email, body: "hello" });';
    ({ id: run } = await gateway.run(code, { session: "audited" }));
  });
  after(() => gateway.close());

  async function ask(path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await gateway.fetch(path, {
      key: auditor,
      ...(body
        ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }
        : {}),
    });
    assert.ok(response.ok, `${path} answered ${response.status}: ${await response.clone().text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  test("events are found by kind pattern, class and text in code", async () => {
    const kinds = async (query: string) =>
      ((await ask(`/v1/audit/events?order=asc&run=${run}&${query}`))["events"] as { kind: string }[]).map(
        ({ kind }) => kind,
      );
    assert.deepEqual(await kinds("kind=call.*&tool=notes.write"), ["call.decided", "call.completed"]);
    assert.deepEqual(await kinds("class=EMAIL&tool=notes.write"), ["call.decided", "token.restored"]);
    assert.deepEqual(await kinds("code=notes.WRITE"), ["run.submitted"]);
    assert.deepEqual(await kinds("code=nothing-like-it"), []);
  });

  test("a run is told with its code, its calls and the way of its tokens", async () => {
    const story = await ask(`/v1/audit/runs/${run}`);
    assert.match(String(story["code"]), /notes\.person/);
    assert.equal(story["status"], "succeeded");
    const tokens = story["tokens"] as {
      token: string;
      sources: { tool: string }[];
      restored: { tool: string }[];
    }[];
    const mail = tokens.find(({ restored }) => restored.length > 0);
    assert.deepEqual([mail?.sources[0]?.tool, mail?.restored[0]?.tool], ["notes.person", "notes.write"]);
  });

  test("flows, statistics and SQL agree about it", async () => {
    const { flows } = (await ask("/v1/audit/flows?class=EMAIL")) as { flows: Record<string, unknown>[] };
    const { from, to, decision, flow } = flows[0] ?? {};
    assert.deepEqual([from, to, decision, flow], ["notes.person", "notes.write#/to", "allow", "flow.write"]);
    const stats = await ask("/v1/stats?price=2.5");
    assert.deepEqual((stats["pii"] as { restored: object }).restored, { EMAIL: 1 });
    const answer = await ask("/v1/audit/sql", { sql: "select run, status from runs", limit: 5 });
    assert.deepEqual(answer["rows"], [[run, "succeeded"]]);
  });

  test("events come sorted, in columns, and as CSV that a spreadsheet reads", async () => {
    const query = `run=${run}&kind=call.completed&sort=duration&columns=seq,tool,duration`;
    const { events } = (await ask(`/v1/audit/events?${query}`)) as { events: Record<string, unknown>[] };
    assert.deepEqual(
      events.map((event) => Object.keys(event)),
      [
        ["seq", "tool", "duration"],
        ["seq", "tool", "duration"],
      ],
    );
    const [slow, fast] = events.map(({ duration }) => Number(duration));
    assert.ok((slow ?? 0) >= (fast ?? 0));
    for (const [more, headers] of [
      ["&format=csv", {}],
      ["", { accept: "text/csv" }],
    ] as const) {
      const response = await gateway.fetch(`/v1/audit/events?${query}&limit=1${more}`, {
        key: auditor,
        headers,
      });
      assert.match(response.headers.get("content-type") ?? "", /^text\/csv/);
      assert.match(await response.text(), /^seq,tool,duration\r\n\d+,notes\.\w+,\d+\r\n$/);
      assert.equal(response.headers.get("sallyport-next"), String(events[0]?.["seq"]));
    }
  });

  test("an export streams every event, and the public key comes with the trail", async () => {
    const response = await gateway.fetch("/v1/audit/export?format=csv&kind=run.*", { key: auditor });
    assert.match(response.headers.get("content-type") ?? "", /^text\/csv/);
    assert.equal((await response.text()).trim().split("\r\n").length, 5);
    const { keys } = (await ask("/v1/audit/keys")) as { keys: { keyId: string; pem: string }[] };
    assert.match(keys[0]?.pem ?? "", /^-----BEGIN PUBLIC KEY-----/);
    assert.equal((await ask("/v1/audit/verify"))["ok"], true);
  });

  test("a stream sends new events with their number, and goes on after the last one that was seen", async () => {
    const leaving = new AbortController();
    const response = await gateway.fetch("/v1/audit/events?kind=run.submitted", {
      key: auditor,
      signal: leaving.signal,
      headers: { accept: "text/event-stream", "last-event-id": "0" },
    });
    assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
    const reader = response.body?.getReader();
    let text = "";
    const readUntil = async (count: number) => {
      while ((text.match(/^id: \d+$/gm) ?? []).length < count) {
        text += new TextDecoder().decode((await reader?.read())?.value);
      }
    };
    await readUntil(1);
    const second = await gateway.run("return 2");
    await readUntil(2);
    leaving.abort();
    await reader?.cancel().catch(() => {});
    assert.match(text, /event: run\.submitted\n/);
    assert.ok(text.includes(run) && text.includes(second.id));
  });

  test("each question is on the trail, under the name of whoever asked", async () => {
    const reads = await gateway.events({ kind: "audit.read", principal: "watcher" });
    const asked = new Set(reads.map(({ body }) => body["what"]));
    assert.deepEqual([...asked].sort(), [
      "events",
      "export",
      "flows",
      "follow",
      "run",
      "sql",
      "stats",
      "verify",
    ]);
  });

  const REFUSED: [path: string, status: number, init?: RequestInit][] = [
    ["/v1/audit/runs/run_none", 404],
    ["/v1/audit/events?knd=x", 400],
    ["/v1/audit/events?limit=0", 400],
    ["/v1/audit/events?sort=length", 400],
    ["/v1/audit/events?columns=seq,nothing", 400],
    ["/v1/audit/events?columns=seq,seq", 400],
    ["/v1/audit/events?sort=tool&cursor=999999", 400],
    ["/v1/audit/events?sort=tool", 400, { headers: { accept: "text/event-stream" } }],
    ["/v1/audit/events?since=yesterday", 400],
    ["/v1/audit/export?format=xml", 400],
    ["/v1/stats?price=free", 400],
    ["/v1/audit/sql", 405],
    ["/v1/audit/sql", 400, { method: "POST", body: JSON.stringify({ sql: "drop table events" }) }],
    ["/v1/audit/sql", 400, { method: "POST", body: JSON.stringify({ sql: "select 1", limit: 1e9 }) }],
    ["/v1/audit/prune", 403, { method: "POST", body: JSON.stringify({ before: "2026-01-01T00:00:00Z" }) }],
  ];

  test("wrong questions and wrong roles are refused", async () => {
    for (const [path, status, init = {}] of REFUSED) {
      const headers = { "content-type": "application/json" };
      const response = await gateway.fetch(path, { key: auditor, headers, ...init });
      assert.equal(response.status, status, `${init.method ?? "GET"} ${path}: ${await response.text()}`);
    }
    for (const path of [
      "/v1/audit/events",
      `/v1/audit/runs/${run}`,
      "/v1/audit/flows",
      "/v1/stats",
      "/metrics",
    ]) {
      assert.equal((await gateway.fetch(path)).status, 403, `an agent at ${path}`);
    }
  });

  test("an admin may prune, and a young trail has nothing to prune", async () => {
    const response = await gateway.fetch("/v1/audit/prune", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ before: "2020-01-01T00:00:00Z" }),
    });
    assert.deepEqual(await response.json(), { segments: 0, events: 0, throughSeq: 0 });
  });

  test("the page for Prometheus is for auditors and admins", async () => {
    const metrics = createMetrics();
    const app = createHttpApp({
      gateway: { ...gateway.gateway, metrics: metrics.page },
      servedHosts: [],
      bodyKb: 64,
      log: () => {},
    });
    const send = (key: string) =>
      app.fetch(
        new Request("http://localhost/metrics", {
          headers: { host: "localhost", authorization: `Bearer ${key}` },
        }),
      );
    const page = await send(auditor);
    assert.match(page.headers.get("content-type") ?? "", /^text\/plain/);
    assert.match(await page.text(), /^# TYPE sallyport_runs_total counter$/m);
    assert.equal((await send(gateway.key("agent"))).status, 403);
    await app.close();
  });
});
