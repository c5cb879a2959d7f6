// Events and proofs as people and spreadsheets read them.

import { cellOf, type EventColumn, USUAL_COLUMNS } from "../../../event-columns.ts";
import type { Pruned, VerifyResult } from "../../../record/record.ts";
import { counted } from "../../../text/counted.ts";
import { csvLine } from "../../../text/csv-line.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import type { CommandResult } from "../cli.ts";
import { oneLine } from "../present/terminal-text.ts";
import { textTable } from "../present/text-table.ts";

export type EventForm = { columns?: readonly EventColumn[]; csv?: boolean };

export function presentEvents(
  page: { events: JsonObject[]; next?: string },
  { columns = USUAL_COLUMNS, csv = false }: EventForm = {},
): CommandResult {
  const rows = page.events.map((event) => columns.map((column) => cellOf(event, column)));
  const notes = page.events.length === 0 ? ["No events match."] : [];
  if (page.next) notes.push(`There may be more: add --cursor ${page.next}`);
  const head = columns.map((column) => (column === "at" ? "time" : column));
  const lines = csv ? [csvLine([...columns]), ...rows.map((row) => csvLine(row))] : textTable(head, rows);
  return { data: page, lines, notes };
}

/** One event as a line that stands by itself, for those who watch. */
export function eventLine(event: JsonObject, { columns = USUAL_COLUMNS, csv = false }: EventForm): string {
  const cells = columns.map((column) => cellOf(event, column));
  return csv ? csvLine(cells) : cells.filter(Boolean).map(oneLine).join("  ");
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
      : `Pruned ${counted(segments, "segment")} with ${counted(events, "event")}, up to event ${throughSeq}.`;
  return { data: pruned, lines: [line] };
}
