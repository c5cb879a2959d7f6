// Two parsers read every program: Babel checks it, V8 runs it. What the first accepts the second must accept.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyEdits } from "../../src/analyze/erase/erase-types.ts";
import { meansTheSame } from "../../src/analyze/erase/prove-erasure.ts";
import { readProgram } from "../../src/analyze/erase/read-program.ts";
import { openTypeEdits } from "../../src/analyze/erase/type-edits.ts";
import { detachModuleSyntax } from "../../src/analyze/parse/module-syntax.ts";
import { walk } from "../../src/analyze/parse/walk.ts";
import { analyzeText, OPTIONS } from "./analyze-fixture.ts";
import { readAttacks } from "./corpus.ts";
import { examples, honest, mutant, PIECES, tokenMutant } from "./mutants.ts";
import { runModules } from "./run-modules.ts";

const SEED = Number(process.env["FC_SEED"] ?? 20_261);
const MUTANTS = Number(process.env["FC_RUNS"] ?? 2000);

const hostile = readAttacks().map(({ code }) => code);

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

/** Random, but it may not depend on the machine; only a text that backtracks comes near it. */
const MOST_MS = 5_000;

test(`no mutant takes long, and accepted ones compile (seed ${SEED})`, () => {
  const mutants = fc.sample(tokenMutant, { numRuns: MUTANTS, seed: SEED });
  for (const source of mutants) {
    const started = performance.now();
    analyzeText(source);
    assert.ok(performance.now() - started < MOST_MS, source);
  }
  const count = assertCompiles(mutants);
  assert.ok(count > MUTANTS / 5, `only ${count} of ${MUTANTS} mutants were accepted`);
});

test(`accepted mutants of honest programs compile (seed ${SEED})`, () => {
  const count = assertCompiles(fc.sample(mutant, { numRuns: MUTANTS, seed: SEED }));
  assert.ok(
    count > MUTANTS / 10,
    `only ${count} of ${MUTANTS} mutants were accepted: the test proves little`,
  );
});

/** True when the whole erased text was parsed again and is the checked tree; null when there is nothing to prove. */
function provenInFull(source: string): boolean | null {
  const read = readProgram(source, OPTIONS.maxSourceBytes);
  if (!read.ok || !read.parsed.hasTypes) return null;
  const { text, parsed } = read;
  const edits = openTypeEdits(text, true);
  detachModuleSyntax(parsed.program, edits);
  const walked = walk(parsed.program, edits);
  const erased = applyEdits(edits);
  return erased !== null && meansTheSame(erased, edits, { visits: walked.visits, everything: true });
}

test(`the short proof never says yes where the long one says no (seed ${SEED})`, () => {
  const mutants = [mutant, tokenMutant].flatMap((kind) =>
    fc.sample(kind, { numRuns: MUTANTS, seed: SEED + 1 }),
  );
  let proven = 0;
  for (const source of [...honest, ...examples, ...mutants]) {
    if (analyzeText(source).program === null) continue;
    const answer = provenInFull(source);
    assert.notEqual(answer, false, source);
    if (answer) proven += 1;
  }
  assert.ok(proven > MUTANTS / 20, `only ${proven} programs had types`);
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
