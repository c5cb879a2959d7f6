// `style: shaped` through the whole gateway: programs that check formats work, flows hold, and look-alikes stay text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NOTES_POLICY, openTestGateway, type TestGateway } from "./gateway-fixture.ts";

let gateway: TestGateway;
before(async () => {
  gateway = await openTestGateway({
    policies: { "notes.yaml": `${NOTES_POLICY}\npii: { style: shaped, facts: [domain] }\n` },
  });
});
after(() => gateway.close());

test("a program that checks the form of an address works, and the tool gets the value", async () => {
  const run = await gateway.run(
    `const { email, name } = await notes.person();
     if (!/^[^@]+@[^@]+\\.[a-z]+$/.test(email)) throw new Error("no address");
     await notes.write({ to: email });
     console.log("sent to", email);
     return { email, name, domain: await pii.domain(email), same: email === "ann.lee@fernhill.example" };`,
    { session: "walk" },
  );
  assert.deepEqual(
    [run.result, run.logs[0]?.message],
    [
      { email: "email-001@pii.invalid", name: "PERSON_001", domain: "fernhill.example", same: true },
      "sent to email-001@pii.invalid",
    ],
    JSON.stringify(run.error),
  );
  assert.equal(gateway.received().at(-1)?.args["to"], "ann.lee@fernhill.example");
  const [restored] = await gateway.events({ run: run.id, kind: "token.restored" });
  assert.deepEqual(restored?.body["tokens"], [
    { token: "email-001@pii.invalid", class: "EMAIL", flow: "flow.write", pointer: "/to" },
  ]);
});

const REFUSED: [title: string, code: string][] = [
  [
    "a value from a tool that no flow names",
    "const { email } = await notes.other_person(); await notes.write({ to: email })",
  ],
  ["a stand-in that was never issued", "await notes.write({ to: 'email-777@pii.invalid' })"],
  [
    "a stand-in with more behind it",
    "const { email } = await notes.person(); await notes.write({ to: email + '.evil.example' })",
  ],
  [
    "an encoded stand-in",
    "const { email } = await notes.person(); await notes.write({ to: encodeURIComponent(email) })",
  ],
  [
    "a flow to another argument",
    "const { email } = await notes.person(); await notes.write({ to: email, body: email })",
  ],
];
for (const [title, code] of REFUSED) {
  test(`refused: ${title}`, async () => {
    const sent = gateway.received().filter(({ tool }) => tool === "write").length;
    const run = await gateway.run(code, { session: title.replaceAll(" ", "-") });
    assert.match(run.error?.code ?? "", /FLOW_DENIED|TOOL_DENIED|TOKEN_UNKNOWN/, JSON.stringify(run));
    assert.equal(gateway.received().filter(({ tool }) => tool === "write").length, sent);
  });
}
