// What each route answers when all is well.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTestGateway, type TestGateway } from "../../gateway/gateway-fixture.ts";

describe("the HTTP surface", () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());

  async function ask(path: string, body?: object, key?: string): Promise<Record<string, unknown>> {
    const response = await gateway.fetch(path, {
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
      headers: { "content-type": "application/json" },
      ...(key ? { key } : {}),
    });
    assert.ok(response.ok, `${path} answered ${response.status}: ${await response.clone().text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  test("a run has every field of its public shape", async () => {
    const run = await ask("/v1/runs", { code: "return 1 + 1" });
    assert.deepEqual(Object.keys(run).sort(), [
      "id",
      "logs",
      "result",
      "risk",
      "session",
      "stats",
      "status",
      "toolCalls",
      "violations",
    ]);
    assert.match(String(run["id"]), /^run_[0-9a-f]{20}$/);
    assert.match(String(run["session"]), /^ses_[0-9a-f]{20}$/);
    assert.deepEqual([run["status"], run["result"]], ["succeeded", 2]);
    assert.deepEqual(run["risk"], { level: "low", score: 0 });
  });

  test("a caller may lower the wall clock and never raise it", async () => {
    const lowered = await gateway.run("await sleep(5000)", { timeoutMs: 150 });
    assert.deepEqual([lowered.status, lowered.error?.code], ["failed", "TIMEOUT"]);
    assert.match(lowered.error?.message ?? "", /150 ms/);
    const raised = await gateway.run("return 1", { timeoutMs: 3_600_000 });
    const [started] = await gateway.events({ run: raised.id, kind: "run.started" });
    assert.equal((started?.body["limits"] as { wallMs: number }).wallMs, 30_000);
  });

  test("refused code is blocked with rule, line and column, and leaves no call", async () => {
    const run = await gateway.run(`await notes.person();\nconst f = eval;`);
    assert.deepEqual([run.status, run.error?.code], ["blocked", "CODE_FORBIDDEN"]);
    assert.deepEqual([run.violations[0]?.rule, run.violations[0]?.line], ["no-dynamic-code", 2]);
    assert.deepEqual(run.toolCalls, []);
    const kinds = (await gateway.events({ run: run.id })).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["run.submitted", "code.checked", "run.decided"]);
  });

  test("check executes nothing and names tools and imports", async () => {
    const received = gateway.received().length;
    const checked = await ask("/v1/check", {
      code: 'import { person } from "servers/notes";\nreturn [await person(), await notes.planted()]',
    });
    assert.equal(checked["verdict"], "allow");
    assert.deepEqual(checked["tools"], ["notes.person", "notes.planted"]);
    assert.deepEqual(checked["imports"], ["servers/notes"]);
    assert.equal(gateway.received().length, received);
    assert.equal((await ask("/v1/check", { code: "eval('1')" }))["verdict"], "block");
  });

  test("tools are found at three levels of detail, and only those that policy grants", async () => {
    const names = await ask("/v1/tools?detail=name_only&limit=100");
    const tools = (names["tools"] as { tool: string }[]).map(({ tool }) => tool).sort();
    assert.equal(names["total"], tools.length);
    assert.ok(tools.includes("notes.person") && !tools.includes("notes.erase"));
    const described = (await ask("/v1/tools?query=person&limit=1"))["tools"] as Record<string, string>[];
    assert.deepEqual(Object.keys(described[0] ?? {}).sort(), ["description", "tool"]);
    const full = (await ask("/v1/tools?query=person&detail=full&limit=1"))["tools"] as Record<
      string,
      string
    >[];
    assert.match(full[0]?.["types"] ?? "", /person\(args\?: /);
  });

  test("tokenize shows what protect would do, stable within a session", async () => {
    const data = { mail: "ann.lee@fernhill.example", again: "ann.lee@fernhill.example", id: 12 };
    const reply = await ask("/v1/pii/tokenize", { data, session: "tok" });
    assert.deepEqual(reply["data"], { mail: "EMAIL_001", again: "EMAIL_001", id: 12 });
    assert.deepEqual(reply["tokens"], [{ token: "EMAIL_001", class: "EMAIL" }]);
    assert.equal(reply["session"], "tok");
    const again = await ask("/v1/pii/tokenize", { data: "ann.lee@fernhill.example", session: "tok" });
    assert.equal(again["data"], "EMAIL_001");
  });

  test("a run can be watched: logs and calls as they happen, then the result", async () => {
    const response = await gateway.fetch("/v1/runs", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ code: `console.log((await notes.person()).email); return 5` }),
    });
    const text = await response.text();
    const events = [...text.matchAll(/event: (\w+)\ndata: (.*)/g)].map(([, event, data]) => [
      event,
      JSON.parse(data ?? ""),
    ]);
    assert.deepEqual(
      events.map(([event]) => event),
      ["call", "log", "result"],
    );
    assert.deepEqual(events[1]?.[1], { level: "log", message: "EMAIL_001" });
    assert.equal(events[2]?.[1].result, 5);
  });

  test("a client that goes away stops its run", async () => {
    const leaving = new AbortController();
    const pending = gateway.fetch("/v1/runs", {
      method: "POST",
      signal: leaving.signal,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: "await notes.slow({ ms: 20000 })", session: "leaving" }),
    });
    while (!(await gateway.events({ session: "leaving" })).some(({ kind }) => kind === "call.decided")) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    leaving.abort();
    await pending.catch(() => {});
    let events = await gateway.events({ session: "leaving", kind: "run.finished" });
    for (let tries = 0; events.length === 0 && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      events = await gateway.events({ session: "leaving", kind: "run.finished" });
    }
    assert.equal(events[0]?.["status"], "cancelled");
  });

  test("a run can be looked at while it runs, cancelled, and looked at afterwards", async () => {
    const response = await gateway.fetch("/v1/runs", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({
        code: "await notes.person(); await notes.slow({ ms: 21000 })",
        session: "cancel",
      }),
    });
    const id = response.headers.get("sallyport-run") ?? "";
    while (!gateway.received().some(({ tool, args }) => tool === "slow" && args["ms"] === 21_000)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const state = await ask(`/v1/runs/${id}`);
    assert.deepEqual([state["status"], state["session"]], ["running", "cancel"]);
    const cancelled = await ask(`/v1/runs/${id}/cancel`, {});
    assert.deepEqual(
      [cancelled["status"], (cancelled["error"] as { code: string }).code],
      ["cancelled", "CANCELLED"],
    );
    assert.deepEqual(
      (cancelled["toolCalls"] as { tool: string; status: string }[]).map(
        ({ tool, status }) => `${tool} ${status}`,
      ),
      ["notes.person succeeded", "notes.slow unknown"],
    );
    assert.match(await response.text(), /event: result\n.*"cancelled"/);
    assert.deepEqual(await ask(`/v1/runs/${id}`), cancelled);
    assert.deepEqual(await ask(`/v1/runs/${id}`, undefined, gateway.key("admin")), cancelled);
  });

  test("another key's run is as unknown as one that never was", async () => {
    const admin = gateway.key("admin");
    const made = await ask("/v1/keys", { name: "stranger", role: "agent" }, admin);
    const { id } = await gateway.run("return 1");
    const answers = await Promise.all(
      [id, "run_00000000000000000000"].map((run) =>
        gateway.fetch(`/v1/runs/${run}`, { key: String(made["key"]) }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404],
    );
    assert.equal(await answers[0]?.text(), await answers[1]?.text());
  });

  const SMALL: [by: string, options: Parameters<typeof openTestGateway>[0]][] = [
    ["the gateway's setting", { flags: { runsPerSession: 1 } }],
    [
      "policy",
      {
        policies: {
          "p.yaml": "policy: 1\nid: p\napplies_to: { agents: ['*'] }\nsandbox: { session_runs: 1 }\n",
        },
      },
    ],
  ];
  for (const [by, options] of SMALL)
    test(`a session may have only so many runs under way, by ${by}`, async () => {
      const small = await openTestGateway({ ...options, servers: {} });
      try {
        const first = small.run("await sleep(300); return 1", { session: "one" });
        await new Promise((resolve) => setTimeout(resolve, 50));
        const second = (await small.run("return 2", { session: "one" })) as unknown as {
          error: { code: string };
        };
        assert.equal(second.error.code, "BUSY");
        assert.equal((await small.run("return 3", { session: "two" })).result, 3);
        assert.equal((await first).result, 1);
        assert.equal((await small.run("return 4", { session: "one" })).result, 4);
      } finally {
        await small.close();
      }
    });

  test("keys are made, listed without their secret, used and revoked", async () => {
    const admin = gateway.key("admin");
    const made = await ask("/v1/keys", { name: "auditor-1", role: "auditor" }, admin);
    const secret = String(made["key"]);
    assert.equal((await gateway.fetch("/v1/audit/verify", { key: secret })).status, 200);
    assert.equal((await gateway.fetch("/v1/tools", { key: secret })).status, 403);
    const listed = JSON.stringify(await ask("/v1/keys", undefined, admin));
    assert.ok(listed.includes("auditor-1") && !listed.includes(secret) && !listed.includes('"hash"'));
    assert.equal((await gateway.fetch("/v1/keys/auditor-1", { method: "DELETE", key: admin })).status, 200);
    assert.equal((await gateway.fetch("/v1/audit/verify", { key: secret })).status, 401);
  });

  test("readiness names the trail, the policies, the workers and the servers", async () => {
    const ready = await ask("/readyz", undefined, gateway.key("admin"));
    assert.equal(ready["ready"], true);
    assert.deepEqual(await ask("/readyz"), { ready: true, trail: "ok" }, "an agent learns no server's name");
    assert.deepEqual(
      (ready["servers"] as { name: string; tools: number }[]).map(({ name }) => name),
      ["notes"],
    );
  });

  test("figures are there for people and for Prometheus, and not for agents", async () => {
    const admin = gateway.key("admin");
    const page = await gateway.fetch("/metrics", { key: admin });
    assert.match(await page.text(), /^sallyport_runs_total\{.*status="succeeded".*\} [1-9]/m);
    assert.equal((await gateway.fetch("/metrics")).status, 403);
    assert.ok(Object.keys(await ask("/v1/stats", undefined, admin)).length > 3);
  });

  test("reading the trail is itself on the trail", async () => {
    await gateway.events({ kind: "run.started" });
    const [last] = (await gateway.events({ kind: "audit.read" })).slice(-1);
    assert.equal(last?.["principal"], "admin");
    assert.equal((last?.body["filter"] as { kind: string }).kind, "run.started");
  });
});
