// The vault of all sessions: opened on demand, forgotten when idle or when an operator asks, also while it is in use.

import { randomBytes } from "node:crypto";
import { GatewayError } from "../../errors.ts";
import { createRuleScanners } from "../detect/rule-scanner.ts";
import type { Protector, ProtectorOptions } from "../protect.ts";
import { createLiveSessions, type LiveSession, type LiveSessions, orUnavailable } from "./live-sessions.ts";
import { KEY_BYTES, masterKeyId } from "./master-key.ts";
import { dropTokens } from "./session-tokens.ts";
import { sessionVault } from "./session-vault.ts";
import { type ForgottenValue, forgetValue, rotateMasterKey } from "./vault-care.ts";
import { rewrapKey } from "./vault-cipher.ts";
import { createVaultSize, type VaultSize } from "./vault-size.ts";

const DAY_MS = 86_400_000;

export function createProtector(options: ProtectorOptions): Protector {
  if (options.masterKey.length !== KEY_BYTES) {
    throw new GatewayError("SETTINGS_INVALID", "The vault's master key must be 32 bytes long.", {
      hint: "Create one with 32 random bytes and keep it with the other keys.",
    });
  }
  const { store, idleMs } = options;
  const scannerFor = createRuleScanners(options.defaultRegion);
  const size = createVaultSize(store);
  const now = () => (options.clock?.() ?? new Date()).getTime();
  const isIdle = async (key: string): Promise<boolean> => {
    if (idleMs === undefined) return false;
    const usedAt = await orUnavailable(store.usedAt(key));
    return usedAt !== null && usedAt < now() - idleMs;
  };
  const forgetIfIdle = async (key: string): Promise<void> => {
    if (!(await isIdle(key))) return;
    await sessions.alone(async () => {
      // Somebody else may have opened it meanwhile, and that was a use.
      if (sessions.find(key) || !(await isIdle(key))) return;
      await options.beforeIdleForgotten?.([key]);
      await orUnavailable(store.forget(key));
      size.recount();
    });
  };
  const sessions = createLiveSessions(options, forgetIfIdle);
  const care = careOf({ options, sessions, size });
  /** Once a day is enough to tell idle sessions from used ones. */
  const notice = async (live: LiveSession): Promise<void> => {
    const day = Math.floor(now() / DAY_MS);
    if (live.noticedDay === day || !live.tokens?.isKeyStored) return;
    await orUnavailable(store.touch(live.key, now()));
    live.noticedDay = day;
  };
  return {
    async session(key) {
      const live = await sessions.open(key);
      await notice(live);
      return sessionVault(live, { scannerFor, options, size, sessions });
    },
    ...care,
    async forgetIdle() {
      if (idleMs === undefined) return [];
      const before = now() - idleMs;
      const idle = (await orUnavailable(store.sessions()))
        .filter(({ usedAt }) => usedAt < before)
        .map(({ session }) => session);
      if (idle.length > 0) await options.beforeIdleForgotten?.(idle);
      for (const key of idle) await care.forget(key);
      return idle;
    },
  };
}

type Tended = { options: ProtectorOptions; sessions: LiveSessions; size: VaultSize };
type Care = Pick<Protector, "forget" | "forgetValue" | "rotate">;

/** What memory holds goes first: nothing can be restored from it once the operator has been told. */
function careOf({ options: { store, defaultRegion: region }, sessions, size }: Tended): Care {
  const dropFromMemory = (forgotten: ForgottenValue[]): LiveSession[] =>
    forgotten.flatMap(({ session, tokens }) => {
      const live = sessions.find(session);
      if (!live?.tokens) return [];
      dropTokens(live.tokens, new Set(tokens));
      return [live];
    });
  return {
    forget: (key, announce) =>
      sessions.alone(async () => {
        const stored = (await orUnavailable(store.sessions())).find(({ session }) => session === key);
        await announce?.({ tokens: stored?.tokens ?? null });
        sessions.shut(key);
        await orUnavailable(store.forget(key));
        size.recount();
      }),
    forgetValue: (text, announce) =>
      sessions.alone(async () => {
        let touched: LiveSession[] = [];
        try {
          return await forgetValue(
            { store, masterKey: sessions.masterKey(), region },
            text,
            async (found) => {
              await announce(found);
              touched = dropFromMemory(found);
            },
          );
        } catch (error) {
          // The store may still hold what memory has lost: the next change reads it again.
          for (const live of touched) live.isStale = true;
          throw error;
        } finally {
          size.recount();
        }
      }),
    rotate: (folder, announce) =>
      sessions.alone(async () => {
        const [current, next] = [sessions.masterKey(), randomBytes(KEY_BYTES)];
        try {
          return await rotateMasterKey(store, { current, next, folder }, announce);
        } finally {
          // Also when the last step failed: the vault knows which key it is wrapped by.
          if ((await store.masterKeyId()) === masterKeyId(next))
            sessions.adoptMasterKey(next, (key, wrapped) => rewrapKey({ current, next }, key, wrapped));
        }
      }),
  };
}
