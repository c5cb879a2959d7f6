// A client that comes back with answers to a server's questions makes a call of its own: whoever approves it sees the
// answers, and the approval is for them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import type { Approval } from "../../src/approvals/approvals.ts";
import type { Principal } from "../../src/vocabulary.ts";
import { openPassGateway, type PassGateway } from "./pass-fixture.ts";

const POLICY = `
policy: 1
id: held
applies_to: { agents: ["*"] }
pii: { classes: { IBAN: block } }
servers: { chatty: { trust: internal, requests: { elicitation: allow } } }
tools:
  - { id: ask, match: [chatty.ask], effect: approve }
  - { id: answers, match: [chatty.elicitation/create], effect: allow }
flows:
  - { id: answer, class: [EMAIL], from: ["chatty.*"], to: ["chatty.elicitation/create#/content/to"], effect: allow }
`;
const APPROVER: Principal = { name: "lea", role: "approver", groups: [] };
const CAN_ANSWER = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };

type Asked = { resultType?: string; requestState?: string; content?: { text: string }[]; isError?: boolean };

let pass: PassGateway;
let client: Client;
before(async () => {
  pass = await openPassGateway(POLICY, "--modern-only");
  client = await pass.connect("modern", { session: "held" });
});
after(() => pass.close());

async function ask(more: object = {}): Promise<Asked> {
  const params = { name: "ask", arguments: {}, _meta: CAN_ANSWER, ...more };
  return (await client.request({ method: "tools/call", params }, { allowInputRequired: true })) as Asked;
}

async function pending(): Promise<Approval> {
  for (let tries = 0; tries < 200; tries++) {
    const [first] = await pass.gateway.gateway.approvals.list(APPROVER, "pending");
    if (first) return first;
    await delay(20);
  }
  throw new Error("nothing is pending");
}

async function decided(call: Promise<Asked>, decision: "approve" | "deny") {
  const approval = await pending();
  await pass.gateway.gateway.approvals.decide(APPROVER, approval.id, { decision });
  return { approval, answer: await call };
}

test("each round is approved for itself, with the answers that it brings", async () => {
  const first = await decided(ask(), "approve");
  assert.equal(first.answer.resultType, "input_required");
  assert.equal(first.approval.answers, undefined);
  const { requestState = "" } = first.answer;
  const inputResponses = { who: { action: "accept", content: { to: "EMAIL_001", note: "call 4155550123" } } };
  const denied = await decided(ask({ inputResponses, requestState }), "deny");
  assert.equal(denied.answer.isError, true);
  assert.deepEqual(pass.received("answer"), []);
  assert.match(JSON.stringify(denied.approval.answers), /"to":"EMAIL_001","note":"call PHONE_\d+"/);
  const other = { who: { action: "accept", content: { to: "EMAIL_001" } } };
  const done = await decided(ask({ inputResponses: other, requestState }), "approve");
  assert.equal(done.answer.content?.[0]?.text, "thanks", JSON.stringify(done.answer));
  assert.deepEqual(done.approval.answers, other);
  assert.deepEqual(done.approval.shown, {});
  assert.equal(new Set([first, denied, done].map(({ approval }) => approval.digest)).size, 3);
  const got = pass.received("answer").at(-1) as { answer: { content: object } };
  assert.deepEqual(got.answer.content, { to: "ann.lee@fernhill.example" });
});

test("what was brought stands in the decision on the trail, without anybody's data", async () => {
  const decisions = await pass.gateway.events({ kind: "call.decided", tool: "chatty.ask" });
  const brought = decisions.map(({ body }) => body["brought"]);
  assert.equal(brought.filter((it) => it !== undefined).length, 3);
  assert.match(JSON.stringify(brought.at(-1)), /"answers":\{"who":.*"EMAIL_001".*"state":"[0-9a-f]{64}"/);
  assert.doesNotMatch(JSON.stringify(decisions), /ann\.lee|4155550123/);
});

test("answers that hold what policy blocks never wait for anybody", async () => {
  const inputResponses = { who: { action: "accept", content: { to: "DE89 3704 0044 0532 0130 00" } } };
  const refused = await ask({ inputResponses });
  assert.match(refused.content?.[0]?.text ?? "", /PII_BLOCKED|IBAN/);
  assert.deepEqual(await pass.gateway.gateway.approvals.list(APPROVER, "pending"), []);
});

test("an answer counts as what was asked, not as what it looks like", async (t) => {
  const policy = `
policy: 1
id: shapes
applies_to: { agents: ["*"] }
servers: { chatty: { trust: internal, requests: { elicitation: allow, roots: allow, sampling: allow } } }
tools:
  - { id: ask, match: [chatty.ask, chatty.roots/list, chatty.sampling/createMessage], effect: allow }
flows:
  - { id: loose, class: [EMAIL], from: ["chatty.*", context], to: ["chatty.roots/list#/content/to", "chatty.sampling/createMessage#/content/to"], effect: allow }
`;
  const loose = await openPassGateway(policy, "--modern-only");
  t.after(() => loose.close());
  const asking = await loose.connect("modern", { session: "shapes" });
  for (const shape of [{ roots: [] }, { role: "assistant", model: "m" }]) {
    const params = { name: "ask", arguments: {}, _meta: CAN_ANSWER };
    const options = { allowInputRequired: true };
    const { requestState = "" } = (await asking.request({ method: "tools/call", params }, options)) as Asked;
    const inputResponses = { who: { ...shape, action: "accept", content: { to: "EMAIL_001" } } };
    const again = { ...params, inputResponses, requestState };
    const answer = (await asking.request({ method: "tools/call", params: again }, options)) as Asked;
    assert.match(answer.content?.[0]?.text ?? "", /TOOL_DENIED/, JSON.stringify(answer));
  }
  assert.deepEqual(loose.received("answer"), []);
});
