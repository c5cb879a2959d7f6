// The nearest known word to a mistyped one, or nothing when none is near.

const LONGEST_WORD = 64;

export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, LONGEST_WORD);
  const furthest = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestDistance = furthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Is the word one or two slips away from a known one? Narrower than a suggestion, which costs nothing when it is wrong. */
export function isSlipOf(word: string, known: Iterable<string>): boolean {
  const near = didYouMean(word, known);
  return (
    near !== undefined && editDistance(word.toLowerCase().slice(0, LONGEST_WORD), near.toLowerCase()) <= 2
  );
}

/** The end of an error sentence: the near word, else the words there are when they are few. */
export function suggest(word: string, known: readonly string[]): string {
  const near = didYouMean(word, [...known].sort());
  if (near !== undefined) return `; did you mean "${near}"?`;
  return known.length > 0 && known.length <= 16 ? ` (known: ${known.join(", ")})` : "";
}

// Optimal string alignment: a swapped pair of letters is one mistake.
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : replaced;
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}
