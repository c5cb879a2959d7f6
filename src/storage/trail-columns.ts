import type { TrailRow } from "./storage.ts";

/** In the order in which rows are written, shown and exported. */
export const TRAIL_COLUMNS = [
  "seq",
  "at",
  "kind",
  "principal",
  "session",
  "run",
  "call",
  "tool",
  "decision",
  "rule",
  "status",
  "body",
  "prev",
  "hash",
] as const satisfies readonly (keyof TrailRow)[];
