// Where state lives. Three stores, each an interface with its own file on disk, so that erasing a person
// from the vault never touches the trail. Only this folder knows which database stands behind them.

import type { PiiClass, Role, TokenSource } from "../vocabulary.ts";
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

/** At most `max` uses of a key within any window of this length. */
export type RateClaim = { key: string; max: number; windowMs: number };

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

/** One issued token. `value` is encrypted by the vault; the store never sees clear text. */
export type VaultRow = {
  session: string;
  token: string;
  class: PiiClass;
  number: number;
  /** Keyed hash of class and canonical value: finds the token of a value without decrypting. */
  lookup: string;
  value: Uint8Array;
  sources: TokenSource[];
};

/** `usedAt` in ms. */
export type VaultSession = { session: string; wrappedKey: Uint8Array; usedAt: number; tokens: number };

export type VaultStore = {
  /** The session's wrapped data key, or null for a session without tokens. */
  sessionKey(session: string): Promise<Uint8Array | null>;
  /** Keeps the key that is there already: replacing it would make the rows under it unreadable. */
  createSession(session: string, wrappedKey: Uint8Array): Promise<void>;
  load(session: string): Promise<VaultRow[]>;
  /** New rows, and rows whose sources grew; all or none. */
  save(rows: VaultRow[]): Promise<void>;
  /** Deletes key and rows: the values cannot be read any more. The highest number of each class stays. */
  forget(session: string): Promise<void>;
  /** The highest numbers that a forgotten session of this name had, so that its tokens never mean somebody else. */
  retiredNumbers(session: string): Promise<Record<string, number>>;
  /** Overwrites the values of these tokens. The rows stay, so that no other value ever gets their names. */
  wipe(session: string, tokens: readonly string[]): Promise<void>;
  /** Notes that the session was used; `at` in ms. */
  touch(session: string, at: number): Promise<void>;
  /** Null for a session without tokens. */
  usedAt(session: string): Promise<number | null>;
  sessions(): Promise<VaultSession[]>;
  /** Tokens by class over all sessions, wiped ones left out. */
  countClasses(): Promise<Record<string, number>>;
  /** Which master key the session keys are wrapped with; null before the first one was noted. */
  masterKeyId(): Promise<string | null>;
  /** New wrappings of every session's key and the name of the master key in one transaction; all sessions or none. */
  rewrap(keys: ReadonlyMap<string, Uint8Array>, masterKeyId: string): Promise<void>;
  close(): Promise<void>;
};

export type KeyRow = {
  id: string;
  name: string;
  role: Role;
  groups: string[];
  /** SHA-256 of the secret, hex. The secret itself is never stored here. */
  hash: string;
  createdAt: string;
  revokedAt: string | null;
};

/** One version of a skill; `text` is the whole of it as JSON, without personal data. The counts are kept beside it. */
export type SkillRow = {
  name: string;
  version: number;
  text: string;
  runs: number;
  failed: number;
  lastRunAt: string | null;
};

export type SkillStore = {
  /** False, and nothing kept, when the name has that version already. */
  addSkill(name: string, version: number, text: string): Promise<boolean>;
  saveSkill(name: string, version: number, text: string): Promise<void>;
  /** The newest version first. */
  skillVersions(name: string): Promise<SkillRow[]>;
  /** Every version of every skill, by name, the newest first. */
  listSkills(): Promise<SkillRow[]>;
  countSkillRun(
    name: string,
    version: number,
    counts: { runs: number; failed: number; at: string },
  ): Promise<void>;
};

/** What a program keeps between runs; `text` holds tokens only. A value's text is JSON, a file's is what it says. */
export type NoteRow = { key: string; kind: "value" | "file"; text: string; labels: string[] };
export type NoteEntry = { key: string; kind: "value" | "file"; bytes: number; labels: string[] };
/** Of one space, and of all of them together. */
export type NoteLimits = { bytes: number; keys: number; totalBytes: number; spaces: number };

/** A space is the notes of one session, or of a workspace that several keys share. Times are in ms. */
export type NoteStore = {
  findNote(space: string, key: string, now: number): Promise<NoteRow | null>;
  /** False, and nothing kept, when the space would hold too much. Spaces used longest ago make room for others. */
  saveNote(
    space: { name: string; owner: string },
    note: NoteRow,
    limits: NoteLimits,
    now: number,
  ): Promise<boolean>;
  listNotes(space: string): Promise<NoteEntry[]>;
  deleteNote(space: string, key: string): Promise<boolean>;
  forgetNotes(spaces: readonly string[]): Promise<void>;
  idleSpaces(before: number): Promise<string[]>;
};

export type ShapeStore = {
  shapes(): Promise<{ tool: string; pin: string; shape: string }[]>;
  saveShape(tool: string, pin: string, shape: string): Promise<void>;
};

/** What each server listed last, for one configuration of it, named by a hash. */
export type ToolListStore = {
  /** Null when nothing is kept, or only for another configuration. */
  toolList(server: string, configuration: string): Promise<string | null>;
  /** Replaces whatever is kept of the server; null forgets it. */
  saveToolList(server: string, configuration: string, text: string | null): Promise<void>;
  /** Forgets the lists of all other servers. */
  keepToolLists(servers: readonly string[]): Promise<void>;
};

/** What bounded flows have restored in each session, as `policy/flow` and token. */
export type FlowDrawStore = {
  flowDraws(session: string): Promise<[flow: string, token: string][]>;
  addFlowDraws(session: string, draws: readonly [flow: string, token: string][]): Promise<void>;
  forgetFlowDraws(sessions: readonly string[]): Promise<void>;
};

export type StateStore = SkillStore &
  FlowDrawStore &
  ShapeStore &
  ToolListStore &
  NoteStore & {
    listKeys(): Promise<KeyRow[]>;
    findKey(hash: string): Promise<KeyRow | null>;
    addKey(row: KeyRow): Promise<void>;
    revokeKey(id: string, at: string): Promise<boolean>;
    /** Pins of first sight: `server.tool` → SHA-256 of its definition. */
    pins(): Promise<Map<string, string>>;
    addPins(pins: Map<string, string>): Promise<void>;
    /** Counts one use of each if all windows have room; else nothing is counted, and the index of the full one comes back. */
    takeRates(claims: readonly RateClaim[], now: number): Promise<number | null>;
    /** Inserts or replaces; `text` is the whole approval as JSON, tokenized. */
    saveApproval(id: string, state: string, text: string): Promise<void>;
    findApproval(id: string): Promise<string | null>;
    /** The newest first; of every state when `state` is null. */
    listApprovals(state: string | null, limit: number): Promise<string[]>;
    /** How far an audit sink has got: the sequence number of the last event that it has taken, 0 before the first. */
    sinkCursor(name: string): Promise<number>;
    saveSinkCursor(name: string, seq: number): Promise<void>;
    close(): Promise<void>;
  };

export type Storage = { trail: TrailStore; vault: VaultStore; state: StateStore; close(): Promise<void> };

export { openSqliteStorage, openSqliteStorageReadOnly } from "./sqlite/sqlite-storage.ts";
export { openSqliteTrailStore, openTrailFiles } from "./sqlite/trail-store.ts";
export { TRAIL_VIEWS } from "./sqlite/trail-views.ts";
export type { FlowEntry } from "./summary/flow-entries.ts";
export type { Counts, Tally } from "./summary/tally.ts";
export { TRAIL_COLUMNS } from "./trail-columns.ts";
