// Events and proofs as people and spreadsheets read them.

import type { Pruned, VerifyResult } from "../../../record/record.ts";
import { csvLine } from "../../../text/csv-line.ts";
import type { JsonObject, JsonValue } from "../../../vocabulary.ts";
import type { CommandResult } from "../cli.ts";
import { oneLine } from "../present/terminal-text.ts";
import { textTable } from "../present/text-table.ts";

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
  "hash",
] as const;
export type EventColumn = (typeof EVENT_COLUMNS)[number];

const USUAL: EventColumn[] = [
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

export type EventForm = { columns?: EventColumn[]; csv?: boolean };

export function presentEvents(
  page: { events: JsonObject[]; next?: string },
  { columns = USUAL, csv = false }: EventForm = {},
): CommandResult {
  const rows = page.events.map((event) => columns.map((column) => cellOf(event, column)));
  const notes = page.events.length === 0 ? ["No events match."] : [];
  if (page.next) notes.push(`There may be more: add --cursor ${page.next}`);
  const head = columns.map((column) => (column === "at" ? "time" : column));
  const lines = csv ? [csvLine([...columns]), ...rows.map((row) => csvLine(row))] : textTable(head, rows);
  return { data: page, lines, notes };
}

/** One event as a line that stands by itself, for those who watch. */
export function eventLine(event: JsonObject, { columns = USUAL, csv = false }: EventForm): string {
  const cells = columns.map((column) => cellOf(event, column));
  return csv ? csvLine(cells) : cells.filter(Boolean).map(oneLine).join("  ");
}

function cellOf(event: JsonObject, column: EventColumn): string {
  return column === "about" ? aboutOf(event["body"]) : textOf(event[column]);
}

/** The one field of the body that tells most; the whole body is in `--json`. */
function aboutOf(body: JsonValue | undefined): string {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return "";
  const { reason, error, name, tokens, what } = body;
  if (typeof reason === "string") return reason;
  if (typeof error === "object" && error !== null && !Array.isArray(error)) return textOf(error["message"]);
  if (Array.isArray(tokens)) return `${tokens.length} ${tokens.length === 1 ? "token" : "tokens"}`;
  return textOf(name ?? what);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function presentVerify(verified: VerifyResult): CommandResult {
  if (!verified.ok) {
    const { seq, problem, expected, found } = verified.broken;
    const lines = [
      `BROKEN at event ${seq}: ${problem}`,
      `expected  ${expected}`,
      `found     ${found}`,
      `The ${verified.events} events before it are intact.`,
    ];
    return { data: verified, lines, failed: true };
  }
  const { events, head, checkpoint, first = 1, segments } = verified;
  const range = `events ${first} to ${first + events - 1}`;
  const lines = [
    events === 0 ? "The trail is empty." : `The trail is intact: ${range}.`,
    ...(first > 1 ? [`pruned      events 1 to ${first - 1}, as the trail says`] : []),
    ...(segments ? [`segments    ${segments}`] : []),
    ...(head ? [`head        ${head}`] : []),
    ...(checkpoint ? [`checkpoint  event ${checkpoint.seq}, signed by key ${checkpoint.keyId}`] : []),
  ];
  return { data: verified, lines };
}

export function presentPruned(pruned: Pruned): CommandResult {
  const { segments, events, throughSeq } = pruned;
  const line =
    segments === 0
      ? "Nothing was pruned: no segment is wholly older, or a sink still waits for it."
      : `Pruned ${segments} ${segments === 1 ? "segment" : "segments"} with ${events} events, up to event ${throughSeq}.`;
  return { data: pruned, lines: [line] };
}
