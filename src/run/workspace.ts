// What programs keep between runs: values and files by key, under quotas, until their session is forgotten. The store is
// a file, so notes outlive a restart; they hold tokens only, because whoever writes one tokenizes it first.

import { GatewayError } from "../errors.ts";
import type { NoteEntry, NoteLimits, NoteRow, NoteStore } from "../storage/storage.ts";

/** `labels`: what the run that wrote it had read. Whoever reads the note has read that too. */
export type Note = Omit<NoteRow, "key">;

/** `name` is unique over all principals: a session's key, or a shared workspace's. */
export type Workspace = {
  get(space: string, key: string): Promise<Note | null>;
  set(space: string, key: string, note: Note): Promise<void>;
  list(space: string): Promise<NoteEntry[]>;
  delete(space: string, key: string): Promise<boolean>;
  forget(spaces: readonly string[]): Promise<void>;
  /** Spaces that nobody has used for so long. */
  idleFor(ms: number): Promise<string[]>;
};

const KEY_NAME = /^[\w./:-]{1,128}$/;
const MAX_KEYS = 10_000;
const MAX_SPACES = 1000;
const SPACES_IN_FULL = 16;

/** All spaces together hold as much as 16 full ones; beyond that those used longest ago are forgotten. */
export function createWorkspace(
  store: NoteStore,
  quotaBytes: number,
  clock: () => Date = () => new Date(),
): Workspace {
  const limits: NoteLimits = {
    bytes: quotaBytes,
    keys: MAX_KEYS,
    totalBytes: quotaBytes * SPACES_IN_FULL,
    spaces: MAX_SPACES,
  };
  const now = () => clock().getTime();
  return {
    async get(space, key) {
      const note = await store.findNote(space, key, now());
      if (note === null) return null;
      const { kind, text, labels } = note;
      return { kind, text, labels };
    },
    async set(space, key, note) {
      if (!KEY_NAME.test(key)) {
        throw new GatewayError("BAD_ARGUMENTS", "A workspace key is 1 to 128 letters, digits or . / : _ -.");
      }
      const kept = await store.saveNote(
        { name: space, owner: ownerOf(space) },
        { key, ...note },
        limits,
        now(),
      );
      if (kept) return;
      throw new GatewayError(
        "WORKSPACE_FULL",
        `The workspace may hold ${quotaBytes} bytes under ${MAX_KEYS} keys.`,
        { hint: "Delete what is no longer needed with workspace.delete(key)." },
      );
    },
    list: (space) => store.listNotes(space),
    delete: (space, key) => store.deleteNote(space, key),
    forget: (spaces) => store.forgetNotes(spaces),
    idleFor: (ms) => store.idleSpaces(now() - ms),
  };
}

/** A session's key is `principal/name`, and principals hold no slash. */
function ownerOf(space: string): string {
  const slash = space.indexOf("/");
  return slash < 0 ? space : space.slice(0, slash);
}
