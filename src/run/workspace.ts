// A session's notes between runs: JSON text by key, under quotas, for as long as the gateway runs.

import { GatewayError } from "../errors.ts";

/** `labels`: what the run that wrote it had read. Whoever reads the note has read that too. */
export type Note = { text: string; labels: readonly string[] };

export type Workspace = {
  get(session: string, key: string): Note | undefined;
  set(session: string, key: string, note: Note): void;
  list(session: string): { key: string; bytes: number; labels: readonly string[] }[];
  delete(session: string, key: string): boolean;
};

type Notes = { byKey: Map<string, Note>; bytes: number };

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
    get: (session, key) => touch(session)?.byKey.get(key),
    set(session, key, note) {
      if (!KEY_NAME.test(key)) {
        throw new GatewayError("BAD_ARGUMENTS", "A workspace key is 1 to 128 letters, digits or . / : _ -.");
      }
      const notes = touch(session) ?? { byKey: new Map<string, Note>(), bytes: 0 };
      const growth = sizeOf(key, note) - sizeOf(key, notes.byKey.get(key));
      const isNewKey = !notes.byKey.has(key);
      if (notes.bytes + growth > quotaBytes || (isNewKey && notes.byKey.size >= MAX_KEYS)) {
        throw new GatewayError(
          "WORKSPACE_FULL",
          `The session's workspace may hold ${quotaBytes} bytes under ${MAX_KEYS} keys.`,
          { hint: "Delete what is no longer needed with workspace.delete(key)." },
        );
      }
      notes.byKey.set(key, note);
      notes.bytes += growth;
      totalBytes += growth;
      sessions.set(session, notes);
      makeRoom(session);
    },
    list: (session) =>
      [...(touch(session)?.byKey ?? [])].map(([key, { text, labels }]) => {
        return { key, bytes: Buffer.byteLength(text), labels };
      }),
    delete(session, key) {
      const notes = touch(session);
      const note = notes?.byKey.get(key);
      if (!notes || note === undefined) return false;
      notes.byKey.delete(key);
      notes.bytes -= sizeOf(key, note);
      totalBytes -= sizeOf(key, note);
      if (notes.byKey.size === 0) sessions.delete(session);
      return true;
    },
  };
}

function sizeOf(key: string, note: Note | undefined): number {
  return note === undefined ? 0 : key.length + Buffer.byteLength(note.text);
}

/** A session's key is `principal/name`, and principals hold no slash. */
function ownerOf(session: string): string {
  return session.slice(0, session.indexOf("/"));
}
