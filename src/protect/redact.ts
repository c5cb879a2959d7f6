// Personal values out of texts that belong to no session, such as what servers say about their tools: there is no vault
// to put them into, so a mark takes their place.

import { DEFAULT_PII_ACTIONS, type JsonValue } from "../vocabulary.ts";
import { createRuleScanner } from "./detect/rule-scanner.ts";
import { plantedTokens } from "./planted-tokens.ts";
import { redaction } from "./token-words.ts";
import { rewriteJson } from "./walk-json.ts";

/** Keywords of JSON Schema whose text is no prose: a mark in it would make another schema of it. */
const KEPT: readonly string[] = ["$ref", "$id", "$schema", "$anchor", "pattern", "format", "type"];

export type Redact = <T extends JsonValue>(value: T) => T;

/**
 * Look-alikes of tokens go as well: in a server's text they would name somebody in the session of whoever reads them.
 * `keepTokens` is for text of people and agents, who speak of tokens that they have.
 */
export function createRedactor(region: string, { keepTokens = false } = {}): Redact {
  const scanner = createRuleScanner(region, { actions: DEFAULT_PII_ACTIONS });
  const redact = (text: string): string => {
    const place = { field: "", parent: "", siblings: null };
    const spans = [...scanner.scanText(text, place), ...(keepTokens ? [] : plantedTokens(text, []))];
    let out = "";
    let copied = 0;
    for (const span of spans.sort((a, b) => a.start - b.start)) {
      if (span.start < copied) continue;
      out += text.slice(copied, span.start) + redaction(span.class);
      copied = span.end;
    }
    return out + text.slice(copied);
  };
  return <T extends JsonValue>(value: T): T =>
    rewriteJson(value, {
      text: (text, place) => (KEPT.includes(place.field) ? text : redact(text)),
      number: (number) => number,
      key: (key) => key,
    }) as T;
}
