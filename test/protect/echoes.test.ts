// Values that were sent with a call are replaced in its answer wherever they stand.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../../src/vocabulary.ts";
import { FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

const PERSON = {
  email: "ann.lee@fernhill.example",
  phone: "+1 212 555 0123",
  name: "Ann Lee",
  born: "1984-03-12",
};

const ROWS: [name: string, answer: JsonValue, expected: JsonValue][] = [
  ["under a vetoed field", { uid: PERSON.email }, { uid: "EMAIL_001" }],
  ["with letters around it", `id-${PERSON.phone}x`, "id-PHONE_001x"],
  ["in other capitals", "ANN.LEE@FERNHILL.EXAMPLE is known", "EMAIL_002 is known"],
  ["percent-encoded", "q=ann.lee%40fernhill.example&x", "q=EMAIL_002&x"],
  ["as a name inside a word list", "x,Ann Lee,y", "x,PERSON_001,y"],
  ["as a key", { [PERSON.email]: 1 }, { EMAIL_001: 1 }],
  ["harmless text", "nothing of the kind", "nothing of the kind"],
];

for (const [name, answer, expected] of ROWS) {
  test(`an echo ${name} becomes a token`, async () => {
    const vault = await protectorOn().session("ann/s1");
    const first = await vault.tokenize(PERSON, FROM_CRM, rulesWith());
    const restored = first.tokens.map(({ token }) => token);
    const origin = { from: "upstream", tool: "mail.echo", call: "call_2", restored } as const;
    assert.deepEqual((await vault.tokenize(answer, origin, rulesWith())).value, expected);
  });
}

test("a longer value that holds a restored one inherits where that came from", async () => {
  const vault = await protectorOn().session("ann/s1");
  await vault.tokenize(PERSON, FROM_CRM, rulesWith());
  const origin = { from: "upstream", tool: "mail.echo", call: "call_2", restored: ["EMAIL_001"] } as const;
  const { value } = await vault.tokenize({ to: `x.${PERSON.email}` }, origin, rulesWith());
  assert.deepEqual(value, { to: "EMAIL_002" });
  const [use] = vault.findTokens(value);
  assert.deepEqual(use?.sources.map(({ tool }) => tool).sort(), ["crm.list", "mail.echo"]);
});

test("a twin under another key keeps where its value came from", async () => {
  const vault = await protectorOn().session("ann/s1");
  await vault.tokenize(PERSON, FROM_CRM, rulesWith());
  const origin = { from: "upstream", tool: "mail.echo", call: "call_2", restored: ["EMAIL_001"] } as const;
  const { value } = await vault.tokenize(
    { [PERSON.email]: 1, [PERSON.email.toUpperCase()]: 2 },
    origin,
    rulesWith(),
  );
  for (const use of vault.findTokens(value)) {
    assert.ok(
      use.sources.some(({ tool }) => tool === "crm.list"),
      use.token,
    );
  }
});

const ENCODINGS: [name: string, encode: (text: string) => string][] = [
  ["hex", (text) => Buffer.from(text).toString("hex")],
  ["hex in capitals", (text) => Buffer.from(text).toString("hex").toUpperCase()],
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64 behind one byte", (text) => Buffer.from(`-${text}`).toString("base64")],
  ["base64 behind two bytes", (text) => Buffer.from(`--${text}`).toString("base64")],
  ["base64 for URLs, inside more", (text) => Buffer.from(`{"to":"${text}"}`).toString("base64url")],
];
for (const [name, encode] of ENCODINGS) {
  test(`an echo in ${name} does not show the value, whatever the field is called`, async () => {
    const vault = await protectorOn().session("ann/s1");
    await vault.tokenize(PERSON, FROM_CRM, rulesWith());
    const origin = { from: "upstream", tool: "mail.echo", call: "call_2", restored: ["EMAIL_001"] } as const;
    for (const field of ["note", "uid", "sha"]) {
      const { value } = await vault.tokenize({ [field]: encode(PERSON.email) }, origin, rulesWith());
      const text = String((value as { [field: string]: JsonValue })[field]);
      assert.match(text, /EMAIL_00\d/);
      const decoded = [
        Buffer.from(text, "hex"),
        Buffer.from(text.replace(/EMAIL_00\d.*/, ""), "base64"),
      ].join();
      assert.doesNotMatch(decoded, /ann\.lee/);
    }
  });
}
