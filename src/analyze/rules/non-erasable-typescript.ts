// Raised by the walk, and where the proof of the erased text fails.

import type { Rule } from "../rule.ts";

export const nonErasableTypeScript: Rule = {
  id: "non-erasable-typescript",
  group: "text",
  severity: "high",
  reason:
    "Types are taken out, enums of constants and parameter properties are written as JavaScript; what else generates code would run unchecked.",
  hint: "Write it as plain JavaScript: an object instead of a namespace, constants as the values of an enum.",
  catches: [
    "enum Color { Red = context.red }\nreturn Color.Red",
    "namespace N { export const a = 1 }",
    "class A extends B { constructor(private x: number) { if (x) super() } }",
    'import fs = require("fs")',
  ],
  allows: [
    'enum Color { Red = "red", Blue = "blue" }\nreturn Color.Red',
    "class A { constructor(private readonly x: number) {} }\nreturn new A(1)",
    "type Color = 'red' | 'blue'; const c: Color = 'red'; return c",
    "interface Row { id: number }\nconst rows: Row[] = []; return rows as unknown",
    "declare const x: number; return typeof x",
  ],
  check: () => [],
};
