// Words with capitals in a row, judged by how much their parts speak for a person: a listed given or family name and a
// neighbor that is no everyday word, in either order, with particles and initials.

import { readFieldName } from "../field-name.ts";
import { MAY_LIST_NAMES, MAY_TURN_NAME } from "../glance/cue-bits.ts";
import { eachMatch, matchesOf } from "../matches-of.ts";
import type { Found } from "../recognizer.ts";
import { fold } from "./fold.ts";
import { listedAlone } from "./listed-names.ts";
import { isKoreanGivenName } from "./more-names.ts";
import { isNamedAlone } from "./names-alone.ts";
import { namesThings } from "./thing-fields.ts";
import { namesAThing } from "./thing-names.ts";
import { holdsAThing, isThingAfter, isThingBefore, isTitleInQuotes } from "./things-around.ts";
import { isWellKnown } from "./well-known.ts";
import { nameWeight, speaksForAName, type WordKind, wordKind } from "./word-kinds.ts";

const PART =
  "(?:(?:al|el|ar|as|ad)-|[DO]['’])?\\p{Lu}[\\p{L}\\p{M}]{0,24}(?:[-'’](?!s(?!\\p{L}))[\\p{L}\\p{M}]{1,24}){0,2}";
const PARTICLE =
  "(?:van|von|v\\.d\\.|v/d|de|der|den|['’]t|binti|da|di|del|della|la|le|bin|bint|ibn|ben|dos|das|do|du|zu|ter|ten|ap|ab|ferch|y|av|af)";
const RUN = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_@/\\\\#$&.-])(?:\\p{Lu}\\.(?: ?\\p{Lu}\\.){0,3} ?(?=\\p{Lu}))?${PART}(?: \\p{Lu}\\.(?= \\p{Lu})| (?:${PARTICLE} ){0,2}${PART}| ["“«(]\\p{Lu}\\p{Ll}{1,15}["”»)](?= \\p{Lu})){0,7}(?![\\p{L}\\p{N}_@])`,
  "gu",
);
/** "ADEYEMI, R." and "Brückl, Annemie" at the start of a line or an item. */
const TURNED = new RegExp(
  `(?<=(?:^|[\\n;:(|•>-]|\\d[.)]) {0,2})(${PART}(?:[ -]${PART})?), (\\p{Lu}\\.(?: ?\\p{Lu}\\.)?|${PART}(?! \\p{Lu}))(?=[\\s;,.)*|]|$)`,
  "gu",
);
/** What stands behind the comma of such a name. */
export const GIVEN_BEHIND = /, (?:\p{Lu}|(?:al|el|ar|as|ad)-|[DO]['’])/u;
const SHOUTED = /^\p{Lu}{2,}$/u;
/** Позвоните Ольге Сергеевой, Зателефонувати Олегу Бойку */
const ASKED = /^\p{Lu}[\u0430-\u045f]{2,}(?:[иеуая]те|[аиуея]ть|[аиуея]ти)$/u;
const PARTICLE_ALONE = new RegExp(`^${PARTICLE}$`, "u");
const BETWEEN =
  /^(?: ?[,;&/+•·] ?| ?\n ?[-*•]? ?|,? (?:and|und|y|e|et|en|og|och|i|és|ve|dan|n|and his wife|and her husband) )$/u;
const MOST_NAMES = 4;
const SURE = 2;
const MOST_LIST = 400;

export type Span = { start: number; end: number };
type Token = Span & { word: string; kind: WordKind };

export function findNameRuns(text: string, cues: number, found: Found): void {
  const spans: Span[] = [];
  const others: Span[] = [];
  const collected = { spans, others };
  eachMatch(RUN, text, ({ 0: run, index }) => collectNames(text, tokensOf(run, index), collected));
  if ((cues & MAY_TURN_NAME) !== 0) collectTurned(text, spans);
  if ((cues & MAY_LIST_NAMES) !== 0 && /[,&]| and | und | et | y | og | och | en /.test(text))
    collectListed(text, spans);
  if (spans.length === 0 || isCatalog(text, spans)) return;
  if (others.length > 0) joinNeighbors(text, spans, others);
  for (const { start, end } of spans) found(start, end, text.slice(start, end).normalize("NFC"), 1);
}

const BETWEEN_WORDS = ' "“”«»()';

function tokensOf(run: string, offset: number): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (let at = 0; at <= run.length; at++) {
    if (at < run.length && !BETWEEN_WORDS.includes(run[at] as string)) continue;
    if (at > from) {
      const word = run.slice(from, at);
      tokens.push({ word, start: offset + from, end: offset + at, kind: wordKind(word) });
    }
    from = at + 1;
  }
  // Park Ji-hoon: the family name alone would be a park.
  for (const [at, token] of tokens.entries())
    if (token.kind === "ordinary" && isKoreanGivenName(tokens[at + 1]?.word ?? "")) token.kind = "family";
  if (VIETNAMESE.has(fold(tokens[0]?.word ?? "")))
    for (const token of tokens.slice(1, MOST_NAMES))
      if (token.kind === "ordinary" && token.word.length <= LONGEST_SYLLABLE) token.kind = "doubtful";
  return tokens;
}

/** Names of Vietnam are syllables, of which many are words elsewhere: Nguyễn Khánh An. */
const VIETNAMESE = new Set(
  "nguyen tran pham huynh hoang phan dang bui duong dinh doan trinh luong truong vuong nghiem".split(" "),
);
const LONGEST_SYLLABLE = 6;

/** Everyday words cut a run into pieces; each piece is judged by itself. */
function collectNames(text: string, tokens: Token[], { spans, others }: Collected): void {
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && tokens[at]?.kind !== "ordinary") continue;
    const piece = tokens.slice(from, at);
    const isCut = at < tokens.length;
    // "CC Ann Lee": what is written in capitals alone is not part of the name.
    while (piece.length > 1 && isNoStart(piece)) piece.shift();
    if (piece.length > 0) {
      const span = { start: (piece[0] as Token).start, end: (piece.at(-1) as Token).end };
      if (isPerson(text, { piece, isCut, before: from - 1 })) spans.push(span);
      else if (!isCut && from === 0 && mayBeName(piece) && !isNoPerson(text, span)) others.push(span);
    }
    from = at + 1;
  }
}

function isNoStart(piece: Token[]): boolean {
  const [first, last] = [piece[0]?.word ?? "", piece.at(-1)?.word ?? ""];
  if (piece.length > 2 && piece[0]?.kind === "unknown" && ASKED.test(first)) return true;
  return SHOUTED.test(first) ? !SHOUTED.test(last) : PARTICLE_ALONE.test(first);
}

/** Unknown words that stand beside people in a list may be people as well; one word alone has to be a listed name. */
function mayBeName(piece: Token[]): boolean {
  const isPair = piece.length > 1 && piece.length <= MOST_NAMES;
  return isPair
    ? piece.every(({ kind, word }) => kind !== "ordinary" && !SHOUTED.test(word))
    : piece[0]?.kind === "given";
}

/** "Present: Ann Lee, Wiremu Parata and Caoimhe Ní Bhriain": one of them known speaks for those beside it. */
function joinNeighbors(text: string, spans: Span[], others: Span[]): void {
  const all = [...spans, ...others].sort((a, b) => a.start - b.start);
  const people = new Set(spans);
  for (let round = 0; round < 2; round++) {
    if (round === 1) all.reverse();
    for (let at = 1; at < all.length; at++) {
      const [previous, span] = [all[at - 1] as Span, all[at] as Span];
      if (!people.has(previous) || people.has(span)) continue;
      const between = text.slice(Math.min(previous.end, span.end), Math.max(previous.start, span.start));
      if (!BETWEEN.test(between)) continue;
      people.add(span);
      spans.push(span);
    }
  }
}

type Collected = { spans: Span[]; others: Span[] };
type Piece = { piece: Token[]; isCut: boolean; before: number };

/** `isCut`: an everyday word with a capital follows; `before`: so many of them stand in front, less one. */
function isPerson(text: string, { piece, isCut, before }: Piece): boolean {
  const names = piece.filter(({ kind }) => kind !== "initial" && kind !== "particle");
  const [first, last] = [piece[0] as Token, piece.at(-1) as Token];
  if (names.length === 0 || names.length > MOST_NAMES) return false;
  const span = { start: first.start, end: last.end };
  if (isNoPerson(text, span)) return false;
  const isVietnamese = VIETNAMESE.has(fold(first.word));
  if (piece.length > 1 && !isVietnamese && holdsAThing(piece.map(({ word }) => word))) return false;
  if (piece.length === 1) return !isCut && isSingleName(text, first);
  const weight = nameWeight(piece.map(({ kind }) => kind));
  if (weight < SURE || !names.some(({ kind }) => speaksForAName(kind))) return false;
  // In a heading every word has a capital: there both must be known.
  if ((isCut || before > 0) && weight < SURE * 2) return false;
  const hasGiven = names.some(({ kind }) => kind === "given" || kind === "doubtful");
  // "Mann-Whitney U" is no person's initial.
  if (!hasGiven && last.kind === "initial") return false;
  // "Kantine ab Herbst", "Anmeldung der …": only behind a given name does a small word belong to a name.
  const small = piece.findIndex(({ word }) => PARTICLE_ALONE.test(word));
  if (small > 0 && !/^(?:given|doubtful|seldom)$/.test(first.kind) && first.kind !== "initial") return false;
  const hasInitial = piece.some(({ kind }) => kind === "initial" || kind === "particle");
  return (
    hasGiven ||
    hasInitial ||
    first.kind !== "unknown" ||
    !isSentenceStart(text, span.start) ||
    isAllOfItsLabel(text, span)
  );
}

function isNoPerson(text: string, { start, end }: Span): boolean {
  return (
    isThingAfter(text, end) ||
    isThingBefore(text, start) ||
    isTitleInQuotes(text, start, end) ||
    isWellKnown(text.slice(start, end))
  );
}

function isSingleName(text: string, { kind, start, end }: Token): boolean {
  const mayBeAlone = kind !== "initial" && kind !== "particle" && kind !== "ordinary";
  return mayBeAlone && isNamedAlone(text, { start, end }, kind);
}

function collectListed(text: string, spans: Span[]): void {
  const known = new Set(spans.map(({ start }) => start));
  for (const span of listedAlone(text)) if (!known.has(span.start)) spans.push(span);
}

function collectTurned(text: string, spans: Span[]): void {
  for (const match of matchesOf(TURNED, text)) {
    const [whole, family, given] = match as unknown as [string, string, string];
    const kind = wordKind(family.split(" ")[0] as string);
    const isInitial = given.endsWith(".");
    const isName =
      kind !== "ordinary" &&
      kind !== "particle" &&
      (isInitial || kind !== "doubtful") &&
      (isInitial ? family.length > 2 : wordKind(given) === "given" || isShoutedFirst(family, given));
    if (!isName || (!isInitial && kind === "given" && !SHOUTED.test(family))) continue;
    // "Achternbusch, Ringstr. 5" goes on with a street.
    if (/^\.? \d/.test(text.slice(match.index + whole.length, match.index + whole.length + 3))) continue;
    spans.push({ start: match.index, end: match.index + whole.length });
  }
}

/** OYELARAN, Temitope: forms and lists write families so. */
function isShoutedFirst(family: string, given: string): boolean {
  return (
    family.length >= 4 &&
    SHOUTED.test(family) &&
    /^\p{Lu}\p{Ll}{2,}/u.test(given) &&
    wordKind(given) !== "ordinary"
  );
}

/** "Afwezig: Anneloes Terpstra" and nothing more, behind a label that names no thing. */
function isAllOfItsLabel(text: string, { start, end }: Span): boolean {
  if (text.slice(start - 2, start) !== ": " || !/^(?:$|\n|[,;(]| \()/.test(text.slice(end, end + 2)))
    return false;
  const label = /\p{L}[\p{L}\p{M} .-]{0,30}$/u.exec(text.slice(Math.max(0, start - 34), start - 2))?.[0];
  return label !== undefined && !namesThings(readFieldName(label)) && !namesAThing(label);
}

function isSentenceStart(text: string, start: number): boolean {
  return start === 0 || /[.!?:\n]\s{0,3}$/.test(text.slice(Math.max(0, start - 5), start));
}

/** A list of dishes, songs or breeds, in which only few items read like people. */
function isCatalog(text: string, spans: Span[]): boolean {
  if (text.length > MOST_LIST || /(?:\p{Ll}+ ){3}|@|\+\d{2}|\d{3}[ -]\d{3}/u.test(text)) return false;
  let items = 0;
  let people = 0;
  let titles = 0;
  for (const match of matchesOf(/[^,;/\n|]+/gu, text)) {
    if (!/\p{L}{2}/u.test(match[0])) continue;
    items++;
    if (/^[\s•*-]*\p{Lu}/u.test(match[0]) && !/(?:\s\p{Ll}[\p{L}.]*){2}/u.test(match[0])) titles++;
    const end = match.index + match[0].length;
    if (spans.some((span) => span.start < end && span.end > match.index)) people++;
  }
  return items >= 3 && people * 2 < items && titles * 5 >= items * 4;
}
