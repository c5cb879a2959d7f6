// All matches of a shared global pattern. `matchAll` clones its pattern on every call, which costs more than the search
// itself on strings as short as those of tool results.

const NONE: RegExpExecArray[] = [];

/** One after the other, without keeping them: for texts with thousands. `use` must not search with the same pattern. */
export function eachMatch(pattern: RegExp, text: string, use: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = pattern.lastIndex;
    use(match);
    pattern.lastIndex = match[0] === "" ? end + 1 : end;
  }
}

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
