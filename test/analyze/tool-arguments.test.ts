import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AnalyzeOptions, analyze } from "../../src/analyze/analyze.ts";
import type { JsonObject } from "../../src/vocabulary.ts";
import { OPTIONS } from "./analyze-fixture.ts";

/** One tool, `crm.save`, with the given schema. */
function withSchema(inputSchema: JsonObject, more: Partial<AnalyzeOptions> = {}): AnalyzeOptions {
  const findTool = (written: string) =>
    written === "crm.save" ? { found: { id: "crm.save", inputSchema } } : { missing: "unknown" };
  return { ...OPTIONS, findTool, ...more };
}

function remarks(args: string, inputSchema: JsonObject): string[] {
  const { findings } = analyze(`return crm.save(${args})`, withSchema(inputSchema));
  return findings.map(({ severity, message, hint }) => `${severity}: ${message} ${hint}`);
}

const CLOSED: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string" },
    age: { type: "integer" },
    score: { type: "number" },
    kind: { type: "string", enum: ["person", "company"] },
    version: { const: 2 },
    tags: { type: "array", items: { type: "string" } },
    address: {
      type: "object",
      properties: { city: { type: "string" }, geo: { $ref: "#/$defs/geo" } },
      required: ["city"],
      additionalProperties: false,
    },
    owner: {
      anyOf: [
        { type: "string" },
        { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      ],
    },
    note: { type: ["string", "null"] },
    when: { oneOf: [{ type: "integer" }, { enum: ["now", "later"] }] },
    extra: { type: "object", additionalProperties: { type: "number" } },
  },
  required: ["name"],
  additionalProperties: false,
  $defs: { geo: { type: "object", properties: { lat: { type: "number" } }, required: ["lat"] } },
};

const TOLD: [args: string, says: RegExp][] = [
  ["{ nam: 'a', name: 'b' }", /^low: crm\.save has no argument "nam"\. Did you mean name\?$/],
  ["{ name: 'a', zzz: 1 }", /no argument "zzz"\. It takes name, age, score/],
  ["{}", /^low: crm\.save needs name\./],
  ["", /needs name/],
  ["{ age: 1 }", /needs name/],
  ["{ name: 1 }", /name must be a string, not a number/],
  ["{ name: 'a', age: 1.5 }", /age must be an integer, not a number/],
  ["{ name: 'a', age: '1' }", /age must be an integer, not a string/],
  ["{ name: 'a', age: -0.5 }", /age must be an integer/],
  ["{ name: null }", /name must be a string, not null/],
  ["{ name: ['a'] }", /name must be a string, not an array/],
  ["{ name: 'a', kind: 'robot' }", /kind must be one of "person", "company"\./],
  ["{ name: 'a', version: 3 }", /version must be 2/],
  ["{ name: 'a', tags: 'x' }", /tags must be an array, not a string/],
  ["{ name: 'a', tags: ['x', 1] }", /tags\.1 must be a string/],
  ["{ name: 'a', address: { town: 'b', city: 'c' } }", /no argument "address\.town"/],
  ["{ name: 'a', address: {} }", /needs address\.city/],
  ["{ name: 'a', address: { city: 'b', geo: { lat: 'x' } } }", /address\.geo\.lat must be a number/],
  ["{ name: 'a', owner: 5 }", /owner must be a string, not a number/],
  ["{ name: 'a', when: true }", /when must be/],
  ["{ name: 'a', extra: { a: 'b' } }", /extra\.a must be a number/],
  ["'a'", /takes one object of arguments, not a string/],
  ["['a']", /takes one object of arguments, not an array/],
  ["{ name: () => 'a' }", /name must be a string, not a function/],
];

describe("what is certain is told", () => {
  for (const [args, says] of TOLD) {
    test(`crm.save(${args})`, () => {
      const said = remarks(args, CLOSED);
      assert.ok(said.length > 0, "nothing");
      assert.match(said[0] ?? "", says);
    });
  }
});

const SILENT = [
  "{ name: 'a' }",
  "{ name: `a ${context.b}` }",
  "{ name: context.name }",
  "{ name }",
  "{ ...context.args }",
  "{ ...context.args, age: 3 }",
  "{ [context.key]: 1 }",
  "context.args",
  "...context.list",
  "{ name: 'a', age: 4, score: 4.5, kind: 'person', version: 2 }",
  "{ name: 'a', age: undefined, kind: context.kind ?? 'person' }",
  "{ name: 'a', tags: ['x', ...context.tags, context.tag] }",
  "{ name: 'a', tags: context.tags }",
  "{ name: 'a', address: { city: 'b', geo: { lat: 1 } } }",
  "{ name: 'a', owner: 'b' }",
  "{ name: 'a', owner: { id: 'b' } }",
  "{ name: 'a', note: null, when: 'now' }",
  "{ name: 'a', extra: { a: 1, b: context.b } }",
  "{ name: 'a', get age() { return 1 } }",
  "{ 'name': 'a', [`age`]: 1 }",
];

describe("what cannot be known is not told", () => {
  for (const args of SILENT) {
    test(`crm.save(${args})`, () => {
      assert.deepEqual(remarks(args, CLOSED), []);
    });
  }

  const OPEN: [title: string, args: string, schema: JsonObject][] = [
    ["a schema without properties", "{ a: 1 }", { type: "object" }],
    ["a schema that takes more", "{ a: 1 }", { properties: { b: {} }, additionalProperties: true }],
    ["names by pattern", "{ x_a: 1 }", { properties: {}, patternProperties: { "^x_": {} } }],
    ["names in another part", "{ a: 1 }", { properties: { b: {} }, allOf: [{ properties: { a: {} } }] }],
    ["a reference to elsewhere", "{ a: { b: 1 } }", { properties: { a: { $ref: "https://x.example/s" } } }],
    [
      "a reference to itself",
      "{ a: { a: { a: 1 } } }",
      {
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { properties: { a: { $ref: "#/$defs/a" } } } },
      },
    ],
    ["a broken schema", "{ a: 1 }", { properties: { a: 5, b: null }, required: "a", type: 7 } as JsonObject],
    ["an unknown type", "{ a: 1 }", { properties: { a: { type: "timestamp" } } }],
    ["names of every object", "{ toString: 1 }", { properties: { toString: { type: "number" } } }],
  ];
  for (const [title, args, schema] of OPEN) {
    test(title, () => assert.deepEqual(remarks(args, schema), []));
  }
});

test("an unknown name is only a guess, of severity info, where the schema does not forbid it", () => {
  const said = remarks("{ nam: 'a' }", { type: "object", properties: { name: { type: "string" } } });
  assert.deepEqual(said, ['info: crm.save has no argument "nam". Did you mean name?']);
});

const WAYS: [title: string, source: string, count: number][] = [
  ["callTool", 'return callTool("crm.save", {})', 1],
  ["an import", 'import { save } from "servers/crm"\nreturn save({})', 1],
  ["a namespace", 'import * as c from "servers/crm"\nreturn c.save({})', 1],
  ["an alias", "const c = crm; return c.save({})", 1],
  ["a destructured name", "const { save } = crm; return save({})", 1],
  ["the MCP spelling", 'return callTool("mcp__crm__save", {})', 1],
  ["one of two tools", 'return callTool(context.a ? "crm.save" : "crm.load", {})', 0],
  ["a name of the program", "const crm = { save: (x) => x }; return crm.save({})", 0],
  ["a reassigned alias", "let { save } = crm; save = (x) => x; return save({})", 0],
  ["inside a callback", "return [1].map(() => crm.save({}))", 1],
];

describe("calls are known however they are written", () => {
  for (const [title, source, count] of WAYS) {
    test(title, () => {
      const { findings } = analyze(source, withSchema(CLOSED));
      assert.equal(findings.filter(({ rule }) => rule === "missing-argument").length, count);
    });
  }
});

test("remarks on arguments never refuse a program, and can be left out", () => {
  const source = "return crm.save({ nam: 1, age: 'x' })";
  const told = analyze(source, withSchema(CLOSED));
  assert.deepEqual(told.risk, { level: "low", score: 6 });
  assert.notEqual(told.program, null);
  assert.deepEqual(analyze(source, withSchema(CLOSED, { typecheck: false })).findings, []);
});

test("facts name a tool by its id, whatever spelling the code uses", () => {
  const { facts } = analyze("return [github.createIssue, github.create_issue]", OPTIONS);
  assert.deepEqual(facts.tools, ["github.create_issue"]);
});

test("the catalog is asked once for each name, and only for names in the code", () => {
  const asked: string[] = [];
  analyze("await crm.save({}); await crm.save({}); return web.search({})", {
    ...OPTIONS,
    findTool(written) {
      asked.push(written);
      return { missing: "unknown" };
    },
  });
  assert.deepEqual(asked.sort(), ["crm.save", "web.search"]);
});
