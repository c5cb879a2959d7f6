import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { authorColumn } from "../../src/text/author-column.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";
import type { Program } from "../../src/vocabulary.ts";
import { analyzeText, show } from "./analyze-fixture.ts";
import { runModules } from "./run-modules.ts";

function programOf(source: string): Program {
  const { program, findings } = analyzeText(source);
  assert.ok(program, show(findings));
  return program;
}

const RESULTS: [title: string, source: string, result: unknown][] = [
  ["a top-level return", "return 1 + 1", 2],
  ["the last expression", "const a = 2;\na * 3", 6],
  [
    "the last expression without a semicolon, over lines",
    "const a = [1, 2]\na\n  .map((x) => x + 1)",
    [2, 3],
  ],
  ["an awaited last expression", "await github.list_issues({})", { tool: "list_issues", args: {} }],
  [
    "a promise as the last expression",
    "github.list_issues({ a: 1 })",
    { tool: "list_issues", args: { a: 1 } },
  ],
  ["a string alone, which parses as a directive", '"hello"', "hello"],
  ["an object in parentheses", "({ a: 1 })", { a: 1 }],
  ["an asserted object", "<{ a: number }>({ a: 1 })", { a: 1 }],
  ["an assertion over lines", "<\n  any\n>5", 5],
  ["a cast at the end", "const x: unknown = 4\nx as number", 4],
  ["an expression before function declarations", "f(2)\nfunction f(x: number) { return x * 2 }", 4],
  ["an expression before a type", "3\ntype A = string", 3],
  ["a sequence", "1, 2", 2],
  ["an arrow function that is called", "(async () => 8)()", 8],
  ["an early return before the last expression", "if (context.n > 3) return 'early'\n'late'", "early"],
  ["the last expression after an early return", "if (context.n > 30) return 'early'\n'late'", "late"],
  ["no expression at the end", "const a = 1;", null],
  ["an expression that is not the last statement", "5\nconst a = 1;", null],
  [
    "a named import",
    'import { create_issue as c } from "servers/github"\nreturn (await c({ b: 1 })).tool',
    "create_issue",
  ],
  [
    "a namespace import",
    'import * as gh from "servers/github"; (await gh.list_issues({})).tool',
    "list_issues",
  ],
  ["a default import", 'import gh from "servers/github"; (await gh.list_issues({})).tool', "list_issues"],
  [
    "an import after its use",
    'const r = await c({})\nimport { create_issue as c } from "servers/github"\nr.tool',
    "create_issue",
  ],
  ["imports that nobody uses", 'import { nothing_there } from "servers/github"\nreturn 1', 1],
  ["an exported declaration", "export const a = 4\na", 4],
  ["a fence around the code", "```typescript\nconst a: number = 9\na\n```", 9],
  ["windows line ends", "const a = 1\r\nconst b = 2\r\na + b\r\n", 3],
  ["a comment as the last line", "7 // seven", 7],
  ["an empty program", "", null],
];

test("a program's value is its return, or else its last expression", () => {
  const { ran } = runModules({ run: RESULTS.map(([, source]) => programOf(source).moduleText) });
  for (const [index, [title, , expected]] of RESULTS.entries())
    assert.deepEqual(ran[index], { value: expected }, title);
});

const FAILURES: [source: string, line: number, column: number][] = [
  ["null.x", 1, 6],
  ["const a = 1;\nmissing(a)", 2, 1],
  ["const a = 1;\n  a; missing.b", 2, 6],
  ['import { create_issue } from "servers/github"\ncreate_issue({})\nthrow new Error("x")', 3, 7],
  ["interface A { b: string }\nconst a: A = { b: '' };\n(a as any).c.d", 3, 14],
  ["const f = () => {\n  null.x\n}\nawait 1; f()", 2, 8],
  ["```ts\nnull.x\n```", 2, 6],
];

test("places of run-time errors are the author's", () => {
  const programs = FAILURES.map(([source]) => programOf(source));
  const { ran } = runModules({ run: programs.map(({ moduleText }) => moduleText) });
  for (const [index, [source, line, column]] of FAILURES.entries()) {
    const program = programs[index] as Program;
    const { line: moduleLine = 0, column: moduleColumn = 0, error } = ran[index] ?? {};
    const at = { line: moduleLine - 1, column: authorColumn(program, moduleLine - 1, moduleColumn) };
    assert.deepEqual(at, { line, column }, `${source}: ${error}`);
  }
});

describe("the module text", () => {
  test("keeps every line of the author one line lower and hoists imports to line one", () => {
    const source = 'import { create_issue } from "servers/github"\nconst a = 1\n\nreturn create_issue({ a })';
    const { moduleText, sha256 } = programOf(source);
    const [first, second, ...rest] = moduleText.split("\n");
    assert.equal(
      first,
      'import { create_issue as create_issue } from "servers/github"; export default async () => {',
    );
    assert.equal(second?.trim(), ";");
    assert.deepEqual(rest.slice(0, 3), source.split("\n").slice(1));
    assert.equal(sha256, sha256Hex(moduleText));
  });

  test("holds no comments and no types", () => {
    const { moduleText } = programOf(
      "// ann@example.com\nconst a /* bob */: Secret = 1; /** carl */\ntype Secret = number\nreturn a // dora",
    );
    assert.doesNotMatch(moduleText, /ann|bob|carl|dora|Secret/);
  });

  test("names string and template literals by their places, in order", () => {
    const source = [
      'type T = "erased@example.com"; const o = { "key one": \'it\\\'s\' };',
      'import { a } from "servers/github"',
      "`x \u0024{o} y`",
      '"dep@x" + a',
    ].join("\n");
    const { moduleText, literals } = programOf(source);
    assert.deepEqual(
      literals.map(({ start, end, value, kind }) => [moduleText.slice(start, end), value, kind]),
      [
        ['"key one"', "key one", "string"],
        ["'it\\'s'", "it's", "string"],
        ["x ", "x ", "template"],
        [" y", " y", "template"],
        ['"dep@x"', "dep@x", "string"],
      ],
    );
  });

  test("names the literal of a program that is one string", () => {
    const { moduleText, literals } = programOf('"ann\\x40example.com"');
    const [literal] = literals;
    assert.equal(literal?.value, "ann@example.com");
    assert.equal(moduleText.slice(literal?.start, literal?.end), '"ann\\x40example.com"');
  });
});

describe("facts", () => {
  const FACTS: [source: string, expected: { tools?: string[]; imports?: string[]; servers?: string[] }][] = [
    ["return github.create_issue({})", { tools: ["github.create_issue"], servers: ["github"] }],
    ['return callTool("mcp__crm__list", {})', { tools: ["crm.list"], servers: ["crm"] }],
    [
      'import { a, b as c } from "servers/crm"\nreturn c()',
      { tools: ["crm.b"], imports: ["servers/crm"], servers: ["crm"] },
    ],
    ['import type { A } from "servers/crm"\nreturn 1', { tools: [], imports: [], servers: [] }],
    [
      "const gh = github; const { x } = gh; return [x, googleDrive.list]",
      { tools: ["github.x", "google-drive.list"], servers: ["github", "google-drive"] },
    ],
    ["return mcp__google_drive__list({})", { tools: ["google-drive.list"], servers: ["google-drive"] }],
    ["const github = { a: 1 }; return github.a", { tools: [], servers: [] }],
    [
      'return ["crm.a", "crm.b"].map((tool) => callTool(tool, {}))',
      { tools: ["crm.a", "crm.b"], servers: ["crm"] },
    ],
  ];
  for (const [source, { tools, imports, servers }] of FACTS) {
    test(`of ${JSON.stringify(source)}`, () => {
      const { facts, program } = analyzeText(source);
      assert.equal(facts.dynamicTools, false);
      if (tools) assert.deepEqual(facts.tools, tools);
      if (imports) assert.deepEqual(facts.imports, imports);
      if (servers) assert.deepEqual(program?.servers, servers);
    });
  }

  test("count size, branches, nesting and call sites, and say when a tool's name is computed", () => {
    const source = "if (context.é) { for (const x of context.l) await github[x]({}) }\nawait crm.list({})";
    const { facts } = analyzeText(source);
    const { sourceBytes, nesting, complexity, toolCallSites, dynamicTools } = facts;
    assert.deepEqual(
      { sourceBytes, nesting, complexity, toolCallSites, dynamicTools },
      {
        sourceBytes: Buffer.byteLength(source),
        nesting: 2,
        complexity: 3,
        toolCallSites: 2,
        dynamicTools: true,
      },
    );
  });
});

test("risk is the worst finding's level and the sum of all, to one hundred", () => {
  assert.deepEqual(analyzeText("return 1").risk, { level: "low", score: 0 });
  assert.deepEqual(analyzeText("debugger; return 1").risk, { level: "low", score: 2 });
  assert.deepEqual(analyzeText("while (true) {}").risk, { level: "medium", score: 10 });
  assert.deepEqual(analyzeText("return process").risk, { level: "high", score: 40 });
  assert.deepEqual(analyzeText("eval(eval)").risk, { level: "critical", score: 100 });
});
