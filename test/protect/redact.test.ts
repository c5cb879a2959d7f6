import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../../src/protect/protect.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

const redact = createRedactor("US");

const CASES: [title: string, value: JsonValue, redacted: JsonValue][] = [
  [
    "a description",
    { description: "Ask ann@one.example first." },
    { description: "Ask [REDACTED:EMAIL] first." },
  ],
  ["a look-alike of a token", "Send it to EMAIL_001.", "Send it to [REDACTED:LITERAL]."],
  [
    "an example and a default",
    { examples: ["ann@one.example"], default: "+4930901820" },
    {
      examples: ["[REDACTED:EMAIL]"],
      default: "[REDACTED:PHONE]",
    },
  ],
  ["near miss: a pattern", { pattern: "^ann@one\\.example$" }, { pattern: "^ann@one\\.example$" }],
  [
    "near miss: names of arguments",
    { properties: { "ann@one.example": {} } },
    { properties: { "ann@one.example": {} } },
  ],
  [
    "near miss: plain prose",
    "Lists at most 100 rows of 2026-01-02.",
    "Lists at most 100 rows of 2026-01-02.",
  ],
];
for (const [title, value, redacted] of CASES) {
  test(title, () => assert.deepEqual(redact(value), redacted));
}

test("a text of people keeps the tokens that it speaks of, and loses its values all the same", () => {
  const redactQuestion = createRedactor("US", { keepTokens: true });
  const asked = { sql: "select 'ann@one.example' from events where body like '%EMAIL_001%'" };
  assert.deepEqual(redactQuestion(asked), {
    sql: "select '[REDACTED:EMAIL]' from events where body like '%EMAIL_001%'",
  });
});
