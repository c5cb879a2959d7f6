// The labelled results of test/cases/pii and how a tokenizer is scored on them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type PiiSpan, scan } from "../../src/protect/protect.ts";
import type { JsonValue, PiiClass } from "../../src/vocabulary.ts";

export type PiiCase = {
  title: string;
  level: "easy" | "medium" | "hard";
  data: JsonValue;
  /** Class and exact text of every sensitive value. */
  find: [PiiClass, string][];
  /** Harmless strings that must come out unchanged. */
  keep: string[];
};

export type Score = {
  wanted: number;
  covered: number;
  rightClass: number;
  spans: number;
  falseSpans: number;
  kept: number;
  altered: number;
};

const FOLDER = join(import.meta.dirname, "../cases/pii");
/** Stands inside invented secrets in the files, so that no secret scanner takes them for real ones. */
const JOINT = "\u205e";

export function readCases(prefix: "tuned" | "held-out" | "unseen" | "fresh" | "later" | "blind"): PiiCase[] {
  const files = readdirSync(FOLDER).filter((file) => file.startsWith(prefix) && file.endsWith(".json"));
  return files.flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), "utf8").replaceAll(JOINT, "");
    const cases = JSON.parse(text) as Omit<PiiCase, "title">[];
    return cases.map((entry, index) => ({ title: `${file}#${index}`, ...entry }));
  });
}

export function emptyScore(): Score {
  return { wanted: 0, covered: 0, rightClass: 0, spans: 0, falseSpans: 0, kept: 0, altered: 0 };
}

export type Verdict = { leaks: string[]; wrongClasses: string[]; falseSpans: PiiSpan[]; altered: string[] };

/** Adds one case to the scores of its classes and of all; says what went wrong. */
export function judgeCase(entry: PiiCase, output: string, scores: Map<string, Score>): Verdict {
  const spans = scan(entry.data, "US");
  const verdict: Verdict = { leaks: [], wrongClasses: [], falseSpans: [], altered: [] };
  for (const [piiClass, value] of entry.find) {
    const covering = spans.find((span) => span.text.includes(value));
    const isRight = spans.some((span) => span.text.includes(value) && span.class === piiClass);
    for (const score of scoresFor(scores, piiClass)) {
      score.wanted++;
      if (covering) score.covered++;
      if (isRight) score.rightClass++;
    }
    if (!covering) verdict.leaks.push(`${piiClass} ${value}`);
    else if (!isRight) verdict.wrongClasses.push(`${piiClass} ${value} as ${covering.class}`);
  }
  for (const span of spans) {
    const isWanted = entry.find.some(([, value]) => span.text.includes(value) || value.includes(span.text));
    for (const score of scoresFor(scores, span.class)) {
      score.spans++;
      if (!isWanted) score.falseSpans++;
    }
    if (!isWanted) verdict.falseSpans.push(span);
  }
  for (const harmless of entry.keep) {
    const isAltered = !output.includes(harmless);
    for (const score of scoresFor(scores, "")) {
      score.kept++;
      if (isAltered) score.altered++;
    }
    if (isAltered) verdict.altered.push(harmless);
  }
  return verdict;
}

function scoresFor(scores: Map<string, Score>, piiClass: string): Score[] {
  const names = piiClass === "" ? ["ALL"] : ["ALL", piiClass];
  return names.map((name) => {
    const score = scores.get(name) ?? emptyScore();
    scores.set(name, score);
    return score;
  });
}

export function rates(score: Score) {
  const recall = score.wanted === 0 ? 1 : score.covered / score.wanted;
  const precision = score.spans === 0 ? 1 : 1 - score.falseSpans / score.spans;
  return {
    leak: 1 - recall,
    precision,
    f1: recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision),
    altered: score.kept === 0 ? 0 : score.altered / score.kept,
    classAccuracy: score.covered === 0 ? 1 : score.rightClass / score.covered,
  };
}

/** Every string, number and key of a value, one a line. */
export function linesOf(value: JsonValue): string {
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(linesOf).join("\n");
  return Object.entries(value)
    .map(([key, member]) => `${key}\n${linesOf(member)}`)
    .join("\n");
}
