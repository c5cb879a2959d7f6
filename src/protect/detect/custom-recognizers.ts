// Classes of the operator's own. Patterns run in a linear-time engine, so that no policy can be made slow by hostile data;
// a match counts only where a word begins and ends.

import { RE2JS } from "re2js";
import type { PiiCustom } from "../../vocabulary.ts";
import { isWordCharacter } from "./nearby-words.ts";
import type { Found, Recognizer } from "./recognizer.ts";

export function createCustomRecognizers(custom: readonly PiiCustom[]): Recognizer[] {
  return custom.map((entry) => ({
    class: entry.class,
    about: { finds: "", validation: "", cues: [], fields: [] },
    needsAny: 0,
    minDigits: 0,
    minRun: 1,
    hint: () => false,
    find: "pattern" in entry ? findPattern(entry.pattern) : findWords(entry.words),
    examples: [],
    nearMisses: [],
  }));
}

type Find = Recognizer["find"];

function findPattern(pattern: string): Find {
  const compiled = RE2JS.compile(pattern);
  const opening = literalOpening(pattern);
  return ({ text }, _hinted, found) => {
    if (opening !== "" && !text.includes(opening)) return;
    const matcher = compiled.matcher(text);
    while (matcher.find()) reportWord(text, matcher.start(), matcher.end(), found);
  };
}

/** Every match must begin with these characters; most texts are answered by looking for them. */
function literalOpening(pattern: string): string {
  const opening = /^[A-Za-z0-9_-]+/.exec(pattern)?.[0] ?? "";
  // An alternation may begin otherwise, and a quantifier belongs to the character before it.
  if (pattern.includes("|")) return "";
  return /^[?*+{]/.test(pattern.slice(opening.length)) ? opening.slice(0, -1) : opening;
}

function findWords(words: readonly string[]): Find {
  const sorted = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  const pattern = new RegExp(sorted.join("|"), "giu");
  return ({ text }, _hinted, found) => {
    for (const { 0: raw, index } of text.matchAll(pattern))
      reportWord(text, index, index + raw.length, found);
  };
}

function reportWord(text: string, start: number, end: number, found: Found): void {
  if (end <= start) return;
  const isCut = (inside: number, outside: number): boolean =>
    isWordCharacter(text.charCodeAt(inside)) && isWordCharacter(text.charCodeAt(outside));
  if (isCut(start, start - 1) || isCut(end - 1, end)) return;
  found(start, end, text.slice(start, end), 3);
}
