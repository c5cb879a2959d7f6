// Readings of a trail that nobody could write at the time: one line each beside the trail, until the gateway
// that owns the folder puts them on the trail.

import { appendFileSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TrailStore } from "../storage.ts";

export function createReadNotes(folder: string | null): Pick<TrailStore, "noteRead" | "takeReadNotes"> {
  const path = folder === null ? null : join(folder, "trail-reads.jsonl");
  return {
    async noteRead(note) {
      if (path === null) return;
      try {
        appendFileSync(path, `${note.replaceAll("\n", " ")}\n`, { mode: 0o600 });
      } catch {
        // A copy on a medium that takes no writes may be read all the same.
      }
    },
    async takeReadNotes(keep) {
      if (path === null) return;
      const taken = `${path}.taken`;
      // What a stop left behind comes first. A note that is written meanwhile starts a new file and is not lost.
      for (const isReady of [() => true, () => moveAway(path, taken)]) {
        const notes = isReady() ? linesOf(taken) : [];
        if (notes.length > 0) await keep(notes);
        rmSync(taken, { force: true });
      }
    },
  };
}

function moveAway(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}
