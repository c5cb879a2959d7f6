// Schemas as TypeScript: short, valid, and unable to say more than a type.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "@babel/parser";
import { printSchema } from "../../src/catalog/print-schema.ts";
import { type NameInCode, printTool } from "../../src/catalog/print-tool.ts";
import type { JsonObject, JsonValue } from "../../src/vocabulary.ts";
import { define } from "./catalog-fixture.ts";

/** Parses, and returns how many statements and comments there are: text that breaks out would add some. */
function shapeOf(text: string): { statements: number; comments: number } {
  const { program, comments } = parse(text, {
    sourceType: "module",
    plugins: [["typescript", { dts: true }]],
  });
  return { statements: program.body.length, comments: comments?.length ?? 0 };
}

function print(schema: JsonObject): string[] {
  const { type, declarations } = printSchema(schema, new Set());
  const whole = [...declarations, `type Whole = ${type};`].join("\n");
  assert.equal(shapeOf(whole).statements, declarations.length + 1, whole);
  return [type, ...declarations];
}

const of = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
});

test("schemas are printed as the types they mean", () => {
  const table: [schema: JsonObject, printed: string[]][] = [
    [{}, ["unknown"]],
    [{ type: "object" }, ["Record<string, unknown>"]],
    [{ $schema: "http://json-schema.org/draft-07/schema#" }, ["unknown"]],
    [{ type: "object", additionalProperties: false }, ["{}"]],
    [{ type: "object", additionalProperties: { type: "number" } }, ["Record<string, number>"]],
    [of({ a: { type: "string" }, b: { type: "integer" } }, ["a"]), ["{ a: string; b?: number }"]],
    [{ properties: { a: { type: "boolean" } } }, ["{ a?: boolean }"]],
    [
      { ...of({ a: { type: "null" } }), additionalProperties: { type: "string" } },
      ["{ a?: null; [key: string]: unknown }"],
    ],
    [{ type: ["string", "null"] }, ["string | null"]],
    [{ type: "array", items: { type: "string" } }, ["string[]"]],
    [{ type: "array", items: { type: ["string", "number"] } }, ["Array<string | number>"]],
    [{ type: "array" }, ["unknown[]"]],
    [{ prefixItems: [{ type: "string" }, { type: "number" }] }, ["[string, number]"]],
    [{ enum: ["a", "b", 'say "c"', 1, null, true, "a"] }, ['"a" | "b" | "say \\"c\\"" | 1 | null | true']],
    [{ enum: [] }, ["never"]],
    [{ enum: [-1, 1e21] }, ["(-1) | (1e+21)"]],
    [{ const: "fixed" }, ['"fixed"']],
    [{ const: null }, ["null"]],
    [{ const: { deep: 1 } }, ["unknown"]],
    [{ oneOf: [{ type: "string" }, of({ id: { type: "number" } })] }, ["string | { id?: number }"]],
    [{ anyOf: [{ type: "string" }, {}] }, ["unknown"]],
    [{ type: "string", anyOf: [{ format: "email" }, { format: "uri" }] }, ["string"]],
    [{ allOf: [of({ a: {} }), of({ b: {} })] }, ["{ a?: unknown } & { b?: unknown }"]],
    [
      { ...of({ a: { type: "string" } }, ["a"]), anyOf: [{ required: ["b"] }, { required: ["c"] }] },
      ["{ a: string }"],
    ],
    [{ type: "teapot" }, ["unknown"]],
    [{ type: "string", format: "date-time", minLength: 3 }, ["string"]],
    [{ $ref: "#/nowhere" }, ["unknown"]],
    [{ $ref: "https://example.com/other.json" }, ["unknown"]],
    [{ $ref: "#/__proto__" }, ["unknown"]],
    [of({ a: false as JsonValue, b: true as JsonValue }), ["{ a?: never; b?: unknown }"]],
  ];
  for (const [schema, printed] of table) assert.deepEqual(print(schema), printed, JSON.stringify(schema));
});

test("references become named types, so that recursion ends", () => {
  const node = of({ value: { type: "number" }, next: { $ref: "#/$defs/node" } });
  assert.deepEqual(print({ ...of({ head: { $ref: "#/$defs/node" } }), $defs: { node } }), [
    "{ head?: Node }",
    "type Node = { value?: number; next?: Node };",
  ]);
  assert.deepEqual(print(of({ self: { $ref: "#" } })), ["{ self?: Type }", "type Type = { self?: Type };"]);
  assert.deepEqual(print(of({ a: { type: "string" }, b: { $ref: "#/properties/a" } })), [
    "{ a?: string; b?: A }",
    "type A = string;",
  ]);
  const loop = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };
  assert.deepEqual(print(loop), ["A", "type A = B;", "type B = A;"]);
  const twins = { x: { $ref: "#/$defs/one/Item" }, y: { $ref: "#/$defs/two/Item" } };
  assert.deepEqual(
    print({ ...of(twins), $defs: { one: { Item: { type: "string" } }, two: { Item: { type: "null" } } } }),
    ["{ x?: Item; y?: Item2 }", "type Item = string;", "type Item2 = null;"],
  );
});

test("names of definitions cannot shadow or break what the text uses", () => {
  const names = [
    "Promise",
    "record",
    "array",
    "工具",
    "a b;c",
    "1st",
    "~1/~0",
    "%E0%A4%A",
    "class",
    "x".repeat(500),
  ];
  for (const name of names) {
    const reference = `#/$defs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const [type = ""] = print({ $ref: reference, $defs: { [name]: { type: "string" } } });
    assert.match(type, /^[A-Z][A-Za-z0-9]{0,64}$/, name);
    assert.ok(!["Promise", "Record", "Array"].includes(type), type);
  }
});

test("keys that are no identifiers are quoted, and show every character they hold", () => {
  const keys: [key: string, printed: string][] = [
    ["retry-max-delay", '"retry-max-delay"'],
    ["StartTime<", '"StartTime<"'],
    ["Parameter1.Name", '"Parameter1.Name"'],
    ["{{userId}}", '"{{userId}}"'],
    ["", '""'],
    ["delete", "delete"],
    ["constructor", "constructor"],
    ["1", '"1"'],
    ['a"; evil(); "', '"a\\"; evil(); \\""'],
    ["a\nb", '"a\\nb"'],
    ["a\u200bb", '"a\\u200bb"'],
    ["\u202eabc", '"\\u202eabc"'],
    ["a\u2028b", '"a\\u2028b"'],
    ["größe", '"größe"'],
    ["*/", '"*/"'],
  ];
  for (const [key, printed] of keys)
    assert.deepEqual(print(of({ [key]: { type: "string" } })), [`{ ${printed}?: string }`], key);
  const proto = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonObject;
  assert.deepEqual(print(proto), ["{ __proto__?: string }"]);
});

test("descriptions stay inside their comments and hide nothing", () => {
  const table: [description: string, comment: string][] = [
    ["plain", "/** plain */ "],
    ["ends */ declare const evil: 1; /*", "/** ends *\\/ declare const evil: 1; /* */ "],
    ["split *\u200b/ closer", "/** split *\\/ closer */ "],
    ["two\nlines\r\nand\u2028more", "/** two lines and more */ "],
    ["in\u200bvis\u{e0041}ible\u202e", "/** invisible */ "],
    ["star at the end *", "/** star at the end * */ "],
    ["/", "/** / */ "],
    ["", ""],
    ["\u200b\u200b", ""],
  ];
  for (const [description, comment] of table)
    assert.deepEqual(
      print(of({ a: { type: "string", description } })),
      [`{ ${comment}a?: string }`],
      JSON.stringify(description),
    );
  const [long = ""] = print(of({ a: { type: "string", description: "long ".repeat(5000) } }));
  assert.ok(long.length < 220, `${long.length}`);
});

test("no schema makes an endless or deep text", () => {
  let deep: JsonObject = { type: "string" };
  for (let i = 0; i < 5000; i++) deep = of({ a: deep });
  const wide = of(
    Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`key${i}`, of({ a: { type: "string" } })])),
  );
  const many = { enum: Array.from({ length: 1000 }, (_, i) => `value ${i}`) };
  const long = { enum: ["x".repeat(10_000)] };
  const references = Object.fromEntries(
    Array.from({ length: 2000 }, (_, i) => [`d${i}`, of({ next: { $ref: `#/$defs/d${i + 1}` } })]),
  );
  const chain = { $ref: "#/$defs/d0", $defs: references };
  for (const schema of [deep, wide, many, long, chain]) {
    const text = print(schema).join("\n");
    assert.ok(text.length < 120_000, `${text.length} characters`);
  }
  assert.ok(print(many).join("").endsWith("| string"));
});

test("a tool is one valid declaration with one comment, whatever its server calls it", () => {
  const inputSchema = of({ id: { type: "string" } }, ["id"]);
  const table: [id: string, named: NameInCode, signature: string][] = [
    [
      "crm.get",
      ["crm", "get"],
      "declare namespace crm { function get(args: { id: string }): Promise<unknown>; }",
    ],
    [
      "google-drive.get-it",
      ["google_drive", "get_it"],
      "declare namespace google_drive { function get_it(args: { id: string }): Promise<unknown>; }",
    ],
    [
      "7zip.pack",
      [undefined, "pack"],
      'declare function callTool(name: "7zip.pack", args: { id: string }): Promise<unknown>;',
    ],
    ["s.a.b", ["s"], 'declare function callTool(name: "s.a.b", args: { id: string }): Promise<unknown>;'],
  ];
  for (const [id, named, signature] of table) {
    const text = printTool({ ...define(id, { description: "Get */ it.", inputSchema }), id, pin: "" }, named);
    assert.equal(text, `/** Get *\\/ it. */\n${signature}`);
    assert.deepEqual(shapeOf(text), { statements: 1, comments: 1 }, text);
  }
});

test("doc comments keep their lines, definitions and results are printed before the signature", () => {
  const description = "First.\n\n  - a point */ \n\u200b * another\r\nlast";
  const schema = { ...of({ root: { $ref: "#/$defs/Row" } }), $defs: { Row: of({ n: { type: "number" } }) } };
  const tool = {
    ...define("s.t", { description, inputSchema: schema, outputSchema: schema }),
    id: "s.t",
    pin: "",
  };
  const text = printTool(tool, ["s", "t"]);
  assert.equal(
    text,
    [
      "/**",
      " * First.",
      " *",
      " *   - a point *\\/",
      " *  * another",
      " * last",
      " */",
      "type Row = { n?: number };",
      "type Row2 = { n?: number };",
      "declare namespace s { function t(args?: { root?: Row }): Promise<{ root?: Row2 }>; }",
    ].join("\n"),
  );
  assert.deepEqual(shapeOf(text), { statements: 3, comments: 1 });
});
