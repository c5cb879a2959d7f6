// One value → the same value with tokens: finds spans, asks policy what to do with each, and issues the tokens.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { JsonValue, PiiAction, PiiClass, PiiRules, TokenSource } from "../vocabulary.ts";
import { type CleanTexts, createCleanTexts } from "./clean-texts.ts";
import { HAS_BRACKET, HAS_UNDERSCORE, MAY_HIDE, measureLeaf } from "./detect/leaf-shape.ts";
import type { FieldMarks, RuleScanner } from "./detect/rule-scanner.ts";
import type { Place, Span } from "./detect/scanner.ts";
import { type Echoes, type EchoSpan, inheritedSources } from "./echoes.ts";
import { plantedTokens } from "./planted-tokens.ts";
import type { Origin, Tokenized } from "./protect.ts";
import { protectedPattern, redaction, tokenPattern } from "./token-words.ts";
import type { Draft } from "./vault/issue-tokens.ts";
import type { IssuedToken } from "./vault/session-tokens.ts";
import { rewriteJsonInTurns } from "./walk-in-turns.ts";
import { lookIntoJsonStrings, type PointerOf, type Visitor } from "./walk-json.ts";

export type TokenizeParts = {
  scanner: RuleScanner;
  draft: Draft;
  /** Undefined for words that are no tokens of this session. */
  classOf: (token: string) => PiiClass | undefined;
  /** Tokens may have other forms than the label. */
  shaped: boolean;
  /** Names of classes that policies added; their tokens are tokens, too. */
  customClasses: readonly string[];
  origin: Origin;
  rules: PiiRules;
  echoes: Echoes | null;
};

type Pass = TokenizeParts & {
  marks: FieldMarks | null;
  report: Omit<Tokenized, "value">;
  listed: Set<string>;
  cleanTexts: CleanTexts;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|[+-]\d{2}:\d{2})?$/;
const LONGEST_REMEMBERED = 200;
/** American Express cards have 15 digits. */
const SHORTEST_CARD = 1e14;
const NO_PLACE: Place = { field: "", parent: "", siblings: null };

/** Turns of this length are short beside a network round trip. */
const TURN_MS = 8;

export async function tokenizeJson(value: JsonValue, parts: TokenizeParts): Promise<Tokenized> {
  const pass: Pass = {
    ...parts,
    marks: parts.origin.from === "upstream" ? parts.scanner.marksFor(parts.origin.tool) : null,
    report: { tokens: [], counts: {}, blocked: null },
    listed: new Set(),
    cleanTexts: createCleanTexts(),
  };
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
  let turnStarted = performance.now();
  const breathe = (): Promise<void> | null => {
    if (performance.now() - turnStarted < TURN_MS) return null;
    return nextTurn().then(() => {
      turnStarted = performance.now();
    });
  };
  const rewritten = await rewriteJsonInTurns(value, lookIntoJsonStrings(visitor), breathe);
  return { ...pass.report, value: pass.report.blocked ? null : rewritten };
}

function rewriteText(pass: Pass, text: string, place: Place, pointer: PointerOf): string {
  const marked = pass.marks?.(pointer.original());
  if (marked && text.trim() !== "") return standIn(pass, wholeSpan(marked, text), text, pointer);
  if (text.length < 2) return text;
  if (pass.echoes === null && isPlainStamp(text) && !pass.scanner.isTelling(place)) return text;
  listOwnTokens(pass, text, pointer);
  const isShort = text.length <= LONGEST_REMEMBERED && !pass.scanner.isTelling(place);
  if (isShort && pass.cleanTexts.isKnown(place.field, text)) return text;
  const spans = spansToReplace(pass, text, place);
  if (spans.length === 0 && isShort) pass.cleanTexts.add(place.field, text);
  if (spans.length === 0) return text;
  const here = pointer();
  const at = () => here;
  return replaceSpans(text, spans, (span, raw) => standIn(pass, span, raw, at));
}

/** Codes of four digits and more, and degrees on the map; anything else is an amount. */
export function mayBeTold(scanner: RuleScanner, number: number, place: Place): boolean {
  if (scanner.customClasses.length > 0) return true;
  // A payment card has a checksum to be known by, whatever the field is called.
  if (Number.isSafeInteger(number) && number >= SHORTEST_CARD) return true;
  if (!scanner.isTelling(place)) return false;
  return Number.isInteger(number) ? Number.isSafeInteger(number) && number >= 1000 : Math.abs(number) <= 180;
}

/** The place as it is reported: keys on the way are tokenized, too. */
type Where = () => string;

/** `echo`: the restored value that stands here, whose token it gets. */
type MarkedSpan = Span & { action?: PiiAction; echo?: IssuedToken };

function wholeSpan(marked: { class: PiiClass; action: PiiAction }, text: string): MarkedSpan {
  return { ...marked, start: 0, end: text.length, canonical: text, strength: 3, isDisguised: false };
}

/** A UUID or a time in ISO form: half of the strings of a typical result, and never anything else. */
function isPlainStamp(text: string): boolean {
  if (text.length === 36) return text[8] === "-" && text[13] === "-" && UUID.test(text);
  return text.length >= 19 && text.length <= 29 && text[10] === "T" && text[4] === "-" && TIME.test(text);
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
  const marked = pass.marks?.(pointer.original());
  const [echo] = pass.echoes?.find(String(number)) ?? [];
  if (!marked && !echo && !mayBeTold(pass.scanner, number, place)) return number;
  const text = String(number);
  if (echo)
    return standIn(
      pass,
      { ...wholeSpan({ class: echo.issued.class, action: "tokenize" }, text) },
      text,
      pointer,
      "number",
    );
  if (marked) return standIn(pass, wholeSpan(marked, text), text, pointer, "number");
  const found = pass.scanner.scanText(text, place).filter((span) => !pass.scanner.isPublic(text, span));
  const planted = pass.shaped && pass.origin.from === "upstream" ? plantedTokens(text, [], true) : [];
  const span = [...found, ...planted].find(({ start, end }) => start === 0 && end === text.length);
  if (span === undefined) return number;
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
    const sources = [...inheritedSources(pass.echoes, raw), sourceAt(pass.origin, at.pointer)];
    return listToken(pass, pass.draft.issueApart(found, sources), at.pointer);
  });
  let distinct = apart;
  for (let number = 2; at.isTaken(distinct); number++) distinct = `${apart} (${number})`;
  return distinct;
}

/** What must go: spans whose class does not pass; planted look-alikes from tools; nothing inside the agent's own tokens. */
function spansToReplace(pass: Pass, text: string, place: Place): MarkedSpan[] {
  const spans = recognizedSpans(pass, text, place);
  return pass.echoes === null ? spans : withEchoes(spans, pass.echoes.find(text), text);
}

/** A value that came back wins over what a recognizer cut across it; inside a larger find it is part of that. */
function withEchoes(spans: Span[], echoes: EchoSpan[], text: string): MarkedSpan[] {
  const loose = echoes.filter(
    ({ start, end }) => !spans.some((span) => span.start <= start && span.end >= end),
  );
  if (loose.length === 0) return spans;
  const echoed = loose.map(({ start, end, issued }): MarkedSpan => {
    const canonical = text.slice(start, end);
    return { class: issued.class, start, end, canonical, strength: 3, isDisguised: false, echo: issued };
  });
  return [...outside(spans, loose), ...echoed].sort((a, b) => a.start - b.start);
}

function recognizedSpans(pass: Pass, text: string, place: Place): Span[] {
  const shape = measureLeaf(text);
  const found = pass.scanner.scanText(text, place, shape);
  const spans = found.length === 0 ? found : found.filter((span) => !pass.scanner.isPublic(text, span));
  // Most texts hold neither a token nor anything that could hide one.
  if (!pass.shaped && (shape.bits & (HAS_UNDERSCORE | HAS_BRACKET | MAY_HIDE)) === 0) return spans;
  if (pass.origin.from === "agent") return outside(spans, ownWords(pass, text));
  const planted = outside(plantedTokens(text, pass.customClasses, pass.shaped), spans);
  return planted.length === 0 ? spans : [...spans, ...planted].sort((a, b) => a.start - b.start);
}

type Range = { start: number; end: number };

/** Tokens and redactions in the agent's text. A word that is only shaped like a token is a value like any other. */
function ownWords({ customClasses, shaped, classOf }: Pass, text: string): Range[] {
  const words: Range[] = [];
  for (const match of text.matchAll(protectedPattern(customClasses, shaped))) {
    if (match.groups?.["shaped"] !== undefined && classOf(match[0]) === undefined) continue;
    words.push({ start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** Those of the ranges that touch none of the others; both lists are in order. */
function outside<T extends Range>(ranges: T[], others: Range[]): T[] {
  let index = 0;
  return ranges.filter((range) => {
    while (index < others.length && (others[index] as Range).end <= range.start) index++;
    return index >= others.length || (others[index] as Range).start >= range.end;
  });
}

/** A planted look-alike is tokenized whatever the rules say: left as it is, it would be restored as somebody's value. */
function actionFor(pass: Pass, span: MarkedSpan): PiiAction {
  return span.class === "LITERAL" ? "tokenize" : (span.action ?? pass.rules.actions[span.class]);
}

function standIn(
  pass: Pass,
  span: MarkedSpan,
  raw: string,
  pointer: Where,
  kind: "string" | "number" = "string",
): string {
  const { report } = pass;
  const action = actionFor(pass, span);
  if (action === "block") report.blocked ??= { class: span.class, pointer: pointer() };
  if (report.blocked) return raw;
  report.counts[span.class] = (report.counts[span.class] ?? 0) + 1;
  if (action === "redact") return redaction(span.class);
  const sources = [...inheritedSources(pass.echoes, raw), sourceAt(pass.origin, pointer)];
  if (span.echo) return listToken(pass, pass.draft.see(span.echo, sources), pointer);
  const found = {
    class: span.class,
    canonical: span.canonical,
    value: { kind, text: raw },
    isDisguised: span.isDisguised,
  };
  return listToken(pass, pass.draft.issue(found, sources), pointer);
}

function listToken(
  pass: Pass,
  result: { issued: { token: string; class: PiiClass }; isFresh: boolean },
  pointer: Where,
): string {
  const { token } = result.issued;
  if (!pass.listed.has(token)) {
    pass.listed.add(token);
    pass.report.tokens.push({ token, class: result.issued.class, fresh: result.isFresh, pointer: pointer() });
  }
  return token;
}

/** Tokens that the agent's text already holds are part of what leaves, too. */
function listOwnTokens(pass: Pass, text: string, pointer: Where): void {
  if (pass.origin.from !== "agent" || (!pass.shaped && !text.includes("_"))) return;
  for (const [token] of text.matchAll(tokenPattern(pass.customClasses, pass.shaped))) {
    const known = pass.classOf(token);
    if (known !== undefined) listToken(pass, { issued: { token, class: known }, isFresh: false }, pointer);
  }
}

/** What a program computed and returned is the agent's own text, as its code is. */
function sourceAt(origin: Origin, pointer: Where): TokenSource {
  if (origin.from === "upstream") return { tool: origin.tool, call: origin.call, pointer: pointer() };
  return { tool: origin.channel === "result" ? "code" : origin.channel, call: "", pointer: pointer() };
}
