// Durations as people write them in policies: `30s`, `15m`, `1h`, `7d`.

const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_MS = 31 * 86_400_000;

function readDuration(text: string): number | null {
  const parts = /^([1-9][0-9]{0,6})([smhd])$/.exec(text);
  if (!parts) return null;
  return Number(parts[1]) * (UNIT_MS[parts[2] ?? ""] ?? Number.NaN);
}

export function durationProblem(text: string): string | null {
  const ms = readDuration(text);
  if (ms === null)
    return `"${text}" is no duration: write a whole number and s, m, h or d, for example "15m"`;
  return ms > LONGEST_MS ? `"${text}" is longer than 31 days` : null;
}

export function durationMs(text: string): number {
  const ms = readDuration(text);
  if (ms === null) throw new RangeError("not a duration");
  return ms;
}
