import { oneLine } from "./terminal-text.ts";

/** Rows as aligned columns. Columns that are empty in every row are left out; the last one is not padded. */
export function textTable(head: string[], rows: string[][]): string[] {
  const cells = rows.map((row) => row.map(oneLine));
  const kept = head.map((_, column) => column).filter((column) => cells.some((row) => row[column]));
  const widths = kept.map((column) => Math.max(...[head, ...cells].map((row) => (row[column] ?? "").length)));
  const lineOf = (row: string[]) =>
    kept
      .map((column, index) => (row[column] ?? "").padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return rows.length === 0 ? [] : [lineOf(head), ...cells.map(lineOf)];
}
