// Sessions in memory: loaded once, one tokenize call at a time each, the least recently used ones let go.

import { GatewayError } from "../errors.ts";
import { ALL_RECOGNIZERS } from "./all-recognizers.ts";
import { createDraft } from "./issue-tokens.ts";
import type { Protector, ProtectorOptions, SessionVault, Tokenized } from "./protect.ts";
import { findTokensIn, restoreIn } from "./restore.ts";
import { createScanner, type Scanner } from "./scanner.ts";
import { loadSessionTokens, type SessionTokens, storeTokens, vaultUnavailable } from "./session-tokens.ts";
import { tokenizeJson } from "./tokenize.ts";

const MOST_IDLE_SESSIONS = 256;
const KEY_BYTES = 32;

/** `tokens` is replaced by a reload after a failed write, and null once the session is forgotten. */
type LiveSession = { key: string; tokens: SessionTokens | null; isStale: boolean; queue: Promise<unknown> };

export function createProtector(options: ProtectorOptions): Protector {
  if (options.masterKey.length !== KEY_BYTES) {
    throw new GatewayError("SETTINGS_INVALID", "The vault's master key must be 32 bytes long.", {
      hint: "Create one with 32 random bytes and keep it with the other keys.",
    });
  }
  const scanner = createScanner(ALL_RECOGNIZERS, options.defaultRegion);
  const recent = new Map<string, LiveSession>();
  // A session that somebody still holds must not be loaded twice: two copies would issue the same token twice.
  const held = new Map<string, WeakRef<LiveSession>>();
  const loading = new Map<string, Promise<LiveSession>>();

  const touch = (live: LiveSession): LiveSession => {
    recent.delete(live.key);
    recent.set(live.key, live);
    for (const key of recent.keys()) {
      if (recent.size <= MOST_IDLE_SESSIONS) break;
      recent.delete(key);
    }
    return live;
  };
  const load = async (key: string): Promise<LiveSession> => {
    const tokens = await loadSessionTokens(options.store, options.masterKey, key);
    const live: LiveSession = { key, tokens, isStale: false, queue: Promise.resolve() };
    for (const [name, reference] of held) if (!reference.deref()) held.delete(name);
    held.set(key, new WeakRef(live));
    return live;
  };
  const liveSession = async (key: string): Promise<LiveSession> => {
    const known = recent.get(key) ?? held.get(key)?.deref();
    if (known) return touch(known);
    const pending = loading.get(key) ?? load(key).finally(() => loading.delete(key));
    loading.set(key, pending);
    return touch(await pending);
  };
  return {
    session: async (key) => sessionVault(await liveSession(key), scanner, options),
    async forget(key) {
      const live = await liveSession(key).catch(() => null);
      await inTurn(live ?? { key, tokens: null, isStale: false, queue: Promise.resolve() }, async () => {
        try {
          await options.store.forget(key);
        } catch (error) {
          throw vaultUnavailable(error);
        }
        if (live) live.tokens = null;
        recent.delete(key);
        held.delete(key);
      });
    },
  };
}

function sessionVault(live: LiveSession, scanner: Scanner, options: ProtectorOptions): SessionVault {
  const current = (): SessionTokens => {
    if (live.tokens === null) throw forgotten();
    return live.tokens;
  };
  return {
    tokenize: (value, origin, rules) =>
      inTurn(live, async (): Promise<Tokenized> => {
        current();
        if (live.isStale) live.tokens = await loadSessionTokens(options.store, options.masterKey, live.key);
        live.isStale = false;
        const tokens = current();
        const draft = createDraft(tokens, options.maxTokensPerSession);
        const isKnown = (token: string) => tokens.byToken.has(token);
        const result = tokenizeJson(value, { scanner, draft, isKnown, origin, rules });
        if (result.blocked) return { ...result, tokens: [] };
        live.isStale = true;
        await storeTokens(options.store, tokens, draft.rows());
        live.isStale = false;
        draft.commit();
        return result;
      }),
    findTokens: (value) => findTokensIn(value, current()),
    restore: (value, uses) => restoreIn(value, uses, current()),
  };
}

function inTurn<T>(live: LiveSession, work: () => Promise<T>): Promise<T> {
  const turn = live.queue.then(work);
  live.queue = turn.catch(() => undefined);
  return turn;
}

function forgotten(): GatewayError {
  return new GatewayError(
    "VAULT_UNAVAILABLE",
    "This session was forgotten and its tokens cannot be used any more.",
    {
      hint: "Start a new session.",
    },
  );
}
