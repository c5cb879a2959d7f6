// What everything else needs of a store: keys, pins, rates, approvals, skills, notes and what was learned.

import type { Role } from "../vocabulary.ts";

/** At most `max` uses of a key within any window of this length. */
export type RateClaim = { key: string; max: number; windowMs: number };

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
