// Where state lives. Three stores, each an interface with its own file on disk, so that erasing a person
// from the vault never touches the trail. Only this folder knows which database stands behind them.

import type { PiiClass, Role, TokenSource } from "../vocabulary.ts";

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
  kind?: string;
  principal?: string;
  session?: string;
  run?: string;
  call?: string;
  /** A tool, or a pattern such as `crm.*`; a star stands for any characters. */
  tool?: string;
  decision?: string;
  rule?: string;
  status?: string;
  /** From this moment on, ISO 8601. */
  since?: string;
  /** Before this moment, ISO 8601. */
  until?: string;
  /** Rows after (ascending) or before (descending) this sequence number. */
  cursor?: number;
  limit: number;
  order: "asc" | "desc";
};

export type TrailStore = {
  head(): Promise<{ seq: number; hash: string } | null>;
  /** Durable when the promise resolves: all rows or none. */
  append(rows: TrailRow[]): Promise<void>;
  query(filter: TrailFilter): Promise<TrailRow[]>;
  /** Ascending pages from `afterSeq`, for verify and replay. */
  scan(afterSeq: number, limit: number): Promise<TrailRow[]>;
  /** Calls that were decided `allow` and never completed. */
  openCalls(): Promise<TrailRow[]>;
  /** Runs that were started and never finished. */
  openRuns(): Promise<TrailRow[]>;
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

export type VaultStore = {
  /** The session's wrapped data key, or null for a session without tokens. */
  sessionKey(session: string): Promise<Uint8Array | null>;
  /** Keeps the key that is there already: replacing it would make the rows under it unreadable. */
  createSession(session: string, wrappedKey: Uint8Array): Promise<void>;
  load(session: string): Promise<VaultRow[]>;
  /** New rows, and rows whose sources grew; all or none. */
  save(rows: VaultRow[]): Promise<void>;
  /** Deletes key and rows: the values cannot be read any more. */
  forget(session: string): Promise<void>;
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

export type StateStore = {
  listKeys(): Promise<KeyRow[]>;
  findKey(hash: string): Promise<KeyRow | null>;
  addKey(row: KeyRow): Promise<void>;
  revokeKey(id: string, at: string): Promise<boolean>;
  /** Pins of first sight: `server.tool` → SHA-256 of its definition. */
  pins(): Promise<Map<string, string>>;
  addPins(pins: Map<string, string>): Promise<void>;
  /** Counts one use if the window has room; false (and nothing counted) when it is full. */
  takeRate(key: string, max: number, windowMs: number, now: number): Promise<boolean>;
  close(): Promise<void>;
};

export type Storage = { trail: TrailStore; vault: VaultStore; state: StateStore; close(): Promise<void> };

export { openSqliteStorage, openSqliteStorageReadOnly } from "./sqlite/sqlite-storage.ts";
