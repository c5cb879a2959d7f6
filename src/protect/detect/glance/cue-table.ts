// Which of many patterns may be in a text, told while its characters pass by once: by five characters in a row that one of
// their matches can begin with. Asking each pattern by itself would read the text as often as there are patterns.

import { ANYTHING, BITS, type Kinds, openingsOf, REACH } from "./openings.ts";

/** `window`: the kinds of the last five characters, the newest in the lowest bits. */
export type CueTable = {
  /** By the first three of a window a number, 0 where no match begins so. */
  numbers: Uint16Array;
  halves: [CueHalf, CueHalf];
};

/** By number: groups that ask for no more than these three characters, and those that ask for more. */
type CueHalf = { sure: Int32Array; unsure: Int32Array; byLater(window: number): number };

export const WINDOW = (1 << (BITS * REACH)) - 1;
/** From a window to its first three. */
export const LATER_BITS = BITS * (REACH - 3);
/** The window before the first character of a text. */
export const BEFORE_TEXT = WINDOW;
const MOST_GROUPS = 31;
/** A set with more kinds than that tells little, and each of them would take a place in the table. */
const MOST_KINDS = 40;
const FREE = -1;

type Groups = readonly (readonly RegExp[])[];
type Masks = Map<number, number>;

/** Bit n of a half stands for any of the patterns of its group n. */
export function buildCueTable(first: Groups, second: Groups): CueTable {
  const [a, b] = [collect(first), collect(second)];
  const { numbers, sets } = numbered([a.sure, a.unsure, b.sure, b.unsure]);
  const column = (at: number): Int32Array => Int32Array.from(sets, (set) => set[at] as number);
  const half = ({ fours, fives }: Collected, at: number): CueHalf => {
    const [ofFour, ofFive] = [hashed(fours), hashed(fives)];
    return {
      sure: column(at),
      unsure: column(at + 1),
      byLater: (window) => ofFour(window >>> BITS) | ofFive(window),
    };
  };
  return { numbers, halves: [half(a, 0), half(b, 2)] };
}

type Collected = { sure: Masks; unsure: Masks; fours: Masks; fives: Masks };

function collect(groups: Groups): Collected {
  if (groups.length > MOST_GROUPS) throw new Error(`half a table tells at most ${MOST_GROUPS} groups apart`);
  const collected: Collected = { sure: new Map(), unsure: new Map(), fours: new Map(), fives: new Map() };
  const { sure, unsure, fours, fives } = collected;
  const add = (masks: Masks, key: number, bit: number): void =>
    void masks.set(key, (masks.get(key) ?? 0) | bit);
  for (const [index, patterns] of groups.entries()) {
    for (const opening of patterns.flatMap(openingsOf)) {
      const [fourth, fifth] = opening.slice(3).map((kinds) => (kinds.length > MOST_KINDS ? ANYTHING : kinds));
      const isSure = fourth === ANYTHING && fifth === ANYTHING;
      eachOf(opening.slice(0, 3), (three) => add(isSure ? sure : unsure, three, 1 << index));
      if (isSure) continue;
      if (fifth === ANYTHING) eachOf(opening.slice(0, 4), (four) => add(fours, four, 1 << index));
      else eachOf(opening, (five) => add(fives, five, 1 << index));
    }
  }
  return collected;
}

/** Every row of kinds that takes one from each set, packed into a number. */
function eachOf([first = "", ...others]: Kinds[], use: (packed: number) => void, before = 0): void {
  for (let at = 0; at < first.length; at++) {
    const packed = (before << BITS) | first.charCodeAt(at);
    if (others.length === 0) use(packed);
    else eachOf(others, use, packed);
  }
}

/** Number 0 is the set of nothing. */
function numbered(columns: readonly Masks[]): { numbers: Uint16Array; sets: number[][] } {
  const numbers = new Uint16Array(1 << (3 * BITS));
  const sets: number[][] = [columns.map(() => 0)];
  const known = new Map<string, number>();
  for (const three of new Set(columns.flatMap((masks) => [...masks.keys()]))) {
    const set = columns.map((masks) => masks.get(three) ?? 0);
    const key = set.join(" ");
    const number = known.get(key) ?? sets.push(set) - 1;
    known.set(key, number);
    numbers[three] = number;
  }
  return { numbers, sets };
}

/** A table of keys and masks with free places between them: quicker than a Map where nearly every question is in vain. */
function hashed(masks: ReadonlyMap<number, number>): (key: number) => number {
  const bits = Math.max(4, Math.ceil(Math.log2(masks.size * 4)));
  const size = 1 << bits;
  const keys = new Int32Array(size).fill(FREE);
  const values = new Int32Array(size);
  const placeOf = (key: number): number => {
    let place = Math.imul(key, 0x9e3779b1) >>> (32 - bits);
    while (keys[place] !== FREE && keys[place] !== key) place = (place + 1) & (size - 1);
    return place;
  };
  for (const [key, mask] of masks) {
    const place = placeOf(key);
    keys[place] = key;
    values[place] = mask;
  }
  return (key) => values[placeOf(key)] as number;
}
