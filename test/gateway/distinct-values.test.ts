// A program that calls in a loop, or begins again: how many different values a flow gives out in all.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const POLICY = (bounds: string) => `
policy: 1
id: bounds
applies_to: { agents: ["*"] }
tools:
  - { id: echo, match: [notes.echo], effect: allow }
  - { id: write, match: [notes.write], effect: allow }
flows:
  - { id: to-write, class: [EMAIL], from: [notes.echo], to: ["notes.write#/to"], max_distinct: ${bounds}, effect: allow }
`;
// Values of the tool, not of the agent: the notes server answers with what it was sent.
const POLICY_ECHO = POLICY("{ call: 1, run: 2, session: 3 }").replace(
  "flows:",
  `flows:\n  - { id: to-echo, class: [EMAIL], from: [code, context, notes.echo], to: [notes.echo], effect: allow }`,
);
const GET = `const rows = []; for (const name of context) rows.push((await notes.echo({ email: name + "@one.example" })).email);`;
const SEND = `const out = []; for (const to of rows) { try { await notes.write({ to }); out.push("sent"); } catch (error) { out.push(error.code); } } return out;`;

let gateway: TestGateway;
before(async () => {
  gateway = await openTestGateway({ policies: { "bounds.yaml": POLICY_ECHO }, keep: true });
});
after(() => gateway.close());

const send = async (session: string, names: string[], code = GET + SEND) =>
  (await gateway.run(code, { session, context: names })).result;

test("a loop gives out as many different values as the run may, however often each", async () => {
  assert.deepEqual(await send("d1", ["a", "a", "b", "a", "c", "b", "d"]), [
    "sent",
    "sent",
    "sent",
    "sent",
    "FLOW_DENIED",
    "sent",
    "FLOW_DENIED",
  ]);
  const denied = await gateway.events({ kind: "call.decided", decision: "deny" });
  assert.match(
    String(denied[0]?.body["reason"]),
    /3 distinct tokens would have used it in this run, at most 2 may/,
  );
});

test("calls side by side share the bound", async () => {
  const beside = `const done = await Promise.allSettled(rows.map((to) => notes.write({ to }))); return done.map(({ status }) => status);`;
  const result = (await send("d2", ["a", "b", "c", "d", "e"], GET + beside)) as string[];
  assert.equal(result.filter((status) => status === "fulfilled").length, 2);
});

test("the session's bound holds over runs, direct calls and a restart, and another session has its own", async () => {
  assert.deepEqual(await send("d3", ["a", "b"]), ["sent", "sent"]);
  assert.deepEqual(await send("d3", ["c", "d"]), ["sent", "FLOW_DENIED"]);
  const direct = async (token: string) => {
    const response = await gateway.fetch("/v1/tools/notes.write/call", {
      key: gateway.key("agent"),
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session: "d3", arguments: { to: token } }),
    });
    return response.status;
  };
  const tokens = (await send("d3", ["a", "b", "c", "d"], `${GET} return rows;`)) as string[];
  assert.deepEqual(await Promise.all(tokens.map(direct)), [200, 200, 200, 403]);
  const { folder } = gateway;
  await gateway.close();
  gateway = await openTestGateway({ folder });
  assert.deepEqual(await send("d3", ["d", "a"]), ["FLOW_DENIED", "sent"]);
  assert.deepEqual(await send("d4", ["d", "a"]), ["sent", "sent"]);
});

test("what a person forgets of a session gives it a new bound, under other tokens", async () => {
  assert.deepEqual(await send("d5", ["a", "b"]), ["sent", "sent"]);
  assert.deepEqual(await send("d5", ["c"]), ["sent"]);
  const response = await gateway.fetch("/v1/vault/forget", {
    key: gateway.key("admin"),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ session: "agent/d5" }),
  });
  assert.equal(response.status, 200);
  assert.deepEqual(await send("d5", ["d", "e"]), ["sent", "sent"]);
});

test("the trail has what was drawn before, so that the decision can be made again", async () => {
  await send("d6", ["a", "b"]);
  const events = await gateway.events({ kind: "call.decided", session: "d6", tool: "notes.write" });
  const draws = events.map(({ body }) => body["draws"] as { flow: string; before: object }[]);
  assert.deepEqual(
    draws.map(([draw]) => [draw?.flow, draw?.before]),
    [
      ["bounds/to-write", { run: 0, session: 0 }],
      ["bounds/to-write", { run: 1, session: 1 }],
    ],
  );
});
