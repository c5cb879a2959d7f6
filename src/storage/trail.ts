// What the trail needs of a store.

import type { FlowEntry } from "./summary/flow-entries.ts";
import type { Tally } from "./summary/tally.ts";

/** One row of the trail. `body` is canonical JSON; `hash` covers every other field and the previous hash. */
export type TrailRow = {
  seq: number;
  at: string;
  kind: string;
  principal: string | null;
  session: string | null;
  run: string | null;
  call: string | null;
  tool: string | null;
  decision: string | null;
  rule: string | null;
  status: string | null;
  body: string;
  prev: string;
  hash: string;
};

export type TrailFilter = {
  /** A kind, or a pattern such as `call.*`; a star stands for any characters. */
  kind?: string;
  principal?: string;
  session?: string;
  run?: string;
  call?: string;
  /** A tool, or a pattern such as `crm.*`. */
  tool?: string;
  decision?: string;
  rule?: string;
  status?: string;
  /** Events that name tokens of this class. */
  class?: string;
  /** Submitted programs that hold this text, whatever its case. */
  code?: string;
  /** From this moment on, ISO 8601. */
  since?: string;
  /** Before this moment, ISO 8601. */
  until?: string;
  /** Rows after (ascending) or before (descending) this sequence number. */
  cursor?: number;
  limit: number;
  order: "asc" | "desc";
};

/** A program's text, kept once for all events that hold its hash. */
export type CodeText = { sha256: string; text: string };

/** A program with the event that holds its hash. */
export type PlacedCode = CodeText & { seq: number };

/** One file of the trail. `lastSeq` is `firstSeq - 1` while it is empty. */
export type TrailSegment = {
  number: number;
  firstSeq: number;
  lastSeq: number;
  lastHash: string | null;
  /**
   * The earliest and the latest time in it; clocks may go back, so these need not be its first and last event's. The
   * signature that closes a file is made later and does not count.
   */
  from: string | null;
  to: string | null;
  bytes: number;
};

export type SqlQuestion = {
  sql: string;
  maxRows: number;
  timeoutMs: number;
  /** Memory of the answering process, where the system tells it. */
  memoryMb?: number;
};
export type SqlAnswer = {
  columns: string[];
  rows: (string | number | null)[][];
  /** There were more rows than the question wanted. */
  truncated: boolean;
  /** Old segments that were left out because SQL reaches only the newest eleven. */
  skippedSegments: number;
};

/** Makes the sums beside one segment's events again, to see whether they say what the events say. */
export type SummaryRecount = {
  /** The segment's events, page by page. */
  add(rows: TrailRow[]): Promise<void>;
  /** What was summed up wrongly: a range of events, beyond the `end` of the trail or not, or, with its name, a table of counts. */
  finish(): Promise<{ first: number; last: number; table?: string; end?: number } | null>;
};

/** Events of one principal, from `since` on and before `until`. */
export type TrailSpan = Pick<TrailFilter, "principal" | "since" | "until">;

export type TrailStore = {
  head(): Promise<{ seq: number; hash: string } | null>;
  /** Durable when the promise resolves: all rows or none. `newSegment` puts them into a file of their own. */
  append(rows: TrailRow[], more?: { codes?: PlacedCode[]; newSegment?: boolean }): Promise<void>;
  /** True when what is written next should begin a new segment. */
  isSegmentDue(now: Date): Promise<boolean>;
  query(filter: TrailFilter): Promise<TrailRow[]>;
  /** Ascending pages from `afterSeq`, for replay, export and delivery. */
  scan(afterSeq: number, limit: number): Promise<TrailRow[]>;
  /** The oldest first. */
  segments(): Promise<TrailSegment[]>;
  /** Ascending pages of one segment: what verify walks. */
  scanSegment(number: number, afterSeq: number, limit: number): Promise<TrailRow[]>;
  recount(number: number): Promise<SummaryRecount>;
  /** The span's events in numbers, as a reading of each of them would give. */
  tally(span: TrailSpan): Promise<Tally>;
  /** The ways that tokens went in the span; of the same way once for each principal. */
  flows(span: TrailSpan): Promise<FlowEntry[]>;
  /** The programs of one segment, by hash, in pages. */
  scanCode(number: number, afterSha256: string, limit: number): Promise<CodeText[]>;
  /** The program with this hash, or null when none was kept. */
  codeText(sha256: string): Promise<string | null>;
  /** Deletes the segments that end at or before this event; never the newest one. */
  dropSegments(throughSeq: number): Promise<void>;
  /** Calls that were decided `allow` and never completed. */
  openCalls(): Promise<TrailRow[]>;
  /** Runs that were started and never finished. */
  openRuns(): Promise<TrailRow[]>;
  /** The whole trail as one file that can be verified by itself; readers and writers go on meanwhile. */
  backup(file: string): Promise<void>;
  /** One question in SQL, on read-only views, in a process of its own that is ended at the time limit. */
  sql(question: SqlQuestion): Promise<SqlAnswer>;
  /** Readings of a trail that could not be written at the time; they wait for whoever writes it next. */
  noteRead(note: string): Promise<void>;
  /** The waiting notes, handed to `keep`; forgotten when that has succeeded. */
  takeReadNotes(keep: (notes: string[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};
