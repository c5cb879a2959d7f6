// Two texts line by line: ` ` stays, `-` goes, `+` comes.

/** Longer texts are told as all gone and all new: comparing them would cost more than it shows. */
const MOST_LINES = 2000;

export function lineDiff(before: string, after: string): string[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  if (old.length > MOST_LINES || next.length > MOST_LINES) {
    return [...old.map((line) => `-${line}`), ...next.map((line) => `+${line}`)];
  }
  const common = commonLengths(old, next);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      lines.push(` ${old[i]}`);
      i++;
      j++;
    } else if (j >= next.length || (i < old.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(`-${old[i++]}`);
    } else lines.push(`+${next[j++]}`);
  }
  return lines;
}

/** How many lines the rests from i and j have in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    const row = rows[i] as Uint16Array;
    for (let j = next.length - 1; j >= 0; j--) {
      row[j] =
        old[i] === next[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}
