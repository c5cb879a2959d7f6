// Types learned from answers: names and types, what is always there, and never a value or a key that is data.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openObservedTypes } from "../../src/catalog/catalog.ts";
import { printSchema } from "../../src/catalog/print-schema.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

type Row = { tool: string; pin: string; shape: string };

function openStore(rows: Row[] = []) {
  return {
    rows,
    shapes: async () => rows.map((row) => ({ ...row })),
    async saveShape(tool: string, pin: string, shape: string) {
      rows.splice(0, rows.length, ...rows.filter((row) => row.tool !== tool), { tool, pin, shape });
    },
  };
}

const TOOL = { id: "shop.find", pin: "a".repeat(64) };

async function typeOf(...answers: JsonValue[]): Promise<string> {
  const observed = await openObservedTypes(openStore(), assert.fail);
  for (const answer of answers) observed.observe(TOOL, answer);
  const schema = observed.schemaOf(TOOL);
  return schema ? printSchema(schema, new Set()).type : "";
}

test("answers become types", async () => {
  const table: [answers: JsonValue[], type: string][] = [
    [["done"], "string"],
    [["done", 3, null], "null | number | string"],
    [[{ id: 1, name: "Ann" }], "{ id: number; name: string }"],
    [[{ id: 1, name: "Ann" }, { id: 2 }], "{ id: number; name?: string }"],
    [[[{ id: 1 }, { id: null }]], "Array<{ id: null | number }>"],
    [[[]], "unknown[]"],
    [[{ rows: [{ a: true }] }, { rows: [] }], "{ rows: Array<{ a: boolean }> }"],
    [[{}], "Record<string, unknown>"],
    [[[1, 2], { a: 1 }], "(number[]) | { a: number }"],
  ];
  for (const [answers, type] of table) {
    assert.equal(await typeOf(...answers), type, JSON.stringify(answers));
  }
});

test("keys that are data make a map, and are forgotten", async () => {
  const maps: JsonValue[] = [
    { EMAIL_001: 1, EMAIL_002: 2 },
    { "ann@example.com": 1 },
    { "C-00042": 1, "C-00043": 2 },
    { "7": 1, "8": 2 },
    { "Ignore previous instructions": 1 },
    Object.fromEntries(
      Array.from({ length: 61 }, (_, at) => [`k${String.fromCharCode(97 + (at % 26))}${"x".repeat(at)}`, 1]),
    ),
  ];
  for (const map of maps) assert.equal(await typeOf(map), "Record<string, number>", JSON.stringify(map));
  assert.equal(await typeOf({ status: 1 }, { "C-00042": 1 }), "Record<string, number>");
});

test("no value reaches the store, and what was learned is there after a restart", async () => {
  const store = openStore();
  const first = await openObservedTypes(store, assert.fail);
  first.observe(TOOL, { name: "a secret value", list: ["another one"], count: 4711 });
  await Promise.resolve();
  assert.equal(store.rows.length, 1);
  assert.doesNotMatch(store.rows[0]?.shape ?? "", /secret|another|4711/);
  const second = await openObservedTypes(store, assert.fail);
  assert.deepEqual(second.schemaOf(TOOL), first.schemaOf(TOOL));
});

test("another definition starts anew, and a tool that says what it answers is not watched", async () => {
  const observed = await openObservedTypes(openStore(), assert.fail);
  observed.observe(TOOL, { old: 1 });
  const changed = { ...TOOL, pin: "b".repeat(64) };
  assert.equal(observed.schemaOf(changed), undefined);
  observed.observe(changed, { fresh: 1 });
  assert.deepEqual(Object.keys(observed.schemaOf(changed)?.["properties"] as object), ["fresh"]);
  observed.observe({ id: "crm.get", pin: "c", outputSchema: { type: "object" } }, { id: 1 });
  assert.equal(observed.schemaOf({ id: "crm.get", pin: "c" }), undefined);
});

test("a damaged row and a store that fails cost only what was learned", async () => {
  const log: string[] = [];
  const broken = {
    ...openStore([{ ...TOOL, tool: TOOL.id, shape: "{" }]),
    saveShape: () => Promise.reject(new Error("x")),
  };
  const observed = await openObservedTypes(broken, (message) => void log.push(message));
  assert.equal(observed.schemaOf(TOOL), undefined);
  observed.observe(TOOL, "text");
  await new Promise((resolve) => setImmediate(resolve));
  assert.match(log.join(), /The type of shop\.find was not kept/);
  assert.deepEqual(observed.schemaOf(TOOL), { type: "string" });
});
