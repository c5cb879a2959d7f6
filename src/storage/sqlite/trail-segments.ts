// Which files make up the trail, and which of them are open.

import { GatewayError } from "../../errors.ts";
import { openTrailFile, type TrailFile, trailFileOn } from "./trail-file.ts";
import { listSegments, removeSegment, type SegmentFile, segmentPath } from "./trail-segment-files.ts";

/** A segment whose file is opened at the first question. */
export type Segment = SegmentFile & { file(): TrailFile };

export type Segments = {
  /** The oldest first. A reader beside a gateway sees new ones at once. */
  all(): Segment[];
  newest(): TrailFile;
  file(number: number): TrailFile;
  paths(): string[];
  /** Makes the next file and fills it; when that fails the file is gone again and the newest stays the newest. */
  begin(fill: (file: TrailFile, before: TrailFile) => void): void;
  drop(throughSeq: number): void;
  close(): Promise<void>;
};

export function segmentsOfFolder(folder: string, readOnly: boolean): Segments {
  const opened = new Map<number, TrailFile>();
  if (!readOnly) discardUnfilled(folder);
  let listed = listSegments(folder);
  // The first file is made (or its absence reported) here, so that opening fails early.
  let current = listed.at(-1)?.number ?? 1;
  opened.set(current, open(segmentPath(folder, current), readOnly));
  if (!readOnly) bringUpToDate(listed.slice(0, -1));
  listed = listSegments(folder);

  const refresh = () => {
    if (!readOnly) return;
    listed = listSegments(folder);
    current = listed.at(-1)?.number ?? current;
  };
  const file = (number: number) => {
    const known = opened.get(number);
    if (known) return known;
    const fresh = open(segmentPath(folder, number), true);
    opened.set(number, fresh);
    return fresh;
  };
  const all = () => {
    refresh();
    return listed.map((segment) => ({ ...segment, file: () => file(segment.number) }));
  };
  return {
    all,
    newest() {
      refresh();
      return file(current);
    },
    file,
    paths: () => all().map(({ path }) => path),
    begin(fill) {
      const before = file(current);
      const next = { number: current + 1, path: segmentPath(folder, current + 1) };
      opened.set(next.number, fillNew(next.path, before, fill));
      opened.delete(current);
      before.sumUpRest();
      closeForGood(before);
      listed.push(next);
      current = next.number;
    },
    drop(throughSeq) {
      for (const { number, path } of listed.slice(0, -1)) {
        if ((file(number).head()?.seq ?? 0) > throughSeq) break;
        opened.get(number)?.db.close();
        opened.delete(number);
        removeSegment(path);
        listed = listed.filter((segment) => segment.number !== number);
      }
    },
    close: () => closeAll(opened.values()),
  };
}

/** Files in the order of what they hold, whatever they are called. */
export function segmentsOfFiles(paths: string[]): Segments {
  const opened = paths.map((path) => ({ path, file: open(path, true) }));
  opened.sort((a, b) => (a.file.scan(0, 1)[0]?.seq ?? 0) - (b.file.scan(0, 1)[0]?.seq ?? 0));
  const segments = opened.map(({ path, file }, index) => ({ number: index + 1, path, file: () => file }));
  return { ...fixed(segments), paths: () => segments.map(({ path }) => path) };
}

export function singleSegment(file: TrailFile): Segments {
  return fixed([{ number: 1, path: file.db.name, file: () => file }]);
}

function fixed(segments: Segment[]): Segments {
  const file = (number: number): TrailFile => {
    const found = segments.find((segment) => segment.number === number);
    if (found) return found.file();
    throw new GatewayError("INTERNAL", `The trail has no segment ${number}.`);
  };
  const refuse = () => {
    throw new GatewayError(
      "STORAGE_UNAVAILABLE",
      "These files are not the gateway's own: nothing is written.",
    );
  };
  return {
    all: () => [...segments],
    newest: () => file(segments.length),
    file,
    paths: () => segments.map(({ path }) => path),
    begin: refuse,
    drop: refuse,
    close: () => closeAll(segments.map((segment) => segment.file())),
  };
}

function open(path: string, readOnly: boolean): TrailFile {
  return trailFileOn(openTrailFile(path, readOnly));
}

async function closeAll(files: Iterable<TrailFile>): Promise<void> {
  for (const file of files) await file.close();
}

function fillNew(
  path: string,
  before: TrailFile,
  fill: (file: TrailFile, before: TrailFile) => void,
): TrailFile {
  const file = open(path, false);
  try {
    fill(file, before);
    return file;
  } catch (error) {
    file.db.close();
    removeSegment(path);
    throw error;
  }
}

/** A closed segment has no log beside it, so that it can be read from a medium that takes no writes. */
function closeForGood({ db }: TrailFile): void {
  try {
    db.pragma("busy_timeout = 0");
    db.pragma("journal_mode = DELETE");
  } catch {
    // Somebody reads it now; the log is folded in when they close it.
  }
  db.close();
}

/** A stop between making a file and filling it leaves one that says nothing. */
function discardUnfilled(folder: string): void {
  const last = listSegments(folder).at(-1);
  if (!last || last.number === 1) return;
  const file = open(last.path, false);
  const isEmpty = file.head() === null;
  file.db.close();
  if (isEmpty) removeSegment(last.path);
}

/** Files of an older format are migrated, and what is not summed up is, by whoever may write them. */
function bringUpToDate(older: SegmentFile[]): void {
  for (const { path } of older) {
    const file = open(path, false);
    file.sumUpRest();
    closeForGood(file);
  }
}
