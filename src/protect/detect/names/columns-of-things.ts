// Tables in a text: what stands in a column of stations, products or ships is nobody.

import { readFieldName } from "../field-name.ts";
import type { Found } from "../recognizer.ts";
import { type LabelledPart, tableCells } from "../text/labelled-text.ts";
import { namesThings } from "./thing-fields.ts";

/** `found`, but for what stands in such a column; the table is read when something is found at all. */
export function exceptInColumnsOfThings(text: string, found: Found): Found {
  if (!text.includes("\n")) return found;
  let cells: LabelledPart[] | null = null;
  return (start, end, canonical, strength) => {
    cells ??= tableCells(text, (label) => namesThings(readFieldName(label))).parts;
    if (!isInside(cells, start, end)) found(start, end, canonical, strength);
  };
}

/** Cells come in the order of the text. */
function isInside(cells: readonly LabelledPart[], start: number, end: number): boolean {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle] as LabelledPart).end < end) low = middle + 1;
    else high = middle;
  }
  const cell = cells[low];
  return cell !== undefined && cell.start <= start && end <= cell.end;
}
