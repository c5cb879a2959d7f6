// `pii.*` in programs: the fact comes back, the value never does, and the trail says who asked.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NOTES_POLICY, openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const POLICY = `${NOTES_POLICY}
pii: { facts: [domain, country, last4, brand, initials, equals] }
`;
const ROWS = `const rows = await notes.echo({ rows: [
  { full_name: "Ann Lee", email: "ann@one.example", phone: "+49 30 901820", card: "4111 1111 1111 1111" },
  { full_name: "Bo Chan", email: "bo@two.example", phone: null, card: "378282246310005" } ] });
  const { rows: [ann, bo] } = rows;`;

let gateway: TestGateway;
before(async () => {
  const flows = POLICY.replace(
    "flows:",
    `flows:\n  - { id: flow.seed, class: ["*"], from: [code, notes.echo], to: ["notes.echo#/rows"], effect: allow }`,
  );
  gateway = await openTestGateway({ policies: { "notes.yaml": flows } });
});
after(() => gateway.close());

const ANSWERS: [code: string, answer: unknown][] = [
  ["await pii.domain(ann.email)", "one.example"],
  ["await pii.domain([ann.email, null, bo.email])", ["one.example", null, "two.example"]],
  ["await pii.domain([])", []],
  ["await pii.country(ann.phone)", "DE"],
  ["[await pii.last4(ann.card), await pii.brand(bo.card)]", ["1111", "amex"]],
  ["await pii.initials([ann, bo].map((row) => row.full_name))", ["A.L.", "B.C."]],
  ["[await pii.equals(ann.email, ann.email), await pii.equals(ann.email, bo.email)]", [true, false]],
];
for (const [code, answer] of ANSWERS) {
  test(`${code} is ${JSON.stringify(answer)}`, async () => {
    const run = await gateway.run(`${ROWS} return ${code}`);
    assert.deepEqual([run.status, run.result], ["succeeded", answer], JSON.stringify(run.error));
  });
}

const REFUSED: [title: string, code: string, error: string, message: RegExp][] = [
  ["a fact that policy does not name", "pii.ageBand('DATE_OF_BIRTH_001')", "FLOW_DENIED", /ageBand/],
  ["a token that is none of this session", "pii.domain('EMAIL_099')", "TOKEN_UNKNOWN", /whole tokens/],
  ["text around a token", "pii.domain(`x ${ann.email}`)", "TOKEN_UNKNOWN", /whole tokens/],
  ["another class", "pii.domain(ann.card)", "BAD_ARGUMENTS", /EMAIL, not about CREDIT_CARD/],
  ["one wrong item of a list", "pii.domain([ann.email, 'x'])", "TOKEN_UNKNOWN", /^Item 1 of the list/],
  ["too long a list", "pii.domain(Array(1001).fill(ann.email))", "BAD_ARGUMENTS", /at most 1000/],
  ["a number", "pii.domain(7)", "BAD_ARGUMENTS", /takes a token/],
  ["nothing", "pii.domain()", "BAD_ARGUMENTS", /takes a token/],
  ["one token to compare", "pii.equals(ann.email)", "BAD_ARGUMENTS", /two tokens/],
];
for (const [title, code, error, message] of REFUSED) {
  test(`refused: ${title}`, async () => {
    const run = await gateway.run(
      `${ROWS} try { return await ${code} } catch (error) { return [error.code, error.message] }`,
    );
    const [caught, said] = run.result as [string, string];
    assert.equal(caught, error, JSON.stringify(run));
    assert.match(said, message);
  });
}

test("each question is on the trail with its tokens and without values", async () => {
  const run = await gateway.run(`${ROWS} return await pii.domain([ann.email, bo.email, ann.email])`);
  const [event, ...more] = await gateway.events({ run: run.id, kind: "token.derived" });
  assert.equal(more.length, 0);
  assert.deepEqual(
    [event?.["principal"], event?.["session"], event?.body["fact"]],
    ["agent", run.session, "domain"],
  );
  const tokens = event?.body["tokens"] as { token: string; class: string }[];
  assert.deepEqual(
    tokens.map((it) => it.class),
    ["EMAIL", "EMAIL"],
  );
  assert.ok(!JSON.stringify(event).includes("example"));
});

test("without a policy that names it no fact is known, and the refusal says where to grant it", async () => {
  const strict = await openTestGateway();
  try {
    const run = await strict.run(`const { email } = await notes.person(); return await pii.domain(email)`);
    assert.equal(run.error?.code, "FLOW_DENIED", JSON.stringify(run));
    assert.match(run.error?.hint ?? "", /pii\.facts/);
    assert.deepEqual(await strict.events({ kind: "token.derived" }), []);
  } finally {
    await strict.close();
  }
});

test("the program cannot replace what it asks with", async () => {
  const run = await gateway.run(`try { pii.domain = () => "x" } catch (error) { return error.name }`);
  assert.equal(run.error?.code ?? run.result, "CODE_FORBIDDEN");
  const frozen = await gateway.run("return [Object.isFrozen(pii), Object.isFrozen(pii.domain)]");
  assert.deepEqual(frozen.result, [true, true]);
});
