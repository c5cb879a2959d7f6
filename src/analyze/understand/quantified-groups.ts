// The bodies of groups that a regular expression repeats. A pattern takes exponential time when such a body, repeated,
// can match one text in two ways.

const REPEATS = /^(?:[*+]|\{(\d+)(?:(,)(\d*))?\})/;
const FEW = 10;

/** Bodies that hold a choice or a repetition of their own; others have one way only. */
export function repeatedGroups(pattern: string): string[] {
  const bodies: string[] = [];
  const open: number[] = [];
  let isInClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "\\") at += 1;
    else if (isInClass) isInClass = character !== "]";
    else if (character === "[") isInClass = true;
    else if (character === "(") open.push(at);
    else if (character === ")") {
      const start = open.pop();
      if (start === undefined) return bodies;
      const body = bodyOf(pattern.slice(start + 1, at));
      if (body !== null && isRepeated(pattern.slice(at + 1, at + 12)) && hasChoice(body)) bodies.push(body);
    }
  }
  return bodies;
}

/** Null for a lookaround, which is not repeated. */
function bodyOf(inside: string): string | null {
  if (!inside.startsWith("?")) return inside;
  const named = /^\?(?::|<[^=!][^>]*>)/.exec(inside);
  return named === null ? null : inside.slice(named[0].length);
}

function isRepeated(after: string): boolean {
  const found = REPEATS.exec(after);
  if (found === null) return false;
  const [text, least, comma, most] = found;
  if (!text.startsWith("{")) return true;
  return (comma !== undefined && most === "" ? Number.POSITIVE_INFINITY : Number(most || least)) >= FEW;
}

function hasChoice(body: string): boolean {
  return /[*+?{|]/.test(body.replace(/\\[\s\S]/g, "").replace(/\[[^\]]*\]/g, ""));
}
