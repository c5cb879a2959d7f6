// One tool call without a program: through the same gate, with the same tokens, limits and trail as a run.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { DirectReply } from "../../src/direct-call.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const POLICY = `
policy: 1
id: notes
applies_to: { agents: ["*"] }
sandbox: { output_kb: 1 }
tools:
  - { id: read, match: [notes.person, notes.planted, notes.slow, notes.crash, notes.fail], effect: allow }
  - { id: echo, match: [notes.echo], effect: allow, rate: { max: 8, per: 1h } }
  - { id: write, match: [notes.write], args: { to: { class: EMAIL }, body: { max_len: 20 } }, effect: allow }
  - { id: other, match: [notes.other_person], effect: approve, approval: { by: ["role:admin"], expires: 1m } }
  - { id: careful, match: [notes.write], when: { run_labels_any: [tainted] }, effect: deny }
flows:
  - { id: flow.write, class: [EMAIL], from: [notes.person], to: ["notes.write#/to"], effect: allow }
results:
  - { id: taint, match: [notes.planted], label: [tainted] }
`;

type Answer = {
  http: number;
  body: DirectReply & { error?: { code: string; hint?: string; executed?: string } };
};

describe("a direct call over HTTP", () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway({ policies: { "notes.yaml": POLICY } });
  });
  after(() => gateway.close());

  async function call(tool: string, body: object = {}, init: RequestInit = {}): Promise<Answer> {
    const response = await gateway.fetch(`/v1/tools/${tool}/call`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...init,
    });
    return { http: response.status, body: (await response.json()) as Answer["body"] };
  }

  test("has every field of its public shape, and tokens only", async () => {
    const { http, body } = await call("notes.person", { session: "shape" });
    assert.equal(http, 200);
    assert.match(body.id, /^run_[0-9a-f]{20}$/);
    const { id, stats, ...rest } = body;
    assert.deepEqual(rest, {
      session: "shape",
      tool: "notes.person",
      status: "succeeded",
      result: { id: 7, name: "PERSON_001", email: "EMAIL_001" },
    });
    assert.deepEqual(stats.pii, { PERSON: 1, EMAIL: 1 });
    assert.ok(stats.resultTokens > 5 && stats.durationMs >= 0);
  });

  test("is on the trail like a run, with the gate's events inside", async () => {
    const { body } = await call("notes.person", { session: "trail" });
    const events = await gateway.events({ run: body.id });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["run.submitted", "run.started", "call.decided", "token.created", "call.completed", "run.finished"],
    );
    const { surface, direct } = events[0]?.body ?? {};
    assert.deepEqual({ surface, direct }, { surface: "http", direct: true });
    const told = await gateway.fetch(`/v1/audit/runs/${body.id}`, { key: gateway.key("admin") });
    const story = (await told.json()) as { status: string; surface: string; calls: { tool: string }[] };
    assert.deepEqual(
      [story.status, story.surface, story.calls[0]?.tool],
      ["succeeded", "http", "notes.person"],
    );
  });

  test("shares its session's tokens with runs, and restores them only where a flow says so", async () => {
    await gateway.run("return notes.person()", { session: "flow" });
    const sent = await call("notes.write", { args: { to: "EMAIL_001", body: "hi" }, session: "flow" });
    assert.equal(sent.http, 200);
    assert.deepEqual(gateway.received().at(-1), {
      tool: "write",
      args: { to: "ann.lee@fernhill.example", body: "hi" },
    });
    const refused = await call("notes.echo", { arguments: { value: "EMAIL_001" }, session: "flow" });
    assert.deepEqual([refused.http, refused.body.error?.code], [403, "FLOW_DENIED"]);
    const strange = await call("notes.echo", { arguments: { value: "EMAIL_001" }, session: "other" });
    assert.deepEqual([strange.http, strange.body.error?.code], [403, "TOKEN_UNKNOWN"]);
    const typed = await call("notes.write", { args: { to: "eve@evil.example" }, session: "flow" });
    assert.deepEqual([typed.http, typed.body.error?.code], [403, "FLOW_DENIED"]);
  });

  const REFUSED: [title: string, tool: string, body: object, http: number, code: string][] = [
    ["a tool that policy hides", "notes.erase", {}, 404, "TOOL_UNKNOWN"],
    ["a tool that nobody has", "notes.eraze", {}, 404, "TOOL_UNKNOWN"],
    ["a server that nobody has", "other.thing", {}, 404, "TOOL_UNKNOWN"],
    ["a name with slashes", "no/such/tool", {}, 404, "TOOL_UNKNOWN"],
    ["an argument that the rule does not list", "notes.write", { args: { bcc: "x" } }, 403, "TOOL_DENIED"],
    ["a tool that fails", "notes.fail", {}, 502, "TOOL_FAILED"],
    ["a tool that is slower than the caller waits", "notes.slow", { timeoutMs: 100 }, 504, "TOOL_TIMEOUT"],
    ["arguments that are no object", "notes.echo", { args: [1] }, 400, "BAD_ARGUMENTS"],
    ["two names for one argument", "notes.echo", { args: { a: 1, A: 2 } }, 400, "BAD_ARGUMENTS"],
    ["arguments named twice", "notes.echo", { args: {}, arguments: {} }, 400, "BAD_REQUEST"],
    ["an unknown field", "notes.echo", { argument: {} }, 400, "BAD_REQUEST"],
    ["an option of the gateway", "notes.echo", { principal: "admin" }, 400, "BAD_REQUEST"],
    ["a session's name that is none", "notes.echo", { session: "a b" }, 400, "BAD_SESSION"],
    ["a longer time than there is", "notes.echo", { timeoutMs: 3_600_001 }, 400, "BAD_REQUEST"],
  ];
  for (const [title, tool, body, http, code] of REFUSED) {
    test(`${title} is answered by ${http} ${code}`, async () => {
      const answer = await call(tool, body);
      assert.deepEqual([answer.http, answer.body.error?.code], [http, code], JSON.stringify(answer.body));
    });
  }

  test("says the same about hidden and unknown tools, and suggests only what may be called", async () => {
    const [hidden, made] = [await call("notes.erase"), await call("notes.eraze")];
    assert.deepEqual(Object.keys(hidden.body.error ?? {}), Object.keys(made.body.error ?? {}));
    const near = await call("notes.persn");
    assert.match(near.body.error?.hint ?? "", /notes\.person/);
  });

  test("says of every failure whether the tool ran", async () => {
    const executed = async (tool: string, body = {}) => (await call(tool, body)).body.error?.executed;
    assert.equal(await executed("notes.fail"), "yes");
    assert.equal(await executed("notes.erase"), "no");
    assert.equal(await executed("notes.slow", { timeoutMs: 50 }), "unknown");
  });

  test("keeps a result over the limit in the session's workspace", async () => {
    const long = Array.from({ length: 300 }, (_, index) => ({ index }));
    const { body } = await call("notes.echo", { args: { long }, session: "large" });
    assert.equal(body.status, "succeeded");
    const { stored, bytes, shape } = ("result" in body ? body.result : {}) as Record<string, unknown>;
    assert.equal(stored, `results/${body.id}`);
    assert.ok(Number(bytes) > 1024 && String(shape).includes("index"));
    const read = await gateway.run(`return (await workspace.get("${stored}")).long.length`, {
      session: "large",
    });
    assert.equal(read.result, 300);
  });

  test("labels of what it read hold for what the session does next, by code or directly", async () => {
    const write = { args: { body: "hi" }, session: "taint" };
    assert.equal((await call("notes.write", write)).http, 200);
    await call("notes.planted", { session: "taint" });
    const refused = await call("notes.write", write);
    assert.deepEqual([refused.http, refused.body.error?.code], [403, "TOOL_DENIED"]);
    const run = await gateway.run("return notes.write({ body: 'hi' })", { session: "taint" });
    assert.equal(run.error?.code, "TOOL_DENIED");
  });

  test("ends when its request is closed", async () => {
    const leaving = new AbortController();
    const pending = call("notes.slow", { session: "leaving" }, { signal: leaving.signal }).catch(() => {});
    while ((await gateway.events({ session: "leaving", kind: "call.decided" })).length === 0) await delay(20);
    leaving.abort();
    await pending;
    let finished = await gateway.events({ session: "leaving", kind: "run.finished" });
    for (let tries = 0; finished.length === 0 && tries < 200; tries++) {
      await delay(20);
      finished = await gateway.events({ session: "leaving", kind: "run.finished" });
    }
    assert.equal(finished[0]?.["status"], "cancelled");
    const [completed] = await gateway.events({ session: "leaving", kind: "call.completed" });
    assert.equal(completed?.body["executed"], "unknown");
  });

  test("waits for a person where policy wants one", async () => {
    const admin = { key: gateway.key("admin"), headers: { "content-type": "application/json" } };
    const decide = async (session: string, decision: string): Promise<Answer> => {
      const answer = call("notes.other_person", { session });
      let [requested] = await gateway.events({ session, kind: "approval.requested" });
      while (!requested) {
        await delay(20);
        [requested] = await gateway.events({ session, kind: "approval.requested" });
      }
      const body = JSON.stringify({ decision });
      await gateway.fetch(`/v1/approvals/${requested.body["approval"]}`, { ...admin, method: "POST", body });
      return answer;
    };
    const granted = await decide("granted", "approve");
    assert.deepEqual([granted.http, granted.body.status], [200, "succeeded"]);
    const refused = await decide("refused", "deny");
    assert.deepEqual([refused.http, refused.body.error?.code], [403, "APPROVAL_DENIED"]);
  });

  test("uses up the same rates as programs", async () => {
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 9; n++) codes.push((await call("notes.echo")).body.error?.code);
    assert.ok(codes.includes("CALL_RATE_LIMITED"));
    const run = await gateway.run("return notes.echo({})");
    assert.equal(run.error?.code, "CALL_RATE_LIMITED");
  });

  test("ends with the key that asked for it", async () => {
    const admin = { key: gateway.key("admin"), headers: { "content-type": "application/json" } };
    const made = await gateway.fetch("/v1/keys", { ...admin, method: "POST", body: '{"name":"short"}' });
    const { key } = (await made.json()) as { key: string };
    const pending = gateway.fetch("/v1/tools/notes.slow/call", {
      method: "POST",
      key,
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    while ((await gateway.events({ principal: "short", kind: "call.decided" })).length === 0) await delay(20);
    await gateway.fetch("/v1/keys/short", { ...admin, method: "DELETE" });
    const answer = await pending;
    const { error } = (await answer.json()) as { error: { code: string } };
    assert.deepEqual([answer.status, error.code], [499, "CANCELLED"]);
  });

  test("only roles that may run code may call, and only by POST", async () => {
    const wrong = await gateway.fetch("/v1/tools/notes.person/call");
    assert.deepEqual(
      [wrong.status, ((await wrong.json()) as Answer["body"]).error?.code],
      [405, "METHOD_NOT_ALLOWED"],
    );
    const admin = { key: gateway.key("admin"), headers: { "content-type": "application/json" } };
    const made = await gateway.fetch("/v1/keys", {
      ...admin,
      method: "POST",
      body: '{"name":"looker","role":"auditor"}',
    });
    const { key } = (await made.json()) as { key: string };
    const refused = await gateway.fetch("/v1/tools/notes.person/call", {
      ...admin,
      key,
      method: "POST",
      body: "{}",
    });
    assert.equal(refused.status, 403);
  });
});
