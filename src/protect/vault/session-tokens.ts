// The tokens of one session in memory: sealed values and keyed hashes only. Clear text is opened for one restore
// and dropped again, so a memory dump of an idle gateway shows no personal data.

import { setImmediate as nextTurn } from "node:timers/promises";
import { GatewayError } from "../../errors.ts";
import type { VaultRow, VaultStore } from "../../storage/storage.ts";
import { AGENT_SOURCES, type PiiClass, type TokenSource } from "../../vocabulary.ts";
import { isBuiltIn, isLabel } from "../token-words.ts";
import {
  type ClearValue,
  newSessionCipher,
  type SessionCipher,
  unwrapSessionCipher,
} from "./vault-cipher.ts";

/** Rows that were saved before a later batch failed are tokens that nobody was given. */
const SAVED_AT_ONCE = 1000;

export type IssuedToken = {
  token: string;
  class: PiiClass;
  number: number;
  lookup: string;
  value: Uint8Array;
  sources: TokenSource[];
};

export type SessionTokens = {
  session: string;
  cipher: SessionCipher;
  /** False until the store holds the wrapped key. */
  isKeyStored: boolean;
  byToken: Map<string, IssuedToken>;
  /** By keyed hash of class and canonical value. */
  byLookup: Map<string, IssuedToken>;
  /** By keyed hash of the spelling alone: one value keeps the class that it first had. */
  byText: Map<string, IssuedToken>;
  lastNumbers: Map<PiiClass, number>;
  /** Names that policies added, as far as this session has met them. */
  customClasses: string[];
  /** Some token is no label, so words of other forms have to be looked at. */
  hasShapes: boolean;
  /** Tokens of values that the agent itself has written. */
  written: number;
};

/** The identities under which values of this canonical form are kept; see issue-tokens.ts. */
export function identities(canonical: string): string[] {
  return ["string", "number", "disguised", "apart"].map((kind) => `${kind}\0${canonical}`);
}

export function textFingerprint(cipher: SessionCipher, value: ClearValue): string {
  return cipher.fingerprint("text", `${value.kind}\0${value.text}`);
}

export async function loadSessionTokens(
  store: VaultStore,
  masterKey: Uint8Array,
  session: string,
): Promise<SessionTokens> {
  try {
    const wrapped = await store.sessionKey(session);
    const cipher = wrapped
      ? unwrapSessionCipher(masterKey, session, wrapped)
      : newSessionCipher(masterKey, session);
    const tokens = emptyTokens(session, cipher, wrapped !== null);
    for (const [name, number] of Object.entries(await store.retiredNumbers(session)))
      tokens.lastNumbers.set(name as PiiClass, number);
    if (wrapped) for (const row of await store.load(session)) addToken(tokens, fromRow(row), cipher);
    return tokens;
  } catch (error) {
    throw vaultUnavailable(error);
  }
}

function emptyTokens(session: string, cipher: SessionCipher, isKeyStored: boolean): SessionTokens {
  return {
    session,
    cipher,
    isKeyStored,
    byToken: new Map(),
    byLookup: new Map(),
    byText: new Map(),
    lastNumbers: new Map(),
    customClasses: [],
    hasShapes: false,
    written: 0,
  };
}

function fromRow(row: VaultRow): IssuedToken {
  return {
    token: row.token,
    class: row.class,
    number: row.number,
    lookup: row.lookup,
    value: row.value,
    sources: row.sources,
  };
}

/** Opens each value once: a row that was changed or moved stops the session here. */
function addToken(tokens: SessionTokens, issued: IssuedToken, cipher: SessionCipher): void {
  learnClass(tokens, issued.class);
  tokens.lastNumbers.set(issued.class, Math.max(tokens.lastNumbers.get(issued.class) ?? 0, issued.number));
  // A wiped value: its token is unknown, and its number stays taken.
  if (issued.value.length === 0) return;
  const clear = cipher.open(issued.token, issued.class, issued.value);
  if (isWritten(issued.sources)) tokens.written++;
  if (!isLabel(issued.token, issued.class)) tokens.hasShapes = true;
  tokens.byToken.set(issued.token, issued);
  tokens.byLookup.set(issued.lookup, issued);
  tokens.byText.set(textFingerprint(cipher, clear), issued);
}

/** Their names stay taken: the numbers go on from where they are. */
export function dropTokens(tokens: SessionTokens, names: ReadonlySet<string>): void {
  for (const name of names) {
    const issued = tokens.byToken.get(name);
    if (issued && isWritten(issued.sources)) tokens.written--;
  }
  for (const index of [tokens.byToken, tokens.byLookup, tokens.byText])
    for (const [key, issued] of index) if (names.has(issued.token)) index.delete(key);
}

export function isWritten(sources: readonly TokenSource[]): boolean {
  return sources.some(({ tool }) => (AGENT_SOURCES as readonly string[]).includes(tool));
}

export function learnClass(tokens: SessionTokens, name: string): void {
  if (!isBuiltIn(name) && !tokens.customClasses.includes(name)) tokens.customClasses.push(name);
}

export async function storeTokens(
  store: VaultStore,
  tokens: SessionTokens,
  rows: IssuedToken[],
): Promise<void> {
  if (rows.length === 0) return;
  try {
    if (!tokens.isKeyStored) await storeKey(store, tokens);
    for (let at = 0; at < rows.length; at += SAVED_AT_ONCE) {
      await store.save(
        rows.slice(at, at + SAVED_AT_ONCE).map((row) => ({ session: tokens.session, ...row })),
      );
      if (at + SAVED_AT_ONCE < rows.length) await nextTurn();
    }
  } catch (error) {
    throw vaultUnavailable(error);
  }
}

/** Another replica may have been first; rows sealed under our key would be unreadable under its key. */
async function storeKey(store: VaultStore, tokens: SessionTokens): Promise<void> {
  await store.createSession(tokens.session, tokens.cipher.wrappedKey);
  const stored = await store.sessionKey(tokens.session);
  if (!stored || Buffer.compare(stored, tokens.cipher.wrappedKey) !== 0)
    throw new Error("the session has another key");
  tokens.isKeyStored = true;
}

export function vaultUnavailable(cause: unknown): GatewayError {
  return new GatewayError(
    "VAULT_UNAVAILABLE",
    "The token vault cannot be read or written, so no data leaves the gateway.",
    {
      hint: "Try again; if it persists, the operator should check the data folder and the master key.",
      cause,
    },
  );
}
