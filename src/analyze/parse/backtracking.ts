// How often Babel's TypeScript plugin may have to read the same text again. An expression may start with `<T>`, and
// `f<T>` may go on as a call: the parser tries one reading, then the other, and inside of both the same again. All
// shapes that were found to backtrack hold one of the two per level (ten thousand short patterns were tried, repeated).

type Frame = { opener: string; levels: number };

/** What decides; everything between is passed over by the pattern, because this reads every typed program. */
const MARK = /["'`/()[\]{};<>]/g;
const CLOSERS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/**
 * The most levels that lie in each other, or Infinity where that cannot be told: a lone slash may be a division or
 * start a pattern, and brackets that do not match may stand anywhere.
 */
export function backtrackingLevels(text: string): number {
  const reading: Reading = { text, frames: [], frame: { opener: "", levels: 0 }, open: 0, commentEnd: -1 };
  let most = 0;
  let at = 0;
  for (;;) {
    MARK.lastIndex = at;
    const mark = MARK.exec(text)?.[0];
    if (mark === undefined) return most;
    at = readMark(reading, mark, MARK.lastIndex - 1);
    if (at < 0) return Number.POSITIVE_INFINITY;
    most = Math.max(most, reading.open);
  }
}

type Reading = { text: string; frames: Frame[]; frame: Frame; open: number; commentEnd: number };

/** Takes in one mark and what belongs to it, and gives the place after it; negative when unsure. */
function readMark(reading: Reading, mark: string, at: number): number {
  const { text, frame } = reading;
  switch (mark) {
    case '"':
    case "'":
      return skipString(text, at, mark);
    case "`":
      return readTemplate(reading, at + 1);
    case "/":
      reading.commentEnd = skipComment(text, at);
      return reading.commentEnd;
    case "(":
    case "[":
    case "{":
      openFrame(reading, mark);
      return at + 1;
    case ";":
      reading.open -= frame.levels;
      frame.levels = 0;
      return at + 1;
    case "<":
    case ">":
      if (mark === "<" ? startsExpression(reading, at) : goesOn(text, at)) {
        frame.levels += 1;
        reading.open += 1;
      }
      return at + 1;
    default:
      if (mark === "}" && frame.opener === "${") {
        closeFrame(reading);
        return readTemplate(reading, at + 1);
      }
      if (frame.opener !== CLOSERS.get(mark)) return -1;
      closeFrame(reading);
      return at + 1;
  }
}

function openFrame(reading: Reading, opener: string): void {
  reading.frames.push(reading.frame);
  reading.frame = { opener, levels: 0 };
}

function closeFrame(reading: Reading): void {
  reading.open -= reading.frame.levels;
  reading.frame = reading.frames.pop() ?? { opener: "", levels: 0 };
}

function readTemplate(reading: Reading, from: number): number {
  const end = skipTemplate(reading.text, from);
  if (reading.text[end - 1] === "{") openFrame(reading, "${");
  return end;
}

const WORD_BEFORE =
  /(?:^|[^\w$])(?:return|await|yield|typeof|void|delete|in|of|instanceof|new|case|default|throw|do|else|async|extends)$/;

/** True unless a value stands before it, which makes it a comparison or type arguments. */
function startsExpression({ text, commentEnd }: Reading, at: number): boolean {
  let before = at;
  while (before > 0 && text.charCodeAt(before - 1) <= 0x20) before -= 1;
  if (before === commentEnd || !/[\w$\]"'`]/.test(text.charAt(before - 1))) return true;
  return WORD_BEFORE.test(text.slice(Math.max(0, before - 12), before));
}

const GOES_ON = /\s*(?:[(`/]|$)/y;

function goesOn(text: string, at: number): boolean {
  if (text[at - 1] === "=") return false;
  GOES_ON.lastIndex = at + 1;
  return GOES_ON.test(text);
}

function skipComment(text: string, at: number): number {
  if (text[at + 1] === "*") {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? -1 : end + 2;
  }
  if (text[at + 1] !== "/") return -1;
  LINE_END.lastIndex = at;
  return LINE_END.exec(text)?.index ?? text.length;
}

const LINE_END = /[\n\r\u2028\u2029]/g;

function skipString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === quote) return at + 1;
    else if (character === "\n" || character === "\r") return -1;
  }
  return -1;
}

function skipTemplate(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "`") return at + 1;
    else if (character === "$" && text[at + 1] === "{") return at + 2;
  }
  return -1;
}
