import assert from "node:assert/strict";
import { test } from "node:test";
import { analyzeText, show } from "./analyze-fixture.ts";
import { runModules } from "./run-modules.ts";
import { BOTH, NEITHER, ONLY_V8, ONLY_WITHOUT_TYPES } from "./syntax-forms.ts";

/** As V8 would read the text itself, in the place where programs stand. */
function acceptedByV8(sources: readonly string[]): string[] {
  const { compiled } = runModules({
    compile: sources.map((text) => `export default async () => {\n${text}\n};`),
  });
  return sources.filter((_, index) => compiled[index] === null);
}

function acceptedHere(sources: readonly string[]): string[] {
  return sources.filter((source) => analyzeText(source).program !== null);
}

test("what both accept, and what both refuse", () => {
  const forms = [...BOTH, ...NEITHER];
  assert.deepEqual(acceptedByV8(forms), BOTH);
  assert.deepEqual(acceptedHere(forms), BOTH);
});

test("what V8 refuses as it stands and runs without its types", () => {
  assert.deepEqual(acceptedByV8(ONLY_WITHOUT_TYPES), []);
  assert.deepEqual(acceptedHere(ONLY_WITHOUT_TYPES), ONLY_WITHOUT_TYPES);
});

test("what V8 accepts and is refused here is known", () => {
  assert.deepEqual(acceptedByV8(ONLY_V8), ONLY_V8);
  assert.deepEqual(acceptedHere(ONLY_V8), []);
});

test("every accepted form compiles as the program that it becomes", () => {
  const programs = [...BOTH, ...ONLY_WITHOUT_TYPES].map((source) => {
    const { program, findings } = analyzeText(source);
    assert.ok(program, show(findings));
    return program.moduleText;
  });
  const { compiled } = runModules({ compile: programs });
  assert.deepEqual(
    compiled.filter((error) => error !== null),
    [],
  );
});

test("comparisons stay comparisons, and type arguments make calls", () => {
  const values: [source: string, value: unknown][] = [
    ["const f = (x, y) => [x, y], a = 1, b = 2, c = 3, d = 4; return f(a < b, c > d)", [true, false]],
    ["const f = (x, y) => [x, y], a = (x) => -x, d = 4; return f(a < b, c > (d), 1)", [-4, 1]],
    ["const a = 1, b = 5, c = 0; return a < b > c", true],
    ["const f = (x) => x * 2; return f<number>(21)", 42],
    ["const f = (x, y) => [x, y]; return f(new Map<string, number>([['a', 1]]).size, 2)", [1, 2]],
    ["const twice = <T,>(x: T) => [x, x]; return twice<string>('a')", ["a", "a"]],
    ["const tag = (parts) => parts[0]; return tag<string>`x`", "x"],
    ["const a = 4, b = 2, g = 1; return a / b / g", 2],
    ["const x = 1, a = true; return (a ? (x) : y => y)", 1],
  ];
  const programs = values.map(([source]) => analyzeText(source).program?.moduleText ?? "");
  const { ran } = runModules({ run: programs });
  for (const [index, [source, value]] of values.entries()) assert.deepEqual(ran[index], { value }, source);
});
