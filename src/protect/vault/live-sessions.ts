// Sessions in memory: loaded once, one change at a time each, the least recently used ones let go.

import type { ProtectorOptions } from "../protect.ts";
import { createCareLock } from "./care-lock.ts";
import { loadSessionTokens, type SessionTokens, vaultUnavailable } from "./session-tokens.ts";

const MOST_IDLE_SESSIONS = 256;
/** Of all sessions that nobody holds but that are kept for their next run. */
const MOST_IDLE_TOKENS = 200_000;

/** `tokens` is replaced by a reload after a failed write, and null once the session is forgotten. */
export type LiveSession = {
  key: string;
  tokens: SessionTokens | null;
  isStale: boolean;
  /** The day on which the store last heard of a use. */
  noticedDay: number;
  queue: Promise<unknown>;
};

export type LiveSessions = {
  open(key: string): Promise<LiveSession>;
  /** What is in memory of a session, kept or held by somebody. */
  find(key: string): LiveSession | null;
  /** Whoever still holds the session finds it forgotten. */
  shut(key: string): void;
  inTurn<T>(live: LiveSession, work: () => Promise<T>): Promise<T>;
  /** With nothing loaded, issued or stored meanwhile, in any session. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  masterKey(): Uint8Array;
  /** From now on the vault is wrapped by this key. */
  adoptMasterKey(next: Uint8Array, rewrap: (session: string, wrapped: Uint8Array) => Uint8Array): void;
};

export function createLiveSessions(
  { store, masterKey: firstKey }: Pick<ProtectorOptions, "store" | "masterKey">,
  beforeLoad: (key: string) => Promise<void>,
): LiveSessions {
  let masterKey = firstKey;
  const lock = createCareLock();
  const recent = new Map<string, LiveSession>();
  // A session that somebody still holds must not be loaded twice: two copies would issue the same token twice.
  const held = new Map<string, WeakRef<LiveSession>>();
  const loading = new Map<string, Promise<LiveSession>>();

  const find = (key: string) => recent.get(key) ?? held.get(key)?.deref() ?? null;
  const touch = (live: LiveSession): LiveSession => {
    recent.delete(live.key);
    recent.set(live.key, live);
    let kept = 0;
    for (const { tokens } of recent.values()) kept += tokens?.byToken.size ?? 0;
    for (const [key, { tokens }] of recent) {
      if (key === live.key || (recent.size <= MOST_IDLE_SESSIONS && kept <= MOST_IDLE_TOKENS)) break;
      kept -= tokens?.byToken.size ?? 0;
      recent.delete(key);
    }
    return live;
  };
  const load = (key: string): Promise<LiveSession> =>
    lock.pass(async () => {
      const tokens = await loadSessionTokens(store, masterKey, key);
      const live: LiveSession = { key, tokens, isStale: false, noticedDay: 0, queue: Promise.resolve() };
      for (const [name, reference] of held) if (!reference.deref()) held.delete(name);
      held.set(key, new WeakRef(live));
      // Forgetting looks for it there as soon as the lock is free again.
      return touch(live);
    });
  const all = (): LiveSession[] => {
    const others = [...held.values()].flatMap((reference) => reference.deref() ?? []);
    return [...new Set([...recent.values(), ...others])];
  };
  return {
    async open(key) {
      const known = find(key);
      if (known) return touch(known);
      await beforeLoad(key);
      const meanwhile = find(key);
      if (meanwhile) return touch(meanwhile);
      const pending = loading.get(key) ?? load(key).finally(() => loading.delete(key));
      loading.set(key, pending);
      return pending;
    },
    find,
    shut(key) {
      const live = find(key);
      if (live) live.tokens = null;
      recent.delete(key);
      held.delete(key);
    },
    inTurn(live, work) {
      const turn = live.queue.then(() => lock.pass(work));
      live.queue = turn.catch(() => undefined);
      return turn;
    },
    alone: lock.alone,
    masterKey: () => masterKey,
    adoptMasterKey(next, rewrap) {
      masterKey = next;
      for (const { key, tokens } of all())
        if (tokens) tokens.cipher.wrappedKey = rewrap(key, tokens.cipher.wrappedKey);
    },
  };
}

export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw vaultUnavailable(error);
  }
}
