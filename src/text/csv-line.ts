// One line of CSV (RFC 4180), without its end.

export function csvLine(cells: (string | number | null)[]): string {
  return cells.map(csvCell).join(",");
}

/** Texts come from programs: one that a spreadsheet would take for a formula gets an apostrophe. */
function csvCell(value: string | number | null): string {
  if (value === null || typeof value === "number") return String(value ?? "");
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
