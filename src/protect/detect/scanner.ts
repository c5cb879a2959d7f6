// One leaf → the spans of personal data in it: a cheap look, the recognizers that may apply, one rule for overlaps.

import type { Columns } from "./field-context.ts";
import { type FieldName, NO_FIELD, readFieldName } from "./field-name.ts";
import {
  HAS_ANGLE,
  HAS_COLON,
  HAS_EQUALS,
  HAS_NEWLINE,
  type LeafShape,
  MAY_HIDE,
  measureLeaf,
} from "./leaf-shape.ts";
import { isWordCharacter } from "./nearby-words.ts";
import type { Found, Leaf, Match, Recognizer } from "./recognizer.ts";
import { withoutOthersCells } from "./tables/others-cells.ts";
import { rowsInText } from "./tables/rows-in-text.ts";
import { decodeLeaf, encodedWords } from "./text/encoded-text.ts";
import { type LabelledParts, labelledParts, tableCells } from "./text/labelled-text.ts";
import { castShadow, type ShadowText } from "./text/shadow-text.ts";

/** A match in source positions. `isDisguised` when the source spells the value in another way than it reads. */
export type Span = Match & { isDisguised: boolean };

/** `columns` is set where an object declares the columns of the rows in it. */
export type Place = { field: string; parent: string; siblings: Leaf["siblings"]; columns?: Columns | null };

export type Scanner = {
  scanText(text: string, place: Place, shape?: LeafShape): Span[];
  /** True when the field's name speaks for some class, so that plain numbers under it are looked at too. */
  isTelling(place: Place): boolean;
};

/** `asserting`: the recognizers that the name speaks for. */
type NameProfile = { field: FieldName; parent: FieldName; asserting: Recognizer[]; isTelling: boolean };

/** A letter or a quote before a colon or an equals sign, which no time and no plain address has; or an element. */
const MAY_LABEL = /[A-Za-z"'*_)?.\u0080-\uffff][ \t]?[ \t]?(?::(?!\/\/)|=)|<\//;
const WRAPPERS = new Set([
  "value",
  "val",
  "content",
  "text",
  "plain_text",
  "plainText",
  "#text",
  "$t",
  "_",
  "$",
]);
const MOST_PROFILES = 20_000;

export function createScanner(recognizers: readonly Recognizer[], region: string, minStrength = 1): Scanner {
  const profileOf = createProfiles(recognizers);
  const ruling = recognizers.filter((recognizer) => recognizer.isRuledOut !== undefined);
  /** A labelled part was read as part of its text already: only what its label adds is left to find. */
  const scanPlain = (leaf: Leaf, profile: NameProfile, shape: LeafShape): Match[] => {
    const matches: Match[] = [];
    let finder: Recognizer | undefined;
    const found: Found = (start, end, canonical, strength) => {
      if (strength >= minStrength && finder !== undefined)
        matches.push({ class: finder.class, start, end, canonical, strength });
    };
    for (const recognizer of leaf.isPart ? profile.asserting : recognizers) {
      const isHinted = profile.isTelling && profile.asserting.includes(recognizer);
      if (!isHinted && !mayApply(recognizer, shape)) continue;
      finder = recognizer;
      recognizer.find(leaf, isHinted, found);
    }
    return matches;
  };
  const scanParts = (leaf: Leaf, shape: LeafShape): Match[] => {
    const matches: Match[] = [];
    const { parts, siblings } = partsOf(leaf.text, shape, (label) => profileOf(label, "").isTelling);
    for (const part of parts) {
      const profile = profileOf(part.label, "");
      if (!profile.isTelling || part.end <= part.start) continue;
      const text = leaf.text.slice(part.start, part.end);
      const inner: Leaf = {
        text,
        field: profile.field,
        parent: NO_FIELD,
        siblings,
        isPart: true,
        shape: measureLeaf(text),
        region,
      };
      for (const match of scanPlain(inner, profile, inner.shape)) {
        matches.push({ ...match, start: match.start + part.start, end: match.end + part.start });
      }
    }
    return matches;
  };
  /** `firstname: { value: "Ann" }`: the value is called what its holder is. */
  const profileAt = (place: Place): NameProfile => {
    const own = profileOf(place.field, place.parent);
    if (own.isTelling || place.parent === "" || !(WRAPPERS.has(place.field) || isLabelOfNeighbor(place)))
      return own;
    const holder = profileOf(place.parent, "");
    return holder.isTelling ? holder : own;
  };
  const scanText = (source: string, place: Place, measured = measureLeaf(source)): Span[] => {
    const profile = profileAt(place);
    let shape = measured;
    const shadow = (shape.bits & MAY_HIDE) !== 0 ? castShadow(source) : null;
    const text = shadow === null ? source : shadow.text;
    if (shadow !== null) shape = measureLeaf(text);
    const leaf = {
      text,
      field: profile.field,
      parent: profile.parent,
      siblings: place.siblings,
      isPart: false,
      shape,
      region,
    };
    const matches = withoutOthersCells(leaf, scanPlain(leaf, profile, shape), ruling);
    if ((shape.bits & (HAS_COLON | HAS_EQUALS | HAS_NEWLINE | HAS_ANGLE)) !== 0 || mayInsert(text))
      for (const match of scanParts(leaf, shape)) matches.push(match);
    if (matches.length === 0) {
      const decoded = decodeLeaf(text, shape);
      if (decoded !== null) return scanDecoded(source, decoded, (inner) => scanText(inner, place));
    }
    for (const { start, end, decoded } of encodedWords(text, shape)) {
      const sure = scanText(decoded, place).find((span) => span.strength >= 2);
      if (sure)
        matches.push({ class: sure.class, start, end, canonical: text.slice(start, end), strength: 2 });
    }
    return toSource(growToWords(resolveOverlaps(matches, text), text), source, shadow);
  };
  return { isTelling: (place) => profileAt(place).isTelling, scanText };
}

/** `dob: { type: "date", value: … }`: the field is called what a neighbor says, which tells nothing here. */
function isLabelOfNeighbor({ field, siblings }: Place): boolean {
  return siblings !== null && !Object.hasOwn(siblings, field);
}

/** An encoded value is replaced as a whole; only what is sure without its surroundings counts. */
function scanDecoded(source: string, decoded: string, scanText: (text: string) => Span[]): Span[] {
  const sure = scanText(decoded).filter((span) => span.strength >= 2);
  const [first] = sure;
  if (first === undefined) return [];
  return [
    { class: first.class, start: 0, end: source.length, canonical: source, strength: 2, isDisguised: true },
  ];
}

function mayApply(recognizer: Recognizer, shape: LeafShape): boolean {
  if (shape.digits < recognizer.minDigits || shape.longestRun < recognizer.minRun) return false;
  if (shape.longestNumber < (recognizer.minNumber ?? 0) || shape.longestWord < (recognizer.minWord ?? 0))
    return false;
  return recognizer.needsAny === 0 || (recognizer.needsAny & shape.bits) !== 0;
}

function partsOf(text: string, shape: LeafShape, isTelling: (label: string) => boolean): LabelledParts {
  if (text.includes("[ RECORD ")) return labelledParts(text);
  const table = (shape.bits & HAS_NEWLINE) !== 0 ? tableCells(text, isTelling) : NO_PARTS;
  if (table.parts.length > 0) return table;
  const rows = (shape.bits & HAS_NEWLINE) !== 0 || mayInsert(text) ? rowsInText(text) : NO_PARTS;
  if (rows.parts.length > 0) return rows;
  return (shape.bits & (HAS_COLON | HAS_EQUALS | HAS_ANGLE)) !== 0 && MAY_LABEL.test(text)
    ? labelledParts(text)
    : NO_PARTS;
}

const SHORTEST_INSERT = 30;

function mayInsert(text: string): boolean {
  return text.length >= SHORTEST_INSERT && (text.includes("VALUES") || text.includes("values ("));
}

const NO_PARTS: LabelledParts = { parts: [], siblings: {} };

/** Field names repeat in every row of a result; what they say is worked out once. */
function createProfiles(recognizers: readonly Recognizer[]): (field: string, parent: string) => NameProfile {
  const byParent = new Map<string, Map<string, NameProfile>>();
  let size = 0;
  // Each leaf asks twice in a row: whether its name tells, and then for the scan.
  let last: { field: string; parent: string; profile: NameProfile } | null = null;
  return (rawField, rawParent) => {
    if (last !== null && last.field === rawField && last.parent === rawParent) return last.profile;
    const known = byParent.get(rawParent)?.get(rawField);
    if (known) {
      last = { field: rawField, parent: rawParent, profile: known };
      return known;
    }
    if (++size > MOST_PROFILES) {
      byParent.clear();
      size = 1;
    }
    const field = readFieldName(rawField);
    const parent = readFieldName(rawParent);
    const asserting =
      field === NO_FIELD ? [] : recognizers.filter((recognizer) => recognizer.hint(field, parent));
    const profile = { field, parent, asserting, isTelling: asserting.length > 0 };
    const siblings = byParent.get(rawParent) ?? new Map<string, NameProfile>();
    byParent.set(rawParent, siblings.set(rawField, profile));
    return profile;
  };
}

/**
 * The one rule: the stronger match stays, then the longer one, then the one whose recognizer is listed first. What is
 * left of an address stays one as far as it has a number; so do names and phone numbers that reached too far.
 */
export function resolveOverlaps(matches: Match[], text: string): Match[] {
  if (matches.length < 2) return matches;
  const kept: Match[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || match.start >= last.end) kept.push(match);
    else if (isStronger(match, last)) {
      kept.pop();
      const front = partLeft(last, last.start, match.start, text);
      if (front !== null) kept.push(front);
      kept.push(match);
    } else {
      const rest = partLeft(match, last.end, match.end, text);
      if (rest !== null) kept.push(rest);
    }
  }
  return kept;
}

const NEEDED_IN_PARTS: Partial<Record<string, RegExp>> = {
  ADDRESS: /\d.*\p{L}{2}|\p{L}{2}.*\d/su,
  PHONE: /^\+[\d ()./-]{8,}\d$/,
  PERSON: /^(?:\p{Lu}[\p{L}\p{M}'’.-]+\s)+\p{Lu}[\p{L}\p{M}'’-]+$/u,
};

function partLeft(match: Match, from: number, to: number, text: string): Match | null {
  const needed = NEEDED_IN_PARTS[match.class];
  if (needed === undefined || from >= to) return null;
  const [blank = ""] = /^[\s\p{P}]*/u.exec(text.slice(from, to)) ?? [];
  const canonical = text.slice(from + blank.length, to).replace(/[\s\p{P}]+$/u, "");
  if (!needed.test(canonical)) return null;
  const start = from + blank.length;
  return { ...match, start, end: start + canonical.length, canonical };
}

function isStronger(match: Match, other: Match): boolean {
  if (match.strength !== other.strength) return match.strength > other.strength;
  return match.end - match.start > other.end - other.start;
}

/** A token beside a letter could not be told from the word it stands in: a span never ends inside a word. */
function growToWords(matches: Match[], text: string): Match[] {
  return matches.map((match, index) => {
    const floor = matches[index - 1]?.end ?? 0;
    const ceiling = matches[index + 1]?.start ?? text.length;
    let { start, end } = match;
    while (end < ceiling && isAsciiWord(text, end - 1) && isAsciiWord(text, end)) end++;
    while (start > floor && isAsciiWord(text, start) && isAsciiWord(text, start - 1)) start--;
    return start === match.start && end === match.end
      ? match
      : { ...match, start, end, canonical: text.slice(start, end) };
  });
}

function isAsciiWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 && isWordCharacter(code);
}

function toSource(matches: Match[], source: string, shadow: ShadowText | null): Span[] {
  if (shadow === null) return matches.map((match) => ({ ...match, isDisguised: false }));
  return matches.map((match) => {
    const start = shadow.starts[match.start] as number;
    const end = shadow.ends[match.end - 1] as number;
    return {
      ...match,
      start,
      end,
      isDisguised: source.slice(start, end) !== shadow.text.slice(match.start, match.end),
    };
  });
}
