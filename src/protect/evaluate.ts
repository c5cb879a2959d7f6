// How well the recognizers do on labelled data: hits, misses and false alarms by class.

import { DEFAULT_PII_ACTIONS, type JsonValue, type PiiClass, type PiiRules } from "../vocabulary.ts";
import { type PiiSpan, scan } from "./detect/scan.ts";

/** `find`: class and exact text of every personal value. `keep`: texts that must stay as they are. */
export type LabelledCase = { data: JsonValue; find: [string, string][]; keep: string[] };

export type ClassScore = { labelled: number; hits: number; spans: number; falseAlarms: number };
export type Rates = { precision: number; recall: number; f1: number };

/** `case` counts from 0. A miss that another class covers is removed from the data all the same. */
export type Fault = {
  case: number;
  kind: "miss" | "other class" | "false alarm" | "altered";
  class: string;
  text: string;
};

export type Evaluation = { byClass: Map<string, ClassScore>; total: ClassScore; faults: Fault[] };

/** Classes that pass by default count as soon as some label names them. */
export function evaluate(cases: readonly LabelledCase[], region: string): Evaluation {
  const rules = rulesFor(cases);
  const result: Evaluation = { byClass: new Map(), total: emptyScore(), faults: [] };
  for (const [index, entry] of cases.entries()) {
    const spans = scan(entry.data, region, rules);
    for (const label of entry.find) judgeLabel(result, index, label, spans);
    for (const span of spans) judgeSpan(result, index, entry, span);
    for (const text of entry.keep)
      if (spans.some((span) => span.text.includes(text) || text.includes(span.text)))
        result.faults.push({ case: index, kind: "altered", class: "", text });
  }
  return result;
}

export function ratesOf({ labelled, hits, spans, falseAlarms }: ClassScore): Rates {
  const recall = labelled === 0 ? 1 : hits / labelled;
  const precision = spans === 0 ? 1 : (spans - falseAlarms) / spans;
  return {
    precision,
    recall,
    f1: recall + precision === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

function judgeLabel(
  result: Evaluation,
  index: number,
  [name, text]: [string, string],
  spans: PiiSpan[],
): void {
  const covering = spans.filter((span) => span.text.includes(text));
  const isHit = covering.some((span) => span.class === name);
  count(result, name, { labelled: 1, hits: isHit ? 1 : 0 });
  if (!isHit)
    result.faults.push({
      case: index,
      kind: covering.length > 0 ? "other class" : "miss",
      class: name,
      text,
    });
}

function judgeSpan(result: Evaluation, index: number, { find }: LabelledCase, span: PiiSpan): void {
  const isWanted = find.some(
    ([name, text]) => name === span.class && (span.text.includes(text) || text.includes(span.text)),
  );
  count(result, span.class, { spans: 1, falseAlarms: isWanted ? 0 : 1 });
  if (!isWanted) result.faults.push({ case: index, kind: "false alarm", class: span.class, text: span.text });
}

function count(result: Evaluation, name: string, more: Partial<ClassScore>): void {
  const score = result.byClass.get(name) ?? emptyScore();
  result.byClass.set(name, score);
  for (const part of [score, result.total])
    for (const key of ["labelled", "hits", "spans", "falseAlarms"] as const) part[key] += more[key] ?? 0;
}

function emptyScore(): ClassScore {
  return { labelled: 0, hits: 0, spans: 0, falseAlarms: 0 };
}

function rulesFor(cases: readonly LabelledCase[]): PiiRules {
  const actions = { ...DEFAULT_PII_ACTIONS };
  for (const { find } of cases) for (const [name] of find) actions[name as PiiClass] = "tokenize";
  return { actions };
}
