// What can be read in bytes that are no text: titles, authors and comments that pictures, sounds and documents carry.

/** Shorter ones turn up in any bytes. */
const SHORTEST = 6;
/** From here on, chance does not write it; up to here it must look like words. */
const SURE = 16;
const LEAST_OF_WORDS = 0.8;

/** Characters of one byte each: plain ones, letters with marks before plain ones, and characters of UTF-8. */
const NARROW = new RegExp(
  `(?:[\\x20-\\x7e\\t\\n\\r]|[\\xc0-\\xff](?=[a-z])|[\\xc3-\\xdf][\\x80-\\xbf]|[\\xe0-\\xef][\\x80-\\xbf]{2}){${SHORTEST},}`,
  "g",
);
/** The same in two bytes each, whichever comes first. */
const WIDE = new RegExp(`[\\x20-\\x7e\\xc0-\\xff](?:\\0[\\x20-\\x7e\\xc0-\\xff]){${SHORTEST - 1},}`, "g");
const WORD = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{3,}|\p{Lo}{2,}|\d{3,}|\d+(?:[.:-]\d+)+/gu;
const BETWEEN_WORDS = /[\s.,:;@_/()-]/g;

export function readableRuns(bytes: Buffer): string[] {
  const text = bytes.toString("latin1");
  const narrow = (text.match(NARROW) ?? []).map(readNarrow);
  const wide = (text.match(WIDE) ?? []).map((run) => run.replaceAll("\0", ""));
  return [...new Set([...narrow, ...wide])].filter((run) => run.length >= SURE || looksWritten(run));
}

function readNarrow(run: string): string {
  const utf8 = Buffer.from(run, "latin1").toString("utf8");
  return utf8.includes("\uFFFD") ? run : utf8;
}

function looksWritten(run: string): boolean {
  const filled = run.replace(BETWEEN_WORDS, "");
  const words = filled === "" ? 0 : (run.match(WORD) ?? []).join("").replace(BETWEEN_WORDS, "").length;
  return words > 0 && words >= filled.length * LEAST_OF_WORDS;
}
