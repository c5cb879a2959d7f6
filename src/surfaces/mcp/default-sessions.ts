import { randomBytes } from "node:crypto";
import type { Principal } from "../../vocabulary.ts";

export function newSessionName(): string {
  return `ses_${randomBytes(10).toString("hex")}`;
}

export type DefaultSessions = { nameFor(principal: Principal): string };

/** The session of a key whose client names none. Idle ones are replaced, so that old tokens do not pile up. */
export function createDefaultSessions(now: () => number, idleMs: number): DefaultSessions {
  const current = new Map<string, { name: string; usedAt: number }>();
  return {
    nameFor(principal) {
      const usedAt = now();
      const known = current.get(principal.name);
      const name = known && usedAt - known.usedAt < idleMs ? known.name : newSessionName();
      current.set(principal.name, { name, usedAt });
      return name;
    },
  };
}
