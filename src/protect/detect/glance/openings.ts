// How the matches of a pattern can begin: their first five characters, as kinds of characters. What cannot be told
// (look-arounds, references, complements) counts as anything, so that no beginning is ever missed.

/** Small letters 0 to 25, capitals 26 to 51, then these. */
const DIGIT = 52;
const MARKS = [" ", ".", ",", "-", "'", "/", "\n", "*"];
const OTHER_ASCII = 61;
const BEYOND_ASCII = 62;
/** Before the start or behind the end of a text. */
export const EDGE = 63;
export const REACH = 5;
export const BITS = 6;
const MOST_OPENINGS = 150;

/** A set of kinds, each as one character. */
export type Kinds = string;
/** The first characters of some matches; `isOpen`: what follows in the pattern follows here, too. */
type Opening = { kinds: Kinds[]; isOpen: boolean };

export const ANYTHING: Kinds = Array.from({ length: EDGE + 1 }, (_, kind) => String.fromCharCode(kind)).join(
  "",
);
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const NOTHING: Opening = { kinds: [], isOpen: true };
const UNTOLD: Opening[] = [{ kinds: Array.from({ length: REACH }, () => ANYTHING), isOpen: false }, NOTHING];

export function kindOf(code: number): number {
  if (code >= 128) return BEYOND_ASCII;
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 65 && code <= 90) return code - 65 + 26;
  if (code >= 48 && code <= 57) return DIGIT;
  const mark = MARKS.indexOf(String.fromCharCode(code));
  return mark < 0 ? OTHER_ASCII : DIGIT + 1 + mark;
}

/** Each opening is five sets of kinds. */
export function openingsOf(pattern: RegExp): Kinds[][] {
  const reader = { source: pattern.source, flags: pattern.flags, at: 0 };
  return readChoices(reader, REACH).map(({ kinds }) =>
    Array.from({ length: REACH }, (_, at) => kinds[at] ?? ANYTHING),
  );
}

type Reader = { source: string; flags: string; at: number };

/** `reach`: how many characters are of interest. */
function readChoices(reader: Reader, reach: number): Opening[] {
  const choices = readSequence(reader, reach);
  while (reader.source[reader.at] === "|") {
    reader.at++;
    choices.push(...readSequence(reader, reach));
  }
  return distinct(choices);
}

function readSequence(reader: Reader, reach: number): Opening[] {
  let openings: Opening[] = [NOTHING];
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at] as string)) {
    const shortest = Math.min(...openings.map(({ kinds, isOpen }) => (isOpen ? kinds.length : reach)));
    if (shortest === reach) {
      skipSequence(reader);
      break;
    }
    const part = readAtom(reader, reach - shortest);
    openings = followedBy(openings, repeated(part, readQuantifier(reader), reach - shortest), reach);
  }
  return openings;
}

function skipSequence(reader: Reader): void {
  let depth = 0;
  while (reader.at < reader.source.length) {
    const character = reader.source[reader.at] as string;
    if (depth === 0 && "|)".includes(character)) return;
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "[") skipClass(reader);
    else reader.at += character === "\\" ? 2 : 1;
  }
}

function followedBy(openings: Opening[], part: Opening[], reach: number): Opening[] {
  const ahead = Array.from({ length: reach + 1 }, (_, left) => (left === 0 ? [] : cutTo(part, left)));
  const joined = openings.flatMap((opening) => {
    if (!opening.isOpen) return [opening];
    const next = ahead[reach - opening.kinds.length] as Opening[];
    return next.map(({ kinds, isOpen }) => ({ kinds: [...opening.kinds, ...kinds], isOpen }));
  });
  return fewer(distinct(joined));
}

function cutTo(openings: Opening[], length: number): Opening[] {
  return distinct(
    openings.map(({ kinds, isOpen }) => ({
      kinds: kinds.slice(0, length),
      isOpen: isOpen && kinds.length < length,
    })),
  );
}

/** Too many to tell apart: the last characters are left out, and with them what follows in the pattern. */
function fewer(openings: Opening[]): Opening[] {
  let kept = openings;
  for (let reach = REACH - 1; kept.length > MOST_OPENINGS && reach > 2; reach--) kept = cutTo(kept, reach);
  return kept;
}

function distinct(openings: Opening[]): Opening[] {
  return [
    ...new Map(openings.map((opening) => [`${opening.isOpen}${opening.kinds.join("|")}`, opening])).values(),
  ];
}

function repeated(part: Opening[], [least, most]: [number, number], reach: number): Opening[] {
  if (least === 1 && most === 1) return part;
  const counts: Opening[] = [];
  let some: Opening[] = [NOTHING];
  for (let count = 0; count <= Math.min(most, reach); count++) {
    // Past the reach nothing is seen any more.
    if (count >= least || count === reach) counts.push(...some);
    some = followedBy(some, part, reach);
  }
  return distinct(counts);
}

function readQuantifier(reader: Reader): [number, number] {
  const match = /^(?:[*+?]|\{(\d+)(,)?(\d*)\})\??/.exec(reader.source.slice(reader.at, reader.at + 16));
  if (match === null) return [1, 1];
  reader.at += match[0].length;
  const sign = match[0][0];
  if (sign !== "{") return [sign === "+" ? 1 : 0, sign === "?" ? 1 : REACH];
  const least = Number(match[1]);
  return [least, match[2] === undefined ? least : match[3] === "" ? REACH : Number(match[3])];
}

function readAtom(reader: Reader, reach: number): Opening[] {
  const character = reader.source[reader.at] as string;
  if (character === "(") return readGroup(reader, reach);
  if (character === "[") return [oneOf(readClass(reader))];
  if (character === "\\") return readEscape(reader);
  reader.at++;
  if (character === "^") return [NOTHING];
  if (character === "$") return reader.flags.includes("m") ? [NOTHING] : [oneOf(String.fromCharCode(EDGE))];
  return [oneOf(character === "." ? ANYTHING : kindsOf(character, reader.flags))];
}

function readGroup(reader: Reader, reach: number): Opening[] {
  const sign =
    /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(reader.source.slice(reader.at, reader.at + 40))?.[0] ?? "(";
  reader.at += sign.length;
  const choices = readChoices(reader, reach);
  reader.at++;
  return /[=!]$/.test(sign) ? [NOTHING] : choices;
}

function readEscape(reader: Reader): Opening[] {
  const raw = escapeAt(reader);
  reader.at += raw.length;
  if (/^\\[bB]$/.test(raw)) return [NOTHING];
  if (/^\\[1-9k]/.test(raw)) return UNTOLD;
  return [oneOf(kindsOf(raw, reader.flags))];
}

function escapeAt({ source, at }: Reader): string {
  return (
    /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[1-9]\d*|[\s\S])/.exec(
      source.slice(at, at + 60),
    )?.[0] ?? "\\"
  );
}

/** The members of a class are asked one by one; a complement is whatever is none of them. */
function readClass(reader: Reader): Kinds {
  const start = reader.at;
  skipClass(reader);
  return kindsOf(reader.source.slice(start, reader.at), reader.flags);
}

function skipClass(reader: Reader): void {
  for (reader.at++; reader.source[reader.at] !== "]"; )
    reader.at += reader.source[reader.at] === "\\" ? 2 : 1;
  reader.at++;
}

function oneOf(kinds: Kinds): Opening {
  return { kinds: [kinds], isOpen: true };
}

const known = new Map<string, Kinds>();

/** What one character, escape or class may stand for: each of ASCII is tried, anything else may be. */
function kindsOf(source: string, flags: string): Kinds {
  const key = `${flags}/${source}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const pattern = new RegExp(`^${source}$`, flags.replace(/[gyd]/g, ""));
  const members = ASCII.filter((character) => pattern.test(character)).map((character) =>
    kindOf(character.charCodeAt(0)),
  );
  if (mayBeBeyond(source, pattern)) members.push(BEYOND_ASCII);
  const kinds = String.fromCharCode(...new Set(members.sort((a, b) => a - b)));
  known.set(key, kinds);
  return kinds;
}

const PLAIN = /^(?:[\x00-\x7f]|\\[dwtnrfv]|\\[^\w]|\[(?:[^\\^\x80-\uffff]|\\[dwtn./\]-])*\])$/;

/** ASCII stands for itself; the long s and the sign for Kelvin are letters of ASCII where case does not matter. */
function mayBeBeyond(source: string, pattern: RegExp): boolean {
  return !PLAIN.test(source) || pattern.test("\u017f") || pattern.test("\u212a");
}
