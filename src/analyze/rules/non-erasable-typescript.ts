// Raised by the walk, and where the proof of the erased text fails.

import type { Rule } from "../rule.ts";

export const nonErasableTypeScript: Rule = {
  id: "non-erasable-typescript",
  group: "text",
  severity: "high",
  reason: "Only types are taken out of the text; TypeScript that generates code would run unchecked.",
  hint: "Write it as plain JavaScript: an object instead of an enum, fields instead of parameter properties.",
  catches: [
    "enum Color { Red }\nreturn Color.Red",
    "namespace N { export const a = 1 }",
    "class A { constructor(private x: number) {} }",
    'import fs = require("fs")',
  ],
  allows: [
    "type Color = 'red' | 'blue'; const c: Color = 'red'; return c",
    "interface Row { id: number }\nconst rows: Row[] = []; return rows as unknown",
    "declare const x: number; return typeof x",
  ],
  check: () => [],
};
