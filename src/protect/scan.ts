// Spans of personal data in a value, without a vault: what `tokenize` would replace.

import type { JsonValue, PiiClass } from "../vocabulary.ts";
import { ALL_RECOGNIZERS } from "./all-recognizers.ts";
import { createScanner, type Place } from "./scanner.ts";
import { lookIntoJsonStrings, type PointerOf, rewriteJson } from "./walk-json.ts";

/** `start` and `end` are places in the string (or key, or number as text) at `pointer`. */
export type PiiSpan = { class: PiiClass; pointer: string; start: number; end: number; text: string };

export function scan(value: JsonValue, defaultRegion: string): PiiSpan[] {
  const scanner = createScanner(ALL_RECOGNIZERS, defaultRegion);
  const found: PiiSpan[] = [];
  const note = (text: string, place: Place, pointer: PointerOf): void => {
    for (const span of scanner.scanText(text, place)) {
      const { class: piiClass, start, end } = span;
      found.push({ class: piiClass, pointer: pointer(), start, end, text: text.slice(start, end) });
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
        if (Number.isSafeInteger(number) && number >= 1000 && scanner.isTelling(place))
          note(String(number), place, pointer);
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
