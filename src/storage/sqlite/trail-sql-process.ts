// The process that answers one question in SQL and ends. It has the trail's files open for reading only.

import { readFileSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import type { SqlAnswer, SqlQuestion } from "../storage.ts";
import type { SqlReply } from "./trail-sql.ts";
import { addCountViews } from "./trail-sql-counts.ts";
import { asksForCounts, viewStatements } from "./trail-views.ts";

const request = readFileSync(0, "utf8");
// Whoever started it has no question any more.
if (request === "") process.exit(0);
const { paths, question } = JSON.parse(request) as { paths: string[]; question: SqlQuestion };

function answer(): Omit<SqlAnswer, "skippedSegments"> {
  const [first = "", ...others] = paths;
  // What is attached to a connection that only reads can only be read.
  const db = new BetterSqlite3(first, { readonly: true });
  const names = others.map((path, index) => {
    db.prepare(`ATTACH ? AS part${index}`).run(path);
    return `part${index}`;
  });
  for (const statement of viewStatements(["main", ...names])) db.exec(statement);
  if (asksForCounts(question.sql)) addCountViews(db, ["main", ...names]);
  db.pragma("query_only = ON");
  db.pragma("trusted_schema = OFF");
  const statement = db.prepare<[], unknown[]>(question.sql);
  if (!statement.reader || !statement.readonly)
    throw new Error("Only questions that change nothing are answered.");
  const columns = statement.columns().map(({ name }) => name);
  const rows: SqlAnswer["rows"] = [];
  for (const row of statement.raw().iterate()) {
    if (rows.length === question.maxRows) return { columns, rows, truncated: true };
    rows.push(row.map(cell));
  }
  return { columns, rows, truncated: false };
}

function cell(value: unknown): string | number | null {
  if (value === null || typeof value === "number" || typeof value === "string") return value;
  return typeof value === "bigint" ? String(value) : "(bytes)";
}

function reply(): SqlReply {
  try {
    return { answer: answer() };
  } catch (error) {
    return {
      problem: error instanceof Error ? `${error.message.replace(/\.?$/, "")}.` : "The question failed.",
    };
  }
}

process.stdout.write(JSON.stringify(reply()));
