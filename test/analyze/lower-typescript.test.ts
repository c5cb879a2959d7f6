import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyzeText, rulesOf, show } from "./analyze-fixture.ts";
import { runModules } from "./run-modules.ts";

const VALUES: [title: string, source: string, value: unknown][] = [
  ["numbers count up", "enum E { A, B, C }\nreturn [E.A, E.B, E.C]", [0, 1, 2]],
  ["from where a value stands", "enum E { A = 5, B, C = -2, D }\nreturn [E.B, E.D]", [6, -1]],
  [
    "names are found by their numbers",
    "enum E { A = 2, B }\nreturn [E[2], E[3], E[9] ?? null]",
    ["A", "B", null],
  ],
  ["the last name of a number counts", "enum E { A = 1, B = 1 }\nreturn E[1]", "B"],
  ["texts have no way back", "enum E { A = 'a', B = `b` }\nreturn E", { A: "a", B: "b" }],
  ["flags", "enum E { R = 1 << 0, W = 1 << 1, X = R | W, N = ~E.X }\nreturn [E.X, E.N]", [3, -4]],
  ["texts that are joined", "enum E { A = 'a' + 'b', B = A + 1 }\nreturn E.B", "ab1"],
  ["names in quotes", "enum E { 'a-b' = 'x', 'c d' = 1 }\nreturn [E['a-b'], E['c d']]", ["x", 1]],
  ["a constant one", "const enum E { A = 'a' }\nreturn E.A", "a"],
  ["an exported one", "export enum E { A = 'a' }\nexport const enum F { B = 'b' }\nreturn E.A + F.B", "ab"],
  ["a declared one is a type", "declare enum E { A }\nreturn 1", 1],
  ["as a type and a value", "enum E { A = 'a' }\nconst f = (e: E): E => e;\nreturn f(E.A) as string", "a"],
  ["in a function", "function f() { enum E { A = 7 } return E.A }\nreturn f()", 7],
  ["its values", "enum E { A = 'a', B = 'b' }\nreturn Object.values(E)", ["a", "b"]],
  [
    "properties of parameters",
    "class A { constructor(private readonly x: number, public y = 3, z?: number) { this.y += z ?? 0 } sum() { return this.x + this.y } }\nreturn new A(1, undefined, 5).sum()",
    9,
  ],
  [
    "behind the call of super",
    "class A { n = 1 }\nclass B extends A { constructor(readonly x: number) { const y = x; super()\nthis.n += y } }\nreturn [new B(4).n, new B(4).x]",
    [5, 4],
  ],
  [
    "over lines",
    "class A {\n  constructor(\n    private readonly x: number,\n    protected y: string,\n  ) {}\n  get() { return this.x + this.y }\n}\nreturn new A(1, 'b').get()",
    "1b",
  ],
  ["in an expression", "const A = class { constructor(public x: number) {} };\nreturn new A(2).x", 2],
];

describe("TypeScript that generates code of constants and fields", () => {
  const programs = VALUES.map(([, source]) => analyzeText(source));
  const { ran } = runModules({ run: programs.map(({ program }) => program?.moduleText ?? "") });
  for (const [index, [title, source, value]] of VALUES.entries()) {
    test(title, () => {
      const analysis = programs[index];
      assert.ok(analysis);
      assert.equal(show(analysis.findings), "", source);
      assert.deepEqual(ran[index], { value }, source);
    });
  }
});

const REFUSED: [title: string, source: string][] = [
  ["values that are worked out", "enum E { A = Math.random() }"],
  ["values of others", "const x = 1; enum E { A = x }"],
  ["what follows a text", "enum E { A = 'a', B }"],
  ["two members of one name", "enum E { A, A = 2 }"],
  ["a number as a name", "enum E { '0' = 'a' }"],
  ["values without an end", "enum E { A = 1e308 * 10 }"],
  [
    "super in a branch",
    "class A extends B { constructor(private x: number) { if (x) super(); else super() } }",
  ],
];

describe("other code that TypeScript would generate is refused", () => {
  for (const [title, source] of REFUSED)
    test(title, () => {
      const analysis = analyzeText(source);
      assert.equal(analysis.program, null);
      assert.deepEqual(rulesOf(analysis), ["non-erasable-typescript"]);
    });
});

test("what is written anew is checked like the rest, and its lines stay", () => {
  const source = "enum K {\n  A = 'const',\n  B = A + 'ructor',\n}\nreturn (() => {})[K.B]('return 1')()";
  const [finding] = analyzeText(source).findings;
  assert.equal(finding?.rule, "constructor-access");
  assert.equal(finding?.line, 5);
});

test("an enum that would outgrow the limit of the code is refused", () => {
  const members = Array.from({ length: 9000 }, (_, index) => `m${index}`).join();
  assert.equal(analyzeText(`enum E {${members}}`).program, null);
});
