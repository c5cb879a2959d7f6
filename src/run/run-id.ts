// The ids of runs, and of direct calls and conversations, which stand on the trail as runs.

import { randomBytes } from "node:crypto";

export function newRunId(): string {
  return `run_${randomBytes(10).toString("hex")}`;
}

export function isRunId(text: string): boolean {
  return /^run_[0-9a-f]{20}$/.test(text);
}
