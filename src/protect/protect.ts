// Personal data → tokens and back. Guarantees: what `tokenize` returns holds no value of a tokenized class
// that was recognized, a token is only ever the stand-in of one value of one session, and whatever cannot be
// stored is refused instead of passed through.

import type { VaultStore } from "../storage/storage.ts";
import type { JsonValue, PiiClass, PiiRules, TokenSource, TokenUse } from "../vocabulary.ts";
import type { ForgottenValue, Rotation } from "./vault/vault-care.ts";

/**
 * `upstream`: data from a tool; text that looks like a token was planted and becomes a LITERAL token.
 * `agent`: code, context, results and logs; tokens in it are the session's own and stay.
 */
export type Origin =
  /** `restored`: tokens whose values were sent with the call, and may come back in its answer. */
  | { from: "upstream"; tool: string; call: string; restored?: readonly string[] }
  | { from: "agent"; channel: "code" | "context" | "direct" | "result" };

export type Tokenized = {
  value: JsonValue;
  /** Distinct tokens in the value, in order of appearance; `fresh` when this call issued it. */
  tokens: { token: string; class: PiiClass; fresh: boolean; pointer: string }[];
  /** Values replaced, by class (redacted ones included). */
  counts: Partial<Record<PiiClass, number>>;
  /** Set when policy blocks a class that was found; `value` is null then. */
  blocked: { class: PiiClass; pointer: string } | null;
};

/** A value on its way from one vault to another; never outside of this process. */
export type CarriedValue = { class: PiiClass; value: string | number; sources: TokenSource[] };

/** The tokens of one session. */
export type SessionVault = {
  tokenize(value: JsonValue, origin: Origin, rules: PiiRules): Promise<Tokenized>;
  /** Places of values, and of what looks like a token, in text from a tool. */
  valuesIn(text: string, rules: PiiRules): { start: number; end: number }[];
  /** Every token-shaped word in the value, known or not, keys included. */
  findTokens(value: JsonValue): TokenUse[];
  /** Puts clear values back for exactly the given uses; throws TOKEN_UNKNOWN for anything it cannot restore. */
  restore(value: JsonValue, uses: TokenUse[]): JsonValue;
  /** This session's tokens for values of another one, in the same order; they keep where they came from. */
  takeIn(values: readonly CarriedValue[]): Promise<string[]>;
  /** Other words in the place of this session's tokens. */
  rename(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue;
};

export type Protector = {
  session(sessionKey: string): Promise<SessionVault>;
  /** `announce` comes before the effect, and nothing is forgotten if it fails; null: the vault holds no such session. */
  forget(sessionKey: string, announce?: (about: { tokens: number | null }) => Promise<void>): Promise<void>;
  /** One value in all sessions, also from what is in memory. `announce` is not called when no session holds it. */
  forgetValue(text: string, announce: (found: ForgottenValue[]) => Promise<void>): Promise<ForgottenValue[]>;
  /** A new master key in the file of the folder; work goes on under it. */
  rotate(keyFolder: string, announce: (about: Rotation) => Promise<void>): Promise<Rotation>;
  /** Forgets every session that nobody has used for `idleMs`; for a start and then once a day. */
  forgetIdle(): Promise<string[]>;
};

export type ProtectorOptions = {
  store: VaultStore;
  /** 32 bytes; wraps each session's data key. */
  masterKey: Uint8Array;
  maxTokensPerSession: number;
  /** All sessions together. Default: no limit of its own. */
  maxTokensInVault?: number;
  /** Distinct values that the agent itself may write in one session. Default: no limit. */
  maxWrittenValues?: number;
  defaultRegion: string;
  /** A session that was not used for so long is forgotten. Default: never. */
  idleMs?: number;
  clock?: () => Date;
  /** Called before sessions are forgotten for not being used; if it fails, they stay. */
  beforeIdleForgotten?: (sessions: string[]) => Promise<void>;
};

export { derive, type FactRequest } from "./derive-facts.ts";
export { type ClassDescription, describeClasses } from "./describe-classes.ts";
export { type PiiSpan, scan } from "./detect/scan.ts";
export { type Evaluation, evaluate, type LabelledCase, ratesOf } from "./evaluate.ts";
export { moveTokens } from "./move-tokens.ts";
export { createRedactor, type Redact } from "./redact.ts";
export { KEY_BYTES, type MasterKeySource, openMasterKey, parseMasterKey } from "./vault/master-key.ts";
export { createProtector } from "./vault/protector.ts";
export {
  type ForgottenValue,
  forgetValue,
  type Rotation,
  rotateMasterKey,
  type VaultStats,
  vaultStats,
} from "./vault/vault-care.ts";
