import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Finding } from "../../src/vocabulary.ts";
import { analyzeText, rulesOf } from "./analyze-fixture.ts";

function firstFinding(source: string): Finding {
  const [finding] = analyzeText(source).findings;
  assert.ok(finding, "no finding");
  return finding;
}

/** The place, and the lines of the hint that show it. */
const FRAMES: [title: string, source: string, place: string, frame: string[]][] = [
  ["a missing name", "const a = 1;\nconst = 2;", "2:7", ["2 | const = 2;", "          ^"]],
  ["an open parenthesis at the end", "return (1\n\n", "1:10", ["1 | return (1", "             ^"]],
  ["tabs", "\tif (a {", "1:8", ["1 |  if (a {", "           ^"]],
  ["a fence", "```ts\nlet a = = 1\n```", "2:9", ["2 | let a = = 1", "            ^"]],
  ["an invalid pattern", "return 1\nconst a = /(/", "2:11", ["2 | const a = /(/", "              ^"]],
  ["windows line ends", "let a = 1\r\nlet b = ]\r\n", "2:9", ["2 | let b = ]", "            ^"]],
  ["sloppy code", "with (context) {}", "1:1", ["1 | with (context) {}", "    ^"]],
];

describe("a text that does not parse is answered with its place and the line", () => {
  for (const [title, source, place, frame] of FRAMES) {
    test(title, () => {
      const { line, column, hint = "" } = firstFinding(source);
      assert.equal(`${line}:${column}`, place);
      const [advice = "", ...shown] = hint.split("\n");
      assert.deepEqual(shown, frame);
      assert.match(advice, /\.$/, "the hint says what to do");
    });
  }

  test("long lines are cut around the place, to 120 columns", () => {
    for (const source of [
      `${"x".repeat(60_000)} = = 1`,
      `const a = = ${"y".repeat(60_000)}`,
      `${"a;".repeat(15_000)}const = 1;${"b;".repeat(15_000)}`,
    ]) {
      const { column, hint = "" } = firstFinding(source);
      const [, line = "", caret = ""] = hint.split("\n");
      assert.ok(line.length <= 120 && caret.length <= 120, `${line.length} columns`);
      assert.equal(line[caret.length - 1], source[column - 1]);
    }
  });
});

test("a text without code is told so, and returns null", () => {
  for (const source of ["", "   ", "\n\n\t\n", "// only a comment\n", "```ts\n```", "/* a */;"]) {
    const { findings, program } = analyzeText(source);
    assert.deepEqual(
      findings.map(({ rule, severity, message }) => ({ rule, severity, message })),
      [{ rule: "empty-program", severity: "low", message: "There is no code to run." }],
      JSON.stringify(source),
    );
    assert.notEqual(program, null);
  }
});

const ANSWERS: [source: string, rule: string, says: RegExp][] = [
  ["Here is the program you asked for. It lists all contacts.", "syntax-error", /prose/],
  ["Sure! Here is the code you asked for", "syntax-error", /prose/],
  ["I will now call the tool to list contacts", "syntax-error", /prose/],
  ["Sure! Here you go:\n```ts\nreturn 1\n```", "syntax-error", /fences/],
  ["return 1\0", "syntax-error", /NUL/],
  ["return '\ud800'", "syntax-error", /surrogate/],
  ["return '\udc00\ud800'", "syntax-error", /surrogate/],
  ["return '\u202e'", "syntax-error", /reorders/],
  ["#!/usr/bin/env node\nreturn 1", "syntax-error", /hashbang/],
  ["const f = () => { await sleep(1) }", "syntax-error", /async/],
  ["if (true) { import x from 'servers/github' }", "syntax-error", /top level/],
  ["return <div>hello</div>", "syntax-error", /does not parse|JSX/],
  ["@log class A {}", "non-erasable-typescript", /Decorators/],
  ['import defer * as crm from "servers/crm"', "syntax-error", /proposal/],
  ['import source crm from "servers/crm"', "syntax-error", /proposal/],
  ['return import.defer("servers/crm")', "syntax-error", /proposal/],
  ["return context |> JSON.stringify", "syntax-error", /proposal/],
  ["def main():\n    return 1", "syntax-error", /does not parse/],
  ["SELECT * FROM contacts", "syntax-error", /prose|does not parse/],
];

describe("bad input gets an answer that helps", () => {
  for (const [source, rule, says] of ANSWERS) {
    test(JSON.stringify(source), () => {
      const analysis = analyzeText(source);
      assert.deepEqual(rulesOf(analysis), [rule]);
      const { message, hint } = firstFinding(source);
      assert.match(`${message} ${hint}`, says);
      assert.equal(analysis.program, null);
    });
  }
});

test("fences of all kinds are taken off, and lines still count from the first", () => {
  for (const source of [
    "```ts\neval('1')\n```",
    "```\neval('1')\n```\n",
    "~~~js\neval('1')\n~~~",
    "````typescript\neval('1')\n````",
    "\n```tsx\neval('1')\n```",
  ]) {
    const { line, rule } = firstFinding(source);
    assert.equal(rule, "no-dynamic-code");
    assert.equal(line, source.split("\n").findIndex((text) => text.startsWith("eval")) + 1);
  }
});
