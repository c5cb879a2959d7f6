// One leaf → the spans of personal data in it: a cheap look, the recognizers that may apply, one rule for overlaps.

import { type FieldName, NO_FIELD, readFieldName } from "./field-name.ts";
import { type LabelledPart, labelledParts, tableCells } from "./labelled-text.ts";
import { HAS_COLON, HAS_EQUALS, HAS_NEWLINE, type LeafShape, MAY_HIDE, measureLeaf } from "./leaf-shape.ts";
import type { Leaf, Match, Recognizer } from "./recognizer.ts";
import { castShadow, type ShadowText } from "./shadow-text.ts";

/** A match in source positions. `isDisguised` when the source spells the value in another way than it reads. */
export type Span = Match & { isDisguised: boolean };

export type Place = { field: string; parent: string; siblings: Leaf["siblings"] };

export type Scanner = {
  scanText(text: string, place: Place): Span[];
  /** True when the field's name speaks for some class, so that plain numbers under it are looked at too. */
  isTelling(place: Place): boolean;
};

type NameProfile = { field: FieldName; parent: FieldName; hinted: boolean[]; isTelling: boolean };

const MOST_PROFILES = 20_000;

export function createScanner(recognizers: readonly Recognizer[], region: string): Scanner {
  const profileOf = createProfiles(recognizers);
  const scanPlain = (leaf: Leaf, profile: NameProfile, shape: LeafShape): Match[] => {
    const matches: Match[] = [];
    for (const [index, recognizer] of recognizers.entries()) {
      const isHinted = profile.hinted[index] as boolean;
      if (!isHinted && !mayApply(recognizer, shape)) continue;
      recognizer.find(leaf, isHinted, (start, end, canonical, strength) => {
        matches.push({ class: recognizer.class, start, end, canonical, strength });
      });
    }
    return matches;
  };
  const scanParts = (leaf: Leaf, shape: LeafShape): Match[] => {
    const matches: Match[] = [];
    for (const part of partsOf(leaf.text, shape)) {
      const profile = profileOf(part.label, "");
      if (!profile.isTelling || part.end <= part.start) continue;
      const inner = {
        ...leaf,
        text: leaf.text.slice(part.start, part.end),
        field: profile.field,
        parent: NO_FIELD,
        siblings: null,
      };
      for (const match of scanPlain(inner, profile, measureLeaf(inner.text))) {
        matches.push({ ...match, start: match.start + part.start, end: match.end + part.start });
      }
    }
    return matches;
  };
  return {
    isTelling: (place) => profileOf(place.field, place.parent).isTelling,
    scanText(source, place) {
      const profile = profileOf(place.field, place.parent);
      let shape = measureLeaf(source);
      const shadow = (shape.bits & MAY_HIDE) !== 0 ? castShadow(source) : null;
      const text = shadow === null ? source : shadow.text;
      if (shadow !== null) shape = measureLeaf(text);
      const leaf = { text, field: profile.field, parent: profile.parent, siblings: place.siblings, region };
      const matches = scanPlain(leaf, profile, shape);
      if ((shape.bits & (HAS_COLON | HAS_EQUALS | HAS_NEWLINE)) !== 0)
        matches.push(...scanParts(leaf, shape));
      return toSource(resolveOverlaps(matches), source, shadow);
    },
  };
}

function mayApply(recognizer: Recognizer, shape: LeafShape): boolean {
  if (recognizer.fieldOnly || shape.digits < recognizer.minDigits || shape.longestRun < recognizer.minRun)
    return false;
  return recognizer.needsAny === 0 || (recognizer.needsAny & shape.bits) !== 0;
}

function partsOf(text: string, shape: LeafShape): LabelledPart[] {
  const parts = (shape.bits & HAS_NEWLINE) !== 0 ? tableCells(text) : [];
  if (parts.length > 0) return parts;
  return (shape.bits & (HAS_COLON | HAS_EQUALS)) !== 0 ? labelledParts(text) : [];
}

/** Field names repeat in every row of a result; what they say is worked out once. */
function createProfiles(recognizers: readonly Recognizer[]): (field: string, parent: string) => NameProfile {
  const byParent = new Map<string, Map<string, NameProfile>>();
  let size = 0;
  return (rawField, rawParent) => {
    const known = byParent.get(rawParent)?.get(rawField);
    if (known) return known;
    if (++size > MOST_PROFILES) {
      byParent.clear();
      size = 1;
    }
    const field = readFieldName(rawField);
    const parent = readFieldName(rawParent);
    const hinted = recognizers.map((recognizer) => field !== NO_FIELD && recognizer.hint(field, parent));
    const profile = { field, parent, hinted, isTelling: hinted.includes(true) };
    const siblings = byParent.get(rawParent) ?? new Map<string, NameProfile>();
    byParent.set(rawParent, siblings.set(rawField, profile));
    return profile;
  };
}

/** The one rule: the stronger match stays, then the longer one, then the one whose recognizer is listed first. */
export function resolveOverlaps<T extends Match>(matches: T[]): T[] {
  if (matches.length < 2) return matches;
  const kept: T[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || match.start >= last.end) kept.push(match);
    else if (isStronger(match, last)) kept[kept.length - 1] = match;
  }
  return kept;
}

function isStronger(match: Match, other: Match): boolean {
  if (match.strength !== other.strength) return match.strength > other.strength;
  return match.end - match.start > other.end - other.start;
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
