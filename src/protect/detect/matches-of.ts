// All matches of a shared global pattern. `matchAll` clones its pattern on every call, which costs more than the search
// itself on strings as short as those of tool results.

const NONE: RegExpExecArray[] = [];

export function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const matches: RegExpExecArray[] = [];
  while (match !== null) {
    matches.push(match);
    if (match[0] === "") pattern.lastIndex++;
    match = pattern.exec(text);
  }
  return matches;
}
