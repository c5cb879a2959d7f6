// The names of the trail's files. A segment keeps its name for life: renaming a file that another process has
// open would pair it with the next file's write-ahead log.

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export type SegmentFile = { number: number; path: string };

const FIRST = "trail.db";
const LATER = /^trail-(\d{6})\.db$/;

export function segmentPath(folder: string, number: number): string {
  return join(folder, number === 1 ? FIRST : `trail-${String(number).padStart(6, "0")}.db`);
}

/** The folder's segments, the oldest first. */
export function listSegments(folder: string): SegmentFile[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const numbers = names.map((name) => (name === FIRST ? 1 : Number(LATER.exec(name)?.[1] ?? 0)));
  return numbers
    .filter((number) => number > 0)
    .sort((a, b) => a - b)
    .map((number) => ({ number, path: segmentPath(folder, number) }));
}

/** With the files that SQLite keeps beside it. */
export function removeSegment(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}
