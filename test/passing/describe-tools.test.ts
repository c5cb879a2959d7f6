import assert from "node:assert/strict";
import { test } from "node:test";
import type { PinnedTool } from "../../src/catalog/catalog.ts";
import { describeTools } from "../../src/passing/describe-tools.ts";
import type { JsonObject } from "../../src/vocabulary.ts";

function tool(more: Partial<PinnedTool>): PinnedTool {
  const known = { server: "crm", name: "get", id: "crm.get", pin: "0", description: "Gets." };
  return { ...known, inputSchema: { type: "object" }, ...more };
}

const shout = async (texts: string[]) => texts.map((text) => text.toUpperCase());

test("texts are changed wherever a tool or a schema speaks, and nothing else is", async () => {
  const inputSchema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    description: "all",
    properties: {
      description: { type: "string", title: "what", enum: ["title", "description"] },
      title: { anyOf: [{ const: "title" }, { description: "deep", format: "email", pattern: "^a$" }] },
    },
    required: ["description"],
  };
  const [listed] = await describeTools(
    [tool({ inputSchema, title: "Get", annotations: { title: "Get it" } })],
    shout,
  );
  const { properties } = inputSchema;
  assert.deepEqual(listed, {
    name: "get",
    title: "GET",
    description: "GETS.",
    annotations: { title: "GET IT" },
    inputSchema: {
      ...inputSchema,
      description: "ALL",
      properties: {
        description: { ...properties.description, title: "WHAT" },
        title: { anyOf: [{ const: "title" }, { description: "DEEP", format: "email", pattern: "^a$" }] },
      },
    },
  });
});

test("a text that must not be shown is empty", async () => {
  const [listed] = await describeTools([tool({})], async (texts) => texts.map(() => null));
  assert.equal(listed?.["description"], "");
});

const LOOSENED: [before: JsonObject, after: JsonObject][] = [
  [{ type: "string", format: "email" }, { type: "string" }],
  [{ type: "string", pattern: "^a", minLength: 3, maxLength: 9 }, { type: "string" }],
  [
    { type: "integer", minimum: 1 },
    { type: ["integer", "string"], minimum: 1 },
  ],
  [{ type: "number" }, { type: ["number", "string"] }],
  [{ type: "boolean" }, { type: "boolean" }],
  [
    { type: "array", items: { type: "number" } },
    { type: "array", items: { type: ["number", "string"] } },
  ],
  [
    { type: "object", properties: { format: { type: "string" }, type: { type: "number" } } },
    { type: "object", properties: { format: { type: "string" }, type: { type: ["number", "string"] } } },
  ],
  [
    { anyOf: [{ type: "number" }, { $ref: "#/$defs/a" }] },
    { anyOf: [{ type: ["number", "string"] }, { $ref: "#/$defs/a" }] },
  ],
];

test("output schemas take a token where a value of another shape stood", async () => {
  for (const [before, after] of LOOSENED) {
    const outputSchema = { type: "object", properties: { it: before } };
    const [listed] = await describeTools([tool({ outputSchema })], shout);
    assert.deepEqual(listed?.["outputSchema"], { type: "object", properties: { it: after } });
  }
});
