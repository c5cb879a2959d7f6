// Programs that are nearly right, for tests that no reader of programs may fail.

import fc from "fast-check";
import { describeRules } from "../../src/analyze/analyze.ts";
import { readBenignPrograms, readHonestPrograms } from "./corpus.ts";

export const honest = [...readHonestPrograms(), ...readBenignPrograms()].map(({ code }) => code);
export const examples = describeRules().flatMap(({ catches, allows }) => [...catches, ...allows]);

export const PIECES = [
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
  "\u2029",
  "await using r = null;",
  "with { type: 'json' }",
  "1_000",
  "07",
  "0o7",
  "'\\07'",
  "static { }",
  "?.[0]?.()",
  "/(?<a>b)/v",
  "#!x\n",
  "accessor ",
  "import.meta",
  "<A, B>(",
  ">(",
  "constructor() {}",
  "for await (",
  "\\u{62}",
] as const;

/** A few characters cut and a piece put in, anywhere. */
export const mutant = fc
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

/** Whole words and marks, so that more mutants still parse and mean something else. */
function tokensOf(text: string): string[] {
  return text.match(/\s+|[\w$]+|"[^"\n]*"|'[^'\n]*'|=>|\?\.|\.{3}|[^\w\s$]/g) ?? [];
}

const WORDS = [...new Set(honest.flatMap(tokensOf))].filter((token) => token.trim() !== "");

export const tokenMutant = fc
  .record({
    base: fc.constantFrom(...honest, ...examples).map(tokensOf),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 0.999, noNaN: true }),
        with: fc.double({ min: 0, max: 0.999, noNaN: true }),
        kind: fc.constantFrom("drop", "double", "swap", "replace", "insert"),
        word: fc.constantFrom(...WORDS, ...PIECES),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ base, edits }) => {
    const tokens = [...base];
    for (const { at, with: other, kind, word } of edits) {
      const index = Math.floor(at * tokens.length);
      const second = Math.floor(other * tokens.length);
      const token = tokens[index] ?? "";
      if (kind === "drop") tokens.splice(index, 1);
      else if (kind === "double") tokens.splice(index, 0, token);
      else if (kind === "replace") tokens[index] = word;
      else if (kind === "insert") tokens.splice(index, 0, word);
      else [tokens[index], tokens[second]] = [tokens[second] ?? "", token];
    }
    return tokens.join("");
  });
