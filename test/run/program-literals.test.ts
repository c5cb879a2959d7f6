// Literals are swapped for tokens in the module's text; places of run-time errors stay the author's.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyze } from "../../src/analyze/analyze.ts";
import { protectLiterals } from "../../src/run/program-literals.ts";
import { authorColumn } from "../../src/text/author-column.ts";
import { protectorOn, rulesWith } from "../protect/protect-fixture.ts";

async function protect(code: string) {
  const { program } = analyze(code, { servers: new Set(), maxSourceBytes: 65_536 });
  assert.ok(program, "the code does not parse");
  const vault = await protectorOn().session("ann/s1");
  return protectLiterals(program, vault, rulesWith());
}

const REWRITTEN: [name: string, code: string, expected: string][] = [
  ["a double-quoted string", `return "ann@fernhill.example"`, `return "EMAIL_001"`],
  ["a single-quoted string", `return 'ann@fernhill.example'`, `return "EMAIL_001"`],
  ["an escape inside the value", `return "ann\\u0040fernhill.example"`, `return "EMAIL_001"`],
  ["a template piece", "return `${1}: ann@fernhill.example`", "return `${1}: EMAIL_001`"],
  ["a quoted key", `return { "ann@fernhill.example": 1 }`, `return { "EMAIL_001": 1 }`],
  [
    "the same value twice",
    `f("ann@fernhill.example", "ann@fernhill.example")`,
    `return f("EMAIL_001", "EMAIL_001")`,
  ],
  ["a harmless string", `return "plain text"`, `return "plain text"`],
];

describe("literals of a program", () => {
  for (const [name, code, expected] of REWRITTEN) {
    test(`${name} becomes ${expected}`, async () => {
      const { moduleText } = await protect(code);
      assert.equal(moduleText.split("\n")[1], expected);
    });
  }

  test("columns behind a swapped literal are mapped back to the author's", async () => {
    const code = `f("ann@fernhill.example", g("bo@fernhill.example"), here())`;
    const program = await protect(code);
    const line = program.moduleText.split("\n")[1] ?? "";
    for (const word of ["f(", "g(", "here("]) {
      assert.equal(authorColumn(program, 1, line.indexOf(word) + 1), code.indexOf(word) + 1, word);
    }
  });
});
