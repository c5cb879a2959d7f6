// What a page of hits holds: several needs at once, a bound on its TypeScript, and raw schemas where they are asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { define, everything, openCatalog } from "./catalog-fixture.ts";

const LONG = "Works on orders and explains it at length. ".repeat(60);

async function openShop() {
  const many = Array.from({ length: 30 }, (_, at) => `field_${at}`);
  const properties = Object.fromEntries(
    many.map((name) => [name, { type: "string", description: `The ${name} of an order, ${LONG}` }]),
  );
  const { catalog } = openCatalog([
    define("shop.list_orders", { description: LONG, inputSchema: { type: "object", properties } }),
    define("shop.export_orders", { description: LONG, inputSchema: { type: "object", properties } }),
    define("shop.get_order", { description: "Get one order." }),
    define("mail.send", { description: "Send a mail." }),
    define("files.write_file", { description: "Write a file." }),
  ]);
  await catalog.load();
  return catalog;
}

test("several needs in one question take turns: the best of each comes first", async () => {
  const catalog = await openShop();
  const find = (query: string, limit: number) =>
    catalog.search({ query, detail: "name_only", limit }, everything).tools.map(({ tool }) => tool);
  assert.deepEqual(find("write a file; send mail; get one order", 3), [
    "files.write_file",
    "mail.send",
    "shop.get_order",
  ]);
  assert.deepEqual(find("send mail;", 1), ["mail.send"]);
  assert.deepEqual(find(" ; ", 5).length, 5);
  const { total } = catalog.search({ query: "mail; file", detail: "name_only", limit: 1 }, everything);
  assert.equal(total, 2);
});

test("a walk through the pages of several needs sees every tool once", async () => {
  const catalog = await openShop();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const at = cursor === undefined ? {} : { cursor };
    const page = catalog.search(
      { query: "orders; mail; file", detail: "name_only", limit: 2, ...at },
      everything,
    );
    seen.push(...page.tools.map(({ tool }) => tool));
    cursor = page.next;
  } while (cursor !== undefined);
  assert.deepEqual(seen.toSorted(), [
    "files.write_file",
    "mail.send",
    "shop.export_orders",
    "shop.get_order",
    "shop.list_orders",
  ]);
});

test("a page of full hits has room for so much TypeScript; the others are described", async () => {
  const catalog = await openShop();
  const { tools } = catalog.search({ query: "orders", detail: "full", limit: 10 }, everything);
  const [first, ...others] = tools;
  assert.ok(first?.types, "the first is always shown");
  const large = others.find(({ tool }) => tool.endsWith("_orders"));
  assert.equal(large?.types, undefined);
  assert.match(large?.description ?? "", /^Works on orders/);
  assert.ok(JSON.stringify(tools).length < 8000);
});

test("one tool alone is shown uncut, and so is every tool whose schema is asked for", async () => {
  const catalog = await openShop();
  const ask = { query: "orders", detail: "full" as const };
  const { tools: alone } = catalog.search({ ...ask, limit: 1 }, everything);
  const { tools: all } = catalog.search({ ...ask, limit: 10, schema: true }, everything);
  const { tools: short } = catalog.search({ ...ask, limit: 10 }, everything);
  assert.ok((alone[0]?.types?.length ?? 0) > (short[0]?.types?.length ?? 0));
  assert.equal(alone[0]?.inputSchema, undefined);
  for (const { types, inputSchema } of all) assert.ok(types !== undefined && inputSchema !== undefined);
  const [named] = catalog.search(
    { query: "mail", detail: "name_only", limit: 1, schema: true },
    everything,
  ).tools;
  assert.deepEqual(named, { tool: "mail.send", inputSchema: { type: "object" } });
});
