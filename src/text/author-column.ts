// Columns of the module that runs → columns of the text that the author sent.

import type { Program } from "../vocabulary.ts";

/** Takes back what was inserted into or cut from the author's line. Columns are 1-based, also in `insertions`. */
export function authorColumn(
  { insertions }: Pick<Program, "insertions">,
  line: number,
  column: number,
): number {
  let mapped = column;
  const onLine = insertions.filter((insertion) => insertion.line === line);
  for (const insertion of onLine.sort((a, b) => a.column - b.column)) {
    if (mapped <= insertion.column) break;
    mapped = Math.max(insertion.column, mapped - insertion.length);
  }
  return mapped;
}
