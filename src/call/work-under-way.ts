// Direct calls that have begun and not ended: bounded per session, and ended with their key or with the gateway.

import { GatewayError } from "../errors.ts";
import type { Principal } from "../vocabulary.ts";

export type Work = { signal: AbortSignal; end(): void };

export type WorkUnderWay = {
  /** Throws BUSY when the session has too much under way, or the gateway is stopping. */
  begin(principal: Principal, session: string, signal: AbortSignal): Work;
  /** Called once when the principal's work is ended; the returned function takes it back. */
  onEnd(principal: string, end: () => void): () => void;
  /** Resolves when all of it has ended. */
  cancelAllOf(principal: string): Promise<void>;
  close(): Promise<void>;
};

type Entry = { principal: string; session: string; canceller: AbortController; ended: Promise<void> };

export function createWorkUnderWay(mostInSession: (principal: Principal) => number): WorkUnderWay {
  const entries = new Set<Entry>();
  const listeners = new Set<{ principal: string; end: () => void }>();
  let isClosing = false;

  async function cancelAll(isMeant: (one: { principal: string }) => boolean): Promise<void> {
    const meant = [...entries].filter(isMeant);
    for (const listener of [...listeners].filter(isMeant)) {
      listeners.delete(listener);
      listener.end();
    }
    for (const { canceller } of meant) canceller.abort();
    await Promise.all(meant.map(({ ended }) => ended));
  }

  return {
    begin(principal, session, signal) {
      if (isClosing) {
        throw new GatewayError("BUSY", "The gateway is stopping.", { hint: "Call again when it is back." });
      }
      const { name } = principal;
      const own = [...entries].filter((entry) => entry.principal === name && entry.session === session);
      if (own.length >= mostInSession(principal)) {
        throw new GatewayError("BUSY", `This session has ${own.length} direct calls under way.`, {
          hint: "Wait for one of them, or use another session.",
        });
      }
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const entry: Entry = { principal: name, session, canceller: new AbortController(), ended };
      entries.add(entry);
      return {
        signal: AbortSignal.any([signal, entry.canceller.signal]),
        end() {
          entries.delete(entry);
          resolve();
        },
      };
    },
    onEnd(principal, end) {
      const listener = { principal, end };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cancelAllOf: (principal) => cancelAll((entry) => entry.principal === principal),
    async close() {
      isClosing = true;
      await cancelAll(() => true);
    },
  };
}
