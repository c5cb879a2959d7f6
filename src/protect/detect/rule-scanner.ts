// What policy changes about finding: classes that pass are not looked for at all (so that they never win an overlap against
// one that matters), operators' own classes and places are added, public values stay.

import {
  PII_CONFIDENCES,
  type PiiAction,
  type PiiClass,
  type PiiField,
  type PiiRules,
} from "../../vocabulary.ts";
import { ALL_RECOGNIZERS } from "./all-recognizers.ts";
import { createCustomRecognizers } from "./custom-recognizers.ts";
import { createScanner, type Scanner, type Span } from "./scanner.ts";

/** Whole values at some places of one tool's results. */
export type FieldMarks = (pointer: string) => { class: PiiClass; action: PiiAction } | null;

export type RuleScanner = Scanner & {
  isPublic(text: string, span: Span): boolean;
  /** Null when no field of the policy concerns this tool, which is the usual case. */
  marksFor(tool: string): FieldMarks | null;
  customClasses: readonly string[];
};

const STRICTNESS: readonly PiiAction[] = ["pass", "tokenize", "redact", "block"];
const MOST_KEPT = 64;

/** Rules are plain data and few; what is compiled from them is kept by their text. */
export function createRuleScanners(region: string): (rules: PiiRules) => RuleScanner {
  const kept = new Map<string, RuleScanner>();
  return (rules) => {
    const key = JSON.stringify(rules);
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const built = createRuleScanner(region, rules);
    kept.set(key, built);
    return built;
  };
}

export function createRuleScanner(region: string, rules: PiiRules): RuleScanner {
  const custom = createCustomRecognizers(rules.custom ?? []);
  const wanted = [...ALL_RECOGNIZERS, ...custom].filter(({ class: name }) => rules.actions[name] !== "pass");
  const minStrength = PII_CONFIDENCES.indexOf(rules.minConfidence ?? "low") + 1;
  const isPublic = createPublicValues(rules.allow ?? []);
  return {
    ...createScanner(wanted, region, minStrength),
    isPublic: (text, span) => isPublic(text.slice(span.start, span.end)) || isPublic(span.canonical),
    marksFor: (tool) => marksFor(tool, rules),
    customClasses: [...new Set(custom.map((recognizer) => recognizer.class as string))],
  };
}

function createPublicValues(lists: readonly (readonly string[])[]): (value: string) => boolean {
  if (lists.length === 0) return () => false;
  const folded = lists.map((list) => list.map((entry) => entry.toLowerCase()));
  return (value) => {
    const text = value.toLowerCase();
    return folded.every((list) => list.some((entry) => isEntry(entry, text)));
  };
}

/** `*@example.com` is every mailbox of exactly that domain. */
function isEntry(entry: string, text: string): boolean {
  if (!entry.startsWith("*@")) return entry === text;
  return text.endsWith(entry.slice(1)) && text.indexOf("@") === text.length - entry.length + 1;
}

function marksFor(tool: string, rules: PiiRules): FieldMarks | null {
  const fields = (rules.fields ?? []).filter((field) => matchesGlob(field.tool, tool));
  if (fields.length === 0) return null;
  const places = fields.map((field) => ({ field, segments: field.pointer.split("/").slice(1) }));
  return (pointer) => {
    const path = pointer.split("/").slice(1);
    const covering = places.filter(({ segments }) => covers(segments, path)).map(({ field }) => field);
    const [first] = covering;
    if (first === undefined) return null;
    const actions = covering.map((field) => actionOf(field, rules));
    const action = STRICTNESS[Math.max(...actions.map((name) => STRICTNESS.indexOf(name)))] ?? "block";
    return { class: first.class, action };
  };
}

function actionOf(field: PiiField, rules: PiiRules): PiiAction {
  const byClass = rules.actions[field.class];
  // A named field is personal whatever holds for its class elsewhere.
  return field.action ?? (byClass === "pass" ? "tokenize" : byClass);
}

/** `*` is one segment, `**` any number; everything below the place counts as well. */
function covers(pattern: readonly string[], path: readonly string[]): boolean {
  let open = new Set([0]);
  for (let at = 0; ; at++) {
    const reached = withSkips(open, pattern);
    if (reached.has(pattern.length)) return true;
    if (at >= path.length) return false;
    open = new Set();
    for (const index of reached) {
      const segment = pattern[index];
      if (segment === "**") open.add(index);
      else if (segment === "*" || segment === path[at]) open.add(index + 1);
    }
  }
}

function withSkips(open: ReadonlySet<number>, pattern: readonly string[]): Set<number> {
  const reached = new Set(open);
  for (const index of reached) if (pattern[index] === "**") reached.add(index + 1);
  return reached;
}

/** Stars within `server.tool`; the cost is linear in both texts times the number of stars. */
function matchesGlob(glob: string, text: string): boolean {
  const [first = "", ...rest] = glob.split("*");
  if (rest.length === 0) return glob === text;
  const last = rest.pop() ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let from = first.length;
  for (const piece of rest) {
    const at = text.indexOf(piece, from);
    if (at < 0 || at + piece.length > text.length - last.length) return false;
    from = at + piece.length;
  }
  return true;
}
