// The word the author probably meant.

export function nearestWord(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of [...candidates].sort()) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` did you mean …?` when some word is near, else the short list of words there are. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = nearestWord(word, candidates);
  if (near !== null) return `; did you mean "${near}"?`;
  return candidates.length > 0 && candidates.length <= 16 ? ` (known: ${candidates.join(", ")})` : "";
}

// Optimal string alignment: a swapped pair of letters is one mistake.
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8 || a.length > 64 || b.length > 64) return Number.MAX_SAFE_INTEGER;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = Math.min(num(last, column) + 1, num(current, column - 1) + 1, num(last, column - 1) + same);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, num(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return num(last, b.length);
}

function num(row: number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}
