// The trail in the formats that others read: one event a line.

import { TRAIL_COLUMNS, type TrailRow } from "../../storage/storage.ts";
import { csvLine } from "../../text/csv-line.ts";
import { toOcsf } from "./ocsf-event.ts";
import { presentRow } from "./present-row.ts";

export const EXPORT_FORMATS = ["jsonl", "csv", "ocsf"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export async function* exportEvents(
  rows: AsyncIterable<TrailRow>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield `${csvLine([...TRAIL_COLUMNS])}\r\n`;
  for await (const row of rows) {
    if (format === "csv") yield `${csvLine(TRAIL_COLUMNS.map((column) => row[column]))}\r\n`;
    else yield `${JSON.stringify(format === "ocsf" ? toOcsf(row) : presentRow(row))}\n`;
  }
}
