// Raised by the parser, which reads all programs as modules.

import type { Rule } from "../rule.ts";

export const withAndSloppy: Rule = {
  id: "with-and-sloppy",
  group: "text",
  severity: "critical",
  reason:
    "Programs are strict-mode modules; `with`, octal numbers and deleted names mean different things elsewhere.",
  hint: "Rewrite it without sloppy-mode features.",
  catches: ["with (context) { x }", "const n = 017; return n", "const x = 1; delete x;"],
  allows: ["const row = { a: 1 }; delete row.a; return row", "return 0o17", "return { with: 1 }.with"],
  check: () => [],
};
