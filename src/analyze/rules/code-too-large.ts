// Raised by bounds.ts, before anything parses the text.

import type { Rule } from "../rule.ts";

export const codeTooLarge: Rule = {
  id: "code-too-large",
  group: "text",
  severity: "critical",
  reason: "The time that a check takes grows with the text, so the text has a limit.",
  hint: "Move data out of the code: read it with a tool, or pass it as context.",
  catches: [],
  allows: ["return 1", "return 'a short text'"],
  check: () => [],
};
