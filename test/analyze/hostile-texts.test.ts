import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyze } from "../../src/analyze/analyze.ts";
import { budgetMs } from "../../src/analyze/parse/deadline.ts";
import { analyzeText, OPTIONS, refusing, rulesOf } from "./analyze-fixture.ts";

/** Each must be answered with a refusal; that the whole file ends is the proof that none hangs. */
const REFUSED: [title: string, text: string, rule: string][] = [
  ["a chain of 25,000 members", `a${".b".repeat(25_000)}`, "code-too-deep"],
  ["a chain of 20,000 calls", `f${"()".repeat(20_000)}`, "code-too-deep"],
  ["a chain of 15,000 optional members", `a${"?.b".repeat(15_000)}`, "code-too-deep"],
  ["2,000 nested parentheses", `${"(".repeat(2000)}1${")".repeat(2000)}`, "code-too-deep"],
  ["2,000 nested arrays", `${"[".repeat(2000)}${"]".repeat(2000)}`, "code-too-deep"],
  ["30,000 additions", `1${"+1".repeat(30_000)}`, "code-too-deep"],
  ["64 KB of opening braces", "{".repeat(64 * 1024), "code-too-deep"],
  ["60,000 negations", `${"!".repeat(60_000)}1`, "code-too-deep"],
  ["15,000 arrows", `${"a=>".repeat(15_000)}1`, "code-too-deep"],
  ["12,000 conditionals", `${"a?b:".repeat(12_000)}1`, "code-too-deep"],
  ["5,000 else ifs", `${"if(a);else ".repeat(5000)};`, "code-too-deep"],
  ["5,000 open templates", "`${".repeat(5000), "code-too-deep"],
  ["3,000 nested objects in a type", `let x: ${"{a:".repeat(3000)}`, "code-too-deep"],
  [
    "25 type assertions on arrays, where the parser backtracks",
    `${"<T>[".repeat(25)}${"]".repeat(25)}`,
    "code-too-deep",
  ],
  ["10,000 nested parentheses", `${"(".repeat(10_000)}1${")".repeat(10_000)}`, "code-too-deep"],
  ["10,000 nested blocks", `${"{".repeat(10_000)}${"}".repeat(10_000)}`, "code-too-deep"],
  ["10,000 nested calls", `${"f(".repeat(10_000)}${")".repeat(10_000)}`, "code-too-deep"],
  ["10,000 nested functions", `${"()=>{".repeat(10_000)}${"}".repeat(10_000)}`, "code-too-deep"],
  ["10,000 nested list types", `let a: ${"A<".repeat(10_000)}x${">".repeat(10_000)}`, "code-too-deep"],
  ["60,000 smaller-thans", "<".repeat(60_000), "syntax-error"],
  ["60,000 decorators", "@".repeat(60_000), "non-erasable-typescript"],
  ["60,001 backticks", "`".repeat(60_001), "syntax-error"],
  ["40 open type arguments", "f<".repeat(40), "syntax-error"],
  ["40 open default parameters", "(a=".repeat(40), "syntax-error"],
  ["a NUL character", "return 1\0", "syntax-error"],
  ["half a surrogate pair", "return '\ud800'", "syntax-error"],
  ["a byte order mark", "\ufeffreturn 1", "syntax-error"],
  ["a hashbang", "#!/usr/bin/env node\nreturn 1", "syntax-error"],
  ["text that reorders itself on screen", "return '\u202e'", "syntax-error"],
  ["more than the limit", "x".repeat(64 * 1024 + 1), "code-too-large"],
  ["more bytes than the limit in fewer characters", `"${"é".repeat(40_000)}"`, "code-too-large"],
  ["a close of the wrapper", "}; evil(); (() => {", "syntax-error"],
  ["a close of the wrapper in a comment that never ends", "return 1 /*", "syntax-error"],
];

describe("texts that must be refused", () => {
  for (const [title, text, rule] of REFUSED) {
    test(title, () => {
      const analysis = analyzeText(text);
      assert.deepEqual(rulesOf(analysis), [rule]);
      assert.equal(analysis.program, null);
      assert.equal(analysis.facts.sourceBytes, Buffer.byteLength(text));
    });
  }
});

/** Each level of these doubles or triples the parser's work, with closers and without. */
const BACKTRACKING: [open: string, close: string][] = [
  ["<T>[", "]"],
  ["<T>(", ")"],
  ["<T>{a:", "}"],
  ["<T>x=", ""],
  ["f<T>(", ""],
  ["`${<T>", "}`"],
  ["x=async<T>(", ")"],
  ["<T>[ // a comment\n", "]"],
  ['<T>(")",', ")"],
  [`<T>${" ".repeat(300)}(`, ")"],
  ["return<T>(", ")"],
  ["<\u2028T>[", "]"],
];

describe("short texts on which the parser backtracks are given up soon", () => {
  for (const [open, close] of BACKTRACKING) {
    test(JSON.stringify(open.slice(0, 20)), () => {
      const text = `${open.repeat(40)}1${close.repeat(40)}`;
      const usedBefore = process.threadCpuUsage().user;
      const { program } = analyzeText(text);
      const usedMs = (process.threadCpuUsage().user - usedBefore) / 1000;
      assert.equal(program, null);
      assert.ok(usedMs < 4 * budgetMs(text.length), `${Math.round(usedMs)} ms`);
    });
  }
});

test("the time that a text gets grows with it: little for a line, enough for the largest program", () => {
  assert.ok(budgetMs(100) <= 200, `${budgetMs(100)} ms`);
  assert.ok(budgetMs(64 * 1024) >= 1000, `${budgetMs(64 * 1024)} ms`);
});

test("an honest program of 64 KB passes, typed or not, in many lines or in one", () => {
  const line =
    "const rows = await crm.list_contacts({ page: 1 }); console.log(rows.items.map((row) => row.name).join());";
  const typed =
    "const rows: Row<string>[] = (await list<Row<string>>({ page: 1 })) as Row<string>[]; total += rows.length;";
  const programs = [
    Array.from({ length: 580 }, () => `{ ${line} }`).join("\n"),
    Array.from({ length: 580 }, () => `{ ${line} }`).join(" "),
    `let total = 0; type Row<T> = { name: T };\nconst list = async <T>(x: unknown): Promise<T[]> => [];\n${Array.from({ length: 540 }, () => `{ ${typed} }`).join("\n")}`,
  ];
  for (const text of programs) {
    assert.ok(text.length > 60_000 && text.length < 64 * 1024, `${text.length}`);
    const { program, findings } = analyzeText(text);
    assert.ok(program !== null, JSON.stringify(findings[0]));
  }
});

/** Large but flat: these end in an answer too, and what they say may be anything. */
const ANSWERED: [title: string, text: string][] = [
  ["30,000 commas", `${"a,".repeat(30_000)}a`],
  ["30,000 elements", `[${"1,".repeat(30_000)}]`],
  ["30,000 non-null marks", `a${"!".repeat(30_000)}`],
  [
    "1,500 doubling constants",
    `const a0='x';${Array.from({ length: 1500 }, (_, i) => `const a${i + 1}=a${i}+a${i};`).join("")}({})[a1500]`,
  ],
  ["names that hold each other", `let a='x',b='y';${"a=b;b=a;".repeat(2000)}${"q[a];".repeat(200)}`],
  ["5,000 loops", "while(a<b){}".repeat(5000)],
  ["300 loops in each other", `${"while(1){".repeat(300)}${"}".repeat(300)}`],
  [
    "many returns and many calls of itself",
    `function f(){${"if(a)return;".repeat(2000)}${"f();".repeat(3000)}}`,
  ],
  ["25,000 uses of one name", `const a=1;${"a;".repeat(25_000)}`],
  ["16,000 comments", "/**/".repeat(16_000)],
  ["5,000 calls of eval", "eval(1);".repeat(5000)],
];

describe("texts that must be answered", () => {
  for (const [title, text] of ANSWERED) {
    test(title, () => {
      const { findings, program } = analyzeText(text);
      assert.equal(program === null && findings.length === 0, false, "a refusal without a reason");
    });
  }
});

test("a rule that fires thousands of times is shown ten times", () => {
  assert.equal(analyzeText("eval(1);".repeat(5000)).findings.length, 10);
});

test("one hostile text does not spoil the next", () => {
  for (const [, text] of REFUSED.slice(0, 6)) {
    assert.ok(refusing(analyzeText(text)).length > 0);
    assert.deepEqual(analyzeText("const a: number = 1\nreturn a").findings, []);
  }
});

test("a key without servers gets findings, never an error", () => {
  const { findings } = analyze('import { a } from "servers/github"\nreturn a({})', {
    ...OPTIONS,
    servers: new Set(),
  });
  assert.deepEqual(
    findings.map(({ rule, severity, hint }) => ({ rule, severity, hint })),
    [{ rule: "unknown-server", severity: "high", hint: "This key may call no tools." }],
  );
});

test("the first finding of a refused text says why it cannot run", () => {
  const { findings, program } = analyzeText("debugger\nconst a = /(/\nexport default 1");
  assert.equal(program, null);
  assert.equal(findings[0]?.rule, "syntax-error");
  assert.equal(findings.at(-1)?.rule, "debugger-statement");
});
