// Who read the files while no gateway could write that down.

import { z } from "zod";
import type { JsonObject } from "../../vocabulary.ts";
import type { TrailEvent } from "../record.ts";

const noteShape = z.object({
  by: z.string().max(200),
  at: z.string().max(40),
  body: z.record(z.string(), z.unknown()),
});

export function readNote(by: string, at: Date, body: JsonObject): string {
  return JSON.stringify({ by, at: at.toISOString(), body });
}

/** The notes as events. Anybody with the folder can write the file, so a line that is no note is kept as text. */
export function readNoteEvents(lines: string[]): TrailEvent[] {
  return lines.map((line) => {
    const note = parseNote(line);
    if (!note) return { kind: "audit.read", principal: "unknown", body: { note: line.slice(0, 1000) } };
    const body = { ...(note.body as JsonObject), readAt: note.at };
    return { kind: "audit.read", principal: note.by, body };
  });
}

function parseNote(line: string): z.infer<typeof noteShape> | null {
  try {
    return noteShape.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
