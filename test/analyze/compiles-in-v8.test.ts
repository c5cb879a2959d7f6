// Two parsers read every program: Babel checks it, V8 runs it. What the first accepts the second must accept.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeRules } from "../../src/analyze/analyze.ts";
import { analyzeText } from "./analyze-fixture.ts";
import { readAttacks, readHonestPrograms } from "./corpus.ts";
import { runModules } from "./run-modules.ts";

const SEED = Number(process.env["FC_SEED"] ?? 20_261);
const MUTANTS = 1200;

const honest = readHonestPrograms().map(({ code }) => code);
const hostile = readAttacks().map(({ code }) => code);
const examples = describeRules().flatMap(({ catches, allows }) => [...catches, ...allows]);

function assertCompiles(sources: readonly string[]): number {
  const accepted = sources.flatMap((source) => {
    const { program } = analyzeText(source);
    return program === null ? [] : [{ source, moduleText: program.moduleText }];
  });
  const { compiled } = runModules({ compile: accepted.map(({ moduleText }) => moduleText) });
  const failed = accepted.flatMap((program, index) => {
    const error = compiled[index] ?? null;
    return error === null ? [] : [{ ...program, error }];
  });
  assert.deepEqual(failed.slice(0, 3), []);
  return accepted.length;
}

test("every accepted program of the corpus and of the rules compiles", () => {
  const count = assertCompiles([...honest, ...hostile, ...examples]);
  assert.ok(count > honest.length, `${count} accepted`);
});

const PIECES = [
  "<T>",
  " as any",
  "!",
  "?.",
  "?",
  ":",
  "=>",
  "<!--",
  "-->",
  "/*",
  "*/",
  "//",
  "\n",
  "\r\n",
  "\u2028",
  "`",
  "${",
  "}",
  "{",
  "(",
  ")",
  "[",
  "]",
  ";",
  ",",
  "...",
  "async ",
  "await ",
  "yield ",
  "return ",
  "import x from 'servers/github'\n",
  "export ",
  "type A = string\n",
  "let ",
  "class A {",
  "static ",
  "declare ",
  "abstract ",
  "satisfies X",
  "#p",
  "get ",
  "/a/v",
  "/[/]/",
  "1n",
  "0b1",
  "'use strict';",
  "label:",
  "break ",
  "new.target",
  "super.x",
  "using u = null;",
  "@d ",
  "enum E {}",
  "<",
  ">",
  "++",
  "--",
  "=",
  "in ",
  "of ",
  "arguments",
  "eval",
  "\\u0061",
  "é",
  "// end",
  "(x): x is T",
] as const;

const mutant = fc
  .record({
    base: fc.constantFrom(...honest, ...examples),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
        piece: fc.oneof(fc.constant(""), fc.constantFrom(...PIECES)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ base, edits }) =>
    edits.reduce((text, { at, cut, piece }) => {
      const start = Math.floor(at * text.length);
      return text.slice(0, start) + piece + text.slice(start + cut);
    }, base),
  );

test(`accepted mutants of honest programs compile (seed ${SEED})`, () => {
  const count = assertCompiles(fc.sample(mutant, { numRuns: MUTANTS, seed: SEED }));
  assert.ok(
    count > MUTANTS / 10,
    `only ${count} of ${MUTANTS} mutants were accepted: the test proves little`,
  );
});

test(`no text makes the analyzer throw, and a refusal has a reason (seed ${SEED})`, () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(text, (source) => {
      const { findings, program } = analyzeText(source);
      assert.ok(program !== null || findings.length > 0);
    }),
    { seed: SEED, numRuns: 800 },
  );
});

test(`findings name the author's line, whatever stands around it (seed ${SEED})`, () => {
  const block = fc.constantFrom(...honest.filter((code) => !/\bimport\b|\breturn\b|^\s*["']/.test(code)));
  fc.assert(
    fc.property(block, fc.constantFrom("\n", "\r\n", "\u2028"), (code, end) => {
      const before = `{\n${code}\n}`.split(/\r\n|[\n\r\u2028\u2029]/);
      const source = [...before, "  eval('1')"].join(end);
      const found = analyzeText(source).findings.filter(({ rule }) => rule === "no-dynamic-code");
      assert.deepEqual(
        found.map(({ line, column }) => ({ line, column })),
        [{ line: before.length + 1, column: 3 }],
      );
    }),
    { seed: SEED, numRuns: 60 },
  );
});
