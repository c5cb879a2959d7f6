// Spans of personal data in a value, without a vault: what `tokenize` would replace.

import { DEFAULT_PII_ACTIONS, type JsonValue, type PiiClass, type PiiRules } from "../../vocabulary.ts";
import { mayBeTold } from "../tokenize.ts";
import { lookIntoJsonStrings, type PointerOf, rewriteJson } from "../walk-json.ts";
import { createRuleScanner } from "./rule-scanner.ts";
import type { Place } from "./scanner.ts";

/** `start` and `end` are places in the string (or key, or number as text) at `pointer`. */
export type PiiSpan = { class: PiiClass; pointer: string; start: number; end: number; text: string };

export function scan(
  value: JsonValue,
  defaultRegion: string,
  rules: PiiRules = { actions: DEFAULT_PII_ACTIONS },
): PiiSpan[] {
  const scanner = createRuleScanner(defaultRegion, rules);
  const found: PiiSpan[] = [];
  const note = (text: string, place: Place, pointer: PointerOf): void => {
    for (const span of scanner.scanText(text, place)) {
      if (scanner.isPublic(text, span)) continue;
      const { class: piiClass, start, end } = span;
      found.push({ class: piiClass, pointer: pointer.original(), start, end, text: text.slice(start, end) });
    }
  };
  rewriteJson(
    value,
    lookIntoJsonStrings({
      text(text, place, pointer) {
        note(text, place, pointer);
        return text;
      },
      number(number, place, pointer) {
        if (mayBeTold(scanner, number, place)) note(String(number), place, pointer);
        return number;
      },
      key(key, _isTaken, pointer) {
        note(key, { field: "", parent: "", siblings: null }, pointer);
        return key;
      },
    }),
  );
  return found;
}
