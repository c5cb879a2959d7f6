// A token beside text that would make another value of it is told apart from one that merely stands in a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

const ROWS: [text: string, joined: boolean][] = [
  ["EMAIL_001", false],
  ["Write to EMAIL_001.", false],
  ["Write to EMAIL_001. Or to EMAIL_001, or (EMAIL_001)", false],
  ["mailto:EMAIL_001?subject=x", false],
  ["https://x.example/?q=EMAIL_001&y=1", false],
  ["<EMAIL_001>", false],
  ["- EMAIL_001", false],
  ["EMAIL_001.evil.example", true],
  ["EMAIL_001-evil", true],
  ["EMAIL_001@evil.example", true],
  ["x.EMAIL_001", true],
  ["x-EMAIL_001", true],
  ["+EMAIL_001", true],
  ["EMAIL_001%40x", true],
  ["\u00e9EMAIL_001", true],
  ["PERSON_001-like", false],
];

for (const [text, joined] of ROWS) {
  test(`${JSON.stringify(text)} is ${joined ? "joined" : "not joined"}`, async () => {
    const vault = await protectorOn().session("ann/s1");
    await vault.tokenize({ name: "Ann Lee", email: "ann@fernhill.example" }, FROM_CRM, rulesWith());
    const uses = vault.findTokens({ value: text });
    assert.ok(uses.length > 0);
    assert.equal(
      uses.some((use) => use.joined === true),
      joined,
    );
  });
}
