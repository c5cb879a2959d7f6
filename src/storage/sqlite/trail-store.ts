// The trail over all its segments. Only the newest is written; the others are opened when somebody asks.

import type { TrailFilter, TrailRow, TrailStore } from "../storage.ts";
import type { DatabaseFile } from "./open-database.ts";
import { flowsOfSpan, tallySpan } from "./sum-span.ts";
import { backupTrail } from "./trail-backup.ts";
import { openTrailFile, type TrailFile, trailFileOn } from "./trail-file.ts";
import { createReadNotes } from "./trail-read-notes.ts";
import { type Segments, segmentsOfFiles, segmentsOfFolder, singleSegment } from "./trail-segments.ts";
import { createSqlAsker } from "./trail-sql.ts";

export { openTrailFile };

export type TrailStoreOptions = {
  readOnly: boolean;
  /** Size at which the next segment is begun. */
  segmentMb?: number;
};

const SEGMENT_MB = 512;

/** All segments of a data folder. */
export function openSqliteTrailStore(folder: string, options: TrailStoreOptions): TrailStore {
  const { readOnly, segmentMb = SEGMENT_MB } = options;
  return trailStoreOver(segmentsOfFolder(folder, readOnly), segmentMb, { folder, keepsSpare: !readOnly });
}

/** Files that an auditor was given, wherever they lie; nothing is written. */
export function openTrailFiles(paths: string[]): TrailStore {
  return trailStoreOver(segmentsOfFiles(paths), SEGMENT_MB, { folder: null, keepsSpare: false });
}

/** One open file, as tests of outages hold it. */
export function trailStoreOn(file: DatabaseFile): TrailStore {
  return trailStoreOver(singleSegment(trailFileOn(file)), Number.POSITIVE_INFINITY, {
    folder: null,
    keepsSpare: false,
  });
}

function trailStoreOver(
  segments: Segments,
  segmentMb: number,
  { folder, keepsSpare }: { folder: string | null; keepsSpare: boolean },
): TrailStore {
  const newest = () => segments.newest();
  const attempt = <T>(work: () => T): Promise<T> => newest().attempt(work);
  /** The same for what lets others have their turn meanwhile. */
  const attemptLong = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error) =>
      attempt(() => {
        throw error;
      }),
    );
  const notes = createReadNotes(folder);
  const asker = createSqlAsker(keepsSpare);
  const oldestFirst = () => segments.all().map(({ file }) => file());
  const openRows = (isWanted: (call: string) => boolean) =>
    attempt(() =>
      newest()
        .openWork()
        .filter(({ call }) => isWanted(call))
        .flatMap(({ seq }) => rowAt(segments, seq)),
    );

  return {
    head: () => attempt(() => findHead(segments)),
    append: (rows, { codes = [], newSegment = false } = {}) =>
      attempt(() => {
        if (newSegment) segments.begin((file, before) => file.begin(rows, codes, before.openWork()));
        else newest().append(rows, codes);
      }),
    isSegmentDue: (now) => attempt(() => isDue(newest(), now, segmentMb)),
    query: (filter) => attempt(() => runQuery(segments, filter)),
    scan: (afterSeq, limit) => attempt(() => scanAll(segments, afterSeq, limit)),
    segments: () => attempt(() => segments.all().map(({ number, file }) => file().describe(number))),
    scanSegment: (number, afterSeq, limit) => attempt(() => segments.file(number).scan(afterSeq, limit)),
    scanCode: (number, after, limit) => attempt(() => segments.file(number).scanCode(after, limit)),
    recount: (number) =>
      attempt(() => {
        const { add, finish } = segments.file(number).recount();
        return { add: (rows) => attempt(() => add(rows)), finish: () => attempt(finish) };
      }),
    tally: (span) => attemptLong(() => tallySpan(segments, span)),
    flows: (span) => attemptLong(() => flowsOfSpan(segments, span)),
    codeText: (sha256) =>
      attempt(() => {
        for (const file of oldestFirst().reverse()) {
          const text = file.codeText(sha256);
          if (text !== null) return text;
        }
        return null;
      }),
    dropSegments: (throughSeq) => attempt(() => segments.drop(throughSeq)),
    openCalls: () => openRows((call) => call !== ""),
    openRuns: () => openRows((call) => call === ""),
    backup: (file) => backupTrail(segments.all(), file),
    sql: (question) => asker.ask(segments.paths(), question),
    ...notes,
    close() {
      asker.close();
      return segments.close();
    },
  };
}

/** A segment that was begun and holds nothing yet goes on from the one before it. */
function findHead(segments: Segments): { seq: number; hash: string } | null {
  for (const { file } of segments.all().reverse()) {
    const head = file().head();
    if (head) return head;
  }
  return null;
}

const monthOf = (time: string): string => time.slice(0, 7);

function isDue(file: TrailFile, now: Date, segmentMb: number): boolean {
  if (file.bytes() >= segmentMb * 1024 * 1024) return true;
  if (!Number.isFinite(segmentMb)) return false;
  // By the first event's month: a clock that goes back begins no segment.
  const firstAt = file.firstAt();
  return firstAt !== null && monthOf(now.toISOString()) > monthOf(firstAt);
}

function runQuery(segments: Segments, filter: TrailFilter): TrailRow[] {
  const all = filter.order === "asc" ? segments.all() : segments.all().reverse();
  const found: TrailRow[] = [];
  for (const { file } of all) {
    const limit = filter.limit - found.length;
    if (found.length > 0 && limit <= 0) break;
    found.push(...file().query({ ...filter, limit }));
  }
  return found;
}

function scanAll(segments: Segments, afterSeq: number, limit: number): TrailRow[] {
  const rows: TrailRow[] = [];
  for (const { file } of segments.all()) {
    if (rows.length >= limit) break;
    rows.push(...file().scan(rows.at(-1)?.seq ?? afterSeq, limit - rows.length));
  }
  return rows;
}

function rowAt(segments: Segments, seq: number): TrailRow[] {
  for (const { file } of segments.all().reverse()) {
    const [row] = file().scan(seq - 1, 1);
    if (row?.seq === seq) return [row];
  }
  return [];
}
