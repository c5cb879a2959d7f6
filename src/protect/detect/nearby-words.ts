// Words before or after a candidate that decide ambiguous digits: "call 555…" is a phone, "order 555…" is not.

const REACH = 44;
const ANSWER_REACH = 60;
/** Letters of scripts that leave spaces between words. */
const LETTER = "[A-Za-z\\u00c0-\\u1fff]";
const TOGETHER = "[\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3]";

/** A pattern that the text just before a candidate must end with; at most 36 characters are looked at. */
export function wordsBefore(words: string, fillers = 2): RegExp {
  return new RegExp(
    `(?<!${LETTER})(?:${words})(?!${LETTER})${TOGETHER}{0,4}[^\\p{L}\\d(]{0,6}(?:\\([^()\\d\\n]{1,24}\\))?[^\\p{L}\\d\\n]{0,4}(?:[\\p{L}]{1,12}[^\\p{L}\\d\\n]{1,4}){0,${fillers}}$`,
    "iu",
  );
}

/** A pattern that the text just behind a candidate must begin with: "X is my passport number", "X (SSN)". */
export function wordsAfter(words: string): RegExp {
  return new RegExp(
    `^[^\\p{L}\\d\\n:=]{1,3}(?:(?:is|was|ist|est|es|è) (?:my|his|her|their|the|our|your|mein|meine|mon|ma|mi|il mio) )?(?:[\\p{L}]{1,9} )?(?:${words})(?!${LETTER})(?!\\s?[:=#]|\\s{0,2}(?:\\p{L}{2,6}\\.?)?[\\s:#]{0,2}\\d)`,
    "iu",
  );
}

export function isBefore(text: string, end: number, pattern: RegExp): boolean {
  return end < text.length && pattern.test(text.slice(end, end + REACH + 12));
}

/** The words of such a pattern as people would write them. */
export function cueList(words: string): string[] {
  const plain = words
    .replaceAll(/\[sc\]/g, "s")
    .replaceAll(/\[(.)[^\]]*\]/g, "$1")
    .replaceAll(/(.)\?/g, "$1")
    .replaceAll("\\", "");
  return plain.split("|");
}

export function isAfter(text: string, start: number, pattern: RegExp): boolean {
  if (start === 0) return false;
  return pattern.test(text.slice(Math.max(0, start - REACH), start)) || isAnswer(text, start, pattern);
}

/** "What is your date of birth?" and on the next line the answer. */
function isAnswer(text: string, start: number, pattern: RegExp): boolean {
  const before = text.slice(Math.max(0, start - ANSWER_REACH), start);
  const question = before.lastIndexOf("?");
  if (question <= 0 || /\d/.test(before.slice(question))) return false;
  const end = start - before.length + question + 1;
  return pattern.test(text.slice(Math.max(0, end - REACH), end));
}

export function isWordCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    (code >= 0xc0 && isLetterBeyond(code))
  );
}

/** 0: not asked yet, 1: a letter, a digit or a mark, 2: neither (the danda, the Arabic comma, dashes, symbols). */
const beyond = new Uint8Array(65_536);

function isLetterBeyond(code: number): boolean {
  if (beyond[code] === 0) beyond[code] = /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)) ? 1 : 2;
  return beyond[code] === 1;
}

/** Between two values of one kind: "X and Y", "X / Y", "old=X new=Y", one under the other. */
const LINK =
  /^["'”»)\]]{0,2},?\s{0,2}(?:[,;/|&]|->|→|\n|and|or|und|oder|et|ou|y|o|e|en|of|i|och|og|ve|to|then|a|zu|nach)?\s{0,2}(?:then\s)?(?:\p{L}{2,6}=)?\s?["'“«([]{0,2}$/iu;
const LONGEST_LINK = 16;

/** True when a value found before ends just here, so that what speaks for it speaks for this one, too. */
export function continuesList(text: string, lastEnd: number, start: number): boolean {
  return (
    lastEnd > 0 && start > lastEnd && start - lastEnd <= LONGEST_LINK && LINK.test(text.slice(lastEnd, start))
  );
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Scripts without spaces write numbers right beside words. */
export function joinsDigits(code: number): boolean {
  return isWordCharacter(code) && (code < 0x2e80 || code > 0xd7a3);
}

/** Neither neighbor is a letter, a digit or an underscore. */
export function standsAlone(text: string, start: number, end: number): boolean {
  return !joinsDigits(text.charCodeAt(start - 1)) && !joinsDigits(text.charCodeAt(end));
}

/**
 * As `standsAlone`, and neither side continues as a decimal, a UUID or a longer dashed number. Behind a number sign or a
 * slash the number is that of a thing, unless a word before it says whose.
 */
export function standsAloneAsNumber(text: string, start: number, end: number): boolean {
  if (!standsAlone(text, start, end)) return false;
  const before = text[start - 1] ?? "";
  if (before === "/" && text[start] !== "+") return false;
  if (before === "#" || before === "$" || before === "€" || before === "£") return false;
  if (
    (before === "." || before === "-") &&
    joinsDigits(text.charCodeAt(start - 2)) &&
    !HEBREW_PREFIX.test(text.slice(Math.max(0, start - 3), start))
  )
    return false;
  const after = text[end] ?? "";
  if ((after === "." || after === "-") && joinsDigits(text.charCodeAt(end + 1))) return false;
  const isPartOfAmount =
    (before === "," && isDigit(text.charCodeAt(start - 2)) && mayEndAmount(text, start, end)) ||
    (after === "," && isDigit(text.charCodeAt(end + 1)) && mayBeAmount(text.slice(start, end)));
  return !isPartOfAmount && after !== "%";
}

/** "to", "at", "from" and "the" are written together with the number: ל-054 7718203. */
const HEBREW_PREFIX = /(?:^|[^\p{L}\d])[\u05d0-\u05ea]-$/u;

/** More digits than an amount has, or other marks between them: a comma beside it parts the cells of a row. */
const MOST_IN_AMOUNT = 11;

function mayBeAmount(value: string): boolean {
  return /^[\d .]+$/.test(value) && value.replace(/\D/g, "").length <= MOST_IN_AMOUNT;
}

function mayEndAmount(text: string, start: number, end: number): boolean {
  return (
    mayBeAmount(text.slice(start, end)) ||
    (/(?<![\d.,])0,$/.test(text.slice(Math.max(0, start - 3), start)) && /^\d+$/.test(text.slice(start, end)))
  );
}
