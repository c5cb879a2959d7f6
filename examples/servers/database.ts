// An example MCP server: SQL on a local SQLite database with ten thousand orders. Queries cannot change anything.

import { DatabaseSync } from "node:sqlite";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const ORDERS = 10_000;
const REGIONS = ["north", "south", "east", "west"];
const STATES = ["paid", "paid", "paid", "open", "overdue"];
const MAX_ROWS = 10_000;

type Parameter = string | number | null;

function openShop(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, region TEXT, state TEXT, amount INTEGER, ordered_on TEXT) STRICT;
    CREATE TABLE notes (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), text TEXT) STRICT;
    BEGIN;
  `);
  const insert = database.prepare("INSERT INTO orders VALUES (?, ?, ?, ?, ?)");
  for (let id = 1; id <= ORDERS; id++) {
    const region = REGIONS[(id * 7) % REGIONS.length] ?? "north";
    const state = STATES[(id * 11) % STATES.length] ?? "paid";
    const day = new Date(Date.UTC(2026, 0, 1 + ((id * 5) % 300))).toISOString().slice(0, 10);
    insert.run(id, region, state, 20 + ((id * 7919) % 4800), day);
  }
  database.exec("COMMIT");
  return database;
}

const shop = openShop();
const sql = z.string().min(1).describe("One SQL statement; write values as ? and pass them in parameters.");
const parameters = z.array(z.union([z.string(), z.number(), z.null()])).optional();

function answer(work: () => object) {
  try {
    return { content: [{ type: "text" as const, text: JSON.stringify(work()) }] };
  } catch (error) {
    const message = error instanceof Error ? error.message : "the statement failed";
    return { isError: true, content: [{ type: "text" as const, text: message }] };
  }
}

function readRows(statement: string, values: Parameter[]): object {
  shop.exec("PRAGMA query_only = 1");
  try {
    const rows = shop.prepare(statement).all(...values);
    return { rows: rows.slice(0, MAX_ROWS), truncated: rows.length > MAX_ROWS };
  } finally {
    shop.exec("PRAGMA query_only = 0");
  }
}

function createDatabase(): McpServer {
  const server = new McpServer({ name: "database", version: "1.0.0" });
  server.registerTool(
    "list_tables",
    { description: "List the tables with their columns.", annotations: { readOnlyHint: true } },
    () => answer(() => readRows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'", [])),
  );
  server.registerTool(
    "execute_sql",
    {
      description: "Run one SQL query that reads from the database, and return its rows.",
      inputSchema: z.object({ query: sql, parameters }),
      annotations: { readOnlyHint: true },
    },
    ({ query, parameters: values = [] }) => answer(() => readRows(query, values)),
  );
  server.registerTool(
    "insert_note",
    {
      description: "Write a note on an order.",
      inputSchema: z.object({ order_id: z.number().int(), text: z.string().min(1).max(500) }),
    },
    ({ order_id, text }) =>
      answer(() => {
        const { lastInsertRowid } = shop
          .prepare("INSERT INTO notes (order_id, text) VALUES (?, ?)")
          .run(order_id, text);
        return { id: Number(lastInsertRowid) };
      }),
  );
  return server;
}

serveStdio(createDatabase);
