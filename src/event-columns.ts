// What of an event stands in a table: its columns, what it is about, and how long it took.

import { counted } from "./text/counted.ts";
import type { JsonObject, JsonValue } from "./vocabulary.ts";

/** What events can be listed by; `time` is the clock's, `seq` the trail's. */
export const SORT_KEYS = ["seq", "time", "principal", "tool", "kind", "duration"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const EVENT_COLUMNS = [
  "seq",
  "at",
  "kind",
  "principal",
  "session",
  "run",
  "call",
  "tool",
  "decision",
  "rule",
  "status",
  "about",
  "duration",
  "body",
  "hash",
] as const;
export type EventColumn = (typeof EVENT_COLUMNS)[number];

export const USUAL_COLUMNS: readonly EventColumn[] = [
  "seq",
  "at",
  "kind",
  "principal",
  "run",
  "tool",
  "decision",
  "rule",
  "status",
  "about",
];

/** An event as it is presented; empty where it has nothing in the column. */
export function cellOf(event: JsonObject, column: EventColumn): string {
  const { body } = event;
  if (column === "about") return aboutOf(body);
  if (column === "duration") return isObject(body) ? textOf(body["durationMs"]) : "";
  return column === "body" ? JSON.stringify(body ?? {}) : textOf(event[column]);
}

/** The event with these columns only; those that it has nothing in are left out. */
export function pickColumns(event: JsonObject, columns: readonly EventColumn[]): JsonObject {
  const picked = columns.map((column): [string, JsonValue] => {
    const isOwn = column !== "about" && column !== "duration";
    return [column, isOwn ? (event[column] ?? "") : cellOf(event, column)];
  });
  return Object.fromEntries(picked.filter(([, value]) => value !== ""));
}

/** The one field of the body that tells most; the whole body is a column of its own. */
function aboutOf(body: JsonValue | undefined): string {
  if (!isObject(body)) return "";
  const { reason, error, name, tokens, what } = body;
  if (typeof reason === "string") return reason;
  if (isObject(error)) return textOf(error["message"]);
  if (Array.isArray(tokens)) return counted(tokens.length, "token");
  return textOf(name ?? what);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
