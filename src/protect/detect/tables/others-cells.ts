// Columns of CSV and Markdown tables and elements of XML whose names say that they hold something else: part numbers under
// `part_no`, ships under `Vessel`, goods under `nome` beside `ean`. What was found there by its shape alone is dropped.

import type { JsonObject } from "../../../vocabulary.ts";
import { NO_FIELD, readFieldName } from "../field-name.ts";
import { HAS_ANGLE, HAS_NEWLINE } from "../leaf-shape.ts";
import type { Leaf, Match, Recognizer } from "../recognizer.ts";
import { elementsIn, type LabelledParts, tableCells } from "../text/labelled-text.ts";

type Cell = { start: number; end: number; ruledOut: readonly Recognizer[] };

export function withoutOthersCells(leaf: Leaf, matches: Match[], ruling: readonly Recognizer[]): Match[] {
  if ((leaf.shape.bits & (HAS_NEWLINE | HAS_ANGLE)) === 0) return matches;
  if (!matches.some((match) => ruling.some((recognizer) => recognizer.class === match.class))) return matches;
  const cells = ruledOutCells(leaf, ruling);
  return cells.length === 0 ? matches : matches.filter((match) => !isRuledOut(match, cells));
}

function ruledOutCells(leaf: Leaf, ruling: readonly Recognizer[]): Cell[] {
  const cells: Cell[] = [];
  if ((leaf.shape.bits & HAS_NEWLINE) !== 0)
    collect(
      leaf,
      tableCells(leaf.text, () => true),
      ruling,
      cells,
    );
  if ((leaf.shape.bits & HAS_ANGLE) !== 0) collect(leaf, elementsIn(leaf.text), ruling, cells);
  return cells.sort((a, b) => a.start - b.start);
}

function collect(
  leaf: Leaf,
  { parts, siblings }: LabelledParts,
  ruling: readonly Recognizer[],
  cells: Cell[],
): void {
  for (const { label, start, end } of parts) {
    const cell = cellAt(leaf, { label, text: leaf.text.slice(start, end), siblings });
    const ruledOut = ruling.filter((recognizer) => recognizer.isRuledOut?.(cell));
    if (ruledOut.length > 0) cells.push({ start, end, ruledOut });
  }
}

type Part = { label: string; text: string; siblings: JsonObject };

function cellAt(leaf: Leaf, { label, text, siblings }: Part): Leaf {
  return { ...leaf, text, field: readFieldName(label), parent: NO_FIELD, siblings, isPart: true };
}

/** The cell that begins last before the match has to hold it. */
function isRuledOut(match: Match, cells: readonly Cell[]): boolean {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle] as Cell).start <= match.start) low = middle + 1;
    else high = middle;
  }
  const cell = cells[low - 1];
  return cell !== undefined && match.end <= cell.end && cell.ruledOut.some((r) => r.class === match.class);
}
