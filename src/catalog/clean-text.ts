// Text of upstream servers is untrusted and goes to models: nothing invisible, nothing endless.

// Soft hyphen, joiners and other format characters (Cf: zero-width, bidi, tags), variation selectors, fillers
// that render as nothing, and controls except newline and tab. Instructions have been hidden in all of these.
const INVISIBLE =
  /\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]|[\p{Cf}\p{Co}\u115F\u1160\u3164\uFFA0]|[^\P{Cc}\n\t]/gu;

export function removeInvisible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replaceAll(INVISIBLE, "");
}

/** One line of at most `maxLength` characters. */
export function foldText(text: string, maxLength: number): string {
  return cut(removeInvisible(text).replaceAll(/\s+/g, " ").trim(), maxLength);
}

/** Lines for a doc comment, which the text cannot close. */
export function commentLines(text: string, maxLength: number): string[] {
  const clean = cut(removeInvisible(text).trim(), maxLength).replaceAll("*/", "*\\/");
  return clean.split("\n").map((line) => line.trimEnd());
}

/** A string literal that shows every character it holds: what is not plain text is written as an escape. */
export function visibleLiteral(text: string): string {
  const asEscapes = (found: string): string =>
    Array.from(
      { length: found.length },
      (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, "0")}`,
    ).join("");
  return JSON.stringify(text)
    .replaceAll(INVISIBLE, asEscapes)
    .replaceAll(/[\u2028\u2029\u007f-\u009f]/g, asEscapes);
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
