// What the vault needs of a store.

import type { PiiClass, TokenSource } from "../vocabulary.ts";

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
