// A session's notes between runs: JSON text by key, under quotas, for as long as the gateway runs.

import { GatewayError } from "./errors.ts";

export type Workspace = {
  get(session: string, key: string): string | undefined;
  set(session: string, key: string, valueText: string): void;
  list(session: string): { key: string; bytes: number }[];
  delete(session: string, key: string): boolean;
};

type Notes = { texts: Map<string, string>; bytes: number };

const KEY_NAME = /^[\w./:-]{1,128}$/;
const MAX_KEYS = 10_000;
const MAX_SESSIONS = 1000;
const SESSIONS_IN_FULL = 16;

/** All sessions together hold as much as 16 full ones; beyond that the notes used longest ago are forgotten. */
export function createWorkspace(quotaBytes: number): Workspace {
  // In the order of their last use.
  const sessions = new Map<string, Notes>();
  let totalBytes = 0;

  function touch(session: string): Notes | undefined {
    const notes = sessions.get(session);
    if (notes) {
      sessions.delete(session);
      sessions.set(session, notes);
    }
    return notes;
  }

  function forget(session: string): void {
    totalBytes -= sessions.get(session)?.bytes ?? 0;
    sessions.delete(session);
  }

  function makeRoom(current: string): void {
    while (totalBytes > quotaBytes * SESSIONS_IN_FULL || sessions.size > MAX_SESSIONS) {
      const others = [...sessions.keys()].filter((session) => session !== current);
      // Session names are the caller's to choose, so one who opens many must push out its own first.
      const oldest = others.find((session) => ownerOf(session) === ownerOf(current)) ?? others[0];
      if (oldest === undefined) return;
      forget(oldest);
    }
  }

  return {
    get: (session, key) => touch(session)?.texts.get(key),
    set(session, key, valueText) {
      if (!KEY_NAME.test(key)) {
        throw new GatewayError("BAD_ARGUMENTS", "A workspace key is 1 to 128 letters, digits or . / : _ -.");
      }
      const notes = touch(session) ?? { texts: new Map<string, string>(), bytes: 0 };
      const growth = sizeOf(key, valueText) - sizeOf(key, notes.texts.get(key));
      const isNewKey = !notes.texts.has(key);
      if (notes.bytes + growth > quotaBytes || (isNewKey && notes.texts.size >= MAX_KEYS)) {
        throw new GatewayError(
          "WORKSPACE_FULL",
          `The session's workspace may hold ${quotaBytes} bytes under ${MAX_KEYS} keys.`,
          { hint: "Delete what is no longer needed with workspace.delete(key)." },
        );
      }
      notes.texts.set(key, valueText);
      notes.bytes += growth;
      totalBytes += growth;
      sessions.set(session, notes);
      makeRoom(session);
    },
    list: (session) =>
      [...(touch(session)?.texts ?? [])].map(([key, text]) => ({ key, bytes: Buffer.byteLength(text) })),
    delete(session, key) {
      const notes = touch(session);
      const text = notes?.texts.get(key);
      if (!notes || text === undefined) return false;
      notes.texts.delete(key);
      notes.bytes -= sizeOf(key, text);
      totalBytes -= sizeOf(key, text);
      if (notes.texts.size === 0) sessions.delete(session);
      return true;
    },
  };
}

function sizeOf(key: string, text: string | undefined): number {
  return text === undefined ? 0 : key.length + Buffer.byteLength(text);
}

/** A session's key is `principal/name`, and principals hold no slash. */
function ownerOf(session: string): string {
  return session.slice(0, session.indexOf("/"));
}
