// A labelled file → precision, recall and F1 by class, with the faults masked.

import { type Evaluation, evaluate, type LabelledCase, ratesOf } from "../../../protect/protect.ts";
import { didYouMean } from "../../../text/did-you-mean.ts";
import { type JsonValue, PII_CLASSES } from "../../../vocabulary.ts";
import type { CommandResult } from "../cli.ts";
import { UsageError } from "../usage-error.ts";
import { maskValue } from "./mask-value.ts";
import { textTable } from "./text-table.ts";

export type EvalOptions = { region: string; minF1: number | null; showFaults: boolean };

export function presentPiiEval(text: string, { region, minF1, showFaults }: EvalOptions): CommandResult {
  const lines = readLines(text);
  const evaluation = evaluate(
    lines.map((line) => line.entry),
    region,
  );
  const rows = rowsOf(evaluation);
  const faults = evaluation.faults.map((fault) => ({
    line: lines[fault.case]?.number ?? 0,
    kind: fault.kind,
    class: fault.class,
    masked: maskValue(fault.text),
  }));
  const { f1 } = ratesOf(evaluation.total);
  const table = rows.map((row) => [
    row.class,
    ...[row.labelled, row.found].map(String),
    ...[row.precision, row.recall, row.f1].map(percent),
  ]);
  const faultTable = faults.map((fault) => [String(fault.line), fault.kind, fault.class, fault.masked]);
  return {
    data: { cases: lines.length, classes: rows, faults },
    lines: [
      ...textTable(["class", "labelled", "found", "precision", "recall", "F1"], table),
      ...(showFaults ? ["", ...textTable(["line", "fault", "class", "value"], faultTable)] : []),
    ],
    notes: [
      `${lines.length} cases, ${faults.length} faults${showFaults || faults.length === 0 ? "" : "; --faults shows them"}.`,
    ],
    failed: minF1 !== null && f1 < minF1,
  };
}

function rowsOf({ byClass, total }: Evaluation) {
  const classes = [...byClass].sort(([a], [b]) => (a < b ? -1 : 1));
  return [...classes, ["all", total] as const].map(([name, score]) => ({
    class: name,
    labelled: score.labelled,
    found: score.spans,
    ...ratesOf(score),
  }));
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** Messages name the line and never what stands there. */
function readLines(text: string): { number: number; entry: LabelledCase }[] {
  const lines = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [{ number: index + 1, line }]));
  if (lines.length === 0) throw new UsageError("The file holds no labelled case.");
  return lines.map(({ number, line }) => ({ number, entry: readCase(line, number) }));
}

function readCase(line: string, number: number): LabelledCase {
  const parsed = parse(line, number);
  const { data, find = [], keep = [] } = parsed;
  if (data === undefined) throw new UsageError(`Line ${number} has no "data".`);
  const isFind =
    Array.isArray(find) &&
    find.every((label) => Array.isArray(label) && label.length === 2 && label.every(isText));
  if (!isFind) throw new UsageError(`Line ${number}: "find" is a list of [class, value] pairs.`);
  if (!Array.isArray(keep) || !keep.every(isText))
    throw new UsageError(`Line ${number}: "keep" is a list of texts.`);
  for (const [name] of find as [string, string][]) {
    if ((PII_CLASSES as readonly string[]).includes(name)) continue;
    const near = didYouMean(name, PII_CLASSES);
    throw new UsageError(
      `Line ${number} names a class that does not exist.`,
      near ? `Did you mean "${near}"?` : undefined,
    );
  }
  return { data, find: find as [string, string][], keep: keep as string[] };
}

function parse(line: string, number: number): { data?: JsonValue; find?: unknown; keep?: unknown } {
  try {
    const value = JSON.parse(line) as unknown;
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return value;
  } catch {
    // Told below.
  }
  throw new UsageError(`Line ${number} is no JSON object.`);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
