// Sessions in memory: loaded once, one tokenize call at a time each, the least recently used ones let go.

import { GatewayError } from "../../errors.ts";
import type { PiiRules } from "../../vocabulary.ts";
import { createRuleScanners, type RuleScanner } from "../detect/rule-scanner.ts";
import { openEchoes } from "../echoes.ts";
import { plantedTokens } from "../planted-tokens.ts";
import type { Protector, ProtectorOptions, SessionVault, Tokenized } from "../protect.ts";
import { findTokensIn, renameIn, restoreIn } from "../restore.ts";
import { tokenizeJson } from "../tokenize.ts";
import { createDraft, type VaultRoom } from "./issue-tokens.ts";
import { KEY_BYTES } from "./master-key.ts";
import {
  learnClass,
  loadSessionTokens,
  type SessionTokens,
  storeTokens,
  vaultUnavailable,
} from "./session-tokens.ts";
import { createVaultSize, type VaultSize } from "./vault-size.ts";

const MOST_IDLE_SESSIONS = 256;
/** Of all sessions that nobody holds but that are kept for their next run. */
const MOST_IDLE_TOKENS = 200_000;
const DAY_MS = 86_400_000;
const NO_PLACE = { field: "", parent: "", siblings: null };

/** `tokens` is replaced by a reload after a failed write, and null once the session is forgotten. */
type LiveSession = {
  key: string;
  tokens: SessionTokens | null;
  isStale: boolean;
  /** The day on which the store last heard of a use. */
  noticedDay: number;
  queue: Promise<unknown>;
};

export function createProtector(options: ProtectorOptions): Protector {
  if (options.masterKey.length !== KEY_BYTES) {
    throw new GatewayError("SETTINGS_INVALID", "The vault's master key must be 32 bytes long.", {
      hint: "Create one with 32 random bytes and keep it with the other keys.",
    });
  }
  const scannerFor = createRuleScanners(options.defaultRegion);
  const size = createVaultSize(options.store);
  const recent = new Map<string, LiveSession>();
  // A session that somebody still holds must not be loaded twice: two copies would issue the same token twice.
  const held = new Map<string, WeakRef<LiveSession>>();
  const loading = new Map<string, Promise<LiveSession>>();

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
  const load = async (key: string): Promise<LiveSession> => {
    const tokens = await loadSessionTokens(options.store, options.masterKey, key);
    const live: LiveSession = { key, tokens, isStale: false, noticedDay: 0, queue: Promise.resolve() };
    for (const [name, reference] of held) if (!reference.deref()) held.delete(name);
    held.set(key, new WeakRef(live));
    return live;
  };
  const liveSession = async (key: string): Promise<LiveSession> => {
    const known = recent.get(key) ?? held.get(key)?.deref();
    if (known) return touch(known);
    await forgetIfIdle(key);
    const pending = loading.get(key) ?? load(key).finally(() => loading.delete(key));
    loading.set(key, pending);
    return touch(await pending);
  };
  const now = () => (options.clock?.() ?? new Date()).getTime();
  const idleSessions = async (): Promise<string[]> => {
    if (options.idleMs === undefined) return [];
    const before = now() - options.idleMs;
    const sessions = await orUnavailable(options.store.sessions());
    return sessions.filter(({ usedAt }) => usedAt < before).map(({ session }) => session);
  };
  const forgetIfIdle = async (key: string): Promise<void> => {
    if (options.idleMs === undefined) return;
    const usedAt = await orUnavailable(options.store.usedAt(key));
    if (usedAt === null || usedAt >= now() - options.idleMs) return;
    await options.beforeIdleForgotten?.([key]);
    await orUnavailable(options.store.forget(key));
    size.recount();
  };
  /** Once a day is enough to tell idle sessions from used ones. */
  const notice = async (live: LiveSession): Promise<void> => {
    const day = Math.floor(now() / DAY_MS);
    if (live.noticedDay === day || !live.tokens?.isKeyStored) return;
    await orUnavailable(options.store.touch(live.key, now()));
    live.noticedDay = day;
  };
  const forget = async (key: string): Promise<void> => {
    const live = recent.get(key) ?? held.get(key)?.deref() ?? null;
    await inTurn(live ?? { queue: Promise.resolve() }, async () => {
      await orUnavailable(options.store.forget(key));
      size.recount();
      if (live) live.tokens = null;
      recent.delete(key);
      held.delete(key);
    });
  };
  return {
    async session(key) {
      const live = await liveSession(key);
      await notice(live);
      return sessionVault(live, { scannerFor, options, size });
    },
    forget,
    async forgetIdle() {
      const idle = await idleSessions();
      if (idle.length > 0) await options.beforeIdleForgotten?.(idle);
      for (const key of idle) await forget(key);
      return idle;
    },
  };
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw vaultUnavailable(error);
  }
}

type Shared = {
  scannerFor: (rules: PiiRules) => RuleScanner;
  options: ProtectorOptions;
  size: VaultSize;
};

function sessionVault(live: LiveSession, { scannerFor, options, size }: Shared): SessionVault {
  const room = async (): Promise<VaultRoom> => ({
    perSession: options.maxTokensPerSession,
    left: (options.maxTokensInVault ?? Number.POSITIVE_INFINITY) - (await size.tokens()),
    written: options.maxWrittenValues ?? Number.POSITIVE_INFINITY,
  });
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
        const scanner = scannerFor(rules);
        for (const name of scanner.customClasses) learnClass(tokens, name);
        const { customClasses } = tokens;
        const draft = createDraft(tokens, await room(), rules.style);
        const classOf = (token: string) => tokens.byToken.get(token)?.class;
        const restored = origin.from === "upstream" ? (origin.restored ?? []) : [];
        const echoes = openEchoes(tokens, restored);
        const result = await tokenizeJson(value, {
          scanner,
          draft,
          classOf,
          shaped: tokens.hasShapes || rules.style === "shaped",
          customClasses,
          origin,
          rules,
          echoes,
        });
        if (result.blocked) return { ...result, tokens: [] };
        live.isStale = true;
        await storeTokens(options.store, tokens, draft.rows());
        live.isStale = false;
        const before = tokens.byToken.size;
        draft.commit();
        size.add(tokens.byToken.size - before);
        return result;
      }),
    valuesIn(text, rules) {
      const { customClasses, hasShapes } = current();
      const planted = plantedTokens(text, customClasses, hasShapes || rules.style === "shaped");
      return [...scannerFor(rules).scanText(text, NO_PLACE), ...planted];
    },
    findTokens: (value) => findTokensIn(value, current()),
    restore: (value, uses) => restoreIn(value, uses, current()),
    rename: (value, names) => renameIn(value, names, current()),
    takeIn: (values) =>
      inTurn(live, async () => {
        const tokens = current();
        const draft = createDraft(tokens, await room());
        const taken = values.map(({ class: name, value, sources }) => {
          learnClass(tokens, name);
          const clear = {
            kind: typeof value === "number" ? ("number" as const) : ("string" as const),
            text: `${value}`,
          };
          const found = { class: name, canonical: clear.text, value: clear, isDisguised: false };
          return draft.issue(found, sources).issued.token;
        });
        live.isStale = true;
        await storeTokens(options.store, tokens, draft.rows());
        live.isStale = false;
        const before = tokens.byToken.size;
        draft.commit();
        size.add(tokens.byToken.size - before);
        return taken;
      }),
  };
}

function inTurn<T>(live: Pick<LiveSession, "queue">, work: () => Promise<T>): Promise<T> {
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
