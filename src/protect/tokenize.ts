// One value → the same value with tokens: finds spans, asks policy what to do with each, and issues the tokens.

import type { JsonValue, PiiAction, PiiClass, PiiRules, TokenSource } from "../vocabulary.ts";
import type { Draft } from "./issue-tokens.ts";
import type { Origin, Tokenized } from "./protect.ts";
import type { Place, Scanner, Span } from "./scanner.ts";
import { castShadow } from "./shadow-text.ts";
import { protectedPattern, redaction, tokenPattern } from "./token-words.ts";
import { lookIntoJsonStrings, type PointerOf, rewriteJson, type Visitor } from "./walk-json.ts";

export type TokenizeParts = {
  scanner: Scanner;
  draft: Draft;
  isKnown: (token: string) => boolean;
  origin: Origin;
  rules: PiiRules;
};

type Pass = TokenizeParts & { report: Omit<Tokenized, "value">; listed: Set<string> };

const MAY_HOLD_TOKENS = /[_[%\\&]|[^\x00-\x7f]/;
const HIDES = /[%\\&]|[^\x00-\x7f]/;
const NO_PLACE: Place = { field: "", parent: "", siblings: null };

export function tokenizeJson(value: JsonValue, parts: TokenizeParts): Tokenized {
  const pass: Pass = { ...parts, report: { tokens: [], counts: {}, blocked: null }, listed: new Set() };
  const cleanKeys = new Set<string>();
  const visitor: Visitor = {
    text: (text, place, pointer) => rewriteText(pass, text, place, pointer),
    number: (number, place, pointer) => rewriteNumber(pass, number, place, pointer),
    key(key, isTaken, pointer) {
      if (cleanKeys.has(key)) return key;
      const spans = spansToReplace(pass, key, NO_PLACE);
      if (spans.length > 0) return rewriteKey(pass, key, spans, { isTaken, pointer });
      listOwnTokens(pass, key, pointer);
      cleanKeys.add(key);
      return key;
    },
  };
  const rewritten = rewriteJson(value, lookIntoJsonStrings(visitor));
  return { ...pass.report, value: pass.report.blocked ? null : rewritten };
}

function rewriteText(pass: Pass, text: string, place: Place, pointer: PointerOf): string {
  if (text.length < 2) return text;
  listOwnTokens(pass, text, pointer);
  const spans = spansToReplace(pass, text, place);
  return spans.length === 0
    ? text
    : replaceSpans(text, spans, (span, raw) => standIn(pass, span, raw, pointer));
}

function replaceSpans(text: string, spans: Span[], replace: (span: Span, raw: string) => string): string {
  let out = "";
  let copied = 0;
  for (const span of spans) {
    out += text.slice(copied, span.start) + replace(span, text.slice(span.start, span.end));
    copied = span.end;
  }
  return out + text.slice(copied);
}

function rewriteNumber(pass: Pass, number: number, place: Place, pointer: PointerOf): number | string {
  if (!Number.isSafeInteger(number) || number < 1000 || !pass.scanner.isTelling(place)) return number;
  const text = String(number);
  const span = pass.scanner
    .scanText(text, place)
    .find((found) => found.start === 0 && found.end === text.length);
  if (span === undefined || pass.rules.actions[span.class] === "pass") return number;
  return standIn(pass, span, text, pointer, "number");
}

function rewriteKey(
  pass: Pass,
  key: string,
  spans: Span[],
  at: { isTaken: (key: string) => boolean; pointer: PointerOf },
): string {
  const written = replaceSpans(key, spans, (span, raw) => standIn(pass, span, raw, at.pointer));
  if (pass.report.blocked || !at.isTaken(written)) return written;
  // Two keys of one object became equal (two spellings of one address, or redactions): keep both apart.
  const apart = replaceSpans(key, spans, (span, raw) => {
    if (actionFor(pass, span) === "redact") return redaction(span.class);
    const found = {
      class: span.class,
      canonical: span.canonical,
      value: { kind: "string", text: raw },
      isDisguised: false,
    } as const;
    return listToken(pass, pass.draft.issueApart(found, sourceAt(pass.origin, at.pointer)), at.pointer);
  });
  let distinct = apart;
  for (let number = 2; at.isTaken(distinct); number++) distinct = `${apart} (${number})`;
  return distinct;
}

/** What must go: spans whose class does not pass; planted look-alikes from tools; nothing inside the agent's own tokens. */
function spansToReplace(pass: Pass, text: string, place: Place): Span[] {
  const spans = pass.scanner
    .scanText(text, place)
    .filter((span) => pass.rules.actions[span.class] !== "pass");
  if (!MAY_HOLD_TOKENS.test(text)) return spans;
  if (pass.origin.from === "agent") {
    const words = [...text.matchAll(protectedPattern())].map((word) => ({
      start: word.index,
      end: word.index + word[0].length,
    }));
    return outside(spans, words);
  }
  const planted = outside(plantedTokens(text), spans);
  return planted.length === 0 ? spans : [...spans, ...planted].sort((a, b) => a.start - b.start);
}

type Range = { start: number; end: number };

/** Those of the ranges that touch none of the others; both lists are in order. */
function outside<T extends Range>(ranges: T[], others: Range[]): T[] {
  let index = 0;
  return ranges.filter((range) => {
    while (index < others.length && (others[index] as Range).end <= range.start) index++;
    return index >= others.length || (others[index] as Range).start >= range.end;
  });
}

/** Look-alikes count in disguise too (`EMAIL%5F001`): the agent may decode the text later. */
function plantedTokens(text: string): Span[] {
  const shadow = HIDES.test(text) ? castShadow(text) : null;
  const spans: Span[] = [];
  for (const match of (shadow?.text ?? text).matchAll(tokenPattern())) {
    const last = match.index + match[0].length - 1;
    const start = shadow ? (shadow.starts[match.index] as number) : match.index;
    const end = shadow ? (shadow.ends[last] as number) : last + 1;
    spans.push({
      class: "LITERAL",
      start,
      end,
      canonical: text.slice(start, end),
      strength: 3,
      isDisguised: false,
    });
  }
  return spans;
}

/** A planted look-alike is tokenized whatever the rules say: left as it is, it would be restored as somebody's value. */
function actionFor(pass: Pass, span: Span): PiiAction {
  return span.class === "LITERAL" ? "tokenize" : pass.rules.actions[span.class];
}

function standIn(
  pass: Pass,
  span: Span,
  raw: string,
  pointer: PointerOf,
  kind: "string" | "number" = "string",
): string {
  const { report } = pass;
  const action = actionFor(pass, span);
  if (action === "block") report.blocked ??= { class: span.class, pointer: pointer() };
  if (report.blocked) return raw;
  report.counts[span.class] = (report.counts[span.class] ?? 0) + 1;
  if (action === "redact") return redaction(span.class);
  const found = {
    class: span.class,
    canonical: span.canonical,
    value: { kind, text: raw },
    isDisguised: span.isDisguised,
  };
  return listToken(pass, pass.draft.issue(found, sourceAt(pass.origin, pointer)), pointer);
}

function listToken(
  pass: Pass,
  result: { issued: { token: string; class: PiiClass }; isFresh: boolean },
  pointer: PointerOf,
): string {
  const { token } = result.issued;
  if (!pass.listed.has(token)) {
    pass.listed.add(token);
    pass.report.tokens.push({ token, class: result.issued.class, fresh: result.isFresh, pointer: pointer() });
  }
  return token;
}

/** Tokens that the agent's text already holds are part of what leaves, too. */
function listOwnTokens(pass: Pass, text: string, pointer: PointerOf): void {
  if (pass.origin.from !== "agent" || !text.includes("_")) return;
  for (const match of text.matchAll(tokenPattern())) {
    const issued = { token: match[0], class: match[1] as PiiClass };
    if (pass.isKnown(issued.token)) listToken(pass, { issued, isFresh: false }, pointer);
  }
}

/** What a program computed and returned is the agent's own text, as its code is. */
function sourceAt(origin: Origin, pointer: PointerOf): TokenSource {
  if (origin.from === "upstream") return { tool: origin.tool, call: origin.call, pointer: pointer() };
  return { tool: origin.channel === "result" ? "code" : origin.channel, call: "", pointer: pointer() };
}
