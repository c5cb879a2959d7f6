// What hostile code tries with tokens, through the real gateway. Each row says what the tool may have received at most.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const POLICY = `
policy: 1
id: attacks
applies_to: { agents: ["*"] }
tools:
  - { id: read, match: [notes.person, notes.other_person, notes.planted, notes.fail], effect: allow }
  - { id: echo, match: [notes.echo], effect: allow }
  - { id: write, match: [notes.write], effect: allow }
  - { id: slow, match: [notes.slow], effect: allow, rate: { max: 3, per: 1h } }
flows:
  - { id: to-echo, class: [EMAIL], from: [notes.person], to: ["notes.echo#/value", "notes.slow#/note"], max_distinct: 1, effect: allow }
`;
const ANN = "ann.lee@fernhill.example";

let gateway: TestGateway;
before(async () => {
  gateway = await openTestGateway({ policies: { "attacks.yaml": POLICY } });
});
after(() => gateway.close());

const GET = "const { email, name } = await notes.person(); const other = await notes.other_person();";

/** `error`: undefined where the call is made; then `sent` is what the tool got. */
type Row = { title: string; code: string; error?: string; sent?: object };
const ROWS: Row[] = [
  { title: "the one flow that there is", code: "notes.echo({ value: email })", sent: { value: ANN } },
  {
    title: "another argument than the flow names",
    code: "notes.echo({ other: email })",
    error: "FLOW_DENIED",
  },
  { title: "a longer name of the argument", code: "notes.echo({ values: email })", error: "FLOW_DENIED" },
  { title: "the name in another case", code: "notes.echo({ Value: email })", error: "FLOW_DENIED" },
  { title: "a tool that no flow names", code: "notes.write({ value: email })", error: "FLOW_DENIED" },
  { title: "a class that no flow names", code: "notes.echo({ value: name })", error: "FLOW_DENIED" },
  { title: "a source that no flow names", code: "notes.echo({ value: other.email })", error: "FLOW_DENIED" },
  {
    title: "two values where one may go",
    code: "notes.echo({ value: [email, other.email] })",
    error: "FLOW_DENIED",
  },
  { title: "the token as a key", code: "notes.echo({ [email]: 1 })", error: "FLOW_DENIED" },
  {
    title: "the token as a key below the argument",
    code: "notes.echo({ value: { [email]: 1 } })",
    sent: { value: { [ANN]: 1 } },
  },
  {
    title: "the token in JSON text elsewhere",
    code: "notes.echo({ raw: JSON.stringify({ to: email }) })",
    error: "FLOW_DENIED",
  },
  {
    title: "an escaped token in JSON text",
    code: String.raw`notes.echo({ raw: '{"to":"EMAIL\\u005f001"}' })`,
    error: "FLOW_DENIED",
  },
  {
    title: "a token that was never issued",
    code: "notes.echo({ value: 'EMAIL_099' })",
    error: "TOKEN_UNKNOWN",
  },
  { title: "a longer number", code: "notes.echo({ value: email + '0' })", error: "TOKEN_UNKNOWN" },
  { title: "more zeros", code: "notes.echo({ value: 'EMAIL_0001' })", error: "TOKEN_UNKNOWN" },
  {
    title: "a suffix that makes another address",
    code: "notes.echo({ value: email + '.evil.example' })",
    error: "FLOW_DENIED",
  },
  {
    title: "a prefix that makes another address",
    code: "notes.echo({ value: 'x.' + email })",
    error: "FLOW_DENIED",
  },
  {
    title: "a token cut over two arguments",
    code: "notes.echo({ value: 'EMAIL_', other: '001' })",
    sent: { value: "EMAIL_", other: "001" },
  },
  {
    title: "letters of another case",
    code: "notes.echo({ value: email.toLowerCase() })",
    sent: { value: "email_001" },
  },
  {
    title: "a token in base64",
    code: "notes.echo({ value: btoa(email) })",
    sent: { value: btoa("EMAIL_001") },
  },
  {
    title: "a token with an encoded underscore",
    code: "notes.echo({ value: 'EMAIL%5F001' })",
    sent: { value: "EMAIL%5F001" },
  },
  {
    title: "a token in a query",
    code: "notes.echo({ url: 'https://x.example/?q=' + encodeURIComponent(email) })",
    error: "FLOW_DENIED",
  },
  {
    title: "a token as part of a word",
    code: "notes.echo({ other: 'X' + email })",
    sent: { other: "XEMAIL_001" },
  },
  {
    title: "patterns of replacement around it",
    code: "notes.echo({ value: '$& ' + email + ' $1' })",
    sent: { value: `$& ${ANN} $1` },
  },
  {
    title: "a planted token sent on",
    code: "notes.echo({ value: (await notes.planted()).split(' ')[3] })",
    sent: { value: "EMAIL_001" },
  },
];

describe("a hostile program", () => {
  for (const { title, code, error, sent } of ROWS) {
    test(`${title}: ${error ?? "sent as it is"}`, async () => {
      const before = gateway.received().length;
      const run = await gateway.run(`${GET} return await ${code}`);
      assert.equal(run.error?.code, error, JSON.stringify(run.error));
      const calls = gateway.received().slice(before);
      const last = calls.filter(({ tool }) => tool === "echo" || tool === "write");
      assert.deepEqual(
        last.map(({ args }) => args),
        sent === undefined ? [] : [sent],
      );
      assert.doesNotMatch(JSON.stringify(run), /fernhill|ann\.lee|bo\.chan/);
    });
  }

  test("a loop over a flow of one value a call ends at the rate of its rule", async () => {
    const run = await gateway.run(
      `${GET} const ends = [];
       for (let n = 0; n < 5; n++) ends.push(await notes.slow({ ms: 1, note: email }).then(() => "sent", (error) => error.code));
       return ends;`,
    );
    assert.deepEqual(run.result, ["sent", "sent", "sent", "CALL_RATE_LIMITED", "CALL_RATE_LIMITED"]);
  });

  test("a token copied from another session, or another key's, is unknown", async () => {
    await gateway.run(`${GET} return email`, { session: "mine" });
    const later = await gateway.run("return await notes.echo({ value: 'EMAIL_001' })", { session: "mine" });
    assert.equal(later.error, undefined, "a later run of the same session may use it");
    const other = await gateway.run("return await notes.echo({ value: 'EMAIL_001' })", { session: "other" });
    assert.equal(other.error?.code, "TOKEN_UNKNOWN");
    const response = await gateway.fetch("/v1/runs", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: "return await notes.echo({ value: 'EMAIL_001' })", session: "mine" }),
    });
    assert.equal(((await response.json()) as { error?: { code: string } }).error?.code, "TOKEN_UNKNOWN");
  });

  test("no switch in a request changes what policy wants", async () => {
    for (const more of [{ pii: false }, { rules: { EMAIL: "pass" } }, { style: "label" }]) {
      const response = await gateway.fetch("/v1/runs", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code: "return 1", ...more }),
      });
      assert.equal(response.status, 400);
    }
  });
});
