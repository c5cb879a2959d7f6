// The parts of skills that need no gateway: schemas and parameters, search, signatures, line diffs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  checkParameterSchema,
  rankSkills,
  readContent,
  readParameters,
  shaOfContent,
  signatureOf,
} from "../src/skills/skills.ts";
import { lineDiff } from "../src/text/line-diff.ts";
import type { JsonObject, JsonValue } from "../src/vocabulary.ts";

const schemaOf = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});

describe("a parameter schema", () => {
  const TAKEN: JsonObject[] = [
    { type: "object" },
    schemaOf({
      a: { type: "string", minLength: 0, maxLength: 3, enum: ["x", "y"], title: "A", description: "…" },
    }),
    schemaOf(
      { a: { type: "array", items: { type: "integer", minimum: -1 }, minItems: 1 } },
      { required: ["a"] },
    ),
    schemaOf({ a: { type: "object", properties: { b: { type: "null" } }, additionalProperties: false } }),
    schemaOf({ a: { type: "number", const: 1.5, default: 1.5 } }),
  ];
  for (const schema of TAKEN)
    test(`${JSON.stringify(schema).slice(0, 70)} is taken`, () => checkParameterSchema(schema));

  const REFUSED: [schema: JsonObject, message: RegExp][] = [
    [{}, /"type": "object"/],
    [schemaOf({ a: { type: "text" } }), /\/properties\/a\/type must be one of/],
    [schemaOf({ a: {} }), /\/properties\/a\/type/],
    [schemaOf({ a: { type: ["string", "null"] } }), /\/properties\/a\/type/],
    [schemaOf({ a: { type: "string", format: "email" } }), /format is not a word/],
    [schemaOf({ a: { type: "string", maxLenght: 3 } }), /did you mean "maxLength"/],
    [schemaOf({ a: { type: "string", minimum: 3 } }), /minimum is not a word that is checked for string/],
    [schemaOf({ a: { $ref: "#/b" } }), /type/],
    [schemaOf({ a: { type: "string", enum: [] } }), /must be a list/],
    [schemaOf({ a: { type: "string", enum: [{}] } }), /must be a list/],
    [schemaOf({ a: { type: "string", maxLength: -1 } }), /whole number/],
    [schemaOf({ "a-b": { type: "string" } }), /no identifier/],
    [schemaOf({}, { required: ["a"] }), /names a parameter/],
    [schemaOf({}, { required: ["toString"] }), /names a parameter/],
    [schemaOf({}, { anyOf: [] }), /anyOf is not a word/],
    [schemaOf({ a: { type: "string", description: "x".repeat(9000) } }), /larger than/],
    [
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonObject,
      /no identifier/,
    ],
  ];
  for (const [schema, message] of REFUSED) {
    test(`${JSON.stringify(schema).slice(0, 70)} is refused`, () => {
      assert.throws(() => checkParameterSchema(schema), { code: "SKILL_REFUSED", message });
    });
  }

  test("seven levels are one too many", () => {
    let deep: JsonObject = { type: "string" };
    for (let level = 0; level < 7; level++) deep = schemaOf({ a: deep });
    assert.throws(() => checkParameterSchema(deep), /nested more than 6 levels/);
  });
});

describe("parameters", () => {
  const schema = schemaOf(
    {
      city: { type: "string", minLength: 2, maxLength: 8 },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 2 },
      limit: { type: "integer", minimum: 1, default: 5 },
      deep: { type: "object", properties: { on: { type: "boolean" } }, required: ["on"] },
    },
    { required: ["city"] },
  );
  const read = (given: JsonValue | undefined) =>
    readParameters(schema, given, { skill: "s", isToken: (text) => text === "EMAIL_001" });

  test("are taken with defaults, and a token whatever its length", () => {
    assert.deepEqual(read({ city: "Oslo", tags: ["a"] }), { city: "Oslo", tags: ["a"], limit: 5 });
    assert.deepEqual(read({ city: "EMAIL_001", deep: { on: false } }), {
      city: "EMAIL_001",
      limit: 5,
      deep: { on: false },
    });
    assert.deepEqual(read({ city: "🙂🙂" }), { city: "🙂🙂", limit: 5 });
  });

  const REFUSED: [given: JsonValue | undefined, message: RegExp][] = [
    [undefined, /city of the skill s is missing/],
    [null, /is missing/],
    ["Oslo", /must be an object/],
    [{ city: null }, /must be a string/],
    [{ city: "EMAIL_0012" }, /at most 8 characters/],
    [{ city: "Oslo", tags: "a" }, /tags of the skill s must be an array/],
    [{ city: "Oslo", tags: ["c"] }, /tags\[0\] of the skill s must be one of "a", "b"/],
    [{ city: "Oslo", tags: ["a", "b", "a"] }, /at most 2 items/],
    [{ city: "Oslo", limit: "5" }, /must be an integer/],
    [{ city: "Oslo", limit: 2 ** 60 }, /must be an integer/],
    [{ city: "Oslo", deep: {} }, /deep\.on of the skill s is missing/],
    [
      { city: "Oslo", deep: { on: true, off: 1 } },
      /parameter deep of the skill s has no parameter "off" \(known: on\)/,
    ],
    [{ city: "Oslo", "ann@x.example": 1 }, /has no parameter \(known/],
    [{ city: "Oslo", constructor: 1 }, /no parameter "constructor"/],
  ];
  for (const [given, message] of REFUSED) {
    test(`${JSON.stringify(given)} is refused`, () => {
      assert.throws(() => read(given), { code: "BAD_ARGUMENTS", message });
    });
  }
});

test("a skill is written as one call", () => {
  const parameters = schemaOf(
    {
      city: { type: "string" },
      kinds: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      at: schemaOf({ x: { type: "integer" } }),
    },
    { required: ["city"] },
  );
  assert.equal(
    signatureOf("find", parameters),
    'skills.find({ city: string, kinds?: ("a" | "b")[], at?: { x?: number } })',
  );
  assert.equal(signatureOf("tidy", schemaOf({})), "skills.tidy()");
});

test("the hash is over what is reviewed and nothing else", () => {
  const content = readContent({ name: "find", description: "Finds.", tags: ["a"], code: "return 1" });
  const same = readContent({
    code: "return 1",
    tags: ["a"],
    description: "Finds.",
    name: "find",
    parameters: content.parameters,
  });
  assert.equal(shaOfContent(content), shaOfContent(same));
  for (const change of [
    { name: "fine" },
    { description: "Finds" },
    { tags: [] },
    { code: "return  1" },
    { parameters: { type: "object" } },
  ]) {
    assert.notEqual(shaOfContent({ ...content, ...change }), shaOfContent(content), JSON.stringify(change));
  }
});

describe("a search", () => {
  const skill = (name: string, description: string, tags: string[] = []) => ({
    name,
    description,
    tags,
    parameters: schemaOf({}),
    code: "",
  });
  const skills = [
    skill("top_customers", "The customers of a city who spend most.", ["sales"]),
    skill("weekly_report", "Numbers of the week as a table.", ["sales", "report"]),
    skill("close_stale_issues", "Closes issues that nobody touched for a while.", ["github"]),
  ];
  const ROWS: [query: string, names: string[]][] = [
    ["", ["close_stale_issues", "top_customers", "weekly_report"]],
    ["customer", ["top_customers"]],
    ["Which skill lists the best customers?", ["top_customers"]],
    ["sales report", ["weekly_report", "top_customers"]],
    ["stale isues", ["close_stale_issues"]],
    ["weather", []],
  ];
  for (const [query, names] of ROWS) {
    test(`${JSON.stringify(query)} finds ${names.join(", ") || "nothing"}`, () => {
      assert.deepEqual(
        rankSkills(skills, query).map(({ name }) => name),
        names,
      );
    });
  }
});

test("two texts are compared line by line", () => {
  assert.deepEqual(lineDiff("a\nb\nc", "a\nx\nc\nd"), [" a", "-b", "+x", " c", "+d"]);
  assert.deepEqual(lineDiff("a", "a"), [" a"]);
});
